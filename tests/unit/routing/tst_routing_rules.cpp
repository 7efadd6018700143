// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "routing/routing_rules.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using State = Capacity::State;
using Window = Capacity::Window;
using Reason = RouteChoice::Reason;

namespace {

constexpr qint64 now = 1'800'000'000'000;
constexpr qint64 minute = 60'000;

QDateTime at(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC);
}

Capacity seen(State state, const QList<Window> &windows = {})
{
    return {.state = state, .windows = windows, .resetsAt = {}, .observedAt = at(now)};
}

QuotaRecord record(State state)
{
    QuotaRecord fresh;
    fresh.provider = u"agent"_s;
    fresh.seen = seen(state);
    return fresh;
}

Failure used(std::optional<QDateTime> until = {})
{
    return {FailureKind::QuotaExhausted, {}, {}, std::move(until)};
}

} // namespace

/// What is known of a quota, put together (E1), and when it is tried again (E4).
class TestRoutingRules : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void merges_data();
    void merges();
    void gapsGrow();
    void exhaustedUntilItsReset();
    void exhaustedByGaps();
    void aResetThatPassedIsNone();
    void parallelTurnsAreOneAttempt();
    void theMeterSaysWhen();
    void aMeterThatErrsMakesNoStorm();
    void answersEndIt();
    void pinned();
    void mistakes_data();
    void mistakes();
    void storedTexts();
};

void TestRoutingRules::merges_data()
{
    QTest::addColumn<Capacity>("before");
    QTest::addColumn<Capacity>("fresh");
    QTest::addColumn<Capacity>("merged");
    const Window full{u"primary"_s, 43, 300min, at(now + minute)};
    const Window week{u"secondary"_s, 7, 10080min, {}};
    QTest::newRow("E1: what is not said stays")
        << seen(State::Available, {full}) << seen(State::Unknown, {{u"primary"_s, {}, {}, {}}})
        << seen(State::Available, {full});
    QTest::newRow("E1: one number of a window")
        << seen(State::Available, {full}) << seen(State::Available, {{u"primary"_s, 50, {}, {}}})
        << seen(State::Available, {{u"primary"_s, 50, 300min, at(now + minute)}});
    QTest::newRow("E1: a window that is absent stays")
        << seen(State::Available, {full, week}) << seen(State::Exhausted, {full})
        << seen(State::Exhausted, {full, week});
    QTest::newRow("E1: a new window")
        << seen(State::Available, {full}) << seen(State::Available, {week})
        << seen(State::Available, {full, week});
    QTest::newRow("E1: nothing known before")
        << Capacity{} << seen(State::Available, {full}) << seen(State::Available, {full});
    QTest::newRow("E1 Neg: nothing is known now")
        << seen(State::Exhausted) << seen(State::Unknown) << seen(State::Exhausted);
}

void TestRoutingRules::merges()
{
    QFETCH(Capacity, before);
    QFETCH(Capacity, fresh);
    QFETCH(Capacity, merged);
    QVERIFY(mergedCapacity(before, fresh) == merged);
}

void TestRoutingRules::gapsGrow()
{
    const QList<std::chrono::milliseconds> gaps{1min, 2min, 4min, 8min, 16min, 30min, 30min};
    for (qsizetype i = 0; i < gaps.size(); ++i)
        QVERIFY(attemptGap(int(i) + 1) == gaps.at(i));
    QVERIFY(attemptGap(0) == 1min);
    QVERIFY(attemptGap(1000) == 30min);
}

void TestRoutingRules::exhaustedUntilItsReset()
{
    const qint64 reset = now + 90 * minute;
    const QuotaRecord after = afterExhaustion(record(State::Unmetered), used(at(reset)), now);
    QVERIFY(after.retryAt == reset && after.resetKnown && after.attempts == 1);
    QVERIFY(believed(after, reset - 1) == State::Exhausted);
    QVERIFY(believed(after, reset) == State::Unmetered); // E5
    QVERIFY(changesAt(after, now) == reset);
    QVERIFY(shownCapacity(after, now).resetsAt == at(reset));
    QVERIFY(!shownCapacity(after, reset).resetsAt);
    // Once more at once: what it says of its reset is not so.
    const QuotaRecord again = afterExhaustion(after, used(at(reset + 1000)), reset);
    QVERIFY(again.retryAt == reset + 2 * minute);
}

void TestRoutingRules::exhaustedByGaps()
{
    QuotaRecord kept = record(State::Unmetered);
    qint64 time = now;
    for (const int gap : {1, 2, 4, 8, 16, 30, 30}) {
        kept = afterExhaustion(kept, used(), time);
        QVERIFY(kept.retryAt == time + gap * minute && !kept.resetKnown);
        QVERIFY(believed(kept, *kept.retryAt - 1) == State::Exhausted);
        time = *kept.retryAt;
        if (gap < 30)
            QVERIFY(believed(kept, time) == State::Unknown);
    }
    // Not for good, where there are others to ask.
    QVERIFY(believed(kept, *kept.failedAt + 30 * minute) == State::Unmetered);
    QVERIFY(!changesAt(kept, *kept.failedAt + 30 * minute));
}

void TestRoutingRules::aResetThatPassedIsNone()
{
    const QuotaRecord after =
        afterExhaustion(record(State::Unmetered), used(at(now - minute)), now);
    QVERIFY(after.retryAt == now + minute && !after.resetKnown);
}

void TestRoutingRules::parallelTurnsAreOneAttempt()
{
    const QuotaRecord first = afterExhaustion(record(State::Unmetered), used(), now);
    const QuotaRecord second = afterExhaustion(first, used(), now + 5000);
    QCOMPARE(second.attempts, 1);
    QVERIFY(second.retryAt == now + 5000 + minute);
    const QuotaRecord told = afterExhaustion(first, used(at(now + 20 * minute)), now + 5000);
    QCOMPARE(told.attempts, 1);
    QVERIFY(told.retryAt == now + 20 * minute && told.resetKnown);
}

void TestRoutingRules::theMeterSaysWhen()
{
    const QDateTime reset = at(now + 300 * minute);
    const Capacity full = seen(State::Exhausted, {{u"primary"_s, 100, 300min, reset}});
    // Before any turn met it.
    QuotaRecord kept = afterMeter(record(State::Available), full, false, now);
    QVERIFY(believed(kept, now) == State::Exhausted && kept.attempts == 0);
    QVERIFY(kept.retryAt == reset.toMSecsSinceEpoch());
    QVERIFY(believed(kept, reset.toMSecsSinceEpoch()) == State::Available);
    QVERIFY(believed(afterMeter(kept, seen(State::Available), false, now), now)
            == State::Available);
    // A failure without a time has the meter's.
    kept = record(State::Available);
    kept.seen.windows = full.windows;
    kept = afterExhaustion(kept, used(), now);
    QVERIFY(kept.retryAt == reset.toMSecsSinceEpoch() && kept.resetKnown);
    // Without any time: a gap, and nothing is known after it.
    kept = afterMeter(record(State::Available), seen(State::Exhausted), true, now);
    QVERIFY(kept.retryAt == now + minute);
    QVERIFY(believed(kept, now + minute) == State::Unknown);
}

void TestRoutingRules::aMeterThatErrsMakesNoStorm()
{
    // Turns end for the quota, the meter says that there is some.
    const QDateTime reset = at(now + 300 * minute);
    QuotaRecord kept = afterExhaustion(record(State::Available), used(reset), now);
    QVERIFY(afterMeter(kept, seen(State::Available), false, now).retryAt == kept.retryAt);
    kept = afterMeter(kept, seen(State::Available), true, now + 1000);
    QVERIFY(kept.retryAt == now + minute); // asked: it may be so, but not at once
    kept = afterExhaustion(kept, used(reset), now + minute);
    kept = afterMeter(kept, seen(State::Available), true, now + minute + 1000);
    QVERIFY(kept.retryAt == now + 3 * minute); // the gaps grow
    kept = afterExhaustion(kept, used(reset), now + 3 * minute);
    kept = afterMeter(kept, seen(State::Available), true, now + 20 * minute);
    QVERIFY(kept.retryAt == now + 20 * minute);
}

void TestRoutingRules::answersEndIt()
{
    QuotaRecord kept = afterExhaustion(record(State::Exhausted), used(), now);
    kept = afterAnswer(kept);
    QVERIFY(kept.attempts == 0 && !kept.retryAt && !kept.failedAt);
    QVERIFY(believed(kept, now) == State::Available);
    const QuotaRecord plain = record(State::Unmetered);
    QVERIFY(afterAnswer(plain) == plain);
}

void TestRoutingRules::pinned()
{
    const QList<RouteMember> members{{u"a"_s, State::Unknown, {}},
                                     {u"b"_s, State::Exhausted, at(now + minute)}};
    QVERIFY((choosePinned({{}, members}) == RouteChoice{Reason::Primary, u"a"_s, {}}));
    QVERIFY((choosePinned({u"a"_s, members}) == RouteChoice{Reason::Wanted, u"a"_s, {}}));
    QVERIFY(
        (choosePinned({u"b"_s, members}) == RouteChoice{Reason::Exhausted, {}, at(now + minute)}));
    QVERIFY(choosePinned({u"c"_s, members}) == RouteChoice{});
    QVERIFY(choosePinned({}) == RouteChoice{});
}

void TestRoutingRules::mistakes_data()
{
    QTest::addColumn<RouteChoice>("choice");
    QTest::addColumn<bool>("right");
    QTest::newRow("a member") << RouteChoice{Reason::Primary, u"a"_s, {}} << true;
    QTest::newRow("nobody, until then") << RouteChoice{Reason::Exhausted, {}, at(now)} << true;
    QTest::newRow("E3 Neg: no member") << RouteChoice{Reason::Primary, u"c"_s, {}} << false;
    QTest::newRow("E3 Neg: no name") << RouteChoice{Reason::Substitute, {}, {}} << false;
    QTest::newRow("E3 Neg: one that is exhausted")
        << RouteChoice{Reason::Substitute, u"b"_s, {}} << false;
    QTest::newRow("E3 Neg: somebody and nobody")
        << RouteChoice{Reason::Exhausted, u"a"_s, {}} << false;
}

void TestRoutingRules::mistakes()
{
    QFETCH(RouteChoice, choice);
    QFETCH(bool, right);
    const RouteQuestion question{{},
                                 {{u"a"_s, State::Available, {}}, {u"b"_s, State::Exhausted, {}}}};
    QCOMPARE(choiceMistake(question, choice).isEmpty(), right);
}

void TestRoutingRules::storedTexts()
{
    for (const State state : {State::Unknown, State::Available, State::Exhausted, State::Unmetered})
        QVERIFY(capacityStateFromString(storedText(state)) == state);
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestRoutingRules)
#include "tst_routing_rules.moc"
