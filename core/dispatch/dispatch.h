// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/turn_rules.h"
#include "ledger/action.h"

#include <hostline/clock.h>
#include <hostline/provider.h>

#include <QObject>

#include <functional>
#include <memory>
#include <unordered_map>

namespace hostline {

class Ledger;
class ProductSet;

/// Runs turns: starts them, keeps their limits, ends them, and hands their outcome to the ledger. Owns the one live turn of
/// each conversation in this run; what comes of a turn that is not here any more is not heard.
class Dispatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Dispatch)
public:
    Dispatch(Ledger &ledger, ProductSet &products, Clock &clock, QObject *parent = nullptr);
    ~Dispatch() override;

    void setLimits(const TurnLimits &limits) { m_limits = limits; }
    /// Splits an answer for the channel it goes to: (answer, claim, recovered, composed at) -> parts.
    using Planner =
        std::function<QList<Part>(const QString &, const ClaimedRequest &, bool, qint64)>;
    void setPlanner(Planner planner) { m_planner = std::move(planner); }

    /// Its thread is open, its turn intended.
    void start(const ClaimedRequest &claim);
    /// It runs at a host that outlived us: waits for its end.
    void adopt(const ClaimedRequest &claim);
    /// Its outcome was read back.
    void finishRead(const ClaimedRequest &claim,
                    const QString &answer,
                    const QString &nativeTurn,
                    bool recovered);
    void stop(const RequestId &request);
    void settled(const RequestSettled &settled);

    /// An orderly stop: running turns are interrupted and left to recovery -> idle() when none is left.
    void interruptAll();
    /// Those that are left are ended, whatever it takes.
    void endAll();
    [[nodiscard]] bool isIdle() const { return m_turns.empty(); }

Q_SIGNALS:
    void
    textAppended(const hostline::ClaimedRequest &claim, const QString &item, const QString &text);
    void activityChanged(const hostline::ClaimedRequest &claim, const hostline::Activity &activity);
    void turnLost(const hostline::ClaimedRequest &claim);
    /// Known not to have been sent, because its provider or its thread was not there: nothing has happened yet (C2).
    void turnUnsent(const hostline::ClaimedRequest &claim, const hostline::Failure &failure);
    /// Before the outcome is handed to the ledger.
    void quotaReached(const QString &provider, const hostline::Failure &failure);
    void modelAnswered(const QString &provider, qint64 askedAt);
    void turnEnded(const hostline::ClaimedRequest &claim);
    void idle();

private:
    struct ActiveTurn
    {
        ClaimedRequest claim;
        TurnPhase phase = TurnPhase::Running;
        EndReason reason = EndReason::None;
        qint64 askedAt = 0; ///< UTC ms
        std::unique_ptr<Timer> idleTimer;
        std::unique_ptr<Timer> hardTimer;
        std::unique_ptr<Timer> endTimer; ///< of the interrupt, then of the end
    };

    void watch(const QString &name, Provider *provider);
    ActiveTurn &add(const ClaimedRequest &claim);
    void apply(ActiveTurn &turn, TurnEvent event, EndReason reason = EndReason::None);
    void tellSwitch(ActiveTurn &turn);
    void heard(const TurnId &turn, bool busy);
    void finished(const TurnResult &result);
    void settle(const ClaimedRequest &claim,
                const TurnResult &result,
                const TurnOutcome &outcome,
                EndReason reason);
    void remove(const TurnId &turn);
    [[nodiscard]] ActiveTurn *find(const TurnId &turn);

    Ledger &m_ledger;
    ProductSet &m_products;
    Clock &m_clock;
    TurnLimits m_limits;
    Planner m_planner;
    std::unordered_map<QString, ActiveTurn> m_turns; ///< by turn
};

} // namespace hostline
