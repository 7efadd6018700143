// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/admit.h"
#include "ledger_bench.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What time does, and the owner: expiry, prune, deletion, grants.
class TestUpkeep : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void expire_data();
    void expire();
    void waitEndsThoughEveryDayHasARestart();
    void expiryGoesOnWithTheNext();
    void longQueueEndsInOneUnit_data();
    void longQueueEndsInOneUnit();
    void pruneKeeps_data();
    void pruneKeeps();
    void pruneKeepsWhatIsOwed_data();
    void pruneKeepsWhatIsOwed();
    void pruneKeepsThatAThreadWasUsed_data();
    void pruneKeepsThatAThreadWasUsed();
    void pruneForgetsADialogueThatIsClosed();
    void pruneForgets();
    void mayDeliver_data();
    void mayDeliver();
    void pruneGoesByStepsUntilNothingIsLeft();
    void deleteEmptiesTexts();
    void deleteWithARunningRequest_data();
    void deleteWithARunningRequest();
    void deletedPlaceBeginsAnew();
    void ordersOnAPlace_data();
    void ordersOnAPlace();
    void grantsFollowTheSettings();
};

void TestUpkeep::expire_data()
{
    QTest::addColumn<SetUp>("play"); // "x" is the request that is looked at
    QTest::addColumn<QString>("notice"); // its reply; empty: it is still open

    const QString expired = toString(NoticeId::RefusedExpired);
    const QString waited = toString(NoticeId::RefusedWaitedTooLong);
    const SetUp queued = [](LedgerBench &bench) {
        bench.sayAndBind(u"runs"_s, u"page"_s);
        bench.say(u"x"_s);
    };
    const SetUp queuedBehindAWait = [](LedgerBench &bench) {
        bench.waitFor(bench.sayAndBind(u"waits"_s, u"page"_s), RequestView::WaitsFor::Thread);
        bench.say(u"x"_s);
    };
    const SetUp waiting = [](LedgerBench &bench) {
        bench.waitFor(bench.sayAndBind(u"x"_s, u"page"_s), RequestView::WaitsFor::Provider);
    };
    const auto then = [](const SetUp &first, const SetUp &second) -> SetUp {
        return [first, second](LedgerBench &bench) {
            first(bench);
            second(bench);
        };
    };
    const auto passes = [](std::chrono::milliseconds time) -> SetUp {
        return [time](LedgerBench &bench) {
            bench.pass(time);
        };
    };
    const auto jumps = [](std::chrono::milliseconds time) -> SetUp {
        return [time](LedgerBench &bench) {
            bench.moment.now += time.count();
        };
    };

    QTest::newRow("A6 queued for a day less a minute: it stays")
        << then(queued, passes(24h - 1min)) << QString();
    QTest::newRow("A6 queued for more than a day: expired")
        << then(queued, passes(24h + 1min)) << expired;
    QTest::newRow("A6 the wall clock jumps on two days in this boot: nothing happened")
        << then(queued, jumps(48h)) << QString();
    QTest::newRow("A6 the wall clock jumped, then a day really passes: expired")
        << then(then(queued, jumps(48h)), passes(24h + 1min)) << expired;
    QTest::newRow("A6 the wall clock jumped back, then a day really passes: expired")
        << then(then(queued, jumps(-48h)), passes(24h + 1min)) << expired;
    QTest::newRow("A6 age stands still while the head waits")
        << then(queuedBehindAWait, passes(48h)) << QString();
    const SetUp headRuns = [](LedgerBench &bench) {
        bench.resumeNow(bench.head(u"page"_s));
    };
    const SetUp headWaits = [](LedgerBench &bench) {
        bench.waitFor(bench.head(u"page"_s), RequestView::WaitsFor::Provider);
    };
    const SetUp waitAmidTheDay =
        then(then(then(queued, passes(12h)), then(headWaits, passes(48h))), headRuns);
    QTest::newRow("A6 behind the head's wait its age goes on, less a minute: it stays")
        << then(waitAmidTheDay, passes(12h - 1min)) << QString();
    QTest::newRow("A6 behind the head's wait its age goes on, it does not begin anew: expired")
        << then(waitAmidTheDay, passes(12h + 1min)) << expired;
    QTest::newRow("A6 two waits of the head are not counted twice: expired") << then(
        then(then(waitAmidTheDay, headWaits), passes(1h)), then(headRuns, passes(12h + 1min)))
                                                                             << expired;
    QTest::newRow("A6 a wait of seven days goes on") << then(waiting, passes(7 * 24h)) << QString();
    QTest::newRow("A6 a wait ends after eight days")
        << then(waiting, passes(8 * 24h + 1min)) << waited;
    QTest::newRow("A6 a wait does not end by a jump of the wall clock")
        << then(waiting, jumps(9 * 24h)) << QString();
    QTest::newRow("A6 a wait ends though the wall clock jumped back")
        << then(then(waiting, jumps(-9 * 24h)), passes(8 * 24h + 1min)) << waited;
    QTest::newRow("A6 a running one is the limits' of its turn")
        << then([](LedgerBench &bench) { bench.sayAndBind(u"x"_s, u"page"_s); }, passes(30 * 24h))
        << QString();
}

void TestUpkeep::expire()
{
    QFETCH(SetUp, play);
    QFETCH(QString, notice);
    LedgerBench bench;
    play(bench);
    bench.unit([](Transaction &transaction, UnitContext &context) {
        hostline::expire(transaction, context);
    });
    const RequestId request(bench.text(u"select id from requests where body = 'x'"_s));
    QCOMPARE(bench.replyNotice(request), notice);
    QCOMPARE(bench.request(request).state == RequestState::Settled, !notice.isEmpty());
}

void TestUpkeep::waitEndsThoughEveryDayHasARestart()
{
    LedgerBench bench;
    const RequestId request = bench.sayAndBind(u"x"_s, u"page"_s);
    for (int day = 0; day < 9; ++day) {
        bench.waitFor(request, RequestView::WaitsFor::Provider);
        bench.pass(24h);
        bench.restart();
    }
    bench.waitFor(request, RequestView::WaitsFor::Provider);
    bench.unit([](Transaction &transaction, UnitContext &context) {
        hostline::expire(transaction, context);
    });
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::RefusedWaitedTooLong));
}

void TestUpkeep::expiryGoesOnWithTheNext()
{
    LedgerBench bench;
    const RequestId head = bench.sayAndBind(u"waits"_s, u"page"_s);
    const RequestId next = bench.say(u"next"_s).request;
    bench.waitFor(head, RequestView::WaitsFor::Provider);
    bench.pass(8 * 24h + 1min);
    bench.unit([](Transaction &transaction, UnitContext &context) {
        hostline::expire(transaction, context);
    });
    QCOMPARE(bench.replyNotice(head), toString(NoticeId::RefusedWaitedTooLong));
    // Its age stood still while the head waited.
    QVERIFY(bench.request(next).state == RequestState::Running);
    QVERIFY(bench.asked<ClaimedRequest>().first().request == next);
}

void TestUpkeep::longQueueEndsInOneUnit_data()
{
    QTest::addColumn<SetUp>("play"); // what ends the whole queue at the end of its head
    QTest::addColumn<QString>("failure");
    QTest::newRow("all are too old")
        << SetUp([](LedgerBench &bench) { bench.pass(25h); }) << u"expired"_s;
    QTest::newRow("the grant is gone")
        << SetUp([](LedgerBench &bench) { bench.grant({}); }) << u"not_allowed"_s;
}

void TestUpkeep::longQueueEndsInOneUnit()
{
    QFETCH(SetUp, play);
    QFETCH(QString, failure);
    constexpr int longest = 3'000;
    LedgerBench bench(false);
    bench.policy.limits.queued = longest;
    const RequestId head = bench.sayAndBind(u"head"_s, u"page"_s);
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        for (int i = 0; i < longest; ++i)
            static_cast<void>(
                hostline::admit(transaction, context, bench.message(u"x"_s, u"page"_s)));
    });
    QCOMPARE(bench.number(u"select count(*) from requests where state = 'queued'"_s), longest);
    play(bench);
    bench.fail(head, FailureKind::Internal);
    QCOMPARE(bench.number(u"select count(*) from requests where failure = ?"_s, {failure}),
             longest);
}

void TestUpkeep::pruneKeeps_data()
{
    QTest::addColumn<qint64>("retentionDays");
    QTest::addColumn<int>("days");
    QTest::addColumn<bool>("kept");
    QTest::newRow("younger than the retention") << qint64(90) << 89 << true;
    QTest::newRow("older than the retention") << qint64(90) << 91 << false;
    QTest::newRow("A2 a short retention keeps identities for seven days") << qint64(1) << 6 << true;
    QTest::newRow("A2 and no longer") << qint64(1) << 8 << false;
}

void TestUpkeep::pruneKeeps()
{
    QFETCH(qint64, retentionDays);
    QFETCH(int, days);
    QFETCH(bool, kept);
    LedgerBench bench;
    bench.policy.retentionMs = retentionDays * 86'400'000;
    const RequestId request = bench.sayAndBind(u"question"_s, u"page"_s);
    bench.answer(request, u"answer"_s);
    bench.pass(days * 24h);
    Pruned pruned;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        pruned = prune(transaction, context);
    });
    QCOMPARE(pruned.requests, kept ? 0 : 1);
    QCOMPARE(bench.number(u"select count(*) from messages"_s), kept ? 1 : 0);
    // An open dialogue keeps its transcript and its thread.
    QCOMPARE(bench.transcript(bench.openAt(u"page"_s)->id).size(), 2);
    QCOMPARE(bench.number(u"select count(*) from bindings"_s), 1);
    QVERIFY(bench.say(u"another"_s).state == RequestState::Running);
}

void TestUpkeep::pruneKeepsWhatIsOwed_data()
{
    QTest::addColumn<DeliveryState>("state"); // of the reply's delivery
    QTest::addColumn<bool>("kept");
    QTest::newRow("B1 a reply that is still owed stays") << DeliveryState::Intended << true;
    QTest::newRow("B2 a reply in doubt stays") << DeliveryState::Unknown << true;
    QTest::newRow("a sent one goes") << DeliveryState::Sent << false;
    QTest::newRow("a withheld one goes") << DeliveryState::Withheld << false;
    QTest::newRow("B7 one whose place is gone goes") << DeliveryState::Gone << false;
}

void TestUpkeep::pruneKeepsWhatIsOwed()
{
    QFETCH(DeliveryState, state);
    QFETCH(bool, kept);
    LedgerBench bench;
    const RequestId request = bench.sayAndBind(u"question"_s, u"mail"_s);
    bench.answer(request, u"answer"_s);
    bench.receiveNow(bench.asked<DeliveryIntended>().first().key, state);
    bench.pass(100 * 24h);
    Pruned pruned;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        pruned = prune(transaction, context);
    });
    QCOMPARE(pruned.requests, kept ? 0 : 1);
    QCOMPARE(bench.reply(request).has_value(), kept);
}

void TestUpkeep::mayDeliver_data()
{
    QTest::addColumn<SetUp>("play"); // behind the intention
    QTest::addColumn<bool>("may");
    QTest::addColumn<QString>("state"); // of the reply
    QTest::newRow("B4 granted") << SetUp([](LedgerBench &) {}) << true << u"owed"_s;
    QTest::newRow("B4 the grant is gone: withheld")
        << SetUp([](LedgerBench &bench) { bench.grant({}); }) << false << u"withheld"_s;
    QTest::newRow("B7 its place was deleted: withheld") << SetUp([](LedgerBench &bench) {
        bench.unit([](Transaction &transaction, UnitContext &context) {
            QVERIFY(deletePlace(transaction, context, LedgerBench::place(u"mail"_s)));
        });
    }) << false << u"withheld"_s;
    QTest::newRow("B2 it was sent meanwhile") << SetUp([](LedgerBench &bench) {
        bench.receiveNow(DeliveryKey(bench.text(u"select delivery_key from deliveries"_s)),
                         DeliveryState::Sent);
    }) << false << u"sent"_s;
}

void TestUpkeep::mayDeliver()
{
    QFETCH(SetUp, play);
    QFETCH(bool, may);
    QFETCH(QString, state);
    LedgerBench bench;
    const RequestId request = bench.sayAndBind(u"question"_s, u"mail"_s);
    bench.answer(request, u"answer"_s);
    const DeliveryKey key = bench.asked<DeliveryIntended>().first().key;
    play(bench);
    bool answer = !may;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        answer = hostline::mayDeliver(transaction, context, key);
    });
    QCOMPARE(answer, may);
    QCOMPARE(toString(bench.reply(request)->state), state);
}

void TestUpkeep::pruneKeepsThatAThreadWasUsed_data()
{
    QTest::addColumn<SetUp>("play"); // the thread's only turn
    QTest::addColumn<int>("pruned"); // requests
    QTest::addColumn<bool>("first"); // the next turn counts as the thread's first
    QTest::newRow("C3 answered: the thread is known to hold it") << SetUp([](LedgerBench &bench) {
        bench.answer(bench.sayAndBind(u"question"_s, u"page"_s), u"answer"_s);
    }) << 1 << false;
    QTest::newRow("C3 failed without the host's name of it: the turn alone tells, and stays")
        << SetUp([](LedgerBench &bench) {
               bench.fail(bench.sayAndBind(u"question"_s, u"page"_s), FailureKind::Restarted);
           })
        << 0 << false;
    QTest::newRow("C3 failed so, and a later one was answered: both go")
        << SetUp([](LedgerBench &bench) {
               bench.fail(bench.sayAndBind(u"question"_s, u"page"_s), FailureKind::Restarted);
               bench.answer(bench.say(u"another"_s).request, u"answer"_s);
           })
        << 2 << false;
    QTest::newRow("C3 never sent: the thread is as new") << SetUp([](LedgerBench &bench) {
        const RequestId request = bench.sayAndBind(u"question"_s, u"page"_s);
        bench.waitFor(request, RequestView::WaitsFor::Provider);
        bench.stopNow(request);
    }) << 1 << true;
}

void TestUpkeep::pruneKeepsThatAThreadWasUsed()
{
    QFETCH(SetUp, play);
    QFETCH(int, pruned);
    QFETCH(bool, first);
    LedgerBench bench;
    play(bench);
    bench.pass(100 * 24h);
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        QCOMPARE(prune(transaction, context).requests, pruned);
    });
    bench.say(u"after the pruning"_s);
    const QList<ClaimedRequest> claims = bench.asked<ClaimedRequest>();
    QCOMPARE(claims.size(), 1);
    QVERIFY(!claims.first().binding.isNull());
    QCOMPARE(claims.first().firstOfThread, first);
}

void TestUpkeep::pruneForgetsADialogueThatIsClosed()
{
    // K6: whether its thread was used matters to nobody any more.
    LedgerBench bench;
    bench.fail(bench.sayAndBind(u"question"_s, u"page"_s), FailureKind::Restarted);
    bench.say(u"/close"_s);
    bench.pass(100 * 24h);
    bench.unit([](Transaction &transaction, UnitContext &context) {
        const Pruned pruned = prune(transaction, context);
        QCOMPARE(pruned.requests, 2);
        QCOMPARE(pruned.conversations, 1);
    });
    for (const QString &table : {u"requests"_s, u"transcript"_s, u"bindings"_s, u"turns"_s})
        QCOMPARE(bench.number(u"select count(*) from "_s + table), 0);
}

void TestUpkeep::pruneForgets()
{
    LedgerBench bench;
    const RequestId done = bench.sayAndBind(u"question"_s, u"mail"_s);
    bench.answer(done, u"answer"_s);
    bench.receiveNow(bench.asked<DeliveryIntended>().first().key, DeliveryState::Sent);
    const QList<QString> said{u"/close"_s, u"/help"_s};
    for (const QString &text : said) {
        bench.say(text, u"mail"_s);
        bench.receiveNow(bench.asked<DeliveryIntended>().first().key, DeliveryState::Sent);
    }
    const RequestId open = bench.sayAndBind(u"still open"_s, u"mail"_s);
    bench.pass(100 * 24h);
    const auto step = [&bench] {
        Pruned pruned;
        bench.unit([&](Transaction &transaction, UnitContext &context) {
            pruned = prune(transaction, context);
        });
        return pruned;
    };
    const Pruned first = step();
    QCOMPARE(first.requests, 3);
    QCOMPARE(first.conversations, 1);
    QCOMPARE(step().requests, 0);
    for (const QString &table :
         {u"requests"_s, u"messages"_s, u"conversations"_s, u"turns"_s, u"bindings"_s})
        QCOMPARE(bench.number(u"select count(*) from "_s + table), 1);
    for (const QString &table : {u"replies"_s, u"deliveries"_s, u"spends"_s})
        QCOMPARE(bench.number(u"select count(*) from "_s + table), 0);
    QVERIFY(bench.request(open).state == RequestState::Running);
}

void TestUpkeep::pruneGoesByStepsUntilNothingIsLeft()
{
    LedgerBench bench;
    bench.checks = false; // too many commits for that
    for (int i = 0; i < 1'200; ++i)
        bench.say(u"/help"_s);
    bench.checks = true;
    bench.pass(100 * 24h);
    int pruned = 0;
    int steps = 0;
    while (true) {
        Pruned step;
        bench.unit([&](Transaction &transaction, UnitContext &context) {
            step = prune(transaction, context);
        });
        if (step.requests + step.conversations == 0)
            break;
        QVERIFY(step.requests <= 500);
        pruned += step.requests;
        QVERIFY(++steps < 10);
    }
    QCOMPARE(pruned, 1'200);
}

void TestUpkeep::deleteEmptiesTexts()
{
    LedgerBench bench;
    const RequestId runs = bench.sayAndBind(u"a secret question"_s, u"page"_s);
    bench.say(u"another secret"_s);
    bench.say(u"/queue"_s);
    bench.answer(runs, u"a secret answer"_s);
    bench.fail(bench.head(u"page"_s), FailureKind::Internal);
    bench.unit([](Transaction &transaction, UnitContext &context) {
        QVERIFY(deletePlace(transaction, context, LedgerBench::place(u"page"_s)).ok());
    });
    const QStringList columns{u"select body from requests"_s,
                              u"select body || arguments || marks from replies"_s,
                              u"select arguments from deliveries"_s,
                              u"select body from transcript"_s,
                              u"select title from conversations"_s};
    for (const QString &column : columns) {
        const QString all =
            bench.text(u"select group_concat(t) from (select * from ("_s
                       + QString(column).replace(u" from"_s, u" as t from"_s) + u"))"_s);
        QVERIFY2(!all.contains(u"secret"_s), qPrintable(column));
    }
    // Identities stay.
    QCOMPARE(bench.number(u"select count(*) from messages"_s), 3);
}

void TestUpkeep::deleteWithARunningRequest_data()
{
    QTest::addColumn<QString>("channel");
    QTest::addColumn<bool>("answered"); // before the stop took hold
    QTest::newRow("stopped, read from the store") << u"page"_s << false;
    QTest::newRow("answered all the same, read from the store") << u"page"_s << true;
    QTest::newRow("stopped, delivered") << u"mail"_s << false;
    QTest::newRow("answered all the same, delivered: an empty text is nothing to send")
        << u"mail"_s << true;
}

void TestUpkeep::deleteWithARunningRequest()
{
    QFETCH(QString, channel);
    QFETCH(bool, answered);
    LedgerBench bench;
    const RequestId request = bench.sayAndBind(u"secret"_s, channel);
    const RequestId queued = bench.say(u"queued"_s, channel).request;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        QVERIFY(deletePlace(transaction, context, LedgerBench::place(channel)).ok());
    });
    QCOMPARE(bench.asked<StopAsked>().size(), 1);
    QVERIFY(bench.request(queued).state == RequestState::Settled);
    QVERIFY(bench.request(request).state == RequestState::Running);
    if (answered)
        bench.answer(request, u"secret answer"_s);
    else
        bench.fail(request, FailureKind::Stopped);
    QVERIFY(bench.request(request).state == RequestState::Settled);
    QCOMPARE(bench.reply(request)->body, QString());
    QCOMPARE(bench.number(u"select count(*) from transcript"_s), 0);
    const QList<DeliveryIntended> sends = bench.asked<DeliveryIntended>();
    for (const DeliveryIntended &send : sends)
        QVERIFY(send.notice.has_value());
}

void TestUpkeep::deletedPlaceBeginsAnew()
{
    LedgerBench bench;
    bench.answer(bench.sayAndBind(u"question"_s, u"page"_s), u"answer"_s);
    bench.say(u"/lang zh"_s);
    bench.unit([](Transaction &transaction, UnitContext &context) {
        QVERIFY(deletePlace(transaction, context, LedgerBench::place(u"page"_s)).ok());
    });
    bench.unit([](Transaction &transaction, UnitContext &context) {
        QVERIFY(!deletePlace(transaction, context, LedgerBench::place(u"page"_s)).ok());
    });
    const RequestId fresh = bench.say(u"fresh"_s).request;
    QVERIFY(bench.asked<ClaimedRequest>().first().binding.isNull());
    const ConversationRow conversation = bench.openAt(u"page"_s).value();
    QCOMPARE(conversation.title, u"fresh"_s);
    QCOMPARE(conversation.language, u"auto"_s);
    QCOMPARE(bench.transcript(conversation.id), QStringList{u"user: fresh"_s});
    QVERIFY(bench.request(fresh).state == RequestState::Running);
}

void TestUpkeep::ordersOnAPlace_data()
{
    QTest::addColumn<QString>("order");
    QTest::addColumn<bool>("there");
    QTest::addColumn<bool>("done");
    QTest::newRow("create where nothing is open") << u"create"_s << false << true;
    QTest::newRow("neg: create where one is open") << u"create"_s << true << false;
    QTest::newRow("rename") << u"rename"_s << true << true;
    QTest::newRow("neg: rename nothing") << u"rename"_s << false << false;
    QTest::newRow("language") << u"language"_s << true << true;
    QTest::newRow("neg: language of nothing") << u"language"_s << false << false;
    QTest::newRow("neg: a language that we do not speak") << u"fr"_s << true << false;
    QTest::newRow("close") << u"close"_s << true << true;
    QTest::newRow("neg: close nothing") << u"close"_s << false << false;
    QTest::newRow("delete") << u"delete"_s << true << true;
    QTest::newRow("neg: delete nothing") << u"delete"_s << false << false;
}

void TestUpkeep::ordersOnAPlace()
{
    QFETCH(QString, order);
    QFETCH(bool, there);
    QFETCH(bool, done);
    LedgerBench bench;
    if (there)
        bench.say(u"question"_s);
    bool ok = false;
    const auto play = [&](Transaction &transaction, UnitContext &context) {
        const Place place = LedgerBench::place(u"page"_s);
        if (order == "create"_L1)
            ok = createConversation(transaction, context, place, u"title"_s).ok();
        else if (order == "rename"_L1)
            ok = renameConversation(transaction, context, place, u"title"_s).ok();
        else if (order == "language"_L1)
            ok = setConversationLanguage(transaction, context, place, u"zh"_s).ok();
        else if (order == "fr"_L1)
            ok = setConversationLanguage(transaction, context, place, u"fr"_s).ok();
        else if (order == "close"_L1)
            ok = closePlace(transaction, context, place).ok();
        else
            ok = deletePlace(transaction, context, place).ok();
    };
    bench.unit(play);
    QCOMPARE(ok, done);
    QCOMPARE(!bench.asked<Change>().isEmpty(), done);
    if (order == "close"_L1 && done) {
        // Closed already: done, and nothing happens.
        bench.unit(play);
        QVERIFY(ok);
        QVERIFY(bench.actions().isEmpty());
    }
    if (order == "create"_L1 && done) {
        // A9, A12: what is said there then has the grant's workspace and the title that was given.
        bench.say(u"question"_s);
        QCOMPARE(bench.openAt(u"page"_s)->title, u"title"_s);
        // Name and language of a place outlive its conversations, unless another name is given.
        bench.say(u"/lang zh"_s);
        for (const auto &[given, title] :
             {std::pair(u""_s, u"title"_s), {u"other"_s, u"other"_s}}) {
            bench.say(u"/close"_s);
            bench.unit([&, given = given](Transaction &transaction, UnitContext &context) {
                const Place place = LedgerBench::place(u"page"_s);
                ok = createConversation(transaction, context, place, given).ok();
            });
            QVERIFY(ok);
            QCOMPARE(bench.openAt(u"page"_s)->title, title);
            QCOMPARE(bench.openAt(u"page"_s)->language, u"zh"_s);
        }
    }
}

void TestUpkeep::grantsFollowTheSettings()
{
    LedgerBench bench;
    const auto live = [&bench] {
        return bench.number(u"select count(*) from grants where revoked_at is null"_s);
    };
    QCOMPARE(live(), 2);
    const QString before = bench.text(u"select group_concat(id) from grants"_s);
    bench.grant(LedgerBench::everybody()); // the same again: nothing changes
    QCOMPARE(bench.text(u"select group_concat(id) from grants"_s), before);
    GrantRow other = LedgerBench::everybody().first();
    other.access = Access::Write;
    bench.grant({other});
    QCOMPARE(live(), 1);
    QVERIFY(bench.say(u"hello"_s, u"mail"_s).result == Admission::Result::Refused);
    QVERIFY(bench.say(u"hello"_s, u"page"_s).result == Admission::Result::Created);
    bench.grant(LedgerBench::everybody());
    QCOMPARE(live(), 2);
    QCOMPARE(bench.number(u"select count(*) from grants"_s), 5);
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestUpkeep)
#include "tst_upkeep.moc"
