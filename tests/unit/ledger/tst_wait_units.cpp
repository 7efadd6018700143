// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger_bench.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What happens to a request that waits or is begun again.
class TestWaitUnits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void waitAndResume();
    void waitKeepsALiveTurn();
    void waitMeetsAStop();
    void resumeDoesNothing_data();
    void resumeDoesNothing();
    void restartTurnInTheSameThread();
    void restartTurnOnANewThread();
    void restartTurnMeetsAStop();
    void restartTurnOfAHeldRequestRunsIt();
};

void TestWaitUnits::waitAndResume()
{
    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s, u"mail"_s).request;
    QVERIFY(bench.bindNow(request));
    const TurnId first = bench.liveTurn(request)->id;
    bench.waitFor(request, RequestView::WaitsFor::Provider);
    QVERIFY(bench.request(request).state == RequestState::Waiting);
    QVERIFY(!bench.liveTurn(request)); // known not to have been sent
    QCOMPARE(bench.sideNotices(request),
             QStringList{toString(NoticeId::RequestWaitingForProvider)});
    QCOMPARE(bench.asked<DeliveryIntended>().size(), 1);

    bench.resumeNow(request);
    QVERIFY(bench.request(request).state == RequestState::Running);
    const std::optional<TurnRow> second = bench.liveTurn(request);
    QVERIFY(second.has_value());
    QVERIFY(second->id != first);
    QCOMPARE(second->ordinal, 2);
    QVERIFY(!bench.asked<ClaimedRequest>().first().found);
    // Its thread was never asked anything.
    QVERIFY(bench.asked<ClaimedRequest>().first().firstOfThread);

    // Said once, however often it waits.
    bench.waitFor(request, RequestView::WaitsFor::Provider);
    QCOMPARE(bench.sideNotices(request).size(), 1);
    QVERIFY(bench.asked<DeliveryIntended>().isEmpty());
}

void TestWaitUnits::waitKeepsALiveTurn()
{
    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s).request;
    QVERIFY(bench.bindNow(request));
    const TurnId turn = bench.liveTurn(request)->id;
    bench.waitFor(request, RequestView::WaitsFor::Readable, false);
    QVERIFY(bench.liveTurn(request)->id == turn);
    bench.resumeNow(request);
    const ClaimedRequest claim = bench.asked<ClaimedRequest>().first();
    QVERIFY(claim.found); // read back before anything
    QVERIFY(claim.turn == turn);
}

void TestWaitUnits::waitMeetsAStop()
{
    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s).request;
    QVERIFY(bench.bindNow(request));
    QVERIFY(bench.stopNow(request));
    bench.waitFor(request, RequestView::WaitsFor::Provider);
    QVERIFY(bench.request(request).state == RequestState::Settled);
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedStopped));
    QVERIFY(bench.sideNotices(request).isEmpty());
}

void TestWaitUnits::resumeDoesNothing_data()
{
    QTest::addColumn<SetUp>("before");
    QTest::newRow("neg: it runs") << SetUp([](LedgerBench &) {});
    QTest::newRow("neg: it is settled")
        << SetUp([](LedgerBench &bench) { bench.answer(bench.head(u"page"_s), u"done"_s); });
    QTest::newRow("neg: the host is stopping") << SetUp([](LedgerBench &bench) {
        bench.waitFor(bench.head(u"page"_s), RequestView::WaitsFor::Provider);
        bench.moment.claims = false;
    });
}

void TestWaitUnits::resumeDoesNothing()
{
    QFETCH(SetUp, before);
    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s).request;
    QVERIFY(bench.bindNow(request));
    before(bench);
    const RequestRow row = bench.request(request);
    bench.resumeNow(request);
    QVERIFY(bench.actions().isEmpty());
    QVERIFY(bench.request(request) == row);
}

void TestWaitUnits::restartTurnInTheSameThread()
{
    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s).request;
    QVERIFY(bench.bindNow(request, u"thread-1"_s));
    const TurnId first = bench.liveTurn(request)->id;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        restartTurn(transaction, context, request, first, false);
    });
    const std::optional<TurnRow> second = bench.liveTurn(request);
    QVERIFY(second->id != first);
    QCOMPARE(second->ordinal, 2);
    const ClaimedRequest claim = bench.asked<ClaimedRequest>().first();
    QCOMPARE(claim.nativeThread, u"thread-1"_s);
    QVERIFY(!claim.found);
    // The same again is of a turn that is not live any more.
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        restartTurn(transaction, context, request, first, false);
    });
    QVERIFY(bench.actions().isEmpty());
}

void TestWaitUnits::restartTurnOnANewThread()
{
    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s).request;
    QVERIFY(bench.bindNow(request, u"thread-1"_s));
    const TurnId first = bench.liveTurn(request)->id;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        restartTurn(transaction, context, request, first, true);
    });
    QVERIFY(!bench.liveTurn(request));
    const ClaimedRequest claim = bench.asked<ClaimedRequest>().first();
    QVERIFY(claim.binding.isNull());
    QVERIFY(claim.nativeThread.isEmpty());
    QVERIFY(bench.bindNow(request, u"thread-2"_s));
    QCOMPARE(bench.liveTurn(request)->ordinal, 2);
}

void TestWaitUnits::restartTurnMeetsAStop()
{
    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s).request;
    QVERIFY(bench.bindNow(request));
    const TurnId turn = bench.liveTurn(request)->id;
    QVERIFY(bench.stopNow(request));
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        restartTurn(transaction, context, request, turn, false);
    });
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedStopped));
}

void TestWaitUnits::restartTurnOfAHeldRequestRunsIt()
{
    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s).request;
    QVERIFY(bench.bindNow(request));
    const TurnId turn = bench.liveTurn(request)->id;
    bench.waitFor(request, RequestView::WaitsFor::Readable, false);
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        restartTurn(transaction, context, request, turn, false);
    });
    QVERIFY(bench.request(request).state == RequestState::Running);
    QVERIFY(bench.liveTurn(request).has_value());
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestWaitUnits)
#include "tst_wait_units.moc"
