// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "recovery/recovery_rules.h"

#include <QtTest>

using namespace hostline;

namespace {

using Kind = RecoveryStep::Kind;
using State = Inventory::State;
using Thread = RecoveryFacts::Thread;

/// The recovery table in other words than the code's: what must hold whatever else is known.
QString mistakeIn(const RecoveryFacts &facts, Kind step)
{
    const bool restarts = step == Kind::RestartTurn || step == Kind::RestartOnNewThread;
    const bool absent = facts.native == State::Absent || facts.native == State::Empty;
    if (facts.stopAsked)
        return step == Kind::SettleStopped ? QString()
                                           : QStringLiteral("a stopped request goes on");
    if (step == Kind::SettleStopped)
        return QStringLiteral("stopped without a stop");
    if (restarts && !facts.sameBoot)
        return QStringLiteral("a question of another boot is asked again");
    if (restarts && facts.thread == Thread::Open && !absent)
        return QStringLiteral("a turn that was asked is asked again");
    if (restarts && facts.thread == Thread::Lost && !facts.firstOfThread)
        return QStringLiteral("asked again without knowing that it was not");
    if (facts.thread == Thread::Open && facts.finalAnswer
        && (facts.native == State::Completed || facts.native == State::Interrupted)
        && step != Kind::FinishAnswer && step != Kind::FinishRecoveredAnswer)
        return QStringLiteral("an answer that is there is not given");
    if ((step == Kind::FinishAnswer || step == Kind::FinishRecoveredAnswer) && !facts.finalAnswer)
        return QStringLiteral("an answer out of nothing");
    if (facts.sameBoot && facts.thread == Thread::Open && absent && step != Kind::RestartTurn)
        return QStringLiteral("a question that was never asked is not asked");
    return {};
}

} // namespace

class tst_recovery_rules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rows_data()
    {
        QTest::addColumn<RecoveryFacts>("facts");
        QTest::addColumn<Kind>("step");
        const auto open = [](State native, bool answer = false, bool sameBoot = true) {
            return RecoveryFacts{.stopAsked = false,
                                 .thread = Thread::Open,
                                 .firstOfThread = false,
                                 .sameBoot = sameBoot,
                                 .native = native,
                                 .finalAnswer = answer};
        };
        const auto lost = [](bool first, bool sameBoot) {
            return RecoveryFacts{.stopAsked = false,
                                 .thread = Thread::Lost,
                                 .firstOfThread = first,
                                 .sameBoot = sameBoot,
                                 .native = {},
                                 .finalAnswer = false};
        };
        RecoveryFacts stopped = open(State::Completed, true);
        stopped.stopAsked = true;
        QTest::newRow("row 2: stop was asked") << stopped << Kind::SettleStopped;
        QTest::newRow("row 8: absent, same boot") << open(State::Absent) << Kind::RestartTurn;
        QTest::newRow("row 8: empty, same boot") << open(State::Empty) << Kind::RestartTurn;
        QTest::newRow("row 8: the thread never had a turn and is lost")
            << lost(true, true) << Kind::RestartOnNewThread;
        QTest::newRow("row 9: absent, other boot")
            << open(State::Absent, false, false) << Kind::SettleRestarted;
        QTest::newRow("row 9: empty, other boot")
            << open(State::Empty, false, false) << Kind::SettleRestarted;
        QTest::newRow("row 9: lost thread, other boot")
            << lost(true, false) << Kind::SettleRestarted;
        QTest::newRow("row 10: it still runs") << open(State::Running) << Kind::Adopt;
        QTest::newRow("row 11: completed with an answer")
            << open(State::Completed, true) << Kind::FinishAnswer;
        QTest::newRow("row 11: completed, other boot")
            << open(State::Completed, true, false) << Kind::FinishAnswer;
        QTest::newRow("row 11: interrupted after its final answer")
            << open(State::Interrupted, true) << Kind::FinishRecoveredAnswer;
        QTest::newRow("row 11: failed") << open(State::Failed) << Kind::FinishFailed;
        QTest::newRow("row 11: completed without an answer")
            << open(State::Completed) << Kind::FinishFailed;
        QTest::newRow("row 12: interrupted") << open(State::Interrupted) << Kind::SettleRestarted;
        QTest::newRow("row 13: unreadable") << open(State::Unreadable) << Kind::Hold;
        QTest::newRow("row 13: lost thread with earlier turns")
            << lost(false, true) << Kind::SettleRestarted;
    }
    void rows()
    {
        QFETCH(RecoveryFacts, facts);
        QFETCH(Kind, step);
        QCOMPARE(decideRecovery(facts).kind, step);
    }

    // D1, B1: the full grid keeps what must hold.
    void grid()
    {
        int cells = 0;
        for (const bool stopAsked : {false, true}) {
            for (const Thread thread : {Thread::Open, Thread::Lost}) {
                for (const bool first : {false, true}) {
                    for (const bool sameBoot : {false, true}) {
                        for (const State native : {State::Absent,
                                                   State::Empty,
                                                   State::Running,
                                                   State::Interrupted,
                                                   State::Failed,
                                                   State::Completed,
                                                   State::Unreadable}) {
                            for (const bool answer : {false, true}) {
                                RecoveryFacts facts{
                                    stopAsked, thread, first, sameBoot, native, answer};
                                if (thread == Thread::Lost)
                                    facts.native.reset();
                                const Kind step = decideRecovery(facts).kind;
                                QVERIFY2(mistakeIn(facts, step).isEmpty(),
                                         qPrintable(mistakeIn(facts, step)));
                                ++cells;
                            }
                        }
                    }
                }
            }
        }
        QCOMPARE(cells, 2 * 2 * 2 * 2 * 7 * 2);
    }
};

QTEST_GUILESS_MAIN(tst_recovery_rules)
#include "tst_recovery_rules.moc"
