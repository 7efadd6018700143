// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/channel_traits.h"

#include <hostline/channel.h>

#include <QtCore/QList>
#include <QtCore/QObject>

#include <memory>

namespace hostline {

/// One channel with its far end, set up for one row of the contract.
class ChannelBench
{
public:
    ChannelBench() = default;
    ChannelBench(const ChannelBench &) = delete;
    ChannelBench &operator=(const ChannelBench &) = delete;
    virtual ~ChannelBench();

    [[nodiscard]] virtual std::unique_ptr<Channel> make() = 0; ///< what the plugin's create() gives
    [[nodiscard]] virtual ChannelTraits traits() const = 0; ///< what its metadata declares
    [[nodiscard]] virtual QString name() const = 0; ///< of the product, in its context
    [[nodiscard]] virtual Source target() const = 0; ///< where something can be sent to

    /// A person writes; `channel` is Ready.
    virtual void say(Channel &channel, const QString &id, const QString &text) = 0;
    /// Makes the far end unreachable, or reachable again; true when that was done. Asked by SendingChannelContract only.
    virtual bool setReachable(bool reachable);
};

/// The rules that every channel keeps (hostline/product.h, hostline/channel.h), as rows. A suite for one channel derives
/// from this, gives benches and is run by QtTest. A channel that sends (whose traits are not `stored`) derives from
/// SendingChannelContract.
class ChannelContract : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChannelContract)
public:
    ChannelContract();
    ~ChannelContract() override;

protected:
    [[nodiscard]] virtual std::unique_ptr<ChannelBench> bench() = 0;

private Q_SLOTS:
    void init();
    void cleanup();

    void beginsStopped();
    void startsOnceAndStopsOnce();
    void stopsBeforeItsStart();
    void stopsWhileItStarts();
    void startsAgain();
    void endsReadyWhenStartedWhileItStops();
    void goesAtAnyTime();

    void plansRightly_data();
    void plansRightly();

    void namesItsMessages();
    void takesEveryAdmission_data();
    void takesEveryAdmission();
    void ignoresUnknownTags();

protected:
    struct Answer
    {
        DeliveryOutcome outcome;
        bool inside = false; ///< came from inside the slot that asked
    };

    void makeReady();
    void watch();
    [[nodiscard]] Delivery delivery(const QString &key) const;
    void deliver(const Delivery &delivery);
    void readBack(const Delivery &delivery);
    [[nodiscard]] int count(Product::State state) const { return int(m_states.count(state)); }
    [[nodiscard]] int answers(const QString &key) const;
    void verifyAnswers() const;

    std::unique_ptr<ChannelBench> m_bench;
    std::unique_ptr<Channel> m_channel;
    QList<Product::State> m_states;
    QList<InboundMessage> m_messages;
    QList<Answer> m_answers;
    bool m_inside = false;
};

/// And the rules for one that reaches a far end, sends to it, is read back and shows progress.
class SendingChannelContract : public ChannelContract
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatIsWrongAndMendsItself();
    void answersEachDeliveryOnce();
    void answersADeliveryWhileStopped();
    void answersADeliveryBeforeItsStop();
    void answersEachReadBackOnce();
    void takesProgressAtAnyTime();
};

} // namespace hostline
