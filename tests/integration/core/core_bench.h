// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/host_core.h"
#include "support/channel/fake_channel.h"
#include "support/channel/fake_platform.h"
#include "support/clock/manual_clock.h"
#include "support/plugins/test_context.h"
#include "support/provider/fake_provider.h"

#include <QtCore/QTemporaryDir>

#include <memory>

namespace hostline::test {

/// The whole core in process: HostCore over a store in a directory, the fake provider as "agent", a local channel
/// "desk" and, if wanted, the fake channel "mail". Time stands still until advance(). kill() leaves what kill -9 leaves;
/// the data, the host's memory (record) and the platform outlive it.
class CoreBench : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CoreBench)
public:
    CoreBench();
    ~CoreBench() override;

    /// "spare" is a provider, and a flexible route leads to it, from now on or from the next boot on.
    void useSpare();
    /// "mail" is a channel to a platform of this kind from the next boot on.
    void useMail(FakePlatform::Ability ability, int partLength = 0);

    bool boot(); ///< true: adopted, products started
    void kill();
    bool reboot() { return kill(), boot(); }

    /// Moves the clock on, second by second, until the condition holds; false: it did not within real seconds. For what
    /// takes several timers whose starts depend on the machine's speed.
    [[nodiscard]] bool until(const std::function<bool()> &condition);
    /// Moves the clock by steps, with what follows each of them.
    void advance(std::chrono::milliseconds span,
                 std::chrono::milliseconds step = std::chrono::milliseconds(500));
    void settle(); ///< everything that is on its way has arrived

    void sql(const QString &statement); ///< run in the store as a unit of its own
    [[nodiscard]] Answer answerTo(const Order &order);
    Admission ask(const QString &text, const QString &room = QStringLiteral("room"));
    bool stop(const RequestId &request);
    [[nodiscard]] RequestView view(const RequestId &request);
    [[nodiscard]] bool isSettled(const RequestId &request)
    {
        return view(request).state == RequestState::Settled;
    }
    /// Within real seconds, the clock standing still.
    [[nodiscard]] bool waitsSoonFor(const RequestId &request, RequestView::WaitsFor what);
    [[nodiscard]] QString replyText(const RequestId &request);
    [[nodiscard]] QString replyNotice(const RequestId &request);
    [[nodiscard]] QStringList notices(const RequestId &request); ///< side messages, text ids
    /// Those that the provider runs and its host has begun, so that it remembers them when it dies.
    [[nodiscard]] QList<TurnId> liveTurns() const;
    [[nodiscard]] TurnId liveTurn() const; ///< if it is one
    [[nodiscard]] int turnsAsked(const QString &text) const; ///< that the host began, over all runs
    [[nodiscard]] const QStringList &texts() const
    {
        return m_texts;
    } ///< as shown live: "request: text"

    QTemporaryDir directory;
    ManualClock clock;
    FakeRecord record;
    FakeRecord spareRecord;
    Settings settings;
    HostOptions options;
    std::unique_ptr<FakePlatform> platform;
    std::unique_ptr<HostCore> core;
    FakeProvider *provider = nullptr; ///< of the living core
    FakeProvider *spare = nullptr; ///< the same, if it is wanted
    bool withSpare = false; ///< a second provider "spare", and a route from "agent" to it
    bool comesUp = true; ///< the provider of the next boot
    std::function<void(FakeProvider &)> onProvider; ///< each new one, before it is started
    std::function<void(HostCore &)> onCore; ///< each new one, before it adopts anything
    bool withProvider = true;

private:
    void addSpare();

    FakePlatform::Ability m_ability = FakePlatform::Ability::HonoursKeys;
    int m_partLength = 0;
    int m_messages = 0;
    QStringList m_texts;
};

/// Turns the event loop until the condition holds; false: it did not within real seconds.
[[nodiscard]] bool soon(const std::function<bool()> &condition);

} // namespace hostline::test
