// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/conversation_orders.h"
#include "ledger/review.h"
#include "ledger_bench.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;

/// The review of an interrupted turn, as rows (D2-D8).
class TestReviewUnits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void waitsAndFreesTheQueue();
    void endsWhenAsked_data();
    void endsWhenAsked();
    void noneToWaitFor_data();
    void noneToWaitFor();
    void oneReservation();
    void inOrder();
    void pausedAndHeld_data();
    void pausedAndHeld();
    void askedOnce();
    void answered();
    void overARestart_data();
    void overARestart();

private:
    static void interrupt(LedgerBench &bench, const RequestId &request);
    static void reserve(LedgerBench &bench, const RequestId &request);
    static bool ask(LedgerBench &bench, const RequestId &request);
    static ReviewRow review(LedgerBench &bench, const RequestId &request);
    static void pause(LedgerBench &bench, const RequestId &request, bool held);
    static RequestId due(LedgerBench &bench);
    static RequestId asked(LedgerBench &bench);
};

void TestReviewUnits::interrupt(LedgerBench &bench, const RequestId &request)
{
    const TurnId turn = bench.liveTurn(request)->id;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        waitForReview(transaction, context, {request, turn, u"native-turn"_s, u"digest"_s});
    });
}

void TestReviewUnits::reserve(LedgerBench &bench, const RequestId &request)
{
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        reserveReview(transaction, context, request);
    });
}

bool TestReviewUnits::ask(LedgerBench &bench, const RequestId &request)
{
    const TurnId turn = review(bench, request).turn.id;
    bool done = false;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        done = askReview(transaction, context, request, turn, u"review-thread"_s);
    });
    return done;
}

ReviewRow TestReviewUnits::review(LedgerBench &bench, const RequestId &request)
{
    return bench
        .read<std::optional<ReviewRow>>([request](Transaction &transaction) {
            return dispatch_store::review(transaction, request);
        })
        .value_or(ReviewRow{});
}

void TestReviewUnits::pause(LedgerBench &bench, const RequestId &request, bool held)
{
    const TurnId turn = review(bench, request).turn.id;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        pauseReview(transaction, context, {request, turn, held});
    });
}

RequestId TestReviewUnits::due(LedgerBench &bench)
{
    const RequestId request = bench.sayAndBind(u"question"_s, u"page"_s);
    interrupt(bench, request);
    reserve(bench, request);
    return request;
}

RequestId TestReviewUnits::asked(LedgerBench &bench)
{
    const RequestId request = due(bench);
    ask(bench, request);
    return request;
}

void TestReviewUnits::waitsAndFreesTheQueue()
{
    LedgerBench bench;
    const RequestId request = bench.sayAndBind(u"question"_s, u"page"_s);
    const RequestId next = bench.say(u"next"_s).request;
    interrupt(bench, request);
    QVERIFY(bench.request(request).state == RequestState::Waiting);
    QVERIFY(bench.request(request).waitsFor == RequestView::WaitsFor::Review);
    QVERIFY(!bench.reply(request)); // B1: it stays owed
    QCOMPARE(bench.sideNotices(request), QStringList{toString(NoticeId::RequestRestarted)});
    QVERIFY(bench.request(next).state == RequestState::Running);
    const QList<ReviewWanted> wanted = bench.asked<ReviewWanted>();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().review.digest, u"digest"_s);
    QVERIFY(wanted.first().review.isCurrent);
    QVERIFY(wanted.first().review.claim.turn.isNull());
    QCOMPARE(bench.number(u"select count(*) from turns where kind = 'review'"_s), 0);
}

void TestReviewUnits::endsWhenAsked_data()
{
    QTest::addColumn<SetUp>("end");
    QTest::addColumn<bool>("held");
    const SetUp close = [](LedgerBench &bench) {
        bench.unit([](Transaction &transaction, UnitContext &context) {
            static_cast<void>(closePlace(transaction, context, LedgerBench::place(u"page"_s)));
        });
    };
    const SetUp erase = [](LedgerBench &bench) {
        bench.unit([](Transaction &transaction, UnitContext &context) {
            static_cast<void>(deletePlace(transaction, context, LedgerBench::place(u"page"_s)));
        });
    };
    const SetUp stop = [](LedgerBench &bench) {
        bench.say(u"/stop"_s);
    };
    QTest::newRow("C10 the conversation is closed while it waits for capacity") << close << false;
    QTest::newRow("C10 the conversation is closed while it is held") << close << true;
    QTest::newRow("C10 the conversation is deleted while it waits for capacity") << erase << false;
    QTest::newRow("C10 the conversation is deleted while it is held") << erase << true;
    QTest::newRow("A10 /stop while it waits for capacity") << stop << false;
    QTest::newRow("D5 /stop while it is held") << stop << true;
}

void TestReviewUnits::endsWhenAsked()
{
    QFETCH(SetUp, end);
    QFETCH(bool, held);
    LedgerBench bench;
    const RequestId request = bench.sayAndBind(u"question"_s, u"page"_s);
    interrupt(bench, request);
    if (held) {
        reserve(bench, request);
        pause(bench, request, true);
    }
    end(bench);
    QVERIFY(bench.request(request).state == RequestState::Settled);
    QCOMPARE(bench.request(request).failure, toString(FailureKind::Stopped));
    QCOMPARE(bench.number(u"select count(*) from requests where state <> 'settled'"_s), 0);
}

void TestReviewUnits::noneToWaitFor_data()
{
    QTest::addColumn<SetUp>("change");
    QTest::addColumn<QString>("notice");
    QTest::newRow("D4 reviews are off")
        << SetUp([](LedgerBench &bench) { bench.policy.reviews = false; })
        << toString(NoticeId::FailedRestarted);
    QTest::newRow("A10 it was stopped")
        << SetUp([](LedgerBench &bench) { bench.stopNow(bench.head(u"page"_s)); })
        << toString(NoticeId::FailedStopped);
}

void TestReviewUnits::noneToWaitFor()
{
    QFETCH(SetUp, change);
    QFETCH(QString, notice);
    LedgerBench bench;
    const RequestId request = bench.sayAndBind(u"question"_s, u"page"_s);
    change(bench);
    interrupt(bench, request);
    QCOMPARE(bench.replyNotice(request), notice);
    QVERIFY(bench.sideNotices(request).isEmpty());
}

void TestReviewUnits::oneReservation()
{
    LedgerBench bench;
    const RequestId request = due(bench);
    const TurnId turn = review(bench, request).turn.id;
    reserve(bench, request); // D4: an uncertain one, again
    QCOMPARE(review(bench, request).turn.id, turn);
    QCOMPARE(bench.number(u"select count(*) from turns where kind = 'review'"_s), 1);
    QVERIFY(bench.request(request).state == RequestState::Running);
    QCOMPARE(bench.text(u"select state from bindings where id = ?"_s,
                        {review(bench, request).turn.binding.toString()}),
             u"retired"_s); // D6
}

void TestReviewUnits::inOrder()
{
    LedgerBench bench;
    const RequestId request = bench.sayAndBind(u"question"_s, u"page"_s);
    const RequestId next = bench.say(u"next"_s).request;
    const RequestId last = bench.say(u"last"_s).request;
    interrupt(bench, request);
    reserve(bench, request);
    QVERIFY(bench.request(request).state == RequestState::Waiting); // not beside it
    QVERIFY(bench.asked<ReviewDue>().isEmpty());
    bench.answer(next, u"done"_s);
    QCOMPARE(bench.asked<ReviewDue>().size(), 1);
    QVERIFY(bench.request(request).state == RequestState::Running);
    QVERIFY(bench.request(last).state == RequestState::Queued);
}

void TestReviewUnits::pausedAndHeld_data()
{
    QTest::addColumn<bool>("held");
    QTest::newRow("D4 paused: its turn comes again") << false;
    QTest::newRow("D5 held: told, and only the person ends it") << true;
}

void TestReviewUnits::pausedAndHeld()
{
    QFETCH(bool, held);
    LedgerBench bench;
    const RequestId request = due(bench);
    const RequestId next = bench.say(u"next"_s).request;
    pause(bench, request, held);
    QVERIFY(bench.request(request).state == RequestState::Waiting);
    QVERIFY(bench.request(next).state == RequestState::Running);
    QCOMPARE(bench.sideNotices(request).contains(toString(NoticeId::RequestReviewHeld)), held);
    bench.answer(next, u"done"_s);
    QVERIFY(bench.asked<ReviewDue>().isEmpty());
    reserve(bench, request);
    QCOMPARE(bench.asked<ReviewDue>().size(), held ? 0 : 1);
    QVERIFY(bench.stopNow(request));
    if (held)
        QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedStopped));
}

void TestReviewUnits::askedOnce()
{
    LedgerBench bench;
    const RequestId request = due(bench);
    QVERIFY(ask(bench, request));
    QVERIFY(review(bench, request).state == ReviewRow::State::Asked);
    QVERIFY(!ask(bench, request));
}

void TestReviewUnits::answered()
{
    LedgerBench bench;
    const RequestId request = asked(bench);
    const QString before = bench.text(
        u"select status||failure||detail||digest||native_turn||ended_at from turns where kind = 'ask'"_s);
    FinishArguments finish{.request = request, .turn = review(bench, request).turn.id};
    finish.draft.answer = u"reviewed"_s;
    finish.ending.how = TurnEnd::Answered;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        hostline::finish(transaction, context, finish);
    });
    QCOMPARE(bench.reply(request)->body, u"reviewed"_s);
    QCOMPARE(
        bench.text(
            u"select status||failure||detail||digest||native_turn||ended_at from turns where kind = 'ask'"_s),
        before); // D8
    QCOMPARE(bench.number(u"select behind from bindings where state = 'published'"_s), 1);
    const RequestId next = bench.say(u"next"_s).request;
    QVERIFY(bench.asked<ClaimedRequest>().first().migrates); // C4
    QVERIFY(!bench.liveTurn(next));
}

void TestReviewUnits::overARestart_data()
{
    QTest::addColumn<SetUp>("before");
    QTest::addColumn<int>("wanted");
    QTest::addColumn<int>("due");
    QTest::addColumn<QString>("notice");
    QTest::newRow("D4 wanted") << SetUp([](LedgerBench &bench) {
        interrupt(bench, bench.sayAndBind(u"question"_s, u"page"_s));
    }) << 1 << 0 << QString();
    QTest::newRow("D4 wanted, and switched off") << SetUp([](LedgerBench &bench) {
        interrupt(bench, bench.sayAndBind(u"question"_s, u"page"_s));
        bench.policy.reviews = false;
    }) << 0 << 0 << toString(NoticeId::FailedRestarted);
    QTest::newRow("D5 reserved and due")
        << SetUp([](LedgerBench &bench) { due(bench); }) << 0 << 1 << QString();
    QTest::newRow("D4 reserved, and switched off") << SetUp([](LedgerBench &bench) {
        due(bench);
        bench.policy.reviews = false;
    }) << 0 << 1 << QString();
    QTest::newRow("D4 paused") << SetUp([](LedgerBench &bench) { pause(bench, due(bench), false); })
                               << 0 << 1 << QString();
    QTest::newRow("D5 held") << SetUp([](LedgerBench &bench) { pause(bench, due(bench), true); })
                             << 0 << 0 << QString();
    QTest::newRow("D5 asked") << SetUp([](LedgerBench &bench) { asked(bench); }) << 0 << 0
                              << toString(NoticeId::FailedRestarted);
    QTest::newRow("A10 stopped in its review")
        << SetUp([](LedgerBench &bench) { bench.stopNow(asked(bench)); }) << 0 << 0
        << toString(NoticeId::FailedStopped);
}

void TestReviewUnits::overARestart()
{
    QFETCH(SetUp, before);
    QFETCH(int, wanted);
    QFETCH(int, due);
    QFETCH(QString, notice);
    LedgerBench bench;
    before(bench);
    bench.restart();
    QCOMPARE(bench.asked<ReviewWanted>().size(), wanted);
    QCOMPARE(bench.asked<ReviewDue>().size(), due);
    const RequestId request(bench.text(u"select id from requests"_s));
    QCOMPARE(bench.replyNotice(request), notice);
}

} // namespace hostline::test

Q_DECLARE_METATYPE(hostline::test::SetUp)
QTEST_GUILESS_MAIN(hostline::test::TestReviewUnits)
#include "tst_review_units.moc"
