// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "core_bench.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Role = HistoryMessage::Role;
using Deed = std::function<void(CoreBench &, const RequestId &)>;

namespace {

const QString waiting = u"request.waiting_for_capacity"_s;
const QString switched = u"request.switched_route"_s;

/// Asks and waits for the answer.
QString answered(CoreBench &bench, const QString &text, const QString &room = u"room"_s)
{
    const RequestId request = bench.ask(text, room).request;
    return soon([&] { return bench.isSettled(request); }) ? bench.replyText(request) : QString();
}

QString number(CoreBench &bench, const QString &sql)
{
    QString text;
    bench.core->store.read<QString>(
        &bench,
        [sql](Transaction &transaction) { return transaction.first(sql)->text(0); },
        [&text](const Result<QString> &result) {
            text = result.ok() ? result.value() : result.failure().detail;
        });
    return soon([&text] { return !text.isEmpty(); }) ? text : u"?"_s;
}

int attempts(const CoreBench &bench)
{
    return int(bench.record.turns().size() + bench.spareRecord.turns().size());
}

QString noticeText(CoreBench &bench, const RequestId &request, const QString &id)
{
    const RequestView shown = bench.view(request);
    for (const NoticeView &notice : shown.notices) {
        if (notice.id == id)
            return notice.text;
    }
    return {};
}

} // namespace

/// What becomes of a question when a provider's quota is used up (E1-E5, C4; H14, H15).
class TestCoreRoutes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theSameQuestionGoesToTheNext();
    void bothExhaustedForTenMinutes();
    void resetTimesAreWaitedFor();
    void afterAnEffectNothingIsRepeated();
    void withoutARouteItWaits();
    void goesOverARestart();
    void oneAttemptForAll();
    void ends_data();
    void ends();
    void limitsOfTheWait();
    void whatThePersonWants();
    void itsOwnModel();
    void aCompactionMeetsIt();
    void readBackAfterARestart();
    void settingsChangeWakes();
    void meterSaysThatItIsBack();
    void readsForOthers();
};

void TestCoreRoutes::theSameQuestionGoesToTheNext()
{
    // H14: the fallback is configured after the conversation began.
    CoreBench bench;
    QVERIFY(bench.boot());
    QCOMPARE(answered(bench, u"  one\n\n"_s), u"echo: one"_s);
    QCOMPARE(answered(bench, u"二"_s), u"echo: 二"_s);
    bench.useSpare();
    const QDateTime reset = bench.clock.wall().addSecs(7200);
    bench.provider->setSpent(true, reset);
    const RequestId third = bench.ask(u"three"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(third); }));
    QCOMPARE(bench.replyText(third), u"echo: three"_s);
    // One notice: the route's name and the reset time.
    QCOMPARE(bench.notices(third), QStringList{switched});
    const QString said = noticeText(bench, third, switched);
    QVERIFY2(said.contains(u"spare"_s), qPrintable(said));
    QVERIFY2(said.contains(reset.toLocalTime().toString(u"hh:mm"_s)), qPrintable(said));
    // One attempt each, and the whole history at the fallback.
    QCOMPARE(bench.turnsAsked(u"three"_s), 1);
    QCOMPARE(bench.spareRecord.turns().size(), 1);
    QList<HistoryMessage> history{{Role::User, u"  one\n\n"_s},
                                  {Role::Assistant, u"echo: one"_s},
                                  {Role::User, u"二"_s},
                                  {Role::Assistant, u"echo: 二"_s}};
    QVERIFY(bench.spareRecord.history(bench.spareRecord.turns().first().thread) == history);
    QCOMPARE(number(bench, u"select allocated || ' ' || allocation_reason from conversations"_s),
             u"spare substitute"_s);

    // The next question stays there, and nothing is said again.
    const RequestId fourth = bench.ask(u"four"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(fourth); }));
    QCOMPARE(bench.spareRecord.turns().size(), 2);
    QCOMPARE(bench.spareRecord.turns().last().thread, bench.spareRecord.turns().first().thread);
    QVERIFY(bench.notices(fourth).isEmpty());

    // E5: after the reset the primary one, with everything.
    bench.provider->setSpent(false);
    bench.advance(7201s, 600s);
    const int before = int(bench.record.turns().size());
    QCOMPARE(answered(bench, u"five"_s), u"echo: five"_s);
    QCOMPARE(bench.record.turns().size(), before + 1);
    history << HistoryMessage{Role::User, u"three"_s}
            << HistoryMessage{Role::Assistant, u"echo: three"_s}
            << HistoryMessage{Role::User, u"four"_s}
            << HistoryMessage{Role::Assistant, u"echo: four"_s};
    // C4: a thread that missed a turn is never resumed.
    const QString thread = bench.record.turns().last().thread;
    QVERIFY(thread != bench.record.turns().first().thread);
    QVERIFY(bench.record.history(thread) == history);
    QCOMPARE(bench.turnsAsked(u"five"_s), 1);
    QCOMPARE(number(bench, u"select allocated || ' ' || allocation_reason from conversations"_s),
             u"agent primary"_s);
}

void TestCoreRoutes::bothExhaustedForTenMinutes()
{
    // H15.
    CoreBench bench;
    bench.useSpare();
    QVERIFY(bench.boot());
    QCOMPARE(answered(bench, u"before"_s), u"echo: before"_s);
    const QString size = number(bench, u"select count(*) from transcript"_s);
    bench.provider->setSpent(true);
    bench.spare->setSpent(true);
    const int begun = attempts(bench);
    const RequestId question = bench.ask(u"question"_s).request;
    QVERIFY(bench.waitsSoonFor(question, RequestView::WaitsFor::Capacity));
    QCOMPARE(attempts(bench) - begun, 2); // each once
    QList<int> rounds;
    for (int minute = 0; minute < 10; ++minute) {
        const int at = attempts(bench);
        bench.advance(60s, 10s);
        bench.settle();
        rounds << attempts(bench) - at;
        QVERIFY(bench.waitsSoonFor(question, RequestView::WaitsFor::Capacity));
    }
    // After 1, 3 and 7 minutes.
    QVERIFY2(attempts(bench) - begun <= 8, qPrintable(QString::number(attempts(bench) - begun)));
    QVERIFY(attempts(bench) - begun >= 6);
    // The person was told once, the transcript has grown by the question alone.
    QCOMPARE(bench.notices(question), QStringList{waiting});
    QCOMPARE(number(bench, u"select count(*) from transcript"_s).toInt(), size.toInt() + 1);
    // Meanwhile settings are taken.
    bench.settings.limits.queue = 7;
    bench.core->apply(bench.settings);
    QCOMPARE(bench.core->ledger.policy().limits.queued, 7);
    QVERIFY(bench.core->dispatch.isIdle());
    // Back: answered once.
    bench.provider->setSpent(false);
    bench.spare->setSpent(false);
    bench.advance(480s, 30s);
    QVERIFY(soon([&] { return bench.isSettled(question); }));
    QCOMPARE(bench.replyText(question), u"echo: question"_s);
    bench.advance(120s, 30s);
    QCOMPARE(number(bench, u"select count(*) from replies where kind = 'answer'"_s), u"2"_s);
}

void TestCoreRoutes::resetTimesAreWaitedFor()
{
    // E4: one attempt a reset time, where the host says when.
    CoreBench bench;
    QVERIFY(bench.boot());
    const QDateTime reset = bench.clock.wall().addSecs(3600);
    bench.provider->setSpent(true, reset);
    const RequestId question = bench.ask(u"question"_s).request;
    QVERIFY(bench.waitsSoonFor(question, RequestView::WaitsFor::Capacity));
    const QString said = noticeText(bench, question, waiting);
    QVERIFY2(said.contains(reset.toLocalTime().toString(u"hh:mm"_s)), qPrintable(said));
    bench.advance(3500s, 100s);
    QCOMPARE(bench.turnsAsked(u"question"_s), 1);
    bench.provider->setSpent(false);
    bench.advance(101s, 1s);
    QVERIFY(soon([&] { return bench.isSettled(question); }));
    QCOMPARE(bench.turnsAsked(u"question"_s), 2);
    QCOMPARE(bench.replyText(question), u"echo: question"_s);
}

void TestCoreRoutes::afterAnEffectNothingIsRepeated()
{
    CoreBench bench;
    bench.useSpare();
    QVERIFY(bench.boot());
    const QDateTime reset = bench.clock.wall().addSecs(3600);
    bench.provider->setSpent(true, reset);
    const RequestId question = bench.ask(u"[[tool shell true]] question"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(question); }));
    QCOMPARE(bench.replyNotice(question), toString(NoticeId::FailedQuotaExhausted));
    const QString said = bench.view(question).reply->text;
    QVERIFY2(said.contains(reset.toLocalTime().toString(u"hh:mm"_s)), qPrintable(said));
    QVERIFY(bench.notices(question).isEmpty());
    QCOMPARE(attempts(bench), 1);
    // The next one goes to the fallback at once.
    const RequestId next = bench.ask(u"next"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(next); }));
    QCOMPARE(bench.replyText(next), u"echo: next"_s);
    QCOMPARE(bench.notices(next), QStringList{switched});
    QCOMPARE(bench.record.turns().size(), 1);
}

void TestCoreRoutes::withoutARouteItWaits()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    bench.provider->setSpent(true);
    const RequestId question = bench.ask(u"question"_s).request;
    QVERIFY(bench.waitsSoonFor(question, RequestView::WaitsFor::Capacity));
    // A claim under a known exhaustion waits at once.
    const RequestId other = bench.ask(u"other"_s, u"elsewhere"_s).request;
    QVERIFY(bench.waitsSoonFor(other, RequestView::WaitsFor::Capacity));
    QCOMPARE(attempts(bench), 1);
    QCOMPARE(bench.notices(other), QStringList{waiting});
    bench.provider->setSpent(false);
    QVERIFY(bench.until([&] { return bench.isSettled(question) && bench.isSettled(other); }));
    QCOMPARE(bench.replyText(question), u"echo: question"_s);
    QCOMPARE(bench.replyText(other), u"echo: other"_s);
    QCOMPARE(bench.turnsAsked(u"question"_s), 2);
    QCOMPARE(bench.turnsAsked(u"other"_s), 1);
}

void TestCoreRoutes::goesOverARestart()
{
    CoreBench bench;
    bench.useSpare();
    QVERIFY(bench.boot());
    const QDateTime reset = bench.clock.wall().addSecs(3600);
    bench.provider->setSpent(true, reset);
    bench.spare->setSpent(true, reset);
    const RequestId question = bench.ask(u"question"_s).request;
    QVERIFY(bench.waitsSoonFor(question, RequestView::WaitsFor::Capacity));
    QCOMPARE(attempts(bench), 2);
    for (int run = 0; run < 2; ++run) {
        QVERIFY(bench.reboot());
        bench.provider->capacity().setSilent(true);
        bench.spare->capacity().setSilent(true);
        bench.provider->setSpent(true, reset);
        bench.spare->setSpent(true, reset);
        bench.advance(100s, 10s);
        QVERIFY(bench.waitsSoonFor(question, RequestView::WaitsFor::Capacity));
        QVERIFY(attempts(bench) <= 4);
    }
    bench.provider->setSpent(false);
    bench.spare->setSpent(false);
    bench.advance(3600s, 60s);
    QVERIFY(soon([&] { return bench.isSettled(question); }));
    QCOMPARE(bench.replyText(question), u"echo: question"_s);
    QCOMPARE(bench.notices(question), QStringList{waiting});
}

void TestCoreRoutes::oneAttemptForAll()
{
    // E4: a hundred conversations wait, one of them tries.
    CoreBench bench;
    QVERIFY(bench.boot());
    bench.provider->setSpent(true);
    QList<RequestId> all;
    for (int i = 0; i < 100; ++i)
        all << bench.ask(u"question %1"_s.arg(i), u"room%1"_s.arg(i)).request;
    QVERIFY(soon([&] {
        return std::all_of(all.begin(), all.end(), [&](const RequestId &one) {
            return bench.view(one).state == RequestState::Waiting;
        });
    }));
    // Those that were asked before the first one met it.
    const int first = attempts(bench);
    bench.advance(62s, 31s);
    QCOMPARE(attempts(bench), first + 1);
    QVERIFY(bench.view(all.first()).waitsFor == RequestView::WaitsFor::Capacity);
    bench.advance(60s, 30s);
    QCOMPARE(attempts(bench), first + 1); // two minutes by now
    bench.advance(62s, 31s);
    QCOMPARE(attempts(bench), first + 2);
    bench.provider->setSpent(false);
    bench.advance(250s, 50s); // four minutes by now
    QVERIFY(soon([&] {
        return std::all_of(
            all.begin(), all.end(), [&](const RequestId &one) { return bench.isSettled(one); });
    }));
    QCOMPARE(attempts(bench), first + 2 + 100);
    QCOMPARE(number(bench, u"select count(*) from replies where kind = 'answer'"_s), u"100"_s);
}

void TestCoreRoutes::ends_data()
{
    QTest::addColumn<Deed>("deed");
    QTest::addColumn<NoticeId>("reply");
    QTest::newRow("A10: a stop") << Deed([](CoreBench &bench, const RequestId &request) {
        bench.stop(request);
    }) << NoticeId::FailedStopped;
    QTest::newRow("A12: /stop") << Deed([](CoreBench &bench, const RequestId &) {
        bench.ask(u"/stop"_s);
    }) << NoticeId::FailedStopped;
    QTest::newRow("A12: /close") << Deed([](CoreBench &bench, const RequestId &) {
        bench.ask(u"/close"_s);
    }) << NoticeId::FailedStopped;
    QTest::newRow("B4: its grant is gone")
        << Deed([](CoreBench &bench, const RequestId &) { bench.core->ledger.applyGrants({}); })
        << NoticeId::RefusedNotAllowed;
}

void TestCoreRoutes::ends()
{
    QFETCH(Deed, deed);
    QFETCH(NoticeId, reply);
    CoreBench bench;
    QVERIFY(bench.boot());
    bench.provider->setSpent(true);
    const RequestId question = bench.ask(u"question"_s).request;
    QVERIFY(bench.waitsSoonFor(question, RequestView::WaitsFor::Capacity));
    deed(bench, question);
    QVERIFY(soon([&] { return bench.isSettled(question); }));
    QCOMPARE(bench.replyNotice(question), toString(reply));
    bench.advance(120s, 10s);
    QCOMPARE(attempts(bench), 1);
}

void TestCoreRoutes::limitsOfTheWait()
{
    // A6: the queue behind it does not age; the wait ends after its days.
    CoreBench bench;
    QVERIFY(bench.boot());
    bench.provider->setSpent(true, bench.clock.wall().addDays(30));
    const RequestId question = bench.ask(u"question"_s).request;
    QVERIFY(bench.waitsSoonFor(question, RequestView::WaitsFor::Capacity));
    const RequestId behind = bench.ask(u"behind"_s).request;
    bench.advance(48h, 1h);
    QVERIFY(bench.view(behind).state == RequestState::Queued);
    bench.advance(7 * 24h, 2h);
    QVERIFY(soon([&] { return bench.isSettled(question); }));
    QCOMPARE(bench.replyNotice(question), toString(NoticeId::RefusedWaitedTooLong));
}

void TestCoreRoutes::whatThePersonWants()
{
    CoreBench bench;
    bench.useSpare();
    QVERIFY(bench.boot());
    QCOMPARE(answered(bench, u"one"_s), u"echo: one"_s);
    PreferForConversation wish;
    wish.place = placeOf({u"desk"_s, {}, u"room"_s, {}, u"ann"_s});
    wish.provider = u"spare"_s;
    QVERIFY(!std::holds_alternative<Failure>(bench.answerTo(wish)));
    const RequestId two = bench.ask(u"two"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(two); }));
    QCOMPARE(bench.spareRecord.turns().size(), 1);
    QVERIFY(bench.notices(two).isEmpty()); // it was wanted
    QCOMPARE(number(bench, u"select allocated || ' ' || allocation_reason from conversations"_s),
             u"spare wanted"_s);
    // Its substitute is the primary, and that is said.
    bench.spare->setSpent(true);
    const RequestId three = bench.ask(u"three"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(three); }));
    QCOMPARE(bench.replyText(three), u"echo: three"_s);
    QCOMPARE(bench.record.turns().size(), 2);
    QCOMPARE(bench.notices(three), QStringList{switched});
}

void TestCoreRoutes::itsOwnModel()
{
    CoreBench bench;
    bench.useSpare();
    bench.settings.providers[u"spare"_s].values.insert(u"model"_s, u"small"_s);
    QVERIFY(bench.boot());
    bench.ask(u"/model big"_s);
    bench.ask(u"/effort high"_s);
    QCOMPARE(answered(bench, u"one"_s), u"echo: one"_s);
    QCOMPARE(bench.provider->opened().last().model, u"big"_s);
    QCOMPARE(bench.provider->started().last().effort, u"high"_s);
    bench.provider->setSpent(true);
    QCOMPARE(answered(bench, u"two"_s), u"echo: two"_s);
    QCOMPARE(bench.spare->opened().last().model, u"small"_s);
    QCOMPARE(bench.spare->started().last().effort, QString());
}

void TestCoreRoutes::aCompactionMeetsIt()
{
    // C7: nothing was asked; the thread before stays, the question goes on elsewhere.
    CoreBench bench;
    bench.useSpare();
    QVERIFY(bench.boot());
    QCOMPARE(answered(bench, u"one"_s), u"echo: one"_s);
    bench.provider->history().setFault(0, FakeHistory::Fault::RefuseForQuota);
    bench.ask(u"/model big"_s);
    const RequestId two = bench.ask(u"two"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(two); }));
    QCOMPARE(bench.replyText(two), u"echo: two"_s);
    QCOMPARE(bench.notices(two), QStringList{switched});
    QCOMPARE(bench.turnsAsked(u"two"_s), 0);
    QCOMPARE(bench.spareRecord.turns().size(), 1);
    QCOMPARE(number(bench, u"select count(*) from bindings where state = 'abandoned'"_s), u"1"_s);
    QCOMPARE(number(bench, u"select count(*) from bindings where state = 'published'"_s), u"1"_s);
}

void TestCoreRoutes::readBackAfterARestart()
{
    // Row 15: the turn ended for the quota while nobody was there to hear it.
    CoreBench bench;
    bench.useSpare();
    QVERIFY(bench.boot());
    const RequestId question = bench.ask(u"[[hang]] [[say here]] question"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    bench.comesUp = false;
    const TurnId turn = bench.liveTurn();
    bench.kill();
    bench.record.end(turn.toString(), Inventory::State::Failed, {});
    QVERIFY(bench.boot());
    bench.provider->setSpent(true);
    bench.provider->setComesUp(true);
    QVERIFY(soon([&] { return !bench.spare->liveTurns().isEmpty(); }));
    bench.spare->releaseAll();
    QVERIFY(soon([&] { return bench.isSettled(question); }));
    QCOMPARE(bench.replyText(question), u"here"_s);
    QCOMPARE(bench.notices(question).count(switched), 1);
    QCOMPARE(bench.record.turns().size(), 1);
}

void TestCoreRoutes::settingsChangeWakes()
{
    // A fallback that is configured while a question waits is asked at once.
    CoreBench bench;
    QVERIFY(bench.boot());
    bench.provider->setSpent(true, bench.clock.wall().addDays(2));
    const RequestId question = bench.ask(u"question"_s).request;
    QVERIFY(bench.waitsSoonFor(question, RequestView::WaitsFor::Capacity));
    bench.useSpare();
    QVERIFY(soon([&] { return bench.isSettled(question); }));
    QCOMPARE(bench.replyText(question), u"echo: question"_s);
    // And another account under the same name is not taken for the exhausted one.
    bench.settings.providers[u"agent"_s].values.insert(u"home"_s, u"other"_s);
    bench.core->apply(bench.settings);
    bench.provider->setSpent(false);
    bench.settle();
    QCOMPARE(answered(bench, u"next"_s), u"echo: next"_s);
    QCOMPARE(bench.record.turns().last().text, u"next"_s);
}

void TestCoreRoutes::meterSaysThatItIsBack()
{
    // E1: of a meter that says so by itself, where no turn has met the limit yet.
    CoreBench bench;
    QVERIFY(bench.boot());
    const QDateTime reset = bench.clock.wall().addSecs(3600);
    Capacity used{.state = Capacity::State::Exhausted,
                  .windows = {{u"primary"_s, 100, 300min, reset}},
                  .resetsAt = reset,
                  .observedAt = {}};
    bench.provider->capacity().say(used);
    const RequestId question = bench.ask(u"question"_s).request;
    QVERIFY(bench.waitsSoonFor(question, RequestView::WaitsFor::Capacity));
    QCOMPARE(attempts(bench), 0);
    const std::optional<Capacity> shown = bench.core->routing.capacity(u"agent"_s);
    QVERIFY(shown && shown->state == Capacity::State::Exhausted && shown->resetsAt == reset);
    Capacity back{.state = Capacity::State::Available,
                  .windows = {{u"primary"_s, 4, {}, {}}},
                  .resetsAt = {},
                  .observedAt = {}};
    bench.provider->capacity().say(back);
    QVERIFY(soon([&] { return bench.isSettled(question); }));
    QCOMPARE(bench.replyText(question), u"echo: question"_s);
    QVERIFY(bench.core->routing.capacity(u"agent"_s)->windows.first().length == 300min);
}

void TestCoreRoutes::readsForOthers()
{
    // D2: what a review needs is read after this start.
    CoreBench bench;
    QVERIFY(bench.boot());
    std::optional<Capacity> read;
    const auto ask = [&] {
        read.reset();
        bench.core->routing.readCapacity(
            u"agent"_s, &bench, [&read](const Capacity &capacity) { read = capacity; });
        return soon([&] { return read.has_value(); });
    };
    bench.advance(100s);
    QVERIFY(ask());
    QVERIFY(read->state == Capacity::State::Unmetered && read->observedAt == bench.clock.wall());
    bench.provider->capacity().setState(Capacity::State::Available);
    QVERIFY(ask());
    QVERIFY(read->state == Capacity::State::Available);
    bench.provider->capacity().setSilent(true);
    QVERIFY(ask());
    QVERIFY(read->state == Capacity::State::Unknown);
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestCoreRoutes)
#include "tst_core_routes.moc"
