// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger_bench.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What a new run takes over.
class TestAdoptRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void adopt_data();
    void adopt();
    void adoptCountsAStandstillOnce();
    void adoptGoesOnWithEveryQueueInOrder();
    void adoptHandsOutDeliveries();
    void adoptWithholdsWhereTheGrantWent();
    void adoptSendsNothingWherePeopleReadFromTheStore();
    void adoptTwiceIsTheSame();
    void runsAreKept();
};

void TestAdoptRun::adopt_data()
{
    QTest::addColumn<SetUp>("left"); // by the run before
    QTest::addColumn<QString>("boot");
    QTest::addColumn<int>("claims");
    QTest::addColumn<bool>("found"); // the turn is to be read back
    QTest::addColumn<bool>("sameBoot");
    QTest::addColumn<bool>("bound");
    QTest::addColumn<bool>("first"); // turn of its thread
    QTest::addColumn<int>("ordinal"); // of the live turn, 0: none

    QTest::newRow("nothing open: nothing to do") << SetUp([](LedgerBench &bench) {
        bench.answer(bench.sayAndBind(u"done"_s, u"page"_s), u"yes"_s);
    }) << QString() << 0 << false << true << false
                                                 << false << 0;
    QTest::newRow("row 5: claimed, no thread yet")
        << SetUp([](LedgerBench &bench) { bench.say(u"x"_s); }) << QString() << 1 << false << true
        << false << false << 0;
    QTest::newRow("row 8: its turn was intended, perhaps sent")
        << SetUp([](LedgerBench &bench) { bench.sayAndBind(u"x"_s, u"page"_s); }) << QString() << 1
        << true << true << true << true << 1;
    QTest::newRow("row 9: the same after another boot")
        << SetUp([](LedgerBench &bench) { bench.sayAndBind(u"x"_s, u"page"_s); }) << u"boot-2"_s
        << 1 << true << false << true << true << 1;
    QTest::newRow("row 8: the second turn of its thread") << SetUp([](LedgerBench &bench) {
        bench.answer(bench.sayAndBind(u"earlier"_s, u"page"_s), u"yes"_s);
        bench.say(u"x"_s);
    }) << QString() << 1 << true << true << true << false << 1;
    QTest::newRow("row 6: it waited for its provider before its turn")
        << SetUp([](LedgerBench &bench) {
               bench.waitFor(bench.sayAndBind(u"x"_s, u"page"_s), RequestView::WaitsFor::Provider);
           })
        << QString() << 1 << false << true << true << true << 2;
    QTest::newRow("row 6: it waited for its provider without a thread")
        << SetUp([](LedgerBench &bench) {
               bench.waitFor(bench.say(u"x"_s).request, RequestView::WaitsFor::Provider);
           })
        << QString() << 1 << false << true << false << false << 0;
    QTest::newRow("row 13: its turn could not be read") << SetUp([](LedgerBench &bench) {
        bench.waitFor(bench.sayAndBind(u"x"_s, u"page"_s), RequestView::WaitsFor::Readable, false);
    }) << QString() << 1 << true << true << true << true << 1;
    QTest::newRow("row 4: only queued, since the run was stopping")
        << SetUp([](LedgerBench &bench) {
               bench.checks = false;
               bench.moment.claims = false;
               bench.say(u"x"_s);
               bench.moment.claims = true;
           })
        << QString() << 1 << false << true << false << false << 0;
}

void TestAdoptRun::adopt()
{
    QFETCH(SetUp, left);
    QFETCH(QString, boot);
    QFETCH(int, claims);
    QFETCH(bool, found);
    QFETCH(bool, sameBoot);
    QFETCH(bool, bound);
    QFETCH(bool, first);
    QFETCH(int, ordinal);

    LedgerBench bench;
    left(bench);
    bench.checks = true;
    bench.restart(boot);
    const QList<ClaimedRequest> given = bench.asked<ClaimedRequest>();
    QCOMPARE(given.size(), claims);
    if (claims == 0)
        return;
    const ClaimedRequest &claim = given.first();
    QCOMPARE(claim.text, u"x"_s);
    QCOMPARE(claim.found, found);
    QCOMPARE(claim.sameBoot, sameBoot);
    QCOMPARE(!claim.binding.isNull(), bound);
    QCOMPARE(claim.firstOfThread, first);
    const std::optional<TurnRow> turn = bench.liveTurn(claim.request);
    QCOMPARE(turn ? turn->ordinal : 0, ordinal);
    QVERIFY(claim.turn == (turn ? turn->id : TurnId()));
    QVERIFY(bench.request(claim.request).state == RequestState::Running);
    QCOMPARE(bench.request(claim.request).run, bench.moment.run); // A7
    QVERIFY(bench.sideNotices(claim.request).size() <= 1);
}

void TestAdoptRun::adoptCountsAStandstillOnce()
{
    // A6: the grant of the one that waited went while nothing ran; the other behind it is no older for that.
    LedgerBench bench;
    InboundMessage message = bench.message(u"waits"_s, u"page"_s);
    message.source.sender = u"ann"_s;
    const RequestId first = bench.admit(message).request;
    bench.waitFor(first, RequestView::WaitsFor::Provider);
    InboundMessage behind = bench.message(u"behind"_s, u"page"_s);
    behind.source.sender = u"ben"_s;
    const RequestId second = bench.admit(behind).request;
    bench.pass(2h);
    GrantRow grant = LedgerBench::everybody().first();
    grant.channel = u"page"_s;
    grant.sender = u"ben"_s;
    bench.grant({grant});
    bench.restart();
    QVERIFY(bench.request(first).state == RequestState::Settled);
    QVERIFY(bench.request(second).state == RequestState::Running);
    QCOMPARE(bench.number(u"select stood_ms from requests where id = ?"_s, {second.toString()}),
             std::chrono::milliseconds(2h).count());
}

void TestAdoptRun::adoptGoesOnWithEveryQueueInOrder()
{
    LedgerBench bench;
    // H01: A runs, B and C are acknowledged behind it.
    const RequestId a = bench.sayAndBind(u"A"_s, u"page"_s);
    const RequestId b = bench.say(u"B"_s).request;
    const RequestId c = bench.say(u"C"_s).request;
    bench.restart();
    QCOMPARE(bench.asked<ClaimedRequest>().size(), 1);
    QVERIFY(bench.asked<ClaimedRequest>().first().request == a);
    bench.answer(a, u"a"_s);
    bench.restart();
    bench.answer(b, u"b"_s);
    QVERIFY(bench.asked<ClaimedRequest>().first().request == c);

    // Several places: those that have waited longest come first, in every run alike.
    LedgerBench many;
    many.checks = false;
    many.moment.claims = false;
    for (int i = 0; i < 20; ++i) {
        InboundMessage message = many.message(u"q%1"_s.arg(i), u"page"_s);
        message.source.peer = u"room %1"_s.arg(i);
        many.admit(message);
    }
    many.moment.claims = true;
    many.restart();
    const QList<ClaimedRequest> claims = many.asked<ClaimedRequest>();
    QCOMPARE(claims.size(), 20);
    for (int i = 0; i < 20; ++i)
        QCOMPARE(claims.at(i).text, u"q%1"_s.arg(i));
}

void TestAdoptRun::adoptHandsOutDeliveries()
{
    LedgerBench bench;
    const RequestId request = bench.sayAndBind(u"question"_s, u"mail"_s);
    bench.answer(request, u"aabb"_s, {{0, u"card"_s, 0, 2}, {1, u"card"_s, 2, 4}});
    const QList<DeliveryIntended> before = bench.asked<DeliveryIntended>();
    bench.receiveNow(before.at(0).key, DeliveryState::Sent);
    bench.restart();
    const QList<DeliveryIntended> left = bench.asked<DeliveryIntended>();
    QCOMPARE(left.size(), 1);
    // B2: the same key, and known to be uncertain.
    QVERIFY(left.first().uncertain);
    DeliveryIntended same = left.first();
    same.uncertain = false;
    QVERIFY(same == before.at(1));
    bench.receiveNow(left.first().key, DeliveryState::Sent);
    QVERIFY(bench.reply(request)->state == ReplyView::State::Sent);
    bench.restart();
    QVERIFY(bench.asked<DeliveryIntended>().isEmpty());
}

void TestAdoptRun::adoptWithholdsWhereTheGrantWent()
{
    LedgerBench bench;
    const RequestId request = bench.sayAndBind(u"question"_s, u"mail"_s);
    bench.answer(request, u"aabb"_s, {{0, {}, 0, 2}, {1, {}, 2, 4}});
    bench.grant({});
    bench.restart();
    QVERIFY(bench.asked<DeliveryIntended>().isEmpty());
    QVERIFY(bench.reply(request)->state == ReplyView::State::Withheld);
}

void TestAdoptRun::adoptSendsNothingWherePeopleReadFromTheStore()
{
    // Its channel's plugin was missing when the reply was made: nobody knew that the commit was the delivery.
    LedgerBench bench;
    bench.policy.storedChannels.clear();
    const RequestId request = bench.sayAndBind(u"question"_s, u"page"_s);
    bench.answer(request, u"answer"_s);
    QCOMPARE(bench.asked<DeliveryIntended>().size(), 1);
    QVERIFY(bench.reply(request)->state == ReplyView::State::Owed);
    bench.policy.storedChannels = {u"page"_s};
    bench.restart();
    QVERIFY(bench.asked<DeliveryIntended>().isEmpty());
    QVERIFY(bench.reply(request)->state == ReplyView::State::Sent);
}

void TestAdoptRun::adoptTwiceIsTheSame()
{
    LedgerBench bench;
    const RequestId request = bench.sayAndBind(u"x"_s, u"mail"_s);
    bench.say(u"y"_s, u"mail"_s);
    bench.restart();
    const QList<ClaimedRequest> first = bench.asked<ClaimedRequest>();
    const qint64 turns = bench.number(u"select count(*) from turns"_s);
    bench.restart();
    QVERIFY(bench.asked<ClaimedRequest>() == first);
    QCOMPARE(bench.number(u"select count(*) from turns"_s), turns);
    QVERIFY(bench.request(request).state == RequestState::Running);
}

void TestAdoptRun::runsAreKept()
{
    LedgerBench bench;
    bench.restart();
    bench.restart();
    QCOMPARE(bench.number(u"select count(*) from runs where ended_at is null"_s), 1);
    bench.unit(
        [](Transaction &transaction, UnitContext &context) { endRun(transaction, context); });
    QCOMPARE(bench.number(u"select count(*) from runs where ended_at is null"_s), 0);
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestAdoptRun)
#include "tst_adopt_run.moc"
