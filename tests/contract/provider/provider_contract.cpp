// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "contract/provider/provider_contract.h"

#include "support/process/running_processes.h"

#include <QTest>

#include <algorithm>

namespace hostline::test {

using namespace Qt::StringLiterals;

namespace {

const BindingId one(u"binding-1"_s);
const BindingId two(u"binding-2"_s);
const BindingId three(u"binding-3"_s);

TurnId turn(const char *name)
{
    return TurnId(QString::fromLatin1(name));
}

/// A question whose answer takes 8 s.
QString slowly(const QString &directives = {})
{
    return directives + u"[[deltas 400 every 20]] [[say "_s + u"word "_s.repeated(400) + u"]]"_s;
}

bool hasActivity(const QList<Activity> &activities, Activity::Kind kind)
{
    return std::any_of(activities.begin(), activities.end(), [kind](const Activity &each) {
        return each.kind == kind;
    });
}

} // namespace

ProviderContract::ProviderContract(ProviderRig &rig)
    : m_rig(rig)
{ }

ProviderContract::~ProviderContract() = default;

void ProviderContract::init()
{
    const QString problem = m_rig.prepare();
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

void ProviderContract::cleanup()
{
    if (m_life.watch)
        QCOMPARE(watch().offences(), QStringList());
    endLife();
    m_rig.cleanUp();
}

void ProviderContract::begin()
{
    endLife();
    m_life.provider = m_rig.life();
    m_life.watch = std::make_unique<ProviderWatch>(*m_life.provider);
}

bool ProviderContract::beginReady()
{
    begin();
    watch().ask([this] { provider().start(); });
    return QTest::qWaitFor([this] { return provider().state() == Product::State::Ready; },
                           patience());
}

void ProviderContract::endLife()
{
    m_life.watch.reset();
    m_life.provider.reset();
}

ThreadSpec
ProviderContract::spec(const BindingId &binding, const QString &native, Access access) const
{
    return ThreadSpec{binding, native, m_rig.workspace(), {}, u"Answer what is asked."_s, access};
}

bool ProviderContract::open(const BindingId &binding, const QString &native, Access access)
{
    const int before = watch().openings(binding);
    m_access = access;
    watch().ask([&] { provider().openThread(spec(binding, native, access)); });
    return QTest::qWaitFor([&] { return watch().openings(binding) > before; }, patience());
}

void ProviderContract::ask(const TurnId &turn, const BindingId &binding, const QString &text)
{
    watch().ask([&] { provider().startTurn(TurnStart{turn, binding, text, m_access}); });
}

bool ProviderContract::finished(const TurnId &turn)
{
    return QTest::qWaitFor([&] { return !watch().results(turn).isEmpty(); }, patience());
}

TurnResult ProviderContract::result(const TurnId &turn) const
{
    return watch().results(turn).value(0);
}

Inventory ProviderContract::read(const TurnId &turn, const BindingId &binding)
{
    const qsizetype before = watch().inventories(turn).size();
    watch().ask([&] { provider().readTurn(turn, binding); });
    if (!QTest::qWaitFor([&] { return watch().inventories(turn).size() > before; }, patience()))
        return {};
    return watch().inventories(turn).last();
}

void ProviderContract::startsAndStopsOnceEach()
{
    QVERIFY(beginReady());
    watch().ask([this] { provider().start(); });
    QVERIFY(!provider().version().isEmpty());
    watch().ask([this] { provider().stop(); });
    watch().ask([this] { provider().stop(); });
    QTRY_COMPARE_WITH_TIMEOUT(provider().state(), Product::State::Stopped, patience());
    using State = Product::State;
    QCOMPARE(watch().states(),
             (QList<State>{State::Starting, State::Ready, State::Stopping, State::Stopped}));
    QTRY_VERIFY(!m_rig.hostLives());
}

void ProviderContract::stopsBeforeItWasStarted()
{
    begin();
    watch().ask([this] { provider().stop(); });
    QCOMPARE(provider().state(), Product::State::Stopped);
    QCOMPARE(watch().states(), QList<Product::State>());
}

void ProviderContract::startsAgainAfterAStop()
{
    QVERIFY(beginReady());
    watch().ask([this] { provider().stop(); });
    watch().ask([this] { provider().start(); });
    QTRY_COMPARE_WITH_TIMEOUT(watch().states().size(), 6, patience());
    using State = Product::State;
    QCOMPARE(watch().states(),
             (QList<State>{State::Starting,
                           State::Ready,
                           State::Stopping,
                           State::Stopped,
                           State::Starting,
                           State::Ready}));
}

void ProviderContract::refusesWorkBeforeItIsReady()
{
    begin();
    watch().ask([this] { provider().openThread(spec(one)); });
    ask(turn("t"), one, u"[[say hello]]"_s);
    QTRY_COMPARE(watch().failures(one).size(), 1);
    QCOMPARE(toString(watch().failures(one).first().kind),
             toString(FailureKind::ProviderUnavailable));
    QVERIFY(finished(turn("t")));
    QCOMPARE(result(turn("t")).status, TurnResult::Status::Failed);
    QCOMPARE(result(turn("t")).reach, Reach::NotSent);
    QCOMPARE(read(turn("t"), one).state, Inventory::State::Unreadable);
}

void ProviderContract::opensThreadsAndRemembersThem()
{
    QVERIFY(beginReady());
    QVERIFY(open(one));
    QVERIFY(open(two));
    const QString native = watch().nativeThread(one);
    QVERIFY(!native.isEmpty());
    QVERIFY(native != watch().nativeThread(two));
    QVERIFY(open(one, native));
    QCOMPARE(watch().nativeThread(one), native);
}

void ProviderContract::runsATurn()
{
    QVERIFY(beginReady());
    QVERIFY(open(one));
    ask(turn("t"), one, u"[[deltas 3 every 5]] [[say All is **well**, 一切都好。]]"_s);
    QVERIFY(finished(turn("t")));
    const TurnResult end = result(turn("t"));
    QCOMPARE(end.status, TurnResult::Status::Completed);
    QVERIFY2(end.answer.contains(u"All is **well**, 一切都好。"_s), qPrintable(end.answer));
    QCOMPARE(watch().text(turn("t")), end.answer);
    QVERIFY(!end.nativeTurn.isEmpty());
    QCOMPARE(watch().nativeTurn(turn("t")), end.nativeTurn);
    QVERIFY(end.reach >= Reach::ModelAnswered);
    QVERIFY(watch().heard(turn("t")) > 0);
    QVERIFY(hasActivity(watch().activities(turn("t")), Activity::Kind::Answering));
    QCOMPARE(watch().results(turn("t")).size(), 1);
}

void ProviderContract::runsTurnsOfTwoThreadsAtOnce()
{
    QVERIFY(beginReady());
    QVERIFY(open(one) && open(two));
    ask(turn("a"), one, u"[[deltas 5 every 20]] [[say first]]"_s);
    ask(turn("b"), two, u"[[deltas 5 every 20]] [[say second]]"_s);
    QVERIFY(finished(turn("a")) && finished(turn("b")));
    QVERIFY(result(turn("a")).answer.contains(u"first"_s));
    QVERIFY(result(turn("b")).answer.contains(u"second"_s));
    QVERIFY(!watch().text(turn("a")).contains(u"second"_s));
}

void ProviderContract::refusesASecondTurnOnABusyThread()
{
    QVERIFY(beginReady());
    QVERIFY(open(one));
    ask(turn("a"), one, u"[[deltas 10 every 30]] [[say first]]"_s);
    ask(turn("b"), one, u"[[say second]]"_s);
    QVERIFY(finished(turn("b")));
    QCOMPARE(result(turn("b")).status, TurnResult::Status::Failed);
    QCOMPARE(result(turn("b")).reach, Reach::NotSent);
    QVERIFY(finished(turn("a")));
    QVERIFY(result(turn("a")).answer.contains(u"first"_s)); // it was not steered either
}

void ProviderContract::refusesATurnOnAThreadThatIsNotOpen()
{
    QVERIFY(beginReady());
    ask(turn("t"), one, u"[[say hello]]"_s);
    QVERIFY(finished(turn("t")));
    QCOMPARE(result(turn("t")).status, TurnResult::Status::Failed);
    QCOMPARE(result(turn("t")).reach, Reach::NotSent);
}

// C14
void ProviderContract::tellsWhyATurnFailed()
{
    QVERIFY(beginReady());
    QVERIFY(open(one));
    ask(turn("t"), one, u"[[error usage_limit_reached]]"_s);
    QVERIFY(finished(turn("t")));
    QCOMPARE(result(turn("t")).status, TurnResult::Status::Failed);
    QVERIFY(result(turn("t")).failure);
    QCOMPARE(toString(result(turn("t")).failure->kind), toString(FailureKind::QuotaExhausted));
    QVERIFY(result(turn("t")).reach < Reach::ModelAnswered);
    // The thread is as good as before.
    ask(turn("u"), one, u"[[say again]]"_s);
    QVERIFY(finished(turn("u")));
    QCOMPARE(result(turn("u")).status, TurnResult::Status::Completed);
}

// A10: the command goes too
void ProviderContract::interruptsATurnAndItsCommand()
{
    QVERIFY(beginReady());
    QVERIFY(open(one, {}, Access::Write));
    const QString mark = u"sleep 611.%1"_s.arg(QCoreApplication::applicationPid());
    ask(turn("t"), one, u"[[tool shell %1]] [[say done]]"_s.arg(mark));
    bool seen = false; // a process that becomes another program has no command line for a moment
    QTRY_VERIFY_WITH_TIMEOUT(seen = seen || someProcessRuns(mark), patience());
    QTRY_VERIFY(hasActivity(watch().activities(turn("t")), Activity::Kind::Tool));
    watch().ask([this] { provider().interruptTurn(turn("t")); });
    watch().ask([this] { provider().interruptTurn(turn("t")); });
    QVERIFY(finished(turn("t")));
    QCOMPARE(result(turn("t")).status, TurnResult::Status::Interrupted);
    QCOMPARE(result(turn("t")).reach, Reach::ToolStarted);
    QTRY_VERIFY(!someProcessRuns(mark));
}

void ProviderContract::interruptsATurnThatWasJustAsked()
{
    QVERIFY(beginReady());
    QVERIFY(open(one));
    ask(turn("t"), one, u"[[delay 20000]] [[say late]]"_s);
    watch().ask([this] { provider().interruptTurn(turn("t")); });
    QVERIFY(finished(turn("t")));
    QCOMPARE(result(turn("t")).status, TurnResult::Status::Interrupted);
    QCOMPARE(watch().results(turn("t")).size(), 1);
}

void ProviderContract::ignoresInterruptsOfWhatDoesNotRun()
{
    QVERIFY(beginReady());
    QVERIFY(open(one));
    watch().ask([this] { provider().interruptTurn(turn("never")); });
    watch().ask([this] { provider().endTurn(turn("never")); });
    ask(turn("t"), one, u"[[say here]]"_s);
    QVERIFY(finished(turn("t")));
    watch().ask([this] { provider().interruptTurn(turn("t")); });
    watch().ask([this] { provider().endTurn(turn("t")); });
    ask(turn("u"), one, u"[[say there]]"_s);
    QVERIFY(finished(turn("u")));
    QCOMPARE(result(turn("u")).status, TurnResult::Status::Completed);
    QCOMPARE(watch().results(turn("t")).size(), 1);
    QCOMPARE(watch().results(turn("never")).size(), 0);
}

// H05: nothing of the old turn shows in the new one
void ProviderContract::runsTheNextTurnAfterAnInterrupt()
{
    QVERIFY(beginReady());
    QVERIFY(open(one));
    ask(turn("t"), one, slowly(u"[[late 600]] "_s));
    QTRY_VERIFY_WITH_TIMEOUT(watch().heard(turn("t")) > 3, patience());
    watch().ask([this] { provider().interruptTurn(turn("t")); });
    QVERIFY(finished(turn("t")));
    ask(turn("u"), one, u"[[deltas 20 every 20]] [[say fresh]]"_s);
    QVERIFY(finished(turn("u")));
    QCOMPARE(result(turn("u")).status, TurnResult::Status::Completed);
    QVERIFY(result(turn("u")).answer.contains(u"fresh"_s));
    QCOMPARE(watch().text(turn("u")), result(turn("u")).answer);
}

void ProviderContract::losesOpenTurnsWhenItIsStopped()
{
    QVERIFY(beginReady());
    QVERIFY(open(one) && open(two));
    ask(turn("a"), one, u"[[hang]]"_s);
    ask(turn("b"), two, u"[[hang]]"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!watch().nativeTurn(turn("a")).isEmpty()
                                 && !watch().nativeTurn(turn("b")).isEmpty(),
                             patience());
    watch().ask([this] { provider().stop(); });
    QTRY_COMPARE_WITH_TIMEOUT(provider().state(), Product::State::Stopped, patience());
    // Before Stopped, each exactly once.
    QCOMPARE(watch().results(turn("a")).size(), 1);
    QCOMPARE(watch().results(turn("b")).size(), 1);
    QCOMPARE(result(turn("a")).status, TurnResult::Status::Lost);
    QCOMPARE(result(turn("b")).status, TurnResult::Status::Lost);
}

// C1, D1
void ProviderContract::losesTurnsWithTheHostAndComesBack()
{
    QVERIFY(beginReady());
    QVERIFY(open(one));
    ask(turn("t"), one, u"[[say before]]"_s);
    QVERIFY(finished(turn("t")));
    const QString native = watch().nativeThread(one);
    ask(turn("u"), one, slowly());
    QTRY_VERIFY_WITH_TIMEOUT(watch().heard(turn("u")) > 3, patience());
    m_rig.killHost();
    QVERIFY(finished(turn("u")));
    QCOMPARE(result(turn("u")).status, TurnResult::Status::Lost);
    QCOMPARE(result(turn("u")).reach, Reach::Unknown);
    QTRY_COMPARE_WITH_TIMEOUT(provider().state(), Product::State::Ready, patience());
    // Asked again, the thread is the same one, and the turn is there to be read.
    QVERIFY(open(one, native));
    QCOMPARE(watch().nativeThread(one), native);
    const Inventory inventory = read(turn("u"), one);
    QCOMPARE(inventory.state, Inventory::State::Interrupted);
    QCOMPARE(inventory.finalAnswer, QString());
    ask(turn("v"), one, u"[[say after]]"_s);
    QVERIFY(finished(turn("v")));
    QCOMPARE(result(turn("v")).status, TurnResult::Status::Completed);
}

// A10
void ProviderContract::endsATurnBesideTwoNeighbours()
{
    QVERIFY(beginReady());
    QVERIFY(open(one) && open(two) && open(three));
    ask(turn("a"), one, u"[[hang]]"_s);
    ask(turn("b"), two, u"[[hang]]"_s);
    ask(turn("c"), three, slowly());
    QTRY_VERIFY_WITH_TIMEOUT(!watch().nativeTurn(turn("a")).isEmpty()
                                 && !watch().nativeTurn(turn("b")).isEmpty()
                                 && watch().heard(turn("c")) > 3,
                             patience());
    watch().ask([this] { provider().endTurn(turn("a")); });
    QVERIFY(finished(turn("a")) && finished(turn("b")) && finished(turn("c")));
    QCOMPARE(result(turn("a")).status, TurnResult::Status::Interrupted);
    QCOMPARE(result(turn("b")).status, TurnResult::Status::Lost);
    QCOMPARE(result(turn("c")).status, TurnResult::Status::Lost);
    QTRY_COMPARE_WITH_TIMEOUT(provider().state(), Product::State::Ready, patience());
    QVERIFY(open(three, watch().nativeThread(three)));
    QCOMPARE(read(turn("c"), three).state, Inventory::State::Interrupted);
}

// C2, D1
void ProviderContract::readsTurnsBack()
{
    QVERIFY(beginReady());
    QVERIFY(open(one));
    QCOMPARE(read(turn("a"), one).state, Inventory::State::Absent); // the thread never had a turn
    ask(turn("a"), one, u"[[commentary thinking aloud]] [[say the answer]]"_s);
    QVERIFY(finished(turn("a")));
    ask(turn("b"), one, u"[[error 400]]"_s);
    QVERIFY(finished(turn("b")));
    ask(turn("c"), one, slowly());
    QTRY_VERIFY_WITH_TIMEOUT(watch().heard(turn("c")) > 3, patience());
    QCOMPARE(read(turn("c"), one).state, Inventory::State::Running);
    watch().ask([this] { provider().interruptTurn(turn("c")); });
    QVERIFY(finished(turn("c")));

    for (int lives = 0; lives < 2; ++lives) {
        const Inventory completed = read(turn("a"), one);
        QCOMPARE(completed.state, Inventory::State::Completed);
        QVERIFY(completed.finalAnswer.contains(u"the answer"_s));
        QVERIFY(!completed.finalAnswer.contains(u"thinking aloud"_s));
        QCOMPARE(completed.nativeTurn.isEmpty(), false);
        QCOMPARE(completed.items.first().kind, TurnItem::Kind::UserMessage);
        QVERIFY(completed.items.last().finalAnswer);
        const Inventory failed = read(turn("b"), one);
        QCOMPARE(failed.state, Inventory::State::Failed);
        const Inventory interrupted = read(turn("c"), one);
        QCOMPARE(interrupted.state, Inventory::State::Interrupted);
        QCOMPARE(interrupted.finalAnswer, QString());
        QCOMPARE(read(turn("never"), one).state, Inventory::State::Absent);
        QCOMPARE(read(turn("c"), one), interrupted); // twice the same
        if (lives == 0) {
            const QString native = watch().nativeThread(one);
            QVERIFY(beginReady());
            QCOMPARE(read(turn("a"), one).state,
                     Inventory::State::Unreadable); // not open in this life
            QVERIFY(open(one, native));
        }
    }
}

void ProviderContract::readsARunningTurnBackAsInterruptedAfterAKill()
{
    QVERIFY(beginReady());
    QVERIFY(open(one));
    ask(turn("t"), one, slowly(u"[[commentary on my way]] "_s));
    QTRY_VERIFY_WITH_TIMEOUT(watch().heard(turn("t")) > 5, patience());
    const QString native = watch().nativeThread(one);
    m_rig.killHost();
    QVERIFY(beginReady());
    QVERIFY(open(one, native));
    const Inventory inventory = read(turn("t"), one);
    QCOMPARE(inventory.state, Inventory::State::Interrupted);
    QCOMPARE(inventory.finalAnswer, QString());
    QCOMPARE(inventory.items.first().kind, TurnItem::Kind::UserMessage);
}

// C3, H13
void ProviderContract::opensTheSameThreadInTheNextLife()
{
    QVERIFY(beginReady());
    QVERIFY(open(one));
    ask(turn("t"), one, u"[[say remembered]]"_s);
    QVERIFY(finished(turn("t")));
    const QString native = watch().nativeThread(one);
    for (int lives = 0; lives < 3; ++lives) {
        m_rig.killHost();
        QVERIFY(beginReady());
        QVERIFY(open(one, native));
        QCOMPARE(watch().nativeThread(one), native);
        QVERIFY(read(turn("t"), one).finalAnswer.contains(u"remembered"_s));
    }
}

// C3
void ProviderContract::countsAThreadWithoutTurnsAsLostInTheNextLife()
{
    QVERIFY(beginReady());
    QVERIFY(open(one));
    const QString native = watch().nativeThread(one);
    m_rig.killHost();
    QVERIFY(beginReady());
    watch().ask([&] { provider().openThread(spec(one, native)); });
    QTRY_COMPARE_WITH_TIMEOUT(watch().failures(one).size(), 1, patience());
    QCOMPARE(toString(watch().failures(one).first().kind), toString(FailureKind::ThreadLost));
}

void ProviderContract::doesNotKnowForeignThreads()
{
    QVERIFY(beginReady());
    watch().ask(
        [this] { provider().openThread(spec(one, u"01a22c5a-59fd-7f83-826f-000000000000"_s)); });
    watch().ask([this] { provider().openThread(spec(two, u"no id at all"_s)); });
    QTRY_COMPARE_WITH_TIMEOUT(
        watch().failures(one).size() + watch().failures(two).size(), 2, patience());
    QCOMPARE(toString(watch().failures(one).first().kind), toString(FailureKind::ThreadLost));
    QCOMPARE(toString(watch().failures(two).first().kind), toString(FailureKind::ThreadLost));
}

// C13, H27
void ProviderContract::leavesAThreadToTheProcessThatHoldsIt()
{
    QVERIFY(beginReady());
    QVERIFY(open(one));
    ask(turn("t"), one, u"[[say mine]]"_s);
    QVERIFY(finished(turn("t")));
    const QString native = watch().nativeThread(one);
    const std::unique_ptr<Provider> other = std::move(m_life.provider);
    const std::unique_ptr<ProviderWatch> otherWatch = std::move(m_life.watch);

    QVERIFY(beginReady());
    watch().ask([&] { provider().openThread(spec(one, native)); });
    QTRY_COMPARE_WITH_TIMEOUT(watch().failures(one).size(), 1, patience());
    QCOMPARE(toString(watch().failures(one).first().kind),
             toString(FailureKind::ThreadBusyElsewhere));
    QVERIFY2(watch().failures(one).first().subject.contains(u"process"_s),
             qPrintable(watch().failures(one).first().subject));

    // The probe did not disturb the holder.
    otherWatch->ask([&] { other->startTurn(TurnStart{turn("u"), one, u"[[say still mine]]"_s}); });
    QTRY_COMPARE_WITH_TIMEOUT(otherWatch->results(turn("u")).size(), 1, patience());
    QCOMPARE(otherWatch->results(turn("u")).first().status, TurnResult::Status::Completed);
    other->stop();
    QTRY_COMPARE_WITH_TIMEOUT(other->state(), Product::State::Stopped, patience());

    QVERIFY(open(one, native));
    QCOMPARE(watch().nativeThread(one), native);
    QCOMPARE(read(turn("u"), one).state, Inventory::State::Completed);
}

void ProviderContract::abandonsThreads()
{
    QVERIFY(beginReady());
    QVERIFY(open(one) && open(two) && open(three));
    ask(turn("a"), one, u"[[say done]]"_s);
    QVERIFY(finished(turn("a")));
    ask(turn("b"), two, u"[[hang]]"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!watch().nativeTurn(turn("b")).isEmpty(), patience());
    const BindingId unknown(u"binding-unknown"_s);
    for (const BindingId &binding : {one, two, three, unknown})
        watch().ask([&] { provider().abandonThread(binding); });
    for (const BindingId &binding : {one, two, three, unknown})
        QTRY_COMPARE_WITH_TIMEOUT(watch().abandoned(binding), 1, patience());
    QVERIFY(finished(turn("b")));
    QCOMPARE(result(turn("b")).status, TurnResult::Status::Interrupted);
    ask(turn("c"), one, u"[[say no]]"_s);
    QVERIFY(finished(turn("c")));
    QCOMPARE(result(turn("c")).reach, Reach::NotSent);
}

// H26
void ProviderContract::leavesNoProcessBehind()
{
    for (int lives = 0; lives < 3; ++lives) {
        QVERIFY(beginReady());
        QVERIFY(open(one));
        ask(turn("t"), one, u"[[hang]]"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!watch().nativeTurn(turn("t")).isEmpty(), patience());
        QVERIFY(m_rig.hostLives());
        endLife();
        QTRY_VERIFY(!m_rig.hostLives());
    }
}

} // namespace hostline::test
