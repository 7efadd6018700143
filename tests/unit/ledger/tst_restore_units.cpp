// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/claim.h"
#include "ledger/restore.h"
#include "ledger/schema.h"
#include "ledger_bench.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// A thread that takes over a history, as rows (C4, C7, C10).
class TestRestoreUnits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void storesOfTheFirstSchemaGoOn();
    void publishedInOneCommit();
    void neg_data();
    void neg();
    void aFailureIsRemembered();
    void candidatesOfAnEarlierRun();
    void guardsBetweenPrefixes();
    void historySurvivesPruning();
    void grantsOfAWorkspace();

private:
    static RequestId migrating(LedgerBench &bench);
    static bool prepareNow(LedgerBench &bench, const RequestId &request, const QString &binding);
    static bool publishNow(LedgerBench &bench, const RequestId &request, const QString &binding);
    static HistoryPage page(LedgerBench &bench, const RequestId &request, const QString &binding);
};

/// One exchange in a thread of its own, then a question for another model.
RequestId TestRestoreUnits::migrating(LedgerBench &bench)
{
    const RequestId first = bench.sayAndBind(u"first"_s, u"page"_s);
    bench.answer(first, u"answer"_s);
    bench.say(u"/model big"_s);
    return bench.say(u"second"_s).request;
}

bool TestRestoreUnits::prepareNow(LedgerBench &bench,
                                  const RequestId &request,
                                  const QString &binding)
{
    bool prepared = false;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        prepared = prepare(transaction,
                           context,
                           {.request = request,
                            .binding = BindingId(binding),
                            .provider = u"agent"_s,
                            .model = u"big"_s,
                            .workspace = u"/srv/work"_s,
                            .access = Access::Read,
                            .nativeThread = u"native-"_s + binding});
    });
    return prepared;
}

bool TestRestoreUnits::publishNow(LedgerBench &bench,
                                  const RequestId &request,
                                  const QString &binding)
{
    bool published = false;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        published = publish(transaction, context, request, BindingId(binding));
    });
    return published;
}

HistoryPage
TestRestoreUnits::page(LedgerBench &bench, const RequestId &request, const QString &binding)
{
    return bench.read<HistoryPage>([&](Transaction &transaction) {
        return readHistory(
            transaction,
            bench.policy,
            {.request = request, .binding = BindingId(binding), .from = 0, .characters = 1000});
    });
}

void TestRestoreUnits::storesOfTheFirstSchemaGoOn()
{
    QTemporaryDir directory;
    const QString path = directory.filePath(u"hostline.sqlite"_s);
    {
        Store old({.path = path, .migrations = {ledgerMigrations().first()}});
        QVERIFY(!openNow(old));
        QVERIFY(
            postNow<bool>(old, [](Transaction &transaction) {
                transaction.execute(
                    u"insert into conversations (id, channel, account, peer, thread, title,"
                    " language, workspace, provider, next_seq, next_ordinal, created_at, "
                    "changed_at)"
                    " values ('c', 'page', '', 'room', '', 't', 'en', '', '', 2, 3, 1, 1)"_s);
                transaction.execute(
                    u"insert into bindings (id, conversation_id, provider, model, workspace,"
                    " access, native_thread, tail_turn, state, run_id, created_at) values"
                    " ('b', 'c', 'agent', '', '/srv/work', 'read', 'n', 'turn', 'published', 'r', 1)"_s);
                transaction.execute(
                    u"insert into transcript values ('c', 1, 'user', 'q', 'gone', 1)"_s);
                transaction.execute(
                    u"insert into transcript values ('c', 2, 'assistant', 'a', 'gone', 1)"_s);
                return true;
            }).ok());
        QVERIFY(closeNow(old));
    }
    LedgerBench bench(true, path);
    const RequestId request = bench.say(u"next"_s).request;
    QVERIFY(bench.liveTurn(request)->binding == BindingId(u"b"_s)); // as it was
    bench.answer(request, u"answer"_s);
    bench.say(u"/model big"_s);
    const RequestId other = bench.say(u"other"_s).request;
    QVERIFY(prepareNow(bench, other, u"x"_s));
    const QList<HistoryMessage> expected{{HistoryMessage::Role::User, u"q"_s},
                                         {HistoryMessage::Role::Assistant, u"a"_s},
                                         {HistoryMessage::Role::User, u"next"_s},
                                         {HistoryMessage::Role::Assistant, u"answer"_s}};
    QVERIFY(page(bench, other, u"x"_s).rows.messages == expected);
}

void TestRestoreUnits::publishedInOneCommit()
{
    LedgerBench bench;
    const RequestId request = migrating(bench);
    const ClaimedRequest claim = bench.asked<ClaimedRequest>().first();
    QVERIFY(claim.migrates && claim.hasHistory && claim.binding.isNull());
    QCOMPARE(claim.model, u"big"_s);
    QVERIFY(!bench.liveTurn(request));
    QVERIFY(prepareNow(bench, request, u"x"_s));
    QVERIFY(bench.actions().isEmpty());
    QVERIFY(!prepareNow(bench, request, u"y"_s)); // one at a time
    QVERIFY(publishNow(bench, request, u"x"_s));
    QVERIFY(bench.liveTurn(request)->binding == BindingId(u"x"_s));
    QCOMPARE(bench.asked<ThreadLeft>().size(), 1);
    QVERIFY(!bench.asked<ThreadLeft>().first().unfinished);
    QVERIFY(bench.asked<ClaimedRequest>().first().binding == BindingId(u"x"_s));
    QVERIFY(bench.sideNotices(request).isEmpty()); // it was wanted
    QVERIFY(!publishNow(bench, request, u"x"_s)); // once
    QCOMPARE(bench.number(u"select count(*) from bindings where state = 'retired'"_s), 1);
}

void TestRestoreUnits::neg_data()
{
    QTest::addColumn<SetUp>("before"); // the publishing
    QTest::addColumn<bool>("settled");
    QTest::newRow("C10: it was stopped")
        << SetUp([](LedgerBench &bench) { QVERIFY(bench.stopNow(bench.head(u"page"_s))); }) << true;
    QTest::newRow("C10: its grant is gone")
        << SetUp([](LedgerBench &bench) { bench.grant({}); }) << true;
    QTest::newRow("C10: another model is wanted by now")
        << SetUp([](LedgerBench &bench) { bench.say(u"/model huge"_s); }) << false;
    QTest::newRow("C10: the settings have another workspace") << SetUp([](LedgerBench &bench) {
        bench.policy.workspaces[u"default"_s].path = u"/srv/other"_s;
    }) << false;
    QTest::newRow("it failed meanwhile") << SetUp([](LedgerBench &bench) {
        bench.fail(bench.head(u"page"_s), FailureKind::Internal);
    }) << true;
}

void TestRestoreUnits::neg()
{
    QFETCH(SetUp, before);
    QFETCH(bool, settled);
    LedgerBench bench;
    const RequestId request = migrating(bench);
    QVERIFY(prepareNow(bench, request, u"x"_s));
    const QString published = bench.text(u"select id from bindings where state = 'published'"_s);
    before(bench);
    QVERIFY(!publishNow(bench, request, u"x"_s));
    QCOMPARE(bench.text(u"select state from bindings where id = 'x'"_s), u"abandoned"_s);
    QCOMPARE(bench.text(u"select id from bindings where state = 'published'"_s), published);
    QCOMPARE(bench.request(request).state == RequestState::Settled, settled);
    if (!settled)
        QVERIFY(bench.asked<ClaimedRequest>().first().migrates); // anew
}

void TestRestoreUnits::aFailureIsRemembered()
{
    LedgerBench bench;
    const RequestId request = migrating(bench);
    QVERIFY(prepareNow(bench, request, u"x"_s));
    const RequestId queued = bench.say(u"queued"_s).request;
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        ReplyDraft draft;
        draft.failure = Failure{FailureKind::ContextTooLarge, u"as the test says"_s, {}, {}};
        abandon(transaction,
                context,
                {.request = request, .binding = BindingId(u"x"_s), .draft = draft});
    });
    QVERIFY(bench.request(request).state == RequestState::Settled);
    // What waited behind it is told at once, and so is the next.
    QCOMPARE(bench.replyNotice(queued), toString(NoticeId::FailedNotRestored));
    QCOMPARE(bench.replyNotice(bench.say(u"next"_s).request),
             toString(NoticeId::FailedNotRestored));
    QCOMPARE(bench.number(u"select count(*) from bindings where state = 'published'"_s), 1);
    bench.pass(31min);
    QVERIFY(bench.request(bench.say(u"later"_s).request).state == RequestState::Running);
    QVERIFY(bench.asked<ClaimedRequest>().first().migrates);
}

void TestRestoreUnits::candidatesOfAnEarlierRun()
{
    LedgerBench bench;
    const RequestId request = migrating(bench);
    for (int run = 0; run < 3; ++run) {
        QVERIFY(bench.request(request).state == RequestState::Running);
        QVERIFY(prepareNow(bench, request, u"x%1"_s.arg(run)));
        bench.restart();
        const QList<ThreadLeft> left = bench.asked<ThreadLeft>();
        QCOMPARE(left.size(), 1);
        QVERIFY(left.first().unfinished);
        QCOMPARE(left.first().nativeThread, u"native-x%1"_s.arg(run));
    }
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedNotRestored));
    // The next question has its own three.
    QVERIFY(bench.request(bench.say(u"next"_s).request).state == RequestState::Running);
}

void TestRestoreUnits::guardsBetweenPrefixes()
{
    LedgerBench bench;
    const RequestId request = migrating(bench);
    QVERIFY(prepareNow(bench, request, u"x"_s));
    using Guard = HistoryPage::Guard;
    QVERIFY(page(bench, request, u"x"_s).guard == Guard::Passed);
    QVERIFY(page(bench, request, u"y"_s).guard == Guard::Stopped);
    bench.say(u"/model huge"_s);
    QVERIFY(page(bench, request, u"x"_s).guard == Guard::Changed);
    bench.say(u"/model big"_s);
    QVERIFY(page(bench, request, u"x"_s).guard == Guard::Passed);
    bench.grant({});
    QVERIFY(page(bench, request, u"x"_s).guard == Guard::Stopped);
    bench.grant(LedgerBench::everybody());
    QVERIFY(bench.stopNow(request));
    QVERIFY(page(bench, request, u"x"_s).guard == Guard::Stopped);
}

void TestRestoreUnits::historySurvivesPruning()
{
    LedgerBench bench;
    const RequestId first = bench.sayAndBind(u"first"_s, u"page"_s);
    bench.answer(first, u"answer"_s);
    bench.pass(400 * 24h);
    bench.unit([](Transaction &transaction, UnitContext &context) {
        static_cast<void>(prune(transaction, context));
    });
    QVERIFY(bench.request(first).id.isNull());
    bench.say(u"/model big"_s);
    const RequestId next = bench.say(u"next"_s).request;
    QVERIFY(prepareNow(bench, next, u"x"_s));
    const HistoryPage read = page(bench, next, u"x"_s);
    const QList<HistoryMessage> expected{{HistoryMessage::Role::User, u"first"_s},
                                         {HistoryMessage::Role::Assistant, u"answer"_s}};
    QVERIFY(read.rows.messages == expected);
    QCOMPARE(read.characters, 11);
}

void TestRestoreUnits::grantsOfAWorkspace()
{
    GrantRow site;
    site.channel = u"page"_s;
    site.workspace = u"site"_s;
    LedgerBench bench;
    bench.policy.workspaces.insert(u"site"_s, {u"/srv/site"_s, Access::Write});
    bench.grant({site});
    const auto answer = [&bench](const QString &text) {
        return bench.replyNotice(bench.say(text).request);
    };
    QCOMPARE(answer(u"/workspace default"_s), toString(NoticeId::CommandWorkspaceRefused));
    QCOMPARE(answer(u"/workspace site"_s), toString(NoticeId::CommandWorkspaceSet));
    bench.grant(LedgerBench::everybody());
    QCOMPARE(answer(u"/workspace default"_s), toString(NoticeId::CommandWorkspaceSet));
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestRestoreUnits)
#include "tst_restore_units.moc"
