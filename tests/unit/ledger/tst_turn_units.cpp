// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger_bench.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What happens to a request between its admission and its receipt.
class TestTurnUnits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bindPublishesAndIntends();
    void bindIsRefused_data();
    void bindIsRefused();
    void grantIsCheckedBeforeEachTurn_data();
    void grantIsCheckedBeforeEachTurn();
    void finishSettles_data();
    void finishSettles();
    void finishDoesNothing_data();
    void finishDoesNothing();
    void successorIsClaimedInTheSameCommit();
    void answerOfThreeParts();
    void stop_data();
    void stop();
    void receive_data();
    void receive();
    void partsMissingAreToldOnce();
    void outcomeIsNotUndone();
};

void TestTurnUnits::bindPublishesAndIntends()
{
    LedgerBench bench;
    const RequestId request = bench.say(u"hello"_s).request;
    QVERIFY(bench.bindNow(request, u"thread-1"_s));

    // C2: the native id is stored before anything is sent, the turn intended with it.
    QCOMPARE(bench.text(u"select native_thread from bindings where state = 'published'"_s),
             u"thread-1"_s);
    const ClaimedRequest claim = bench.asked<ClaimedRequest>().first();
    QCOMPARE(claim.nativeThread, u"thread-1"_s);
    QVERIFY(claim.turn == bench.liveTurn(request)->id);
    QVERIFY(claim.firstOfThread);
    QVERIFY(!claim.found);
}

void TestTurnUnits::bindIsRefused_data()
{
    QTest::addColumn<SetUp>("before");
    QTest::newRow("neg: the request was settled meanwhile") << SetUp(
        [](LedgerBench &bench) { bench.fail(bench.head(u"page"_s), FailureKind::Internal); });
    QTest::newRow("neg: the request waits") << SetUp([](LedgerBench &bench) {
        bench.waitFor(bench.head(u"page"_s), RequestView::WaitsFor::Provider);
    });
    QTest::newRow("neg: another thread is published already")
        << SetUp([](LedgerBench &bench) { QVERIFY(bench.bindNow(bench.head(u"page"_s))); });
}

void TestTurnUnits::bindIsRefused()
{
    QFETCH(SetUp, before);
    LedgerBench bench;
    const RequestId request = bench.say(u"hello"_s).request;
    before(bench);
    const qint64 bindings = bench.number(u"select count(*) from bindings"_s);
    QVERIFY(!bench.bindNow(request));
    QCOMPARE(bench.number(u"select count(*) from bindings"_s), bindings);
    QVERIFY(bench.actions().isEmpty());
}

void TestTurnUnits::grantIsCheckedBeforeEachTurn_data()
{
    QTest::addColumn<SetUp>("play"); // leads to a turn that is not to be
    QTest::newRow("B4 a thread was made for it") << SetUp([](LedgerBench &bench) {
        const RequestId request = bench.say(u"hello"_s).request;
        bench.grant({});
        bench.bindNow(request);
    });
    QTest::newRow("B4 its provider is there again") << SetUp([](LedgerBench &bench) {
        const RequestId request = bench.say(u"hello"_s).request;
        QVERIFY(bench.bindNow(request));
        bench.waitFor(request, RequestView::WaitsFor::Provider);
        bench.grant({});
        bench.resumeNow(request);
    });
    QTest::newRow("B4 its turn was never asked") << SetUp([](LedgerBench &bench) {
        const RequestId request = bench.say(u"hello"_s).request;
        QVERIFY(bench.bindNow(request));
        const TurnId turn = bench.liveTurn(request)->id;
        bench.grant({});
        bench.unit([&](Transaction &transaction, UnitContext &context) {
            restartTurn(transaction, context, request, turn, false);
        });
    });
    QTest::newRow("B4 it is next in the queue") << SetUp([](LedgerBench &bench) {
        const RequestId first = bench.say(u"first"_s).request;
        bench.say(u"hello"_s);
        bench.grant({});
        bench.fail(first, FailureKind::Internal);
    });
    QTest::newRow("recovery row 3: an earlier run claimed it and never asked")
        << SetUp([](LedgerBench &bench) {
               const RequestId request = bench.say(u"hello"_s).request;
               QVERIFY(bench.bindNow(request));
               bench.waitFor(request, RequestView::WaitsFor::Provider);
               bench.grant({});
               bench.restart();
           });
    QTest::newRow("recovery row 3: an earlier run claimed it, there is no thread")
        << SetUp([](LedgerBench &bench) {
               bench.say(u"hello"_s);
               bench.grant({});
               bench.restart();
           });
}

void TestTurnUnits::grantIsCheckedBeforeEachTurn()
{
    QFETCH(SetUp, play);
    LedgerBench bench;
    play(bench);
    QCOMPARE(bench.number(u"select count(*) from requests where state <> 'settled'"_s), 0);
    QCOMPARE(bench.number(u"select count(*) from turns where state <> 'ended'"_s), 0);
    const RequestId request(bench.text(u"select id from requests where body = 'hello'"_s));
    QVERIFY(bench.reply(request)->state == ReplyView::State::Withheld);
    QVERIFY(bench.asked<ClaimedRequest>().isEmpty());
}

void TestTurnUnits::finishSettles_data()
{
    QTest::addColumn<QString>("channel");
    QTest::addColumn<SetUp>("before"); // the request is at the head, with a turn
    QTest::addColumn<ReplyDraft>("draft");
    QTest::addColumn<QString>("notice");
    QTest::addColumn<ReplyView::State>("state");
    QTest::addColumn<int>("sends");

    using enum ReplyView::State;
    const SetUp none = [](LedgerBench &) {
    };
    const SetUp revoked = [](LedgerBench &bench) {
        bench.grant({});
    };
    const ReplyDraft answer{.answer = u"the answer"_s};
    const auto failure = [](FailureKind kind) {
        return ReplyDraft{.failure = Failure{kind, u"because"_s, {}, {}}};
    };
    ReplyDraft idle = failure(FailureKind::IdleTimeout);
    idle.limit = 180s;
    ReplyDraft hard = failure(FailureKind::HardTimeout);
    hard.limit = 2h;

    QTest::newRow("B1 an answer where people read from the store is there with its commit")
        << u"page"_s << none << answer << QString() << Sent << 0;
    QTest::newRow("B2 an answer to be delivered is intended with its key")
        << u"mail"_s << none << answer << QString() << Owed << 1;
    QTest::newRow("B4 an answer is withheld when the grant is gone")
        << u"mail"_s << revoked << answer << QString() << Withheld << 0;
    QTest::newRow("B4 the same where people read from the store")
        << u"page"_s << revoked << answer << QString() << Withheld << 0;
    QTest::newRow("B1 a failure is a reply, too")
        << u"mail"_s << none << failure(FailureKind::QuotaExhausted)
        << toString(NoticeId::FailedQuotaExhausted) << Owed << 1;
    QTest::newRow("C14 signed out") << u"page"_s << none << failure(FailureKind::SignedOut)
                                    << toString(NoticeId::FailedSignedOut) << Sent << 0;
    QTest::newRow("C17 nothing was heard of it")
        << u"page"_s << none << idle << toString(NoticeId::FailedIdleTimeout) << Sent << 0;
    QTest::newRow("C17 it ran too long")
        << u"page"_s << none << hard << toString(NoticeId::FailedHardTimeout) << Sent << 0;
    QTest::newRow("D9 restarted") << u"page"_s << none << failure(FailureKind::Restarted)
                                  << toString(NoticeId::FailedRestarted) << Sent << 0;
    QTest::newRow("A10 stopped") << u"page"_s << none << failure(FailureKind::Stopped)
                                 << toString(NoticeId::FailedStopped) << Sent << 0;
    QTest::newRow("a bug of ours is a reply, too")
        << u"page"_s << none << failure(FailureKind::Internal) << toString(NoticeId::FailedInternal)
        << Sent << 0;
}

void TestTurnUnits::finishSettles()
{
    QFETCH(QString, channel);
    QFETCH(SetUp, before);
    QFETCH(ReplyDraft, draft);
    QFETCH(QString, notice);
    QFETCH(ReplyView::State, state);
    QFETCH(int, sends);

    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s, channel).request;
    QVERIFY(bench.bindNow(request));
    const TurnId turn = bench.liveTurn(request)->id;
    before(bench);
    const qint64 commits = bench.store().counters().commits;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        finish(transaction,
               context,
               {.request = request,
                .turn = turn,
                .draft = draft,
                .ending = {.how = draft.answer ? TurnEnd::Answered : TurnEnd::Failed,
                           .nativeTurn = u"native-1"_s,
                           .reach = Reach::ModelAnswered,
                           .spend = Spend{u"model"_s, 10, 20}}});
    });
    QCOMPARE(bench.store().counters().commits, commits + 1);

    const ReplyRow reply = bench.reply(request).value();
    QVERIFY(reply.state == state);
    QCOMPARE(bench.replyNotice(request), notice);
    QCOMPARE(reply.body, draft.answer.value_or(QString()));
    QVERIFY(reply.turn == turn);
    const QList<DeliveryIntended> intended = bench.asked<DeliveryIntended>();
    QCOMPARE(intended.size(), sends);
    for (const DeliveryIntended &delivery : intended) {
        QVERIFY(!delivery.key.isNull());
        QVERIFY(!delivery.uncertain);
        QCOMPARE(delivery.answer, draft.answer.value_or(QString()));
        QCOMPARE(delivery.target.peer, u"room"_s);
    }
    QVERIFY(bench.request(request).state == RequestState::Settled);
    QVERIFY(!bench.liveTurn(request));
    QCOMPARE(
        bench.number(u"select output_tokens from spends where turn_id = ?"_s, {turn.toString()}),
        20);
    QCOMPARE(bench.text(u"select tail_turn from bindings"_s), u"native-1"_s);
    // A withheld answer stays in the transcript; a failure never enters it.
    const QStringList transcript = bench.transcript(bench.request(request).conversation);
    QCOMPARE(transcript.size(), draft.answer ? 2 : 1);
    const QList<RequestSettled> settled = bench.asked<RequestSettled>();
    QCOMPARE(settled.size(), 1);
    QVERIFY(settled.first().turn == turn);
    QCOMPARE(settled.first().provider, u"agent"_s);
}

void TestTurnUnits::finishDoesNothing_data()
{
    QTest::addColumn<SetUp>("before");
    QTest::newRow("B1 neg: it has its reply already")
        << SetUp([](LedgerBench &bench) { bench.answer(bench.head(u"page"_s), u"the first"_s); });
    QTest::newRow("neg: its turn was voided, another one runs") << SetUp([](LedgerBench &bench) {
        const RequestId request = bench.head(u"page"_s);
        const TurnId turn = bench.liveTurn(request)->id;
        bench.unit([&](Transaction &transaction, UnitContext &context) {
            restartTurn(transaction, context, request, turn, false);
        });
    });
}

void TestTurnUnits::finishDoesNothing()
{
    QFETCH(SetUp, before);
    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s).request;
    QVERIFY(bench.bindNow(request));
    const TurnId turn = bench.liveTurn(request)->id;
    before(bench);
    const std::optional<ReplyRow> reply = bench.reply(request);
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        finish(transaction,
               context,
               {.request = request, .turn = turn, .draft = {.answer = u"late"_s}, .ending = {}});
    });
    QVERIFY(bench.actions().isEmpty());
    QVERIFY(bench.reply(request) == reply);
}

void TestTurnUnits::successorIsClaimedInTheSameCommit()
{
    LedgerBench bench;
    const RequestId first = bench.say(u"first"_s, u"mail"_s).request;
    QVERIFY(bench.bindNow(first));
    const RequestId second = bench.say(u"second"_s, u"mail"_s).request;
    const RequestId third = bench.say(u"third"_s, u"mail"_s).request;
    const qint64 commits = bench.store().counters().commits;
    bench.answer(first, u"one"_s);
    QCOMPARE(bench.store().counters().commits, commits + 1);

    QVERIFY(bench.request(second).state == RequestState::Running);
    QVERIFY(bench.request(third).state == RequestState::Queued);
    const ClaimedRequest claim = bench.asked<ClaimedRequest>().first();
    QVERIFY(claim.request == second);
    QVERIFY(claim.turn == bench.liveTurn(second)->id);
    // The outcome first: what is claimed may not overtake it.
    QVERIFY(std::holds_alternative<RequestSettled>(bench.actions().first()));
    bench.answer(second, u"two"_s);
    bench.answer(third, u"three"_s);
    QCOMPARE(
        bench.text(
            u"select group_concat(request_id, ' ') from (select request_id from replies order by rowid)"_s),
        QStringList({first.toString(), second.toString(), third.toString()}).join(u' '));
}

void TestTurnUnits::answerOfThreeParts()
{
    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s, u"mail"_s).request;
    QVERIFY(bench.bindNow(request));
    bench.answer(
        request, u"aabbcc"_s, {{0, u"card"_s, 0, 2}, {1, u"card"_s, 2, 4}, {2, u"post"_s, 4, 6}});
    const QList<DeliveryIntended> parts = bench.asked<DeliveryIntended>();
    QCOMPARE(parts.size(), 3);
    QSet<QString> keys;
    for (const DeliveryIntended &part : parts) {
        QCOMPARE(part.part.ordinal, int(keys.size()));
        QCOMPARE(part.parts, 3);
        keys.insert(part.key.toString());
    }
    QCOMPARE(keys.size(), 3);
    QCOMPARE(parts.last().part.format, u"post"_s);
}

void TestTurnUnits::stop_data()
{
    QTest::addColumn<SetUp>("before");
    QTest::addColumn<RequestState>("state"); // of the request "x" afterwards
    QTest::addColumn<int>("stopsAsked");
    QTest::addColumn<RequestState>("successor"); // of the request "y" behind it

    using enum RequestState;
    QTest::newRow("A10 a queued one is settled at once") << SetUp([](LedgerBench &bench) {
        bench.say(u"runs"_s);
        bench.say(u"x"_s);
        bench.say(u"y"_s);
    }) << Settled << 0 << Queued;
    QTest::newRow("A10 a running one is told to whoever runs it") << SetUp([](LedgerBench &bench) {
        bench.bindNow(bench.say(u"x"_s).request);
        bench.say(u"y"_s);
    }) << Running << 1 << Queued;
    QTest::newRow("A10 a running one without a thread likewise") << SetUp([](LedgerBench &bench) {
        bench.say(u"x"_s);
        bench.say(u"y"_s);
    }) << Running << 1 << Queued;
    QTest::newRow("A10 asked twice is asked once") << SetUp([](LedgerBench &bench) {
        const RequestId request = bench.say(u"x"_s).request;
        bench.bindNow(request);
        bench.say(u"y"_s);
        bench.stopNow(request);
    }) << Running << 0 << Queued;
    QTest::newRow("A10 one that waits for its provider is settled, the next goes on")
        << SetUp([](LedgerBench &bench) {
               const RequestId request = bench.say(u"x"_s).request;
               bench.bindNow(request);
               bench.say(u"y"_s);
               bench.waitFor(request, RequestView::WaitsFor::Provider);
           })
        << Settled << 0 << Running;
    QTest::newRow("A10 one whose turn cannot be read is settled, the next goes on")
        << SetUp([](LedgerBench &bench) {
               const RequestId request = bench.say(u"x"_s).request;
               bench.bindNow(request);
               bench.say(u"y"_s);
               bench.waitFor(request, RequestView::WaitsFor::Readable, false);
           })
        << Settled << 0 << Running;
    QTest::newRow("A10 a stop that comes after the end reaches nobody")
        << SetUp([](LedgerBench &bench) {
               const RequestId request = bench.say(u"x"_s).request;
               bench.bindNow(request);
               bench.say(u"y"_s);
               bench.answer(request, u"done"_s);
           })
        << Settled << 0 << Running;
}

void TestTurnUnits::stop()
{
    QFETCH(SetUp, before);
    QFETCH(RequestState, state);
    QFETCH(int, stopsAsked);
    QFETCH(RequestState, successor);

    LedgerBench bench;
    before(bench);
    const auto named = [&bench](const QString &body) {
        return RequestId(bench.text(u"select id from requests where body = ?"_s, {body}));
    };
    const std::optional<ReplyRow> reply = bench.reply(named(u"x"_s));
    QVERIFY(bench.stopNow(named(u"x"_s)));
    QVERIFY(bench.request(named(u"x"_s)).state == state);
    QCOMPARE(bench.asked<StopAsked>().size(), stopsAsked);
    QVERIFY(bench.request(named(u"y"_s)).state == successor);
    QVERIFY(!bench.request(named(u"y"_s)).stopAskedAt);
    if (state == RequestState::Settled && !reply)
        QCOMPARE(bench.replyNotice(named(u"x"_s)), toString(NoticeId::FailedStopped));
    else
        QVERIFY(bench.reply(named(u"x"_s)) == reply);
    QVERIFY(!bench.stopNow(RequestId(u"nobody"_s)));
}

void TestTurnUnits::receive_data()
{
    QTest::addColumn<QList<DeliveryState>>("outcomes"); // of three parts
    QTest::addColumn<ReplyView::State>("reply");
    QTest::addColumn<QStringList>("side");

    using enum DeliveryState;
    using Reply = ReplyView::State;
    const QStringList missing{toString(NoticeId::DeliveryPartsMissing)};
    QTest::newRow("B2 all sent") << QList{Sent, Sent, Sent} << Reply::Sent << QStringList();
    QTest::newRow("B2 one is still to come") << QList{Sent, Sent} << Reply::Owed << QStringList();
    QTest::newRow("B2 one is tried again")
        << QList{Sent, Sent, Intended} << Reply::Owed << QStringList();
    QTest::newRow("B5 one refused for good: partly, told")
        << QList{Sent, Refused, Sent} << Reply::Partly << missing;
    QTest::newRow("B5 two refused: told once")
        << QList{Refused, Refused, Sent} << Reply::Partly << missing;
    QTest::newRow("B2 one unknown: held")
        << QList{Sent, Unknown, Sent} << Reply::Unknown << QStringList();
    QTest::newRow("B7 the place is gone")
        << QList{Gone, Gone, Gone} << Reply::Gone << QStringList();
    QTest::newRow("B7 the place went in the middle")
        << QList{Sent, Gone, Gone} << Reply::Gone << QStringList();
}

void TestTurnUnits::receive()
{
    QFETCH(QList<DeliveryState>, outcomes);
    QFETCH(ReplyView::State, reply);
    QFETCH(QStringList, side);

    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s, u"mail"_s).request;
    QVERIFY(bench.bindNow(request));
    bench.answer(request, u"aabbcc"_s, {{0, {}, 0, 2}, {1, {}, 2, 4}, {2, {}, 4, 6}});
    const QList<DeliveryIntended> parts = bench.asked<DeliveryIntended>();
    for (qsizetype i = 0; i < outcomes.size(); ++i)
        bench.receiveNow(parts.at(i).key, outcomes.at(i));
    QVERIFY(bench.reply(request)->state == reply);
    QCOMPARE(bench.sideNotices(request), side);
    bench.receiveNow(DeliveryKey(u"nobody's"_s), DeliveryState::Sent);
    QVERIFY(bench.actions().isEmpty());
}

void TestTurnUnits::partsMissingAreToldOnce()
{
    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s, u"mail"_s).request;
    QVERIFY(bench.bindNow(request));
    bench.answer(request, u"aabb"_s, {{0, {}, 0, 2}, {1, {}, 2, 4}});
    const QList<DeliveryIntended> parts = bench.asked<DeliveryIntended>();
    bench.receiveNow(parts.at(0).key, DeliveryState::Refused);
    bench.receiveNow(parts.at(1).key, DeliveryState::Sent);
    const QList<DeliveryIntended> told = bench.asked<DeliveryIntended>();
    QCOMPARE(told.size(), 1);
    QCOMPARE(told.first().notice->arguments.value("sent"_L1).toInt(), 1);
    QCOMPARE(told.first().notice->arguments.value("parts"_L1).toInt(), 2);
    // The side message has an outcome of its own, which is not the reply's.
    bench.receiveNow(told.first().key, DeliveryState::Sent);
    QVERIFY(bench.reply(request)->state == ReplyView::State::Partly);
}

void TestTurnUnits::outcomeIsNotUndone()
{
    LedgerBench bench;
    const RequestId request = bench.say(u"question"_s, u"mail"_s).request;
    QVERIFY(bench.bindNow(request));
    bench.answer(request, u"answer"_s);
    const DeliveryKey key = bench.asked<DeliveryIntended>().first().key;
    bench.receiveNow(key, DeliveryState::Sent);
    // A unit that could not be committed is posted again, and may come late.
    bench.receiveNow(key, DeliveryState::Intended);
    QVERIFY(bench.deliveries(request, DeliveryPurpose::Reply).first().state == DeliveryState::Sent);
    bench.receiveNow(key, DeliveryState::Unknown);
    QVERIFY(bench.reply(request)->state == ReplyView::State::Sent);
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestTurnUnits)
#include "tst_turn_units.moc"
