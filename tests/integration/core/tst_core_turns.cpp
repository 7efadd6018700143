// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "core_bench.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Turns in one life of the core.
class TestCoreTurns : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void questionIsAnswered();
    void twoConversationsAtOnce();
    void queueIsAnsweredInOrder();
    void failureIsAReply_data();
    void failureIsAReply();
    void aTurnThatWasNotSentWaits();
    void aThreadThatWasTakenMeanwhileIsWaitedFor();
    void aWorkspaceThatIsGoneIsSaid();
    void stopOfAQueuedOne();
    void stopOfARunningOne();
    void stopBeforeTheThreadIsThere();
    void ignoredInterruptEndsTheHost();
    void lateTextIsNeverShown();
    void stopThenNewThenQuestion();
    void manyStatusEventsAndTheEndAtOnce();
    void idleLimit();
    void idleClockStandsWhileAToolRuns();
    void hardLimit();
    void answerBeatsTheStop();
    void fullStoreAcknowledgesNothing();
    void unitThatCanNeverBe_data();
    void unitThatCanNeverBe();
    void grantsAreTakenLater();
    void queueGoesOnBehindAClaimThatFailed();
    void nothingOvertakesAUnitThatIsPostedAgain();
};

void TestCoreTurns::questionIsAnswered()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const Admission admission = bench.ask(u"hello"_s);
    QVERIFY(admission.result == Admission::Result::Created);
    QVERIFY(soon([&] { return bench.isSettled(admission.request); }));
    QCOMPARE(bench.replyText(admission.request), u"echo: hello"_s);
    QVERIFY(!bench.texts().isEmpty());
    const qint64 commits = bench.core->store.counters().commits;
    // An ordinary turn: accept (with claim and intent) and outcome; its reply is read from the store.
    const Admission second = bench.ask(u"again"_s);
    QVERIFY(soon([&] { return bench.isSettled(second.request); }));
    QCOMPARE(bench.core->store.counters().commits, commits + 2);
    QCOMPARE(bench.provider->opened().size(), 1); // the thread stayed open
    QCOMPARE(bench.provider->recorded().size(), 2);
}

void TestCoreTurns::twoConversationsAtOnce()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId north = bench.ask(u"[[hang]] north"_s, u"north"_s).request;
    const RequestId south = bench.ask(u"[[hang]] south"_s, u"south"_s).request;
    QVERIFY(soon([&] { return bench.liveTurns().size() == 2; }));
    bench.provider->releaseAll();
    QVERIFY(soon([&] { return bench.isSettled(north) && bench.isSettled(south); }));
    QCOMPARE(bench.replyText(north), u"echo: north"_s);
    QCOMPARE(bench.replyText(south), u"echo: south"_s);
}

void TestCoreTurns::queueIsAnsweredInOrder()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId a = bench.ask(u"[[hang]] A"_s).request;
    const RequestId b = bench.ask(u"B"_s).request;
    const RequestId c = bench.ask(u"C"_s).request;
    QVERIFY(bench.view(b).position == 1);
    QVERIFY(bench.view(c).position == 2);
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    bench.provider->releaseAll();
    QVERIFY(soon([&] { return bench.isSettled(c); }));
    const QList<FakeRecord::Turn> &turns = bench.record.turns();
    QCOMPARE(turns.size(), 3);
    QVERIFY(turns.at(0).text.contains(u'A'));
    QVERIFY(turns.at(1).text.contains(u'B'));
    QVERIFY(turns.at(2).text.contains(u'C'));
    QVERIFY(bench.isSettled(a) && bench.isSettled(b));
}

void TestCoreTurns::failureIsAReply_data()
{
    QTest::addColumn<QString>("question");
    QTest::addColumn<QString>("notice");
    QTest::newRow("C14 signed out")
        << u"[[error signed_out]]"_s << toString(NoticeId::FailedSignedOut);
    QTest::newRow("C14 context") << u"[[error context_too_large]]"_s
                                 << toString(NoticeId::FailedContextTooLarge);
    QTest::newRow("C14 overloaded")
        << u"[[error overloaded]]"_s << toString(NoticeId::FailedOverloaded);
}

void TestCoreTurns::failureIsAReply()
{
    QFETCH(QString, question);
    QFETCH(QString, notice);
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(question).request;
    QVERIFY(soon([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyNotice(request), notice);
    const RequestId next = bench.ask(u"hello"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(next); }));
    QCOMPARE(bench.replyText(next), u"echo: hello"_s);
}

// C2: nothing has happened yet, so the question waits and is asked again.
void TestCoreTurns::aTurnThatWasNotSentWaits()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId first = bench.ask(u"first"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(first); })); // its thread is open now
    bench.provider->setAway(true);
    const RequestId second = bench.ask(u"second"_s).request;
    bench.settle();
    QVERIFY(bench.view(second).state == RequestState::Running);
    bench.advance(6s);
    QVERIFY(bench.waitsSoonFor(second, RequestView::WaitsFor::Provider));
    bench.provider->setAway(false);
    QVERIFY(bench.until([&] { return bench.isSettled(second); }));
    QCOMPARE(bench.replyText(second), u"echo: second"_s);
    QCOMPARE(bench.turnsAsked(u"second"_s), 1);
}

// C13: another process took the thread while the host had let go of it.
void TestCoreTurns::aThreadThatWasTakenMeanwhileIsWaitedFor()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId first = bench.ask(u"first"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(first); }));
    const QString native = bench.record.turns().last().thread;
    bench.provider->unload();
    bench.provider->setBusy(native, u"editor"_s);
    const RequestId second = bench.ask(u"second"_s).request;
    QVERIFY(bench.waitsSoonFor(second, RequestView::WaitsFor::Thread));
    bench.provider->setBusy(native, {});
    QVERIFY(bench.until([&] { return bench.isSettled(second); }));
    QCOMPARE(bench.replyText(second), u"echo: second"_s);
}

void TestCoreTurns::aWorkspaceThatIsGoneIsSaid()
{
    CoreBench bench;
    const QString folder = bench.directory.filePath(u"work"_s);
    bench.settings.workspaces[u"default"_s].path = folder;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"hello"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedInvalidConfiguration));
    QVERIFY(QDir().mkpath(folder));
    const RequestId again = bench.ask(u"hello again"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(again); }));
    QCOMPARE(bench.replyText(again), u"echo: hello again"_s);
}

void TestCoreTurns::stopOfAQueuedOne()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId a = bench.ask(u"[[hang]] A"_s).request;
    const RequestId b = bench.ask(u"B"_s).request;
    const RequestId c = bench.ask(u"C"_s).request;
    QVERIFY(bench.stop(b));
    QCOMPARE(bench.replyNotice(b), toString(NoticeId::FailedStopped));
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    bench.provider->releaseAll();
    QVERIFY(soon([&] { return bench.isSettled(c); }));
    QCOMPARE(bench.replyText(a), u"echo: A"_s);
    QCOMPARE(bench.replyText(c), u"echo: C"_s);
    QCOMPARE(bench.turnsAsked(u"B"_s), 0);
}

void TestCoreTurns::stopOfARunningOne()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId a = bench.ask(u"[[hang]] A"_s).request;
    const RequestId b = bench.ask(u"B"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    QVERIFY(bench.stop(a)); // answered while the turn may still be ending
    QVERIFY(soon([&] { return bench.isSettled(a) && bench.isSettled(b); }));
    QCOMPARE(bench.replyNotice(a), toString(NoticeId::FailedStopped));
    QCOMPARE(bench.replyText(b), u"echo: B"_s); // A10: never the successor
}

void TestCoreTurns::stopBeforeTheThreadIsThere()
{
    CoreBench bench;
    bench.comesUp = false;
    QVERIFY(bench.boot());
    const RequestId a = bench.ask(u"A"_s).request;
    QVERIFY(bench.waitsSoonFor(a, RequestView::WaitsFor::Provider));
    QVERIFY(bench.stop(a));
    QCOMPARE(bench.replyNotice(a), toString(NoticeId::FailedStopped));
    bench.provider->setComesUp(true);
    const RequestId b = bench.ask(u"B"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(b); }));
    QCOMPARE(bench.replyText(b), u"echo: B"_s);
    QCOMPARE(bench.turnsAsked(u"A"_s), 0);
}

void TestCoreTurns::ignoredInterruptEndsTheHost()
{
    // H04, A10: after 5 s the host is ended; its neighbours settle by D1.
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId deaf = bench.ask(u"[[hang]] [[deaf]] one"_s, u"north"_s).request;
    const RequestId neighbour = bench.ask(u"[[hang]] neighbour"_s, u"south"_s).request;
    QVERIFY(soon([&] { return bench.liveTurns().size() == 2; }));
    QVERIFY(bench.stop(deaf));
    bench.advance(4'500ms);
    QVERIFY(!bench.isSettled(deaf));
    QVERIFY(bench.view(deaf).stopping);
    bench.advance(1s);
    QVERIFY(soon([&] { return bench.isSettled(deaf); }));
    QCOMPARE(bench.replyNotice(deaf), toString(NoticeId::FailedStopped));
    // The host comes up again.
    QVERIFY(bench.until([&] { return bench.isSettled(neighbour); }));
    QCOMPARE(bench.replyNotice(neighbour), toString(NoticeId::FailedRestarted));
    QCOMPARE(bench.turnsAsked(u"neighbour"_s), 1);
    const RequestId next = bench.ask(u"hello"_s, u"north"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(next); }));
    QCOMPARE(bench.replyText(next), u"echo: hello"_s);
}

void TestCoreTurns::lateTextIsNeverShown()
{
    // B6
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"[[hang]] [[deaf]]"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    const TurnId turn = bench.liveTurn();
    bench.provider->say(turn, u"in time"_s);
    QVERIFY(bench.view(request).partial.has_value());
    QVERIFY(bench.stop(request));
    bench.settle();
    const qsizetype shown = bench.texts().size();
    for (int i = 0; i < 6; ++i) {
        bench.provider->say(turn, u"late"_s);
        bench.advance(1s);
    }
    QVERIFY(soon([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.texts().size(), shown);
    QVERIFY(!bench.view(request).partial);
}

void TestCoreTurns::stopThenNewThenQuestion()
{
    // H05
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId first = bench.ask(u"[[hang]] [[deaf]]"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    const TurnId turn = bench.liveTurn();
    QCOMPARE(bench.replyNotice(bench.ask(u"/stop"_s).request), toString(NoticeId::CommandStopping));
    QCOMPARE(bench.replyNotice(bench.ask(u"/new"_s).request),
             toString(NoticeId::CommandNewConversation));
    const RequestId second = bench.ask(u"fresh"_s).request;
    for (int i = 0; i < 6; ++i) {
        bench.provider->say(turn, u"late"_s);
        bench.advance(500ms);
    }
    QVERIFY(bench.until([&] { return bench.isSettled(first) && bench.isSettled(second); }));
    QCOMPARE(bench.replyText(second), u"echo: fresh"_s);
    for (const QString &text : bench.texts())
        QVERIFY2(!text.contains(u"late"_s), qPrintable(text));
}

void TestCoreTurns::manyStatusEventsAndTheEndAtOnce()
{
    // H03
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId first = bench.ask(u"[[hang]] first"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    const TurnId turn = bench.liveTurn();
    for (int i = 0; i < 60; ++i)
        Q_EMIT bench.provider->activityChanged(turn, {Activity::Kind::Tool, u"step %1"_s.arg(i)});
    bench.provider->release(turn);
    bench.provider->release(turn);
    const RequestId second = bench.ask(u"second"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(first) && bench.isSettled(second); }));
    QCOMPARE(bench.replyText(first), u"echo: first"_s);
    QCOMPARE(bench.replyText(second), u"echo: second"_s);
    QVERIFY(bench.core->dispatch.isIdle());
}

void TestCoreTurns::idleLimit()
{
    // C17
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"[[hang]]"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    bench.advance(179s, 20s);
    bench.provider->say(bench.liveTurn(), u"still here"_s);
    bench.advance(179s, 20s);
    QVERIFY(!bench.isSettled(request));
    bench.advance(2s);
    QVERIFY(soon([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedIdleTimeout));
}

void TestCoreTurns::idleClockStandsWhileAToolRuns()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"[[hang]]"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    Q_EMIT bench.provider->turnHeard(bench.liveTurn(), true);
    bench.advance(1h, 5min);
    QVERIFY(!bench.isSettled(request));
    Q_EMIT bench.provider->turnHeard(bench.liveTurn(), false);
    bench.advance(181s, 60s);
    QVERIFY(soon([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedIdleTimeout));
}

void TestCoreTurns::hardLimit()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"[[hang]]"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    for (int i = 0; i < 60; ++i) {
        bench.advance(119s, 119s);
        if (!bench.liveTurn().isNull())
            bench.provider->say(bench.liveTurn(), u"."_s);
    }
    QVERIFY(!bench.isSettled(request));
    bench.advance(2min, 30s);
    QVERIFY(soon([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedHardTimeout));
}

void TestCoreTurns::answerBeatsTheStop()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"[[hang]] [[deaf]] done"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    const TurnId turn = bench.liveTurn();
    QVERIFY(bench.stop(request));
    bench.provider->release(turn);
    bench.provider->release(turn);
    QVERIFY(soon([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyText(request), u"echo: done"_s);
}

void TestCoreTurns::fullStoreAcknowledgesNothing()
{
    // A4: no page more than there are now: the commit fails as on a full disk.
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId running = bench.ask(u"[[hang]] runs"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    bench.sql(u"pragma max_page_count = 1"_s); // sets it to what is used
    const QString large(200'000, u'x');
    const Admission refused = bench.ask(large, u"other"_s);
    QVERIFY(refused.result == Admission::Result::TryLater);
    QVERIFY(refused.request.isNull());
    QVERIFY(refused.failure->kind == FailureKind::StoreUnavailable);
    // The outcome of a turn is not lost: it is posted again until it is committed.
    bench.provider->release(bench.liveTurn());
    bench.advance(3s);
    bench.sql(u"pragma max_page_count = 1000000"_s);
    QVERIFY(bench.until([&] { return bench.isSettled(running); }));
    QCOMPARE(bench.replyText(running), u"echo: runs"_s);
    QVERIFY(bench.ask(large, u"other"_s).result == Admission::Result::Created);
}

void TestCoreTurns::unitThatCanNeverBe_data()
{
    QTest::addColumn<QString>("when"); // what the store refuses from then on
    QTest::addColumn<bool>("comesUp");
    QTest::newRow("B1 its thread cannot be bound") << u"insert on bindings"_s << true;
    QTest::newRow("B1 its answer cannot be recorded")
        << u"insert on transcript when new.role = 'assistant'"_s << true;
    QTest::newRow("B1 its wait cannot be recorded")
        << u"update on requests when new.state = 'waiting'"_s << false;
    QTest::newRow("B1 its successor cannot be claimed")
        << u"update on requests when new.state = 'running' and new.seq > 1"_s << true;
}

void TestCoreTurns::unitThatCanNeverBe()
{
    QFETCH(QString, when);
    QFETCH(bool, comesUp);
    CoreBench bench;
    bench.comesUp = comesUp;
    QVERIFY(bench.boot());
    bench.sql(u"create trigger mistake before "_s + when
              + u" begin select raise(abort, 'a mistake'); end"_s);
    const RequestId request = bench.ask(u"[[hang]] first"_s).request;
    const RequestId queued = bench.ask(u"queued"_s).request;
    QVERIFY(soon([&] {
        bench.provider->releaseAll();
        return bench.isSettled(request);
    }));
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedInternal));
    QVERIFY(bench.view(request).failure->kind == FailureKind::Internal);
    // Nobody behind it is stuck.
    bench.sql(u"drop trigger mistake"_s);
    bench.provider->setComesUp(true);
    const RequestId next = bench.ask(u"next"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(next); }));
    QCOMPARE(bench.replyText(next), u"echo: next"_s);
    QVERIFY(bench.isSettled(queued));
}

void TestCoreTurns::grantsAreTakenLater()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    bench.sql(u"create trigger mistake before update on grants begin select raise(abort, 'a "
              u"mistake'); end"_s);
    bench.core->ledger.applyGrants({});
    bench.settle();
    QVERIFY(bench.ask(u"A"_s).result == Admission::Result::Created);
    bench.sql(u"drop trigger mistake"_s);
    QVERIFY(bench.until([&] { return bench.ask(u"B"_s).result == Admission::Result::Refused; }));
}

void TestCoreTurns::queueGoesOnBehindAClaimThatFailed()
{
    // The head is ended without its successor, which cannot be claimed; as soon as it can be, it is, without a new message.
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId head = bench.ask(u"[[hang]] head"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    const RequestId next = bench.ask(u"next"_s).request;
    bench.sql(u"create trigger mistake before update on requests when new.body = 'next' "
              u"begin select raise(abort, 'a mistake'); end"_s);
    bench.provider->releaseAll();
    QVERIFY(soon([&] { return bench.isSettled(head); }));
    QVERIFY(bench.view(next).state == RequestState::Queued);
    bench.sql(u"drop trigger mistake"_s);
    QVERIFY(bench.until([&] { return bench.isSettled(next); }));
    QCOMPARE(bench.replyText(next), u"echo: next"_s);
}

void TestCoreTurns::nothingOvertakesAUnitThatIsPostedAgain()
{
    // The wait cannot be committed, the end of the wait behind it could be: it would be gone when the wait comes again.
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"[[hang]] runs"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    bench.sql(u"pragma max_page_count = 1"_s); // sets it to what is used
    bench.core->ledger.wait({.request = request,
                             .what = RequestView::WaitsFor::Thread,
                             .detail = QString(200'000, u'x'),
                             .notice = {NoticeId::RequestWaitingForThread, {}},
                             .unsentTurn = {}});
    bench.core->ledger.resume(request);
    bench.settle();
    QVERIFY(bench.notices(request).isEmpty());
    bench.sql(u"pragma max_page_count = 1000000"_s);
    QVERIFY(bench.until([&] { return !bench.notices(request).isEmpty(); }));
    QVERIFY(soon([&] { return bench.view(request).state == RequestState::Running; }));
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestCoreTurns)
#include "tst_core_turns.moc"
