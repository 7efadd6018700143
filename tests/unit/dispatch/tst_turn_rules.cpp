// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "dispatch/turn_rules.h"

#include <QtTest>

using namespace hostline;
using namespace Qt::StringLiterals;

class tst_turn_rules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // The whole grid of phases and events (A10, C17).
    void nextPhase_data()
    {
        QTest::addColumn<TurnPhase>("phase");
        QTest::addColumn<TurnEvent>("event");
        QTest::addColumn<TurnPhase>("next");
        using P = TurnPhase;
        using E = TurnEvent;
        const auto row = [](const char *name, P phase, E event, P next) {
            QTest::newRow(name) << phase << event << next;
        };
        row("a running turn is stopped", P::Running, E::StopAsked, P::Interrupting);
        row("a running turn passes a limit", P::Running, E::LimitPassed, P::Interrupting);
        row("no interrupt is under way", P::Running, E::InterruptPassed, P::Running);
        row("no end is under way", P::Running, E::EndPassed, P::Running);
        row("a running turn finishes", P::Running, E::Finished, P::Ended);
        row("stopped twice", P::Interrupting, E::StopAsked, P::Interrupting);
        row("a limit after the stop", P::Interrupting, E::LimitPassed, P::Interrupting);
        row("the interrupt has no effect", P::Interrupting, E::InterruptPassed, P::Ending);
        row("an end that was not asked", P::Interrupting, E::EndPassed, P::Interrupting);
        row("the interrupt took hold", P::Interrupting, E::Finished, P::Ended);
        row("stopped while it is ended", P::Ending, E::StopAsked, P::Ending);
        row("a limit while it is ended", P::Ending, E::LimitPassed, P::Ending);
        row("the interrupt's time again", P::Ending, E::InterruptPassed, P::Ending);
        row("even the end has no effect", P::Ending, E::EndPassed, P::Ended);
        row("the end took hold", P::Ending, E::Finished, P::Ended);
        for (const E event :
             {E::StopAsked, E::LimitPassed, E::InterruptPassed, E::EndPassed, E::Finished})
            QTest::addRow("nothing follows the end %d", static_cast<int>(event))
                << P::Ended << event << P::Ended;
    }
    void nextPhase()
    {
        QFETCH(TurnPhase, phase);
        QFETCH(TurnEvent, event);
        QFETCH(TurnPhase, next);
        QCOMPARE(hostline::nextPhase(phase, event), next);
    }

    void outcomeOf_data()
    {
        using Status = TurnResult::Status;
        using Kind = TurnOutcome::Kind;
        QTest::addColumn<TurnResult>("result");
        QTest::addColumn<EndReason>("reason");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<std::optional<FailureKind>>("failure");
        const auto none = std::optional<FailureKind>();
        TurnResult result;
        result.status = Status::Completed;
        result.answer = u"42"_s;
        QTest::newRow("an answer") << result << EndReason::None << Kind::Answered << none;
        QTest::newRow("an answer just before the stop took hold")
            << result << EndReason::Stopped << Kind::Answered << none;
        QTest::newRow("an answer during an orderly stop is read back")
            << result << EndReason::Shutdown << Kind::LeaveToRecovery << none;
        result.answer.clear();
        QTest::newRow("completed without an answer")
            << result << EndReason::None << Kind::Fail << std::optional(FailureKind::Internal);
        result.status = Status::Interrupted;
        QTest::newRow("stopped") << result << EndReason::Stopped << Kind::Fail
                                 << std::optional(FailureKind::Stopped);
        QTest::newRow("nothing was heard")
            << result << EndReason::Idle << Kind::Fail << std::optional(FailureKind::IdleTimeout);
        QTest::newRow("ran too long")
            << result << EndReason::Hard << Kind::Fail << std::optional(FailureKind::HardTimeout);
        QTest::newRow("interrupted by somebody at the host")
            << result << EndReason::None << Kind::Fail << std::optional(FailureKind::Stopped);
        result.status = Status::Lost;
        QTest::newRow("D1: the host went away")
            << result << EndReason::None << Kind::ReadBack << none;
        QTest::newRow("the host was ended to stop the turn")
            << result << EndReason::Stopped << Kind::Fail << std::optional(FailureKind::Stopped);
        QTest::newRow("the host was ended at our end")
            << result << EndReason::Shutdown << Kind::LeaveToRecovery << none;
        result.status = Status::Failed;
        result.failure = Failure{FailureKind::QuotaExhausted, {}, {}, {}};
        for (const Reach reach : {Reach::NotSent, Reach::Accepted, Reach::ModelAnswered}) {
            TurnResult early = result;
            early.reach = reach;
            QTest::addRow("E3: the quota used up before an effect (%d)", int(reach))
                << early << EndReason::None << Kind::Exhausted
                << std::optional(FailureKind::QuotaExhausted);
        }
        for (const Reach reach : {Reach::ToolStarted, Reach::Unknown}) {
            TurnResult late = result;
            late.reach = reach;
            QTest::addRow("E3 Neg: after an effect, or perhaps (%d)", int(reach))
                << late << EndReason::None << Kind::Fail
                << std::optional(FailureKind::QuotaExhausted);
        }
        for (const FailureKind kind : {FailureKind::ProviderUnavailable,
                                       FailureKind::Restarted,
                                       FailureKind::ThreadBusyElsewhere,
                                       FailureKind::ThreadLost,
                                       FailureKind::NotFound}) {
            TurnResult unsent = result;
            unsent.reach = Reach::NotSent;
            unsent.failure = Failure{kind, {}, {}, {}};
            const QByteArray name = "C2: not sent, " + toString(kind).toLatin1();
            QTest::newRow(name.constData())
                << unsent << EndReason::None << Kind::Unsent << std::optional(kind);
            unsent.reach = Reach::NotAccepted;
            QTest::newRow((name + ", but asked").constData())
                << unsent << EndReason::None << Kind::Fail << std::optional(kind);
        }
        result.reach = Reach::NotSent;
        result.failure = Failure{FailureKind::SignedOut, {}, {}, {}};
        QTest::newRow("not sent for what does not pass")
            << result << EndReason::None << Kind::Fail << std::optional(FailureKind::SignedOut);
        QTest::newRow("a failure after the stop")
            << result << EndReason::Stopped << Kind::Fail << std::optional(FailureKind::Stopped);
    }
    void outcomeOf()
    {
        QFETCH(TurnResult, result);
        QFETCH(EndReason, reason);
        QFETCH(TurnOutcome::Kind, kind);
        QFETCH(std::optional<FailureKind>, failure);
        const TurnOutcome outcome = hostline::outcomeOf(result, reason);
        QCOMPARE(outcome.kind, kind);
        QCOMPARE(outcome.failure.has_value(), failure.has_value());
        if (failure)
            QVERIFY(outcome.failure->kind == *failure);
    }
};

QTEST_GUILESS_MAIN(tst_turn_rules)
#include "tst_turn_rules.moc"
