// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "recovery/recovery_rules.h"

#include <QtTest>

#include <functional>

using namespace hostline;
using namespace Qt::StringLiterals;

namespace {

using Kind = RecoveryStep::Kind;
using State = Inventory::State;
using Stage = RecoveryFacts::Stage;
using Thread = RecoveryFacts::Thread;
using Known = RecoveryFacts::Capacity;

RecoveryFacts asked(State native, bool answer = false, bool sameBoot = true)
{
    RecoveryFacts facts;
    facts.native = native;
    facts.finalAnswer = answer;
    facts.sameBoot = sameBoot;
    return facts;
}

/// An interrupted turn that is fit for a review.
RecoveryFacts reviewable(Stage stage)
{
    RecoveryFacts facts = asked(State::Interrupted);
    facts.stage = stage;
    facts.reviews = true;
    facts.canReview = true;
    facts.sameQuestion = true;
    facts.sameDigest = true;
    facts.capacity = Known::Some;
    return facts;
}

RecoveryFacts but(RecoveryFacts facts, const std::function<void(RecoveryFacts &)> &change)
{
    change(facts);
    return facts;
}

/// The recovery table in other words than the code's: what must hold whatever else is known.
const char *mistakeIn(const RecoveryFacts &facts, Kind step)
{
    const bool restarts = step == Kind::RestartTurn || step == Kind::RestartOnNewThread;
    const bool absent = facts.native == State::Absent || facts.native == State::Empty;
    const bool open = facts.stage == Stage::Asked && facts.thread == Thread::Open;
    if (facts.stage == Stage::Settled)
        return step == Kind::Nothing ? nullptr : "B1: what has its reply gets another";
    if (facts.stopAsked)
        return step == Kind::SettleStopped ? nullptr : "A10: a stopped request goes on";
    if (step == Kind::SettleStopped)
        return "stopped without a stop";
    if (!facts.granted)
        return step == Kind::SettleWithheld ? nullptr : "B4: it goes on without a grant";
    if (step == Kind::SettleWithheld)
        return "withheld with a grant";
    if (restarts && facts.stage != Stage::Asked)
        return "D6: something else than a turn is asked again";
    if (restarts && !facts.sameBoot)
        return "D1: a question of another boot is asked again";
    if (restarts && facts.thread == Thread::Open && !absent)
        return "D1: a turn that was asked is asked again";
    if (restarts && facts.thread == Thread::Lost && !facts.firstOfThread)
        return "D1: asked again without knowing that it was not";
    if (facts.thread == Thread::BusyElsewhere && facts.stage == Stage::Asked
        && step != Kind::WaitForThread)
        return "C13: a thread in use elsewhere is not waited for";
    if (open && facts.finalAnswer
        && (facts.native == State::Completed || facts.native == State::Interrupted)
        && step != Kind::FinishAnswer && step != Kind::FinishRecoveredAnswer)
        return "D1: an answer that is there is not given";
    if ((step == Kind::FinishAnswer || step == Kind::FinishRecoveredAnswer)
        && (!facts.finalAnswer || facts.stage != Stage::Asked))
        return "D1: an answer out of nothing";
    if (open && facts.sameBoot && absent && step != Kind::RestartTurn)
        return "D1: a question that was never asked is not asked";
    const bool fit = facts.native == State::Interrupted && !facts.finalAnswer && facts.canReview
        && facts.sameQuestion && !facts.openItem && facts.thread == Thread::Open;
    if (step == Kind::WaitForReview && !(fit && facts.reviews && facts.stage == Stage::Asked))
        return "D2: what does not qualify is to be reviewed";
    if (step == Kind::ReserveReview
        && (facts.capacity != Known::Some || !facts.reviews || facts.stage != Stage::ReviewWanted))
        return "D4: reserved without capacity, or twice";
    if (step == Kind::AskReview
        && !(fit && facts.sameDigest && facts.capacity == Known::Some
             && facts.stage == Stage::ReviewReserved))
        return "D5: a review is asked although not everything holds";
    if (facts.stage == Stage::ReviewAsked && step != Kind::SettleRestarted)
        return "D5: a review that was asked is not over";
    if (step == Kind::HoldReview && facts.stage != Stage::ReviewReserved)
        return "D5: something else is held";
    return nullptr;
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
        const auto row = [](const char *name, const RecoveryFacts &facts, Kind step) {
            QTest::newRow(name) << facts << step;
        };
        const auto at = [](Stage stage) {
            RecoveryFacts facts;
            facts.stage = stage;
            return facts;
        };
        const auto lost = [](bool first, bool sameBoot) {
            RecoveryFacts facts;
            facts.thread = Thread::Lost;
            facts.firstOfThread = first;
            facts.sameBoot = sameBoot;
            return facts;
        };
        const auto thread = [](RecoveryFacts facts, Thread where) {
            facts.thread = where;
            return facts;
        };
        row("row 1: it has its reply, the outbox sends it", at(Stage::Settled), Kind::Nothing);
        row("row 2: stop was asked",
            but(asked(State::Completed, true), [](RecoveryFacts &f) { f.stopAsked = true; }),
            Kind::SettleStopped);
        row("row 3: the grant is gone",
            but(asked(State::Completed, true), [](RecoveryFacts &f) { f.granted = false; }),
            Kind::SettleWithheld);
        row("row 4: queued", at(Stage::Queued), Kind::AwaitTurn);
        row("row 5: at the head without a turn", at(Stage::Unasked), Kind::Bind);
        row("row 6: its provider is away",
            thread(at(Stage::Asked), Thread::ProviderAway),
            Kind::WaitForProvider);
        row("row 6: its thread is in use elsewhere, which looks like an interrupted turn",
            thread(reviewable(Stage::Asked), Thread::BusyElsewhere),
            Kind::WaitForThread);
        row("row 8: absent, same boot", asked(State::Absent), Kind::RestartTurn);
        row("row 8: empty, same boot", asked(State::Empty), Kind::RestartTurn);
        row("row 8: the thread never had a turn and is lost",
            lost(true, true),
            Kind::RestartOnNewThread);
        row("row 9: absent, other boot", asked(State::Absent, false, false), Kind::SettleRestarted);
        row("row 9: empty, other boot", asked(State::Empty, false, false), Kind::SettleRestarted);
        row("row 9: lost thread, other boot", lost(true, false), Kind::SettleRestarted);
        row("row 10: it still runs", asked(State::Running), Kind::Adopt);
        row("row 11: completed with an answer", asked(State::Completed, true), Kind::FinishAnswer);
        row("row 11: completed, other boot",
            asked(State::Completed, true, false),
            Kind::FinishAnswer);
        row("row 11: interrupted after its final answer",
            asked(State::Interrupted, true),
            Kind::FinishRecoveredAnswer);
        row("row 11: failed", asked(State::Failed), Kind::FinishFailed);
        row("row 11: completed without an answer", asked(State::Completed), Kind::FinishFailed);
        row("row 12: interrupted, and fit for a review",
            reviewable(Stage::Asked),
            Kind::WaitForReview);
        row("row 12: fit, and capacity is a later question",
            but(reviewable(Stage::Asked), [](RecoveryFacts &f) { f.capacity = Known::None; }),
            Kind::WaitForReview);
        row("row 12: reviews are off",
            but(reviewable(Stage::Asked), [](RecoveryFacts &f) { f.reviews = false; }),
            Kind::SettleRestarted);
        row("row 12: its provider cannot review",
            but(reviewable(Stage::Asked), [](RecoveryFacts &f) { f.canReview = false; }),
            Kind::SettleRestarted);
        row("row 12: the turn's message is another",
            but(reviewable(Stage::Asked), [](RecoveryFacts &f) { f.sameQuestion = false; }),
            Kind::SettleRestarted);
        row("row 12: an item is live, or of an unknown kind",
            but(reviewable(Stage::Asked), [](RecoveryFacts &f) { f.openItem = true; }),
            Kind::SettleRestarted);
        row("row 13: unreadable", asked(State::Unreadable), Kind::Hold);
        row("row 13: lost thread with earlier turns", lost(false, true), Kind::SettleRestarted);
        row("row 14: capacity, not reserved", reviewable(Stage::ReviewWanted), Kind::ReserveReview);
        row("row 14: no capacity",
            but(reviewable(Stage::ReviewWanted),
                [](RecoveryFacts &f) { f.capacity = Known::None; }),
            Kind::WaitForCapacity);
        row("row 14: capacity not read after this start, or too long ago",
            but(reviewable(Stage::ReviewWanted),
                [](RecoveryFacts &f) { f.capacity = Known::Unread; }),
            Kind::WaitForCapacity);
        row("row 14: not reserved, and reviews were switched off",
            but(reviewable(Stage::ReviewWanted), [](RecoveryFacts &f) { f.reviews = false; }),
            Kind::SettleRestarted);
        row("row 14: its provider is away",
            thread(reviewable(Stage::ReviewWanted), Thread::ProviderAway),
            Kind::WaitForProvider);
        row("row 14: reserved, everything holds",
            reviewable(Stage::ReviewReserved),
            Kind::AskReview);
        row("row 14: reserved before reviews were switched off",
            but(reviewable(Stage::ReviewReserved), [](RecoveryFacts &f) { f.reviews = false; }),
            Kind::AskReview);
        row("row 14: reserved, the record has changed",
            but(reviewable(Stage::ReviewReserved), [](RecoveryFacts &f) { f.sameDigest = false; }),
            Kind::HoldReview);
        row("row 14: reserved, the turn is no longer interrupted",
            but(reviewable(Stage::ReviewReserved),
                [](RecoveryFacts &f) { f.native = State::Completed; }),
            Kind::HoldReview);
        row("row 14: reserved, the capacity is gone",
            but(reviewable(Stage::ReviewReserved),
                [](RecoveryFacts &f) { f.capacity = Known::None; }),
            Kind::WaitForCapacity);
        row("row 14: reserved, unreadable now",
            but(reviewable(Stage::ReviewReserved),
                [](RecoveryFacts &f) { f.native = State::Unreadable; }),
            Kind::Hold);
        row("row 14: reserved, the thread is in use elsewhere",
            thread(reviewable(Stage::ReviewReserved), Thread::BusyElsewhere),
            Kind::WaitForThread);
        row("row 14: reserved, the thread is lost",
            thread(reviewable(Stage::ReviewReserved), Thread::Lost),
            Kind::SettleRestarted);
        row("row 14: held", reviewable(Stage::ReviewHeld), Kind::Nothing);
        row("row 14: asked by an earlier run",
            reviewable(Stage::ReviewAsked),
            Kind::SettleRestarted);
    }
    void rows()
    {
        QFETCH(RecoveryFacts, facts);
        QFETCH(Kind, step);
        QCOMPARE(decideRecovery(facts).kind, step);
    }

    // B1, C13, D1-D6: every combination of what can be known keeps what must hold.
    void grid()
    {
        // Each number is one combination: a digit of it for each fact.
        const auto cellOf = [](int number) {
            const auto digit = [&number](int values) {
                const int value = number % values;
                number /= values;
                return value;
            };
            RecoveryFacts facts;
            facts.stage = Stage(digit(8));
            facts.thread = Thread(digit(4));
            facts.capacity = Known(digit(3));
            const int native = digit(8);
            if (native < 7)
                facts.native = State(native);
            for (bool RecoveryFacts::*fact : {&RecoveryFacts::stopAsked,
                                              &RecoveryFacts::granted,
                                              &RecoveryFacts::firstOfThread,
                                              &RecoveryFacts::sameBoot,
                                              &RecoveryFacts::finalAnswer,
                                              &RecoveryFacts::reviews,
                                              &RecoveryFacts::canReview,
                                              &RecoveryFacts::sameQuestion,
                                              &RecoveryFacts::openItem,
                                              &RecoveryFacts::sameDigest})
                facts.*fact = digit(2) == 1;
            return facts;
        };
        constexpr int cells = 8 * 4 * 3 * 8 * 1024;
        QSet<int> steps;
        for (int number = 0; number < cells; ++number) {
            const RecoveryFacts facts = cellOf(number);
            const Kind step = decideRecovery(facts).kind;
            if (const char *const mistake = mistakeIn(facts, step))
                QFAIL(qPrintable(u"%1 (cell %2)"_s.arg(QLatin1String(mistake)).arg(number)));
            steps.insert(int(step));
        }
        QCOMPARE(steps.size(), int(Kind::HoldReview) + 1); // every step has a reason
    }
};

QTEST_GUILESS_MAIN(tst_recovery_rules)
#include "tst_recovery_rules.moc"
