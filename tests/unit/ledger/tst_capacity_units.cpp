// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/conversation_orders.h"
#include "ledger/exhausted.h"
#include "ledger_bench.h"
#include "routing/routing_store.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Reason = RouteChoice::Reason;

namespace {

const auto waiting = u"request.waiting_for_capacity"_s;

RouteChoice is(Reason reason, const QString &provider)
{
    return {reason, provider, {}};
}

/// Both are known, the choice for those who want none is this one.
void choose(LedgerBench &bench, const RouteChoice &choice, const RouteChoice &cautious)
{
    bench.policy.providerNames.insert(u"spare"_s, u"The Spare"_s);
    bench.policy.models = {{u"agent"_s, {}}, {u"spare"_s, u"small"_s}};
    bench.policy.ways.insert({}, {choice, cautious});
}

void choose(LedgerBench &bench, const RouteChoice &choice)
{
    choose(bench, choice, choice);
}

void endForQuota(LedgerBench &bench, const RequestId &request)
{
    const TurnId turn = bench.liveTurn(request)->id;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        exhausted(transaction,
                  context,
                  {.request = request,
                   .turn = turn,
                   .candidate = {},
                   .failure = Failure{FailureKind::QuotaExhausted, u"429"_s, {}, {}},
                   .ending = {.how = TurnEnd::Failed,
                              .nativeTurn = u"n"_s,
                              .reach = Reach::Accepted,
                              .spend = Spend{u"m"_s, 1, 0}}});
    });
}

void wake(LedgerBench &bench)
{
    bench.unit(
        [](Transaction &transaction, UnitContext &context) { wakeWaiting(transaction, context); });
}

QString allocation(LedgerBench &bench)
{
    return bench.text(
        u"select allocated || ' ' || allocation_reason || ' ' || allocation_told from conversations"
        " where channel = 'page'"_s);
}

RequestId sayIn(LedgerBench &bench, const QString &room)
{
    InboundMessage message = bench.message(u"question"_s, u"page"_s);
    message.source.peer = room;
    return bench.admit(message).request;
}

} // namespace

/// Units about capacity and allocation, as rows (E2-E5).
class TestCapacityUnits : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theAllocationIsStored();
    void theSameQuestionGoesOn();
    void nobodyIsLeft();
    void aClaimWaitsAtOnce();
    void anotherProviderIsChosenMeanwhile();
    void oneAttempt();
    void anAttemptThatEndsFreesIt();
    void stoppedMeanwhile();
    void grantGoneMeanwhile();
    void anotherTurnMeanwhile();
    void waitsOverARestart();
    void theSwitchIsSaidOnce();
    void recordsAreKept();
};

void TestCapacityUnits::theAllocationIsStored()
{
    LedgerBench bench;
    choose(bench, is(Reason::Primary, u"agent"_s));
    const RequestId first = bench.sayAndBind(u"first"_s, u"page"_s);
    QCOMPARE(allocation(bench), u"agent primary 1"_s);
    bench.answer(first, u"answer"_s);
    choose(bench, is(Reason::Substitute, u"spare"_s));
    const RequestId second = bench.say(u"second"_s).request;
    QCOMPARE(allocation(bench), u"spare substitute 0"_s);
    const ClaimedRequest claim = bench.asked<ClaimedRequest>().first();
    QVERIFY(claim.migrates && claim.hasHistory && claim.switched);
    QCOMPARE(claim.provider, u"spare"_s);
    QCOMPARE(claim.model, u"small"_s);
    // What is prepared is finished, whatever the choice is by now.
    choose(bench, is(Reason::Primary, u"agent"_s));
    QVERIFY(bench.request(second).state == RequestState::Running);
    QCOMPARE(allocation(bench), u"spare substitute 0"_s);
}

void TestCapacityUnits::theSameQuestionGoesOn()
{
    LedgerBench bench;
    choose(bench, is(Reason::Primary, u"agent"_s));
    const RequestId first = bench.sayAndBind(u"first"_s, u"page"_s);
    bench.answer(first, u"answer"_s);
    const RequestId second = bench.say(u"second"_s).request;
    choose(bench, is(Reason::Substitute, u"spare"_s));
    endForQuota(bench, second);
    QVERIFY(bench.request(second).state == RequestState::Running);
    QVERIFY(!bench.liveTurn(second));
    const ClaimedRequest claim = bench.asked<ClaimedRequest>().first();
    QVERIFY(claim.request == second && claim.provider == u"spare"_s && claim.migrates);
    // Its thread has the question without an answer: it is left.
    QCOMPARE(bench.asked<ThreadLeft>().size(), 1);
    QCOMPARE(bench.text(u"select failure from bindings where state = 'retired'"_s),
             u"quota_exhausted"_s);
    QCOMPARE(bench.number(u"select count(*) from turns where failure = 'quota_exhausted'"_s), 1);
    QCOMPARE(bench.number(u"select count(*) from spends"_s), 2);
    QVERIFY(bench.sideNotices(second).isEmpty()); // not before its model answers
    QCOMPARE(bench.number(u"select count(*) from transcript"_s), 3);
}

void TestCapacityUnits::nobodyIsLeft()
{
    LedgerBench bench;
    choose(bench, is(Reason::Primary, u"agent"_s));
    const RequestId request = bench.sayAndBind(u"question"_s, u"mail"_s);
    choose(bench, {Reason::Exhausted, {}, {}});
    endForQuota(bench, request);
    QVERIFY(bench.request(request).state == RequestState::Waiting);
    QVERIFY(bench.request(request).waitsFor == RequestView::WaitsFor::Capacity);
    QCOMPARE(bench.sideNotices(request), QStringList{waiting});
    wake(bench);
    QVERIFY(bench.request(request).state == RequestState::Waiting);
    QCOMPARE(bench.sideNotices(request).size(), 1); // E4: once
    const RequestId behind = bench.say(u"behind"_s, u"mail"_s).request;
    bench.pass(30h);
    choose(bench, is(Reason::Primary, u"agent"_s));
    wake(bench);
    QVERIFY(bench.request(request).state == RequestState::Running);
    QVERIFY(bench.asked<ClaimedRequest>().first().request == request);
    // A6: what stood behind it has not aged.
    bench.bindNow(request);
    bench.answer(request, u"answer"_s);
    QVERIFY(bench.request(behind).state == RequestState::Running);
}

void TestCapacityUnits::aClaimWaitsAtOnce()
{
    LedgerBench bench;
    choose(bench, {Reason::Exhausted, {}, {}});
    const RequestId request = bench.say(u"question"_s).request;
    QVERIFY(bench.request(request).state == RequestState::Waiting);
    QVERIFY(bench.asked<ClaimedRequest>().isEmpty());
    QCOMPARE(bench.sideNotices(request), QStringList{waiting});
    QVERIFY(bench.stopNow(request));
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedStopped));
}

void TestCapacityUnits::anotherProviderIsChosenMeanwhile()
{
    LedgerBench bench;
    choose(bench, is(Reason::Exhausted, {}));
    bench.policy.ways.insert(u"spare"_s,
                             {is(Reason::Wanted, u"spare"_s), is(Reason::Wanted, u"spare"_s)});
    const RequestId request = bench.say(u"question"_s).request;
    QVERIFY(bench.request(request).waitsFor == RequestView::WaitsFor::Capacity);
    bench.unit([](Transaction &transaction, UnitContext &context) {
        PreferForConversation wish;
        wish.place = LedgerBench::place(u"page"_s);
        wish.provider = u"spare"_s;
        static_cast<void>(preferForConversation(transaction, context, wish));
    });
    QVERIFY(bench.request(request).state == RequestState::Running);
    QCOMPARE(bench.asked<ClaimedRequest>().value(0).provider, u"spare"_s);
}

void TestCapacityUnits::oneAttempt()
{
    // E4: of all that wait, the oldest tries; the others go on with its answer.
    LedgerBench bench;
    choose(bench, {Reason::Exhausted, {}, {}});
    const RequestId first = sayIn(bench, u"one"_s);
    const RequestId second = sayIn(bench, u"two"_s);
    bench.unit([](Transaction &transaction, UnitContext &) {
        QuotaRecord record;
        record.provider = u"agent"_s;
        record.attempts = 1;
        routing_store::keep(transaction, record);
    });
    bench.policy.recovering = {u"agent"_s};
    choose(bench, is(Reason::Untried, u"agent"_s), {Reason::Exhausted, {}, {}});
    wake(bench);
    QVERIFY(bench.request(first).state == RequestState::Running);
    QVERIFY(bench.request(second).state == RequestState::Waiting);
    wake(bench);
    QVERIFY(bench.request(second).state == RequestState::Waiting);
    // One that comes now waits, too, or goes to whoever has capacity.
    const RequestId third = sayIn(bench, u"three"_s);
    QVERIFY(bench.request(third).state == RequestState::Waiting);
    choose(bench, is(Reason::Untried, u"agent"_s), is(Reason::Substitute, u"spare"_s));
    sayIn(bench, u"four"_s);
    QCOMPARE(bench.asked<ClaimedRequest>().first().provider, u"spare"_s);
    choose(bench, is(Reason::Primary, u"agent"_s));
    bench.policy.recovering.clear();
    wake(bench);
    QVERIFY(bench.request(second).state == RequestState::Running);
    QVERIFY(bench.request(third).state == RequestState::Running);
}

void TestCapacityUnits::anAttemptThatEndsFreesIt()
{
    LedgerBench bench;
    bench.unit([](Transaction &transaction, UnitContext &) {
        QuotaRecord record;
        record.provider = u"agent"_s;
        record.attempts = 1;
        routing_store::keep(transaction, record);
    });
    bench.policy.recovering = {u"agent"_s};
    choose(bench, is(Reason::Untried, u"agent"_s), {Reason::Exhausted, {}, {}});
    const RequestId first = sayIn(bench, u"one"_s);
    const RequestId second = sayIn(bench, u"two"_s);
    QVERIFY(bench.request(second).state == RequestState::Waiting);
    bench.fail(first, FailureKind::Internal); // which says nothing of the quota
    wake(bench);
    QVERIFY(bench.request(second).state == RequestState::Running);
}

void TestCapacityUnits::stoppedMeanwhile()
{
    LedgerBench bench;
    choose(bench, is(Reason::Primary, u"agent"_s));
    const RequestId request = bench.sayAndBind(u"question"_s, u"page"_s);
    QVERIFY(bench.stopNow(request));
    choose(bench, is(Reason::Substitute, u"spare"_s));
    endForQuota(bench, request);
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedStopped));
    QVERIFY(bench.asked<ClaimedRequest>().isEmpty());
}

void TestCapacityUnits::grantGoneMeanwhile()
{
    LedgerBench bench;
    choose(bench, is(Reason::Primary, u"agent"_s));
    const RequestId request = bench.sayAndBind(u"question"_s, u"page"_s);
    bench.grant({});
    choose(bench, is(Reason::Substitute, u"spare"_s));
    endForQuota(bench, request);
    QVERIFY(bench.reply(request)->state == ReplyView::State::Withheld);
    QVERIFY(bench.asked<ClaimedRequest>().isEmpty());
}

void TestCapacityUnits::anotherTurnMeanwhile()
{
    LedgerBench bench;
    const RequestId request = bench.sayAndBind(u"question"_s, u"page"_s);
    const TurnId turn = bench.liveTurn(request)->id;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        exhausted(transaction,
                  context,
                  {.request = request,
                   .turn = TurnId(u"other"_s),
                   .candidate = {},
                   .failure = {},
                   .ending = {}});
    });
    QVERIFY(bench.liveTurn(request)->id == turn);
}

void TestCapacityUnits::waitsOverARestart()
{
    LedgerBench bench;
    choose(bench, {Reason::Exhausted, {}, {}});
    const RequestId request = bench.say(u"question"_s).request;
    bench.restart();
    QVERIFY(bench.request(request).state == RequestState::Waiting);
    QVERIFY(bench.asked<ClaimedRequest>().isEmpty());
    choose(bench, is(Reason::Primary, u"agent"_s));
    bench.restart();
    QVERIFY(bench.request(request).state == RequestState::Running);
    QCOMPARE(bench.asked<ClaimedRequest>().size(), 1);
    QCOMPARE(bench.sideNotices(request), QStringList{waiting});
}

void TestCapacityUnits::theSwitchIsSaidOnce()
{
    LedgerBench bench;
    bench.policy.resets = {{u"agent"_s, bench.moment.now + 3'600'000}};
    choose(bench, is(Reason::Substitute, u"spare"_s));
    const RequestId request = bench.say(u"question"_s).request;
    const Notice notice = *bench.asked<ClaimedRequest>().first().switched;
    QVERIFY(argumentProblems(notice).isEmpty());
    QCOMPARE(notice.arguments.value(u"provider"_s).toString(), u"The Agent"_s);
    QCOMPARE(notice.arguments.value(u"route"_s).toString(), u"The Spare"_s);
    QCOMPARE(notice.arguments.value(u"until"_s).toInteger(), bench.moment.now + 3'600'000);
    const auto tell = [&] {
        bench.unit([&](Transaction &transaction, UnitContext &context) {
            tellSwitch(transaction, context, request, notice);
        });
    };
    tell();
    tell();
    QCOMPARE(bench.sideNotices(request), QStringList{u"request.switched_route"_s});
    QCOMPARE(allocation(bench), u"spare substitute 1"_s);
}

void TestCapacityUnits::recordsAreKept()
{
    LedgerBench bench;
    QuotaRecord record;
    record.provider = u"agent"_s;
    record.origin = u"digest"_s;
    record.seen = {
        .state = Capacity::State::Exhausted,
        .windows = {{u"primary"_s, 100, 300min, QDateTime::fromMSecsSinceEpoch(7, Qt::UTC)},
                    {u"secondary"_s, {}, {}, {}}},
        .resetsAt = QDateTime::fromMSecsSinceEpoch(9, Qt::UTC),
        .observedAt = QDateTime::fromMSecsSinceEpoch(5, Qt::UTC)};
    record.attempts = 3;
    record.failedAt = 11;
    record.retryAt = 13;
    record.resetKnown = true;
    QuotaRecord plain;
    plain.provider = u"spare"_s;
    bench.unit([&](Transaction &transaction, UnitContext &) {
        routing_store::keep(transaction, plain);
        routing_store::keep(transaction, plain);
        routing_store::keep(transaction, record);
        routing_store::setAttempt(transaction, u"agent"_s, RequestId(u"r"_s));
        routing_store::keep(transaction, record); // leaves it
    });
    const QList<QuotaRecord> all = bench.read<QList<QuotaRecord>>(
        [](Transaction &transaction) { return routing_store::all(transaction); });
    QVERIFY((all == QList<QuotaRecord>{record, plain}));
    QCOMPARE(bench.text(u"select attempt from capacity where provider = 'agent'"_s), u"r"_s);
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestCapacityUnits)
#include "tst_capacity_units.moc"
