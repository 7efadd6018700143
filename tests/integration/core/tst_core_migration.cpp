// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "core_bench.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Role = HistoryMessage::Role;
using Deed = std::function<void(CoreBench &)>;

namespace {

/// Two exchanges in one thread, with bytes that must stay as they are (C5).
struct Said
{
    CoreBench bench;
    QString thread;
    QList<HistoryMessage> history;

    bool begin()
    {
        bench.settings.workspaces.insert(
            u"other"_s, {u"other"_s, bench.directory.filePath(u"other"_s), Access::Write});
        if (!QDir().mkpath(bench.directory.filePath(u"other"_s)) || !bench.boot())
            return false;
        return say(u"  first\n\n\tline  "_s) && say(u"第二 \U0001F600"_s)
            && (thread = bench.record.turns().first().thread, true);
    }
    bool say(const QString &text)
    {
        const RequestId request = bench.ask(text).request;
        if (!soon([&] { return bench.isSettled(request); }))
            return false;
        history << HistoryMessage{Role::User, text}
                << HistoryMessage{Role::Assistant, bench.replyText(request)};
        return !bench.replyText(request).isEmpty();
    }
    [[nodiscard]] QString newest() const { return bench.record.turns().last().thread; }
    [[nodiscard]] FakeHistory &restorer() { return bench.provider->history(); }
    QString number(const QString &where)
    {
        QString text;
        bench.core->store.read<QString>(
            &bench,
            [where](Transaction &transaction) {
                return QString::number(
                    transaction.first(u"select count(*) from bindings where "_s + where)
                        ->integer(0));
            },
            [&text](Result<QString> result) { text = result.value(); });
        return soon([&text] { return !text.isEmpty(); }) ? text : u"?"_s;
    }
};

} // namespace

/// A conversation that goes to another thread with all that was said in it (C4-C8, C10, C12; H11, H12).
class TestCoreMigration : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void takesTheWholeHistory_data();
    void takesTheWholeHistory();
    void questionsThatWaitedAreInOrder();
    void severalPrefixes();
    void killed_data();
    void killed();
    void cutOffAgainAndAgain();
    void failure_data();
    void failure();
    void outOfTime();
    void aFailureIsNotRepeated();
    void stopActsAtOnce_data();
    void stopActsAtOnce();
    void settingsChangeBeginsAnew();
    void grantGoneBetweenPrefixes();
    void restartOfTheMachineAndALostThread();
    void effortGoesWithEachTurn();
    void commands();
};

void TestCoreMigration::takesTheWholeHistory_data()
{
    QTest::addColumn<Deed>("change");
    QTest::addColumn<bool>("rebuilt"); // and told so
    QTest::newRow("C4: another model")
        << Deed([](CoreBench &bench) { bench.ask(u"/model big"_s); }) << false;
    QTest::newRow("C4: another workspace")
        << Deed([](CoreBench &bench) { bench.ask(u"/workspace other"_s); }) << false;
    QTest::newRow("C4: the settings have another model") << Deed([](CoreBench &bench) {
        bench.settings.providers[u"agent"_s].values.insert(u"model"_s, u"big"_s);
        bench.core->apply(bench.settings);
    }) << false;
    QTest::newRow("C4, H11: the thread is lost, and found so at its opening")
        << Deed([](CoreBench &bench) {
               bench.record.forget(bench.record.turns().first().thread);
               QVERIFY(bench.reboot());
           })
        << true;
    QTest::newRow("C4, H11: the thread is lost while it is open") << Deed([](CoreBench &bench) {
        bench.provider->loseThread(bench.record.turns().first().thread);
    }) << true;
}

void TestCoreMigration::takesTheWholeHistory()
{
    QFETCH(Deed, change);
    QFETCH(bool, rebuilt);
    Said said;
    QVERIFY(said.begin());
    const QList<HistoryMessage> before = said.history;
    change(said.bench);
    const RequestId third = said.bench.ask(u"third"_s).request;
    QVERIFY(soon([&] { return said.bench.isSettled(third); }));
    QCOMPARE(said.bench.replyText(third), u"echo: third"_s);
    const QString thread = said.newest();
    QVERIFY(thread != said.thread);
    QVERIFY(said.bench.record.history(thread) == before);
    QCOMPARE(said.bench.notices(third).contains(toString(NoticeId::RequestContextRebuilt)),
             rebuilt);
    QCOMPARE(said.number(u"state = 'published'"_s), u"1"_s);
    QCOMPARE(said.number(u"state = 'retired'"_s), u"1"_s);
    // C6: the next one is asked in the same thread, nothing is restored again.
    QVERIFY(said.say(u"fourth"_s));
    QCOMPARE(said.newest(), thread);
    QVERIFY(said.bench.record.history(thread) == before);
    QCOMPARE(said.bench.record.turns().last().text, u"fourth"_s);
}

void TestCoreMigration::questionsThatWaitedAreInOrder()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId a = bench.ask(u"[[hang]] A"_s).request;
    const RequestId b = bench.ask(u"B"_s).request; // stored in front of A's answer
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    bench.provider->releaseAll();
    QVERIFY(soon([&] { return bench.isSettled(a) && bench.isSettled(b); }));
    bench.ask(u"/model big"_s);
    const RequestId c = bench.ask(u"C"_s).request;
    const RequestId d = bench.ask(u"D"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(c) && bench.isSettled(d); }));
    const QList<HistoryMessage> expected{{Role::User, u"[[hang]] A"_s},
                                         {Role::Assistant, u"echo: A"_s},
                                         {Role::User, u"B"_s},
                                         {Role::Assistant, u"echo: B"_s}};
    QVERIFY(bench.record.history(bench.record.turns().last().thread) == expected);
    QCOMPARE(bench.replyText(d), u"echo: D"_s);
}

void TestCoreMigration::severalPrefixes()
{
    Said said;
    QVERIFY(said.begin());
    for (int i = 0; i < 4; ++i)
        QVERIFY(said.say(QString(200, u'x')));
    const QList<HistoryMessage> before = said.history;
    said.restorer().setRoom(200, 200);
    said.bench.ask(u"/model big"_s);
    const RequestId next = said.bench.ask(u"next"_s).request;
    QVERIFY(soon([&] { return said.bench.isSettled(next); }));
    QCOMPARE(said.bench.replyText(next), u"echo: next"_s);
    const QList<HistoryPrefix> &prefixes = said.restorer().prefixes();
    QVERIFY(prefixes.size() > 2);
    for (qsizetype i = 0; i < prefixes.size(); ++i) {
        QCOMPARE(prefixes.at(i).ordinal, int(i));
        QCOMPARE(prefixes.at(i).last, i + 1 == prefixes.size());
    }
    QVERIFY(said.bench.record.history(said.newest()) == before);
    QCOMPARE(said.bench.notices(next), QStringList{toString(NoticeId::RequestRestoring)});
}

void TestCoreMigration::killed_data()
{
    QTest::addColumn<Deed>("until"); // the moment of the kill
    QTest::addColumn<bool>("published");
    QTest::newRow("C10: while a prefix is restored") << Deed([](CoreBench &bench) {
        QVERIFY(soon([&bench] { return bench.provider->history().isHanging(); }));
    }) << false;
    QTest::newRow("C10: behind the first, in front of the second") << Deed([](CoreBench &bench) {
        QVERIFY(soon([&bench] { return bench.provider->history().isHanging(); }));
        bench.provider->history().answerNow();
    }) << false;
    QTest::newRow("C6: published, and nothing more") << Deed([](CoreBench &bench) {
        QVERIFY(soon([&bench] { return bench.provider->history().isHanging(); }));
        bench.provider->history().answerNow(); // what was posted is committed
    }) << true;
    QTest::newRow("C6: published, the question not sent") << Deed([](CoreBench &bench) {
        bench.provider->setAsleep(true);
        QVERIFY(soon([&bench] { return bench.provider->history().isHanging(); }));
        bench.provider->history().answerNow();
        QVERIFY(soon([&bench] { return !bench.provider->liveTurns().isEmpty(); }));
    }) << true;
}

void TestCoreMigration::killed()
{
    QFETCH(Deed, until);
    QFETCH(bool, published);
    Said said;
    QVERIFY(said.begin());
    const QList<HistoryMessage> before = said.history;
    said.restorer().setFault(0, FakeHistory::Fault::Hang);
    if (QByteArray(QTest::currentDataTag()).contains("second"))
        said.restorer().setRoom(60, 60);
    said.bench.ask(u"/model big"_s);
    const RequestId next = said.bench.ask(u"next"_s).request;
    const RequestId behind = said.bench.ask(u"behind"_s).request;
    until(said.bench);
    QVERIFY(said.bench.reboot());
    QVERIFY(soon([&] { return said.bench.isSettled(next) && said.bench.isSettled(behind); }));
    QCOMPARE(said.bench.replyText(next), u"echo: next"_s);
    QCOMPARE(said.bench.replyText(behind), u"echo: behind"_s);
    QVERIFY(said.bench.record.history(said.newest()) == before); // each exactly once
    QCOMPARE(said.bench.turnsAsked(u"next"_s), 1);
    QCOMPARE(said.number(u"state = 'published'"_s), u"1"_s);
    QCOMPARE(said.number(u"state = 'preparing'"_s), u"0"_s);
    QCOMPARE(said.number(u"state = 'abandoned'"_s), published ? u"0"_s : u"1"_s);
    // The unfinished thread is dropped at its host, and never opened again.
    QCOMPARE(said.restorer().discarded().size(), published ? 0 : 1);
    if (!published)
        QVERIFY(said.restorer().discarded().first() != said.newest());
}

void TestCoreMigration::cutOffAgainAndAgain()
{
    // C10: three times at most, then its notice.
    Said said;
    QVERIFY(said.begin());
    said.bench.ask(u"/model big"_s);
    said.restorer().setFault(0, FakeHistory::Fault::Hang);
    const RequestId next = said.bench.ask(u"next"_s).request;
    for (int run = 0; run < 3; ++run) {
        QVERIFY(soon([&] { return said.restorer().isHanging(); }));
        said.bench.comesUp = false;
        QVERIFY(said.bench.reboot());
        said.restorer().setFault(0, FakeHistory::Fault::Hang);
        said.bench.provider->setComesUp(true);
    }
    QVERIFY(soon([&] { return said.bench.isSettled(next); }));
    QCOMPARE(said.bench.replyNotice(next), toString(NoticeId::FailedNotRestored));
    QCOMPARE(said.number(u"state = 'abandoned'"_s), u"3"_s);
    QCOMPARE(said.bench.turnsAsked(u"next"_s), 0);
}

void TestCoreMigration::failure_data()
{
    QTest::addColumn<FakeHistory::Fault>("fault");
    QTest::newRow("C7: refused") << FakeHistory::Fault::Refuse;
    QTest::newRow("C7: unknown") << FakeHistory::Fault::LoseAnswer;
}

void TestCoreMigration::failure()
{
    QFETCH(FakeHistory::Fault, fault);
    Said said;
    QVERIFY(said.begin());
    said.restorer().setFault(0, fault);
    said.bench.ask(u"/model big"_s);
    const RequestId next = said.bench.ask(u"next"_s).request;
    QVERIFY(soon([&] { return said.bench.isSettled(next); }));
    QCOMPARE(said.bench.replyNotice(next), toString(NoticeId::FailedNotRestored));
    said.bench.settle();
    QCOMPARE(said.restorer().prefixes().size(), 1); // nothing is tried again
    QCOMPARE(said.bench.turnsAsked(u"next"_s), 0);
    QCOMPARE(said.bench.provider->abandoned().size(), 1);
    QCOMPARE(said.number(u"state = 'published'"_s), u"1"_s);
    // C12: the binding before it is as it was.
    said.bench.ask(u"/model default"_s);
    QVERIFY(said.say(u"back"_s));
    QCOMPARE(said.newest(), said.thread);
    // And /new always works.
    said.bench.ask(u"/new"_s);
    QVERIFY(said.say(u"fresh"_s));
}

void TestCoreMigration::outOfTime()
{
    Said said;
    QVERIFY(said.begin());
    said.restorer().setFault(0, FakeHistory::Fault::Hang);
    said.bench.ask(u"/model big"_s);
    const RequestId next = said.bench.ask(u"next"_s).request;
    QVERIFY(soon([&] { return said.restorer().isHanging(); }));
    said.bench.advance(599s, 100s);
    QVERIFY(!said.bench.isSettled(next));
    said.bench.advance(2s);
    QVERIFY(soon([&] { return said.bench.isSettled(next); }));
    QCOMPARE(said.bench.replyNotice(next), toString(NoticeId::FailedNotRestored));
    QVERIFY(soon([&] { return said.bench.provider->abandoned().size() == 1; }));
    QCOMPARE(said.number(u"state = 'published'"_s), u"1"_s);
}

void TestCoreMigration::aFailureIsNotRepeated()
{
    Said said;
    QVERIFY(said.begin());
    said.restorer().setFault(0, FakeHistory::Fault::Refuse);
    said.bench.ask(u"/model big"_s);
    const RequestId first = said.bench.ask(u"one"_s).request;
    QVERIFY(soon([&] { return said.bench.isSettled(first); }));
    const RequestId second = said.bench.ask(u"two"_s).request;
    QVERIFY(soon([&] { return said.bench.isSettled(second); }));
    QCOMPARE(said.bench.replyNotice(second), toString(NoticeId::FailedNotRestored));
    QCOMPARE(said.restorer().prefixes().size(), 1);
    // After a while, or when the person chooses again.
    said.restorer().clearFaults();
    said.bench.ask(u"/model big"_s);
    QVERIFY(said.say(u"three"_s));
    QCOMPARE(said.restorer().prefixes().size(), 2);
}

void TestCoreMigration::stopActsAtOnce_data()
{
    QTest::addColumn<Deed>("end");
    QTest::newRow("C10: a stop") << Deed([](CoreBench &bench) { bench.ask(u"/stop"_s); });
    QTest::newRow("C10: a close") << Deed([](CoreBench &bench) { bench.ask(u"/close"_s); });
}

void TestCoreMigration::stopActsAtOnce()
{
    QFETCH(Deed, end);
    Said said;
    QVERIFY(said.begin());
    said.restorer().setFault(0, FakeHistory::Fault::Hang);
    said.bench.ask(u"/model big"_s);
    const RequestId next = said.bench.ask(u"next"_s).request;
    QVERIFY(soon([&] { return said.restorer().isHanging(); }));
    end(said.bench);
    QVERIFY(soon([&] { return said.bench.isSettled(next); }));
    QCOMPARE(said.bench.replyNotice(next), toString(NoticeId::FailedStopped));
    QVERIFY(soon([&] { return said.bench.provider->abandoned().size() == 1; }));
    QCOMPARE(said.number(u"state = 'preparing'"_s), u"0"_s);
    QCOMPARE(said.number(u"state = 'published'"_s), u"1"_s);
    QCOMPARE(said.bench.turnsAsked(u"next"_s), 0);
    // A stop is no failure of the restoration: the next question migrates.
    said.restorer().clearFaults();
    QVERIFY(said.say(u"after"_s));
}

void TestCoreMigration::settingsChangeBeginsAnew()
{
    Said said;
    QVERIFY(said.begin());
    const QList<HistoryMessage> before = said.history;
    said.restorer().setFault(0, FakeHistory::Fault::Hang);
    said.bench.ask(u"/workspace other"_s);
    const RequestId next = said.bench.ask(u"next"_s).request;
    QVERIFY(soon([&] { return said.restorer().isHanging(); }));
    said.restorer().clearFaults();
    said.bench.settings.providers[u"agent"_s].values.insert(u"model"_s, u"big"_s);
    said.bench.core->apply(said.bench.settings);
    QVERIFY(soon([&] { return said.bench.isSettled(next); }));
    QCOMPARE(said.bench.replyText(next), u"echo: next"_s);
    QCOMPARE(said.bench.provider->opened().last().model, u"big"_s);
    QVERIFY(said.bench.record.history(said.newest()) == before);
    QCOMPARE(said.number(u"state = 'abandoned'"_s), u"1"_s);
    // The candidate, and the thread before it.
    QCOMPARE(said.bench.provider->abandoned().size(), 2);
}

void TestCoreMigration::grantGoneBetweenPrefixes()
{
    Said said;
    QVERIFY(said.begin());
    said.restorer().setRoom(40, 40);
    said.restorer().setFault(0, FakeHistory::Fault::Hang);
    said.bench.ask(u"/model big"_s);
    const RequestId next = said.bench.ask(u"next"_s).request;
    QVERIFY(soon([&] { return said.restorer().isHanging(); }));
    said.bench.core->ledger.applyGrants({});
    QVERIFY(soon([&] { return said.bench.isSettled(next); })); // inside a prefix, too
    said.restorer().answerNow();
    said.bench.settle();
    const RequestView shown = said.bench.view(next);
    QCOMPARE(said.bench.replyNotice(next), toString(NoticeId::FailedStopped));
    QCOMPARE(shown.reply ? int(shown.reply->state) : -1, int(ReplyView::State::Withheld));
    QCOMPARE(said.restorer().prefixes().size(), 1);
    QCOMPARE(said.number(u"state = 'preparing'"_s), u"0"_s);
    QCOMPARE(said.bench.turnsAsked(u"next"_s), 0);
}

void TestCoreMigration::restartOfTheMachineAndALostThread()
{
    // Row 13: a turn that may have run is not asked again; the next question gets the whole history.
    Said said;
    QVERIFY(said.begin());
    const RequestId cut = said.bench.ask(u"[[hang]] cut"_s).request;
    QVERIFY(soon([&] { return !said.bench.liveTurn().isNull(); }));
    said.bench.kill();
    said.bench.record.forget(said.thread);
    QVERIFY(said.bench.boot());
    QVERIFY(soon([&] { return said.bench.isSettled(cut); }));
    QCOMPARE(said.bench.replyNotice(cut), toString(NoticeId::FailedRestarted));
    QList<HistoryMessage> expected = said.history;
    expected << HistoryMessage{Role::User, u"[[hang]] cut"_s};
    QVERIFY(said.say(u"next"_s));
    QVERIFY(said.bench.record.history(said.newest()) == expected);
}

void TestCoreMigration::effortGoesWithEachTurn()
{
    Said said;
    QVERIFY(said.begin());
    said.bench.ask(u"/effort high"_s);
    QVERIFY(said.say(u"next"_s));
    QCOMPARE(said.bench.provider->started().last().effort, u"high"_s);
    QCOMPARE(said.newest(), said.thread); // no reason for another thread
    said.bench.ask(u"/effort default"_s);
    QVERIFY(said.say(u"and next"_s));
    QCOMPARE(said.bench.provider->started().last().effort, QString());
}

void TestCoreMigration::commands()
{
    Said said;
    QVERIFY(said.begin());
    const auto answer = [&said](const QString &text) {
        return said.bench.replyNotice(said.bench.ask(text).request);
    };
    QCOMPARE(answer(u"/model"_s), toString(NoticeId::CommandModel));
    QCOMPARE(answer(u"/model big"_s), toString(NoticeId::CommandModelSet));
    QCOMPARE(answer(u"/model two words"_s), toString(NoticeId::CommandWrongUse));
    QCOMPARE(answer(u"/effort"_s), toString(NoticeId::CommandEffort));
    QCOMPARE(answer(u"/effort high"_s), toString(NoticeId::CommandEffortSet));
    QCOMPARE(answer(u"/effort 5"_s), toString(NoticeId::CommandWrongUse));
    QCOMPARE(answer(u"/workspace"_s), toString(NoticeId::CommandWorkspace));
    QCOMPARE(answer(u"/workspace other"_s), toString(NoticeId::CommandWorkspaceSet));
    QCOMPARE(answer(u"/workspace nowhere"_s), toString(NoticeId::CommandWorkspaceRefused));
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestCoreMigration)
#include "tst_core_migration.moc"
