// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "core_bench.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Play = std::function<void(CoreBench &, const TurnId &)>;

/// What a request goes through when its provider, its thread or the core goes away, and how it comes back.
class TestCoreRecovery : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void waitsForItsProvider();
    void withoutAnyProviderItWaits();
    void threadHeldElsewhere();
    void heldThreadIsLostMeanwhile_data();
    void heldThreadIsLostMeanwhile();
    void threadLost_data();
    void threadLost();
    void hostDiesInATurn_data();
    void hostDiesInATurn();
    void lostIsToldBeforeTheState();
    void heldUntilReadable();
    void heldWhileEveryReadDiffers();
    void stopOfAHeldOne();
    void killed_data();
    void killed();
    void killedWithAQueue();
    void nativeThreadIsKeptFromTheFirstTurn();
    void killedTwice();
};

void TestCoreRecovery::waitsForItsProvider()
{
    CoreBench bench;
    bench.comesUp = false;
    QVERIFY(bench.boot());
    const RequestId a = bench.ask(u"A"_s).request;
    const RequestId b = bench.ask(u"B"_s).request;
    QVERIFY(bench.waitsSoonFor(a, RequestView::WaitsFor::Provider));
    bench.advance(10min, 1min);
    QCOMPARE(bench.notices(a), QStringList{toString(NoticeId::RequestWaitingForProvider)}); // one
    bench.provider->setComesUp(true);
    QVERIFY(soon([&] { return bench.isSettled(b); }));
    QCOMPARE(bench.replyText(a), u"echo: A"_s);
    QCOMPARE(bench.replyText(b), u"echo: B"_s);
    QCOMPARE(bench.notices(a).size(), 1);
    QVERIFY(bench.notices(b).isEmpty());
}

void TestCoreRecovery::withoutAnyProviderItWaits()
{
    CoreBench bench;
    bench.withProvider = false;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"A"_s).request;
    QVERIFY(bench.waitsSoonFor(request, RequestView::WaitsFor::Provider));
    bench.withProvider = true;
    QVERIFY(bench.reboot());
    QVERIFY(soon([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyText(request), u"echo: A"_s);
}

void TestCoreRecovery::threadHeldElsewhere()
{
    // C13, row 6: the same thread later, never another.
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId first = bench.ask(u"first"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(first); }));
    const QString thread = bench.record.turns().first().thread;
    bench.kill();
    QVERIFY(bench.boot());
    bench.provider->setBusy(thread, u"a terminal"_s);
    const RequestId second = bench.ask(u"second"_s).request;
    QVERIFY(bench.waitsSoonFor(second, RequestView::WaitsFor::Thread));
    bench.advance(3min, 10s);
    QCOMPARE(bench.notices(second), QStringList{toString(NoticeId::RequestWaitingForThread)});
    QVERIFY(bench.view(second).notices.first().text.contains(u"a terminal"_s));
    bench.provider->setBusy(thread, {});
    QVERIFY(bench.until([&] { return bench.isSettled(second); }));
    QCOMPARE(bench.replyText(second), u"echo: second"_s);
    QCOMPARE(bench.record.turns().last().thread, thread);
}

void TestCoreRecovery::heldThreadIsLostMeanwhile_data()
{
    QTest::addColumn<bool>("running"); // a turn that may have run
    QTest::newRow("its question was not sent") << false;
    QTest::newRow("its turn may have run") << true;
}

void TestCoreRecovery::heldThreadIsLostMeanwhile()
{
    QFETCH(bool, running);
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId first = bench.ask(u"first"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(first); }));
    const QString thread = bench.record.turns().first().thread;
    RequestId second;
    if (running) {
        second = bench.ask(u"[[hang]] second"_s).request;
        QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    }
    bench.kill();
    bench.record.hold(thread, this);
    QVERIFY(bench.boot());
    if (!running)
        second = bench.ask(u"second"_s).request;
    QVERIFY(bench.waitsSoonFor(second, RequestView::WaitsFor::Thread));
    bench.record.letGo(thread);
    bench.record.forget(thread);
    QVERIFY(bench.until([&] { return bench.isSettled(second); }));
    QCOMPARE(bench.replyNotice(second), running ? toString(NoticeId::FailedRestarted) : QString());
    QCOMPARE(bench.replyText(second), running ? QString() : u"echo: second"_s); // C4: rebuilt
    // The place is not dead: /new begins anew.
    bench.ask(u"/new"_s);
    const RequestId fresh = bench.ask(u"fresh"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(fresh); }));
    QCOMPARE(bench.replyText(fresh), u"echo: fresh"_s);
}

void TestCoreRecovery::threadLost_data()
{
    QTest::addColumn<bool>("hadTurns");
    QTest::newRow("C3 it never had a turn: the question starts afresh") << false;
    QTest::newRow("C4 it had turns: rebuilt from what was said") << true;
}

void TestCoreRecovery::threadLost()
{
    QFETCH(bool, hadTurns);
    CoreBench bench;
    QVERIFY(bench.boot());
    RequestId request;
    if (hadTurns) {
        const RequestId first = bench.ask(u"first"_s).request;
        QVERIFY(soon([&] { return bench.isSettled(first); }));
        bench.record.forget(bench.record.turns().first().thread);
        QVERIFY(bench.reboot());
        request = bench.ask(u"second"_s).request;
    } else {
        // Killed between the binding's commit and the turn's start: the host never had it.
        request = bench.ask(u"[[mute]] question"_s).request;
        QVERIFY(soon([&] { return !bench.provider->liveTurns().isEmpty(); }));
        QVERIFY(bench.reboot());
        QVERIFY(soon([&] { return bench.provider->opened().size() >= 2; }));
        QVERIFY(bench.provider->opened().last().nativeThread.isEmpty());
        QVERIFY(bench.view(request).state == RequestState::Running);
        return;
    }
    QVERIFY(soon([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyText(request), u"echo: second"_s);
    QCOMPARE(bench.notices(request), QStringList{toString(NoticeId::RequestContextRebuilt)});
    bench.ask(u"/new"_s);
    const RequestId fresh = bench.ask(u"fresh"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(fresh); }));
    QCOMPARE(bench.replyText(fresh), u"echo: fresh"_s);
}

void TestCoreRecovery::hostDiesInATurn_data()
{
    QTest::addColumn<Play>("after"); // what its record says when it is up again
    QTest::addColumn<QString>("answer");
    QTest::addColumn<QString>("notice");
    QTest::addColumn<bool>("recovered"); // marked so
    QTest::addColumn<int>("turns"); // asked in all

    const QString restarted = toString(NoticeId::FailedRestarted);
    QTest::newRow("row 11: it had completed") << Play([](CoreBench &bench, const TurnId &turn) {
        bench.record.end(turn.toString(), Inventory::State::Completed, u"the answer"_s);
    }) << u"the answer"_s << QString() << false
                                              << 1;
    QTest::newRow("row 11: interrupted behind its final answer")
        << Play([](CoreBench &bench, const TurnId &turn) {
               bench.record.end(turn.toString(), Inventory::State::Interrupted, u"the answer"_s);
           })
        << u"the answer"_s << QString() << true << 1;
    QTest::newRow("row 12: interrupted without one")
        << Play([](CoreBench &, const TurnId &) {}) << QString() << restarted << false << 1;
    QTest::newRow("row 11: it had failed") << Play([](CoreBench &bench, const TurnId &turn) {
        bench.record.end(turn.toString(), Inventory::State::Failed, {});
    }) << QString() << toString(NoticeId::FailedInternal)
                                           << false << 1;
}

void TestCoreRecovery::hostDiesInATurn()
{
    QFETCH(Play, after);
    QFETCH(QString, answer);
    QFETCH(QString, notice);
    QFETCH(bool, recovered);
    QFETCH(int, turns);
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"[[hang]] question"_s).request;
    const RequestId next = bench.ask(u"next"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    const TurnId turn = bench.liveTurn();
    bench.provider->setComesUp(false);
    bench.provider->crash();
    after(bench, turn);
    bench.settle();
    QVERIFY(!bench.isSettled(request));
    bench.provider->setComesUp(true);
    QVERIFY(bench.until([&] { return bench.isSettled(request) && bench.isSettled(next); }));
    QCOMPARE(bench.replyText(request), answer);
    QCOMPARE(bench.replyNotice(request), notice);
    const QList<NoticeView> marks = bench.view(request).reply->marks;
    QCOMPARE(marks.size(), recovered ? 1 : 0);
    if (recovered)
        QCOMPARE(marks.first().id, toString(NoticeId::RequestRecovered));
    QCOMPARE(bench.turnsAsked(u"question"_s), turns);
    QCOMPARE(bench.replyText(next), u"echo: next"_s);
}

void TestCoreRecovery::lostIsToldBeforeTheState()
{
    // A provider may tell that a turn is lost before it tells that it is not ready.
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"[[hang]] question"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    TurnResult lost;
    lost.turn = bench.liveTurn();
    bench.provider->setReadable(false);
    Q_EMIT bench.provider->turnFinished(lost);
    bench.settle();
    bench.provider->crash();
    bench.provider->setReadable(true);
    QVERIFY(bench.until([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedRestarted));
    QCOMPARE(bench.turnsAsked(u"question"_s), 1);
}

void TestCoreRecovery::heldUntilReadable()
{
    // D1, row 13
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"[[hang]] question"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    const TurnId turn = bench.liveTurn();
    bench.provider->setReadable(false);
    bench.provider->crash();
    bench.record.end(turn.toString(), Inventory::State::Completed, u"the answer"_s);
    // On the way it may wait for its provider.
    QVERIFY(bench.until(
        [&] { return bench.view(request).waitsFor == RequestView::WaitsFor::Readable; }));
    QCOMPARE(bench.notices(request).count(toString(NoticeId::RequestHeldUnreadable)), 1);
    bench.provider->setReadable(true);
    QVERIFY(bench.until([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyText(request), u"the answer"_s);
    QCOMPARE(bench.notices(request).count(toString(NoticeId::RequestHeldUnreadable)), 1);
}

void TestCoreRecovery::heldWhileEveryReadDiffers()
{
    // D2: two equal reads are the rule; what changes with every read is not readable now.
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"[[hang]] question"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    const QString turn = bench.liveTurn().toString();
    int reads = 0;
    const auto changing =
        connect(bench.provider, &Provider::turnRead, this, [&bench, &reads, turn] {
            bench.record.end(turn, Inventory::State::Interrupted, u"answer %1"_s.arg(++reads));
        });
    bench.provider->crash();
    QVERIFY(bench.until(
        [&] { return bench.view(request).waitsFor == RequestView::WaitsFor::Readable; }));
    QCOMPARE(bench.notices(request).count(toString(NoticeId::RequestHeldUnreadable)), 1);
    const int firstReads = reads;
    QVERIFY2(firstReads >= 2 && firstReads < 20, qPrintable(QString::number(firstReads)));
    QVERIFY(bench.until([&] { return reads > firstReads; }));
    QVERIFY(!bench.isSettled(request));
    disconnect(changing);
    QVERIFY(bench.until([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyText(request), u"answer %1"_s.arg(reads));
    QCOMPARE(bench.turnsAsked(u"question"_s), 1);
}

void TestCoreRecovery::stopOfAHeldOne()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"[[hang]] question"_s).request;
    const RequestId next = bench.ask(u"next"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    bench.provider->setReadable(false);
    bench.provider->crash();
    QVERIFY(bench.until(
        [&] { return bench.view(request).waitsFor == RequestView::WaitsFor::Readable; }));
    QVERIFY(bench.stop(request));
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedStopped));
    QVERIFY(soon([&] { return bench.isSettled(next); }));
    QCOMPARE(bench.replyText(next), u"echo: next"_s);
}

void TestCoreRecovery::killed_data()
{
    QTest::addColumn<QString>("question");
    QTest::addColumn<bool>("asleep"); // its host begins no turn before the kill
    QTest::addColumn<Play>("until"); // the moment of the kill
    QTest::addColumn<Play>("meanwhile"); // while no core lives
    QTest::addColumn<QString>("answer");
    QTest::addColumn<QString>("notice");
    QTest::addColumn<int>("turns"); // begun at the host, over both lives

    const QString restarted = toString(NoticeId::FailedRestarted);
    const Play nothing = [](CoreBench &, const TurnId &) {
    };
    const Play turnRuns = [](CoreBench &bench, const TurnId &) {
        QVERIFY(soon([&bench] { return !bench.record.turns().isEmpty(); }));
    };
    QTest::newRow("B3 point 2: after the acknowledgement")
        << u"question"_s << true << nothing << nothing << u"echo: question"_s << QString() << 1;
    QTest::newRow("B3 point 2: the thread is bound, the turn was never sent")
        << u"question"_s << true << Play([](CoreBench &bench, const TurnId &) {
               QVERIFY(soon([&bench] { return !bench.provider->liveTurns().isEmpty(); }));
           })
        << nothing << u"echo: question"_s << QString() << 1;
    QTest::newRow("B3 point 3: after the turn's start")
        << u"[[hang]] question"_s << false << turnRuns << nothing << QString() << restarted << 1;
    QTest::newRow("B3 point 4: in the middle of its text")
        << u"[[commentary so far]] [[hang]] question"_s << false
        << Play([](CoreBench &bench, const TurnId &) {
               QVERIFY(soon([&bench] { return !bench.texts().isEmpty(); }));
           })
        << nothing << QString() << restarted << 1;
    QTest::newRow("B3 point 5: it ended at the host while no core lived")
        << u"[[hang]] question"_s << false << turnRuns
        << Play([](CoreBench &bench, const TurnId &) {
               bench.record.end(
                   bench.record.turns().first().id, Inventory::State::Completed, u"done"_s);
           })
        << u"done"_s << QString() << 1;
    QTest::newRow("D1 a tool ran: never again")
        << u"[[tool shell sleep 60]] question"_s << false
        << Play([](CoreBench &bench, const TurnId &) {
               QVERIFY(soon([&bench] {
                   return !bench.record.turns().isEmpty() && bench.record.turns().first().effect;
               }));
           })
        << nothing << QString() << restarted << 1;
    QTest::newRow("row 2: a stop was asked")
        << u"[[hang]] [[deaf]] question"_s << false << Play([](CoreBench &bench, const TurnId &) {
               QVERIFY(soon([&bench] { return !bench.liveTurn().isNull(); }));
               bench.ask(u"/stop"_s);
           })
        << nothing << QString() << toString(NoticeId::FailedStopped) << 1;
}

void TestCoreRecovery::killed()
{
    QFETCH(QString, question);
    QFETCH(bool, asleep);
    QFETCH(Play, until);
    QFETCH(Play, meanwhile);
    QFETCH(QString, answer);
    QFETCH(QString, notice);
    QFETCH(int, turns);
    CoreBench bench;
    QVERIFY(bench.boot());
    bench.provider->setAsleep(asleep);
    const RequestId request = bench.ask(question).request;
    const RequestId next = bench.ask(u"next"_s).request;
    until(bench, {});
    bench.kill();
    meanwhile(bench, {});
    QVERIFY(bench.boot());
    // A8: nobody touches anything.
    QVERIFY(soon([&] { return bench.isSettled(request) && bench.isSettled(next); }));
    QCOMPARE(bench.replyText(request), answer);
    QCOMPARE(bench.replyNotice(request), notice);
    QCOMPARE(bench.turnsAsked(u"question"_s), turns);
    QCOMPARE(bench.replyText(next), u"echo: next"_s);
    QCOMPARE(bench.turnsAsked(u"next"_s), 1);
}

void TestCoreRecovery::killedWithAQueue()
{
    // H01
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId a = bench.ask(u"[[hang]] A"_s).request;
    const RequestId b = bench.ask(u"B"_s).request;
    const RequestId c = bench.ask(u"C"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    QVERIFY(bench.reboot());
    QVERIFY(soon([&] { return bench.isSettled(c); }));
    QVERIFY(bench.isSettled(a));
    QCOMPARE(bench.replyText(b), u"echo: B"_s);
    QCOMPARE(bench.replyText(c), u"echo: C"_s);
    QVERIFY(bench.view(a).settledAt <= bench.view(b).settledAt);
    QCOMPARE(bench.record.turns().size(), 3);
    QVERIFY(bench.record.turns().at(1).text.contains(u'B'));
}

void TestCoreRecovery::nativeThreadIsKeptFromTheFirstTurn()
{
    // H13
    CoreBench bench;
    QVERIFY(bench.boot());
    bench.ask(u"[[hang]] first"_s);
    QVERIFY(soon([&] { return !bench.record.turns().isEmpty(); }));
    const QString thread = bench.record.turns().first().thread;
    QVERIFY(bench.reboot());
    const RequestId next = bench.ask(u"next"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(next); }));
    QCOMPARE(bench.provider->opened().first().nativeThread, thread);
    QCOMPARE(bench.record.turns().last().thread, thread);
}

void TestCoreRecovery::killedTwice()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"[[hang]] question"_s).request;
    QVERIFY(soon([&] { return !bench.record.turns().isEmpty(); }));
    bench.comesUp = false;
    QVERIFY(bench.reboot());
    QVERIFY(bench.view(request).state != RequestState::Settled);
    bench.comesUp = true;
    QVERIFY(bench.reboot());
    QVERIFY(soon([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedRestarted));
    QCOMPARE(bench.turnsAsked(u"question"_s), 1);
    QVERIFY(bench.notices(request).size() <= 1);
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestCoreRecovery)
#include "tst_core_recovery.moc"
