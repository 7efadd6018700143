// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/action.h"
#include "outbox/delivery_rules.h"

#include <hostline/channel.h>
#include <hostline/clock.h>

#include <QHash>
#include <QObject>
#include <QStringList>

#include <deque>
#include <map>
#include <memory>
#include <optional>

namespace hostline {

class Ledger;
class NoticeCatalogue;
class ProductSet;

/// Sends what the ledger intends, one at a time at each place and in order, and records each outcome.
class Outbox final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Outbox)
public:
    Outbox(Ledger &ledger,
           ProductSet &products,
           Clock &clock,
           const NoticeCatalogue &catalogue,
           QObject *parent = nullptr);
    ~Outbox() override;

    void send(const DeliveryIntended &delivery);
    /// The parts in which the channel of the claim will send this answer.
    [[nodiscard]] QList<Part> plan(const QString &answer,
                                   const ClaimedRequest &claim,
                                   bool recovered,
                                   qint64 composedAt) const;

    /// Something was handed over and its outcome is not known yet -> quiet().
    [[nodiscard]] bool isBusy() const { return !m_places.isEmpty(); }

Q_SIGNALS:
    void quiet();

private:
    struct Entry
    {
        DeliveryIntended delivery;
        int attempts = 0;
        bool uncertain = false;
        bool readingBack = false;
        bool asked = false; ///< whether it may be sent
        bool inFlight = false;
        int readBacks = 0; ///< that could not tell
        std::optional<std::chrono::milliseconds> doubtedAt; ///< since boot
    };
    struct Queue
    {
        std::deque<Entry> entries;
        std::unique_ptr<Timer> timer;
    };

    /// `granted`: the commit at hand has looked at the grant of what stands first.
    void advance(const QStringList &place, bool granted = false);
    void handOver(const QStringList &place);
    void channelReady(const QString &name);
    void channelStopped(const QString &name);
    void checked(const QStringList &place, bool maySend);
    void pause(const QStringList &place, std::chrono::milliseconds span);
    /// What is in doubt waits beside its place with the rest of its request, so that other replies are not held up.
    QStringList setAside(const QStringList &place);
    void take(const QStringList &place, const DeliveryStep &step, const QString &receipt);
    void delivered(const DeliveryOutcome &outcome);
    [[nodiscard]] Delivery compose(const DeliveryIntended &delivery) const;
    [[nodiscard]] DeliveryFacts factsOf(const Entry &entry) const;
    [[nodiscard]] QString render(const Notice &notice, Language language, qint64 at) const;

    Ledger &m_ledger;
    ProductSet &m_products;
    Clock &m_clock;
    const NoticeCatalogue &m_catalogue;
    std::map<QStringList, Queue> m_queues; ///< by place; what was set aside: by place and request
    QHash<DeliveryKey, QStringList> m_places; ///< of what is in flight
};

} // namespace hostline
