// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// Restoring histories with a host that misbehaves (C5, C7-C10, C12). Time is moved by hand.
#include "contract/provider/provider_watch.h"
#include "support/clock/manual_clock.h"
#include "support/process/codex_rig.h"
#include "support/process/fake_app_server.h"
#include "support/process/history_run.h"

#include <QFile>
#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

using namespace hostline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using Outcome = PrefixOutcome::Result;
using Role = HistoryMessage::Role;
using State = Product::State;

namespace {

constexpr int patience = 90'000;
const BindingId binding(u"binding-1"_s);
const BindingId another(u"binding-2"_s);

const auto injectMethod = u"thread/inject_items"_s;
const auto compactMethod = u"thread/compact/start"_s;
const auto archiveMethod = u"thread/archive"_s;

// Two prefixes of a small window.
QList<HistoryMessage> longHistory()
{
    QList<HistoryMessage> messages;
    for (int number = 0; number < 60; ++number)
        messages.append({number % 2 == 0 ? Role::User : Role::Assistant,
                         QString(1000, QChar(u'a' + number % 26))});
    return messages;
}

QList<HistoryMessage> shortHistory()
{
    return {{Role::User, u"  one\n"_s}, {Role::Assistant, u"two"_s}};
}

} // namespace

class tst_codex_restoration : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aPrefixFollowsItsCompaction();
    void rolesAndBytesGoOutAsTheyAre();
    void noneOfTheseReleasesTheNextPrefix_data();
    void noneOfTheseReleasesTheNextPrefix();
    void anUnsoundCompactionEndsIt_data();
    void anUnsoundCompactionEndsIt();
    void anInjectionThatFailsIsNeverRepeated_data();
    void anInjectionThatFailsIsNeverRepeated();
    void unsoundPrefixesAreRefused_data();
    void unsoundPrefixesAreRefused();
    void theHostsWordSetsTheNextBudget();
    void aStopInsideACompactionInterruptsIt();
    void anIgnoredInterruptIsNotWaitedForLong();
    void aStopBeforeTheInjectionPutsTheThreadAwayOnce();
    void aTurnWaitsForNoPrefix();
    void aThreadThatWasLeftIsPutAway();
    void aThreadThatDiedInACompactionIsPutAway();
    void anUpdateWaitsForTheLastPrefix();
    void anUpdateDoesNotWaitForWhatWasGivenUp();

private:
    void script(const QJsonObject &script);
    [[nodiscard]] bool ready(const QString &command = test::FakeAppServer::program());
    /// A host whose program is replaced while its thread holds the first of several prefixes.
    void replaceBetweenPrefixes();
    [[nodiscard]] bool opened(const BindingId &id = binding, const QString &native = {});
    void restore(const QList<HistoryMessage> &messages);
    [[nodiscard]] bool over() const;
    [[nodiscard]] int calls(const QString &method) const
    {
        return int(m_server->received(method).size());
    }
    [[nodiscard]] PrefixOutcome outcome() const { return m_run->outcomes().value(0); }
    void abandon();
    [[nodiscard]] HistoryRestorer &restorer() const
    {
        return qobject_cast<HistoryProvider *>(m_provider.get())->history();
    }

    std::unique_ptr<test::FakeAppServer> m_server;
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<test::CodexLives> m_lives;
    std::unique_ptr<Provider> m_provider;
    std::unique_ptr<test::ProviderWatch> m_watch;
    std::unique_ptr<test::HistoryRun> m_run;
};

void tst_codex_restoration::init()
{
    m_server = std::make_unique<test::FakeAppServer>();
    QVERIFY(m_server->isValid());
    m_clock = std::make_unique<ManualClock>();
    m_lives = std::make_unique<test::CodexLives>(*m_clock);
}

void tst_codex_restoration::cleanup()
{
    m_run.reset();
    if (m_watch)
        QCOMPARE(m_watch->offences(), QStringList());
    m_watch.reset();
    m_provider.reset();
    m_lives.reset();
    m_clock.reset();
    m_server.reset();
}

void tst_codex_restoration::script(const QJsonObject &script)
{
    m_server->script(script);
}

bool tst_codex_restoration::ready(const QString &command)
{
    codex::CodexSettings settings;
    settings.command = command;
    settings.home = m_server->home();
    settings.window = 30'000;
    m_provider = m_lives->begin(settings, m_server->newDirectory());
    m_watch = std::make_unique<test::ProviderWatch>(*m_provider);
    m_provider->start();
    return QTest::qWaitFor([this] { return m_provider->state() == State::Ready; }, patience);
}

bool tst_codex_restoration::opened(const BindingId &id, const QString &native)
{
    const int before = m_watch->openings(id);
    m_provider->openThread(ThreadSpec{id, native, m_server->workspace(), {}, {}, Access::Read});
    return QTest::qWaitFor([this, &id, before] { return m_watch->openings(id) > before; },
                           patience);
}

void tst_codex_restoration::restore(const QList<HistoryMessage> &messages)
{
    m_run = std::make_unique<test::HistoryRun>(*m_provider, binding, messages);
    m_watch->ask([this] { m_run->begin(); });
}

bool tst_codex_restoration::over() const
{
    return QTest::qWaitFor([this] { return m_run->isOver(); }, patience);
}

void tst_codex_restoration::abandon()
{
    m_watch->ask([this] { m_provider->abandonThread(binding); });
}

// C8: the next part goes out behind the end of the compaction, never before
void tst_codex_restoration::aPrefixFollowsItsCompaction()
{
    script(
        {{u"compaction"_s, QJsonArray{u"started"_s, u"usage 5000"_s, u"item"_s, u"completed"_s}}});
    QVERIFY(ready());
    QVERIFY(opened());
    restore(longHistory());
    QVERIFY(over());
    QVERIFY(m_run->isRestored());
    QCOMPARE(m_run->prefixes().size(), 2);
    QCOMPARE(m_run->compactions(), 1);
    QStringList methods;
    const QList<QJsonObject> received = m_server->received();
    for (const QJsonObject &message : received) {
        const QString method = message.value("method"_L1).toString();
        if (method == injectMethod || method == compactMethod)
            methods.append(method);
    }
    QCOMPARE(methods, (QStringList{injectMethod, compactMethod, injectMethod}));
}

// C5
void tst_codex_restoration::rolesAndBytesGoOutAsTheyAre()
{
    QVERIFY(ready());
    QVERIFY(opened());
    restore(shortHistory());
    QVERIFY(over());
    QVERIFY(m_run->isRestored());
    const QJsonArray items = m_server->received(injectMethod)
                                 .constFirst()
                                 .value("params"_L1)
                                 .toObject()
                                 .value("items"_L1)
                                 .toArray();
    const auto item = [](const QString &role, const QString &type, const QString &text) {
        return QJsonObject{
            {u"type"_s, u"message"_s},
            {u"role"_s, role},
            {u"content"_s, QJsonArray{QJsonObject{{u"type"_s, type}, {u"text"_s, text}}}}};
    };
    QJsonObject answer = item(u"assistant"_s, u"output_text"_s, u"two"_s);
    answer.insert(u"phase"_s, u"final_answer"_s);
    QCOMPARE(items, (QJsonArray{item(u"user"_s, u"input_text"_s, u"  one\n"_s), answer}));
}

// C9: each alone
void tst_codex_restoration::noneOfTheseReleasesTheNextPrefix_data()
{
    QTest::addColumn<QJsonArray>("steps");
    QTest::newRow("C9: the call's own answer") << QJsonArray{};
    QTest::newRow("C9: the start of its turn") << QJsonArray{u"started"_s};
    QTest::newRow("C9: the item of another thread")
        << QJsonArray{u"started"_s, u"another thread's item"_s};
    QTest::newRow("C9: the item and the end of another turn")
        << QJsonArray{u"started"_s, u"another turn's item"_s, u"another turn's end"_s};
    QTest::newRow("C9: the own item and the end of another turn")
        << QJsonArray{u"started"_s, u"item"_s, u"another turn's end"_s};
    QTest::newRow("C9: an unknown item") << QJsonArray{u"started"_s, u"another item"_s};
    QTest::newRow("C9: the item without the end") << QJsonArray{u"started"_s, u"item"_s};
}

void tst_codex_restoration::noneOfTheseReleasesTheNextPrefix()
{
    QFETCH(QJsonArray, steps);
    script({{u"compaction"_s, steps}});
    QVERIFY(ready());
    QVERIFY(opened());
    restore(longHistory());
    QTRY_COMPARE_WITH_TIMEOUT(calls(compactMethod), 1, patience);
    QVERIFY(opened(another)); // everything that the host said before has been heard
    QVERIFY(!m_run->isOver());
    QCOMPARE(m_run->outcomes().size(), 0);
    QCOMPARE(calls(injectMethod), 1);

    // A stop ends it (C10, C12).
    abandon();
    m_clock->advance(5s);
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->abandoned(binding), 1, patience);
    QCOMPARE(m_run->outcomes().size(), 1);
    QVERIFY(outcome().result == Outcome::Unknown);
    QCOMPARE(calls(injectMethod), 1);
    QCOMPARE(calls(archiveMethod), 1);
}

// C9, H12
void tst_codex_restoration::anUnsoundCompactionEndsIt_data()
{
    QTest::addColumn<QJsonObject>("how");
    QTest::addColumn<FailureKind>("kind");
    const auto steps = [](const QJsonArray &list) {
        return QJsonObject{{u"compaction"_s, list}};
    };
    QTest::newRow("C9: an end without the item")
        << steps({u"started"_s, u"completed"_s}) << FailureKind::Internal;
    QTest::newRow("C9: an end with an unknown item")
        << steps({u"started"_s, u"another item"_s, u"completed"_s}) << FailureKind::Internal;
    QTest::newRow("C9: an end with the item of another turn")
        << steps({u"started"_s, u"another turn's item"_s, u"completed"_s}) << FailureKind::Internal;
    QTest::newRow("C9: a failed turn")
        << steps({u"started"_s, u"failed"_s}) << FailureKind::Internal;
    QTest::newRow("C9: a failed turn behind the item")
        << steps({u"started"_s, u"item"_s, u"failed"_s}) << FailureKind::Internal;
    QTest::newRow("C9: an interrupted turn behind the item")
        << steps({u"started"_s, u"item"_s, u"interrupted"_s}) << FailureKind::Internal;
    QTest::newRow("the usage limit")
        << QJsonObject{{u"compaction"_s, QJsonArray{u"started"_s, u"failed"_s}},
                       {u"compaction error"_s, u"usageLimitExceeded"_s}}
        << FailureKind::QuotaExhausted;
    QTest::newRow("a refused call")
        << QJsonObject{{u"refuse"_s,
                        QJsonObject{{compactMethod,
                                     QJsonObject{{u"code"_s, -32603}, {u"message"_s, u"no"_s}}}}}}
        << FailureKind::Internal;
    QTest::newRow("the death of the host")
        << QJsonObject{{u"die"_s, QJsonObject{{compactMethod, u"before"_s}}}}
        << FailureKind::ProviderUnavailable;
}

void tst_codex_restoration::anUnsoundCompactionEndsIt()
{
    QFETCH(QJsonObject, how);
    QFETCH(FailureKind, kind);
    script(how);
    QVERIFY(ready());
    QVERIFY(opened());
    restore(longHistory());
    QVERIFY(over());
    QVERIFY(!m_run->isRestored());
    QVERIFY(outcome().result == Outcome::Unknown);
    QVERIFY(outcome().failure);
    QCOMPARE(toString(outcome().failure->kind), toString(kind));
    QCOMPARE(calls(injectMethod), 1);
    QCOMPARE(calls(compactMethod), 1);
    abandon();
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->abandoned(binding), 1, patience);
}

// C7
void tst_codex_restoration::anInjectionThatFailsIsNeverRepeated_data()
{
    QTest::addColumn<QJsonObject>("how");
    QTest::addColumn<Outcome>("result");
    QTest::addColumn<FailureKind>("kind");
    const auto refused = [](int code, const QString &message) {
        return QJsonObject{
            {u"refuse"_s,
             QJsonObject{{injectMethod, QJsonObject{{u"code"_s, code}, {u"message"_s, message}}}}}};
    };
    QTest::newRow("C7: refused") << refused(-32603, u"no"_s) << Outcome::Refused
                                 << FailureKind::Internal;
    QTest::newRow("C7: too large")
        << refused(-32602, u"too large"_s) << Outcome::Refused << FailureKind::InvalidInput;
    QTest::newRow("C7: a host without the method")
        << QJsonObject{{u"unknown"_s, QJsonArray{injectMethod}}} << Outcome::Refused
        << FailureKind::UnsupportedHost;
    QTest::newRow("C7: no answer in time") << QJsonObject{{u"silent"_s, QJsonArray{injectMethod}}}
                                           << Outcome::Unknown << FailureKind::ProviderUnavailable;
    QTest::newRow("C7: the host died before its answer")
        << QJsonObject{{u"die"_s, QJsonObject{{injectMethod, u"before"_s}}}} << Outcome::Unknown
        << FailureKind::ProviderUnavailable;
}

void tst_codex_restoration::anInjectionThatFailsIsNeverRepeated()
{
    QFETCH(QJsonObject, how);
    QFETCH(Outcome, result);
    QFETCH(FailureKind, kind);
    script(how);
    QVERIFY(ready());
    QVERIFY(opened());
    restore(shortHistory());
    QTRY_COMPARE_WITH_TIMEOUT(calls(injectMethod), 1, patience);
    if (how.contains("silent"_L1))
        m_clock->advance(1min);
    QVERIFY(over());
    QCOMPARE(m_run->outcomes().size(), 1);
    QVERIFY(outcome().result == result);
    QVERIFY(outcome().failure);
    QVERIFY2(outcome().failure->kind == kind, qPrintable(outcome().failure->detail));
    abandon();
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->abandoned(binding), 1, patience);
    QCOMPARE(calls(injectMethod), 1);
    QCOMPARE(calls(compactMethod), 0);
    QCOMPARE(calls(u"turn/start"_s), 0);
}

// C5, C8a: what the host would accept, or cut in silence, is refused by us
void tst_codex_restoration::unsoundPrefixesAreRefused_data()
{
    QTest::addColumn<QList<HistoryMessage>>("messages");
    QTest::newRow("C5: a role that there is not")
        << QList<HistoryMessage>{{Role(7), u"obey me"_s}, {Role::User, u"x"_s}};
    QTest::newRow("an empty message") << QList<HistoryMessage>{{Role::User, {}}};
    QTest::newRow("no message") << QList<HistoryMessage>();
    QTest::newRow("C8a: more than was granted")
        << QList<HistoryMessage>{{Role::User, QString(200'000, u'x')}};
}

void tst_codex_restoration::unsoundPrefixesAreRefused()
{
    QFETCH(QList<HistoryMessage>, messages);
    QVERIFY(ready());
    QVERIFY(opened());
    QList<PrefixOutcome> outcomes;
    connect(&restorer(),
            &HistoryRestorer::prefixRestored,
            m_watch.get(),
            [&outcomes](const PrefixOutcome &told) { outcomes.append(told); });
    restorer().restorePrefix({binding, 0, true, 0, messages});
    QVERIFY(outcomes.isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(outcomes.size(), 1, patience);
    QVERIFY(outcomes.constFirst().result == Outcome::Refused);
    QCOMPARE(toString(outcomes.constFirst().failure->kind), toString(FailureKind::InvalidInput));
    QCOMPARE(calls(injectMethod), 0);
}

// C8a
void tst_codex_restoration::theHostsWordSetsTheNextBudget()
{
    const auto steps = [](const QString &usage) {
        return QJsonObject{
            {u"compaction"_s, QJsonArray{u"started"_s, usage, u"item"_s, u"completed"_s}}};
    };
    qint64 little = 0;
    for (const int hostTokens : {10'000, 20'000, 1'000'000}) {
        m_run.reset();
        script(steps(u"usage %1"_s.arg(hostTokens)));
        QVERIFY(ready());
        QVERIFY(opened());
        restore(longHistory());
        QVERIFY(over());
        const qint64 next = outcome().nextPrefixTokens;
        if (hostTokens == 10'000)
            little = next;
        else if (hostTokens == 20'000)
            QCOMPARE(next, little - 40'000LL * 2 / 7 - 1);
        else
            QCOMPARE(next, 0);
    }
    QVERIFY(outcome().failure);
    QCOMPARE(toString(outcome().failure->kind), toString(FailureKind::ContextTooLarge));
    QCOMPARE(m_run->prefixes().size(), 1);
}

// C10
void tst_codex_restoration::aStopInsideACompactionInterruptsIt()
{
    script({{u"compaction"_s, QJsonArray{u"started"_s}}});
    QVERIFY(ready());
    QVERIFY(opened());
    restore(longHistory());
    QTRY_COMPARE_WITH_TIMEOUT(calls(compactMethod), 1, patience);
    QVERIFY(opened(another)); // its turn is known
    abandon();
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->abandoned(binding), 1, patience); // the clock stands
    QCOMPARE(calls(u"turn/interrupt"_s), 1);
    QCOMPARE(calls(archiveMethod), 1);
    QVERIFY(outcome().result == Outcome::Unknown);
    QVERIFY(m_lives->childLives());
}

void tst_codex_restoration::anIgnoredInterruptIsNotWaitedForLong()
{
    script({{u"compaction"_s, QJsonArray{u"started"_s}},
            {u"silent"_s, QJsonArray{u"turn/interrupt"_s}}});
    QVERIFY(ready());
    QVERIFY(opened());
    restore(longHistory());
    QTRY_COMPARE_WITH_TIMEOUT(calls(compactMethod), 1, patience);
    QVERIFY(opened(another));
    abandon();
    QTRY_COMPARE_WITH_TIMEOUT(calls(u"turn/interrupt"_s), 1, patience);
    QCOMPARE(m_watch->abandoned(binding), 0);
    m_clock->advance(5s);
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->abandoned(binding), 1, patience);
    QVERIFY(outcome().result == Outcome::Unknown);
}

void tst_codex_restoration::aStopBeforeTheInjectionPutsTheThreadAwayOnce()
{
    QVERIFY(ready());
    QVERIFY(opened());
    restore(shortHistory());
    abandon(); // the prefix still waits to be sent
    QVERIFY(over());
    QVERIFY(outcome().result == Outcome::Unknown);
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->abandoned(binding), 1, patience);
    QVERIFY(opened(another));
    QCOMPARE(calls(injectMethod), 0);
    QCOMPARE(calls(archiveMethod), 1);
    QCOMPARE(m_watch->abandoned(binding), 1);
}

void tst_codex_restoration::aTurnWaitsForNoPrefix()
{
    script({{u"compaction"_s, QJsonArray{u"started"_s}}});
    QVERIFY(ready());
    QVERIFY(opened());
    restore(longHistory());
    const TurnId turn(u"turn-1"_s);
    m_provider->startTurn(TurnStart{turn, binding, u"[[say x]]"_s});
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->results(turn).size(), 1, patience);
    QVERIFY(m_watch->results(turn).constFirst().reach == Reach::NotSent);
    QCOMPARE(calls(u"turn/start"_s), 0);
}

// C10: what an earlier process began
void tst_codex_restoration::aThreadThatWasLeftIsPutAway()
{
    QVERIFY(ready());
    QVERIFY(opened());
    restore(shortHistory());
    QVERIFY(over());
    const QString native = m_watch->nativeThread(binding);
    m_run.reset();
    m_lives->killChild();
    QVERIFY(ready());
    restorer().discardThread(native);
    restorer().discardThread(u"one that nobody knows"_s);
    QVERIFY(opened(another));
    const QList<QJsonObject> archived = m_server->received(archiveMethod);
    QCOMPARE(archived.size(), 2);
    QCOMPARE(archived.constFirst().value("params"_L1).toObject().value("threadId"_L1).toString(),
             native);
    QCOMPARE(calls(u"thread/resume"_s), 0); // never opened for it
}

// C10: the row of the dead child's thread is still there
void tst_codex_restoration::aThreadThatDiedInACompactionIsPutAway()
{
    script({{u"die"_s, QJsonObject{{compactMethod, u"before"_s}}}});
    QVERIFY(ready());
    QVERIFY(opened());
    const QString native = m_watch->nativeThread(binding);
    restore(longHistory());
    QVERIFY(over());
    QVERIFY(outcome().result == Outcome::Unknown);
    QTRY_VERIFY_WITH_TIMEOUT(m_provider->state() == State::Ready, patience);
    QVERIFY(restorer().firstPrefixTokens(binding, 0) > 0);
    restorer().discardThread(native);
    QCOMPARE(restorer().firstPrefixTokens(binding, 0), 0); // nothing is kept of it
    QVERIFY(opened(another));
    QCOMPARE(calls(archiveMethod), 1);
    QCOMPARE(calls(u"thread/resume"_s), 0);
    QVERIFY(opened()); // a new one
    QVERIFY(m_watch->nativeThread(binding) != native);
}

void tst_codex_restoration::replaceBetweenPrefixes()
{
    const QString command = m_server->home() + u"/codex"_s;
    QVERIFY(QFile::copy(test::FakeAppServer::program(), command));
    QVERIFY(ready(command));
    QVERIFY(opened());
    QSignalSpy ends(&restorer(), &HistoryRestorer::prefixRestored);
    restorer().restorePrefix({binding, 0, false, 100, shortHistory()});
    QTRY_COMPARE_WITH_TIMEOUT(ends.size(), 1, patience);
    QVERIFY(ends.constFirst().constFirst().value<PrefixOutcome>().result == Outcome::Restored);
    QVERIFY(QFile::remove(command));
    QVERIFY(QFile::copy(test::FakeAppServer::program(), command));
    m_server->script({{u"version"_s, u"0.172.0"_s}});
    m_clock->advance(1min);
    QVERIFY(opened(another)); // by the child that still runs
    QVERIFY(m_provider->version() != u"0.172.0"_s);
}

// C1, C7: the core looks around between two prefixes, and nothing runs then
void tst_codex_restoration::anUpdateWaitsForTheLastPrefix()
{
    replaceBetweenPrefixes();
    QSignalSpy ends(&restorer(), &HistoryRestorer::prefixRestored);
    restorer().restorePrefix({binding, 1, true, 100, shortHistory()});
    QTRY_COMPARE_WITH_TIMEOUT(ends.size(), 1, patience);
    QVERIFY(ends.constFirst().constFirst().value<PrefixOutcome>().result == Outcome::Restored);
    QCOMPARE(calls(u"thread/resume"_s), 0); // one child took all of it
    QTRY_COMPARE_WITH_TIMEOUT(m_provider->version(), u"0.172.0"_s, patience);
}

void tst_codex_restoration::anUpdateDoesNotWaitForWhatWasGivenUp()
{
    replaceBetweenPrefixes();
    abandon();
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->abandoned(binding), 1, patience);
    m_clock->advance(1min);
    QTRY_COMPARE_WITH_TIMEOUT(m_provider->version(), u"0.172.0"_s, patience);
}

QTEST_GUILESS_MAIN(tst_codex_restoration)
#include "tst_codex_restoration.moc"
