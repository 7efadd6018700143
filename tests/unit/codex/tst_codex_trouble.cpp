// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a Codex that misbehaves, is missing, too old or replaced leads to. Time is moved by hand.
#include "contract/provider/provider_watch.h"
#include "lib/codexwire/native_binary.h"
#include "support/clock/manual_clock.h"
#include "support/process/codex_rig.h"
#include "support/process/fake_app_server.h"
#include "support/process/running_processes.h"

#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QTest>

using namespace hostline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using State = Product::State;

namespace {

constexpr int patience = 90'000;
const BindingId binding(u"binding-1"_s);
const TurnId first(u"turn-1"_s);
const TurnId second(u"turn-2"_s);

// The address sanitizer keeps up to 256 MiB of what was freed, to find its use.
#ifdef __SANITIZE_ADDRESS__
constexpr qint64 mostKeptKib = 300LL * 1024;
#else
constexpr qint64 mostKeptKib = 20LL * 1024;
#endif

qint64 residentKib()
{
    QFile file(u"/proc/self/status"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray status = file.readAll();
    const qsizetype at = status.indexOf("VmRSS:");
    return status.mid(at + 6, status.indexOf("kB", at) - at - 6).trimmed().toLongLong();
}

} // namespace

class tst_codex_trouble : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aMissingProgramIsWaitedFor();
    void anOldVersionIsRefused();
    void aSilentStartEnds();
    void aFailedStartSaysWhy();
    void anUpdateRestartsAnIdleChild();
    void anUpdateWaitsForTheTurn();
    void aChildThatDiesTooOftenIsLeftAlone();
    void aLeftChildIsEnded();
    void aCommandDoesNotOutliveItsChild();
    void aLostTurnFindsItsProviderStarting();
    void aHangingTurnStartEndsTheChild();
    void aHangingCallEndsTheChild_data();
    void aHangingCallEndsTheChild();
    void aRefusedTurnStartFails();
    void aDeathInTurnStartLosesTheTurn();
    void anUnloadedThreadIsResumed();
    void halfALineIsEnded();
    void aLineOverTheCapEndsTheChild();
    void aLongLineIsTakenAndGivenBack();
    void aFloodIsTaken();
    void aCallOfTheHostIsRefused();
    void anAnswerIsReadBackWhereTheEndHasNone();
    void aMessageWithoutAPhaseIsAnAnswer();
    void anIgnoredInterruptIsEnded();
    void tokensAreCounted();
    void whatCodexIsTold();
    void aHomeThatIsMadeIsPrivate();

private:
    void begin(const codex::CodexSettings &settings);
    [[nodiscard]] bool becomes(State state) const;
    [[nodiscard]] bool ready();
    [[nodiscard]] bool opened();
    void ask(const TurnId &turn, const QString &text);
    [[nodiscard]] bool finished(const TurnId &turn) const;
    [[nodiscard]] TurnResult result(const TurnId &turn) const
    {
        return m_watch->results(turn).value(0);
    }
    [[nodiscard]] codex::CodexSettings settings() const;

    std::unique_ptr<test::FakeAppServer> m_server;
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<test::CodexLives> m_lives;
    QString m_directory;
    std::unique_ptr<Provider> m_provider;
    std::unique_ptr<test::ProviderWatch> m_watch;
};

void tst_codex_trouble::init()
{
    m_server = std::make_unique<test::FakeAppServer>();
    QVERIFY(m_server->isValid());
    m_clock = std::make_unique<ManualClock>();
    m_lives = std::make_unique<test::CodexLives>(*m_clock);
    m_directory = m_server->newDirectory();
}

void tst_codex_trouble::cleanup()
{
    if (m_watch)
        QCOMPARE(m_watch->offences(), QStringList());
    m_watch.reset();
    m_provider.reset();
    m_lives.reset();
    m_clock.reset();
    m_server.reset();
}

codex::CodexSettings tst_codex_trouble::settings() const
{
    codex::CodexSettings settings;
    settings.command = test::FakeAppServer::program();
    settings.home = m_server->home();
    return settings;
}

void tst_codex_trouble::begin(const codex::CodexSettings &settings)
{
    m_provider = m_lives->begin(settings, m_directory);
    m_watch = std::make_unique<test::ProviderWatch>(*m_provider);
    m_provider->start();
}

bool tst_codex_trouble::becomes(State state) const
{
    return QTest::qWaitFor([this, state] { return m_provider->state() == state; }, patience);
}

bool tst_codex_trouble::ready()
{
    begin(settings());
    return becomes(State::Ready);
}

bool tst_codex_trouble::opened()
{
    const int before = m_watch->openings(binding);
    m_provider->openThread(ThreadSpec{binding, {}, m_server->workspace(), {}, {}, Access::Read});
    return QTest::qWaitFor([this, before] { return m_watch->openings(binding) > before; },
                           patience);
}

void tst_codex_trouble::ask(const TurnId &turn, const QString &text)
{
    m_provider->startTurn(TurnStart{turn, binding, text});
}

bool tst_codex_trouble::finished(const TurnId &turn) const
{
    return QTest::qWaitFor([this, &turn] { return !m_watch->results(turn).isEmpty(); }, patience);
}

void tst_codex_trouble::aMissingProgramIsWaitedFor()
{
    codex::CodexSettings missing = settings();
    missing.command = m_server->home() + u"/codex"_s;
    begin(missing);
    QCOMPARE(m_provider->state(), State::Unavailable);
    QCOMPARE(toString(m_provider->failure()->kind), toString(FailureKind::ProviderUnavailable));
    QCOMPARE(m_provider->failure()->subject, codexwire::installStep());
    m_clock->advance(10min);
    QCOMPARE(m_watch->states(),
             (QList<State>{State::Starting, State::Unavailable})); // nothing flickers
    QVERIFY(QFile::link(test::FakeAppServer::program(), missing.command));
    for (int second = 0; second < 60 && m_provider->state() == State::Unavailable; ++second)
        m_clock->advance(1s);
    QVERIFY(becomes(State::Ready));
    QVERIFY(!m_provider->failure());
}

void tst_codex_trouble::anOldVersionIsRefused()
{
    m_server->script({{u"version"_s, u"0.150.1"_s}});
    begin(settings());
    QVERIFY(becomes(State::Unavailable));
    QCOMPARE(toString(m_provider->failure()->kind), toString(FailureKind::UnsupportedHost));
    QCOMPARE(m_provider->failure()->subject, u"0.150.1"_s);
    QVERIFY(m_provider->failure()->detail.contains(u"0.152.0"_s));
    QVERIFY(!m_lives->childLives());
    m_clock->advance(1h); // the same file is not tried again
    QCOMPARE(m_server->received(u"initialize"_s).size(), 1);
    m_provider->stop();
    QCOMPARE(m_provider->state(), State::Stopped);
}

// C17
void tst_codex_trouble::aSilentStartEnds()
{
    m_server->script({{u"silent"_s, QJsonArray{u"initialize"_s}}});
    begin(settings());
    QTRY_COMPARE_WITH_TIMEOUT(m_server->received(u"initialize"_s).size(), 1, patience);
    m_clock->advance(29s);
    QCOMPARE(m_provider->state(), State::Starting);
    m_clock->advance(1s);
    QVERIFY(becomes(State::Unavailable));
    QCOMPARE(toString(m_provider->failure()->kind), toString(FailureKind::StartTimeout));
    m_server->script({});
    m_clock->advance(1s);
    QVERIFY(becomes(State::Ready));
}

void tst_codex_trouble::aFailedStartSaysWhy()
{
    m_server->script({{u"exit"_s, 3}});
    begin(settings());
    QVERIFY(becomes(State::Unavailable));
    QCOMPARE(toString(m_provider->failure()->kind), toString(FailureKind::ProviderUnavailable));
    QVERIFY2(m_provider->failure()->detail.contains(u"unknown field `zzz`"_s),
             qPrintable(m_provider->failure()->detail));
    QVERIFY(!m_provider->failure()->detail.contains(u'\x1b'));
}

void tst_codex_trouble::anUpdateRestartsAnIdleChild()
{
    codex::CodexSettings linked = settings();
    linked.command = m_server->home() + u"/codex"_s;
    QVERIFY(QFile::copy(test::FakeAppServer::program(), linked.command));
    begin(linked);
    QVERIFY(becomes(State::Ready));
    QVERIFY(opened());
    ask(first, u"[[say before]]"_s);
    QVERIFY(finished(first));
    m_clock->advance(5min);
    QCOMPARE(m_provider->state(), State::Ready); // the same file
    QVERIFY(QFile::remove(linked.command));
    m_clock->advance(1min);
    QCOMPARE(m_provider->state(), State::Ready); // an update under way is waited for
    QVERIFY(QFile::copy(test::FakeAppServer::program(), linked.command));
    m_server->script({{u"version"_s, u"0.172.0"_s}});
    m_clock->advance(1min);
    QTRY_COMPARE_WITH_TIMEOUT(m_provider->version(), u"0.172.0"_s, patience);
    QVERIFY(becomes(State::Ready));
    ask(second, u"[[say after]]"_s); // on the same thread, which is resumed for it
    QVERIFY(finished(second));
    QCOMPARE(result(second).status, TurnResult::Status::Completed);
    QCOMPARE(m_server->received(u"thread/resume"_s).size(), 1);
}

void tst_codex_trouble::anUpdateWaitsForTheTurn()
{
    codex::CodexSettings linked = settings();
    linked.command = m_server->home() + u"/codex"_s;
    QVERIFY(QFile::copy(test::FakeAppServer::program(), linked.command));
    begin(linked);
    QVERIFY(becomes(State::Ready));
    QVERIFY(opened());
    ask(first, u"[[hang]]"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!m_watch->nativeTurn(first).isEmpty(), patience);
    QVERIFY(QFile::remove(linked.command));
    QVERIFY(QFile::copy(test::FakeAppServer::program(), linked.command));
    m_clock->advance(5min);
    QCOMPARE(m_provider->state(), State::Ready);
    m_provider->interruptTurn(first);
    QVERIFY(finished(first));
    QTRY_COMPARE_WITH_TIMEOUT(
        m_watch->states().size(), 4, patience); // Starting, Ready, Starting, Ready
    QCOMPARE(m_provider->state(), State::Ready);
}

// C1
void tst_codex_trouble::aChildThatDiesTooOftenIsLeftAlone()
{
    QVERIFY(ready());
    for (int restart = 0; restart < codex::RestartBudget::size; ++restart) {
        const auto child = m_lives->child();
        m_lives->killChild();
        QTRY_VERIFY_WITH_TIMEOUT(m_lives->child() != child, patience);
    }
    m_lives->killChild();
    QVERIFY(becomes(State::Unavailable));
    QVERIFY(m_provider->failure()->detail.contains(u"signal"_s));
    m_clock->advance(codex::RestartBudget::refill);
    QVERIFY(becomes(State::Ready));
}

// C1, H26
void tst_codex_trouble::aLeftChildIsEnded()
{
    QProcess left;
    left.start(test::FakeAppServer::program(), {});
    QVERIFY(left.waitForStarted());
    const auto mark = codexwire::markOfProcess(left.processId());
    QVERIFY(mark);
    QVERIFY(codexwire::writeMark(m_directory + u"/app-server.mark"_s, *mark));
    begin(settings());
    QTRY_COMPARE_WITH_TIMEOUT(left.state(), QProcess::NotRunning, patience);
    QTRY_VERIFY_WITH_TIMEOUT((m_clock->advance(20ms), m_provider->state() == State::Ready),
                             patience);
}

void tst_codex_trouble::aHangingTurnStartEndsTheChild()
{
    m_server->script({{u"silent"_s, QJsonArray{u"turn/start"_s}}});
    QVERIFY(ready());
    QVERIFY(opened());
    ask(first, u"[[say hello]]"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_server->received(u"turn/start"_s).size(), 1, patience);
    m_clock->advance(1min);
    QVERIFY(finished(first));
    QCOMPARE(result(first).status, TurnResult::Status::Lost);
    QCOMPARE(result(first).reach, Reach::Unknown);
    QVERIFY(becomes(State::Ready));
    QCOMPARE(m_server->received(u"turn/start"_s).size(), 1); // never repeated blindly
}

void tst_codex_trouble::aHangingCallEndsTheChild_data()
{
    QTest::addColumn<QString>("method");
    QTest::newRow("making a thread") << u"thread/start"_s;
    QTest::newRow("opening a thread again") << u"thread/resume"_s;
    QTest::newRow("reading a turn back") << u"thread/turns/list"_s;
}

// C16: it would leave the next call without an answer, too
void tst_codex_trouble::aHangingCallEndsTheChild()
{
    QFETCH(QString, method);
    m_server->script({{u"silent"_s, QJsonArray{method}}});
    QVERIFY(ready());
    const ThreadSpec spec{binding,
                          method == "thread/start"_L1 ? QString()
                                                      : u"00000000-0000-0000-0000-000000000000"_s,
                          m_server->workspace(),
                          {},
                          {},
                          Access::Read};
    if (method == "thread/turns/list"_L1) {
        QVERIFY(opened());
        m_provider->readTurn(first, binding);
    } else {
        m_provider->openThread(spec);
    }
    QTRY_COMPARE_WITH_TIMEOUT(m_server->received(method).size(), 1, patience);
    m_clock->advance(1min);
    if (method == "thread/turns/list"_L1) {
        QTRY_COMPARE_WITH_TIMEOUT(m_watch->inventories(first).size(), 1, patience);
        QCOMPARE(m_watch->inventories(first).first().state, Inventory::State::Unreadable);
    } else {
        QTRY_COMPARE_WITH_TIMEOUT(m_watch->failures(binding).size(), 1, patience);
        QCOMPARE(toString(m_watch->failures(binding).first().kind),
                 toString(FailureKind::ProviderUnavailable));
    }
    QTRY_COMPARE_WITH_TIMEOUT(
        m_watch->states().size(), 4, patience); // Starting, Ready, Starting, Ready
}

void tst_codex_trouble::aRefusedTurnStartFails()
{
    m_server->script(
        {{u"refuse"_s,
          QJsonObject{{u"turn/start"_s,
                       QJsonObject{{u"code"_s, -32602}, {u"message"_s, u"too large"_s}}}}}});
    QVERIFY(ready());
    QVERIFY(opened());
    ask(first, u"[[say hello]]"_s);
    QVERIFY(finished(first));
    QCOMPARE(result(first).status, TurnResult::Status::Failed);
    QCOMPARE(result(first).reach, Reach::NotAccepted);
    QCOMPARE(toString(result(first).failure->kind), toString(FailureKind::InvalidInput));
}

void tst_codex_trouble::aDeathInTurnStartLosesTheTurn()
{
    m_server->script({{u"die"_s, QJsonObject{{u"turn/start"_s, u"before"_s}}}});
    QVERIFY(ready());
    QVERIFY(opened());
    ask(first, u"[[say hello]]"_s);
    QVERIFY(finished(first));
    QCOMPARE(result(first).status, TurnResult::Status::Lost);
    QVERIFY(becomes(State::Ready));
    // The thread never had a turn, so the host has nothing of it.
    m_provider->openThread(ThreadSpec{
        binding, m_watch->nativeThread(binding), m_server->workspace(), {}, {}, Access::Read});
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->failures(binding).size(), 1, patience);
    QCOMPARE(toString(m_watch->failures(binding).first().kind), toString(FailureKind::ThreadLost));
}

// A10, H26: a child that is killed ends its commands, but not what these started.
void tst_codex_trouble::aCommandDoesNotOutliveItsChild()
{
    const QString mark = u"sleep 614.%1"_s.arg(QCoreApplication::applicationPid());
    QVERIFY(ready());
    QVERIFY(opened());
    ask(first, u"[[tool shell %1 & wait]] [[say done]]"_s.arg(mark));
    bool runs = false;
    QTRY_VERIFY_WITH_TIMEOUT(runs = runs || test::someProcessRuns(mark), patience);
    QTRY_VERIFY_WITH_TIMEOUT(!m_watch->activities(first).isEmpty(), patience);
    m_lives->killChild();
    QVERIFY(finished(first));
    QCOMPARE(result(first).status, TurnResult::Status::Lost);
    QTRY_VERIFY_WITH_TIMEOUT(!test::someProcessRuns(mark), patience);
}

// D1: who reads it back at once would be told that it cannot be read
void tst_codex_trouble::aLostTurnFindsItsProviderStarting()
{
    QVERIFY(ready());
    QVERIFY(opened());
    ask(first, u"[[hang]]"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!m_watch->nativeTurn(first).isEmpty(), patience);
    std::optional<State> then;
    connect(m_provider.get(), &Provider::turnFinished, this, [this, &then] {
        then = m_provider->state();
    });
    m_lives->killChild();
    QVERIFY(finished(first));
    QCOMPARE(result(first).status, TurnResult::Status::Lost);
    QVERIFY(then == State::Starting);
}

void tst_codex_trouble::anUnloadedThreadIsResumed()
{
    QVERIFY(ready());
    QVERIFY(opened());
    ask(first, u"[[say one]]"_s);
    QVERIFY(finished(first));
    m_lives->killChild();
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->states().size(), 4, patience);
    QVERIFY(becomes(State::Ready));
    ask(second, u"[[say two]]"_s);
    QVERIFY(finished(second));
    QCOMPARE(result(second).answer, u"two"_s);
    QCOMPARE(m_server->received(u"thread/resume"_s).size(), 1);
}

// C16
void tst_codex_trouble::halfALineIsEnded()
{
    QVERIFY(ready());
    QVERIFY(opened());
    ask(first, u"[[half line]]"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!m_watch->nativeTurn(first).isEmpty(), patience);
    m_provider->interruptTurn(first);
    m_provider->endTurn(first);
    m_clock->advance(1s); // the grace that it has; SIGTERM does not reach it
    QVERIFY(finished(first));
    QCOMPARE(result(first).status, TurnResult::Status::Interrupted);
    QVERIFY(becomes(State::Ready));
}

// C16: 60 MiB in one line
void tst_codex_trouble::aLineOverTheCapEndsTheChild()
{
    QVERIFY(ready());
    QVERIFY(opened());
    const qint64 before = residentKib();
    ask(first, u"[[long line 62914560]]"_s);
    QVERIFY(finished(first));
    QCOMPARE(result(first).status, TurnResult::Status::Lost);
    QVERIFY2(result(first).failure->detail.contains(u"line of more than"_s),
             qPrintable(result(first).failure->detail));
    QVERIFY(becomes(State::Ready));
    QTRY_VERIFY2(residentKib() < before + mostKeptKib,
                 qPrintable(u"%1 -> %2 KiB"_s.arg(before).arg(residentKib())));
}

// C16, H25
void tst_codex_trouble::aLongLineIsTakenAndGivenBack()
{
    QVERIFY(ready());
    QVERIFY(opened());
    const qint64 before = residentKib();
    ask(first, u"[[big 12582912]] [[say done]]"_s);
    QVERIFY(finished(first));
    QCOMPARE(result(first).answer, u"done"_s);
    QTRY_VERIFY2(residentKib() < before + mostKeptKib,
                 qPrintable(u"%1 -> %2 KiB"_s.arg(before).arg(residentKib())));
}

// H03
void tst_codex_trouble::aFloodIsTaken()
{
    QVERIFY(ready());
    QVERIFY(opened());
    ask(first, u"[[flood 60]] [[say done]]"_s);
    QVERIFY(finished(first));
    QCOMPARE(result(first).answer, u"done"_s);
    ask(second, u"[[flood 20000]] [[say next]]"_s);
    QVERIFY(finished(second));
    QCOMPARE(result(second).answer, u"next"_s);
}

void tst_codex_trouble::aCallOfTheHostIsRefused()
{
    QVERIFY(ready());
    QVERIFY(opened());
    ask(first, u"[[ask]] [[say went on]]"_s);
    QVERIFY(finished(first));
    QCOMPARE(result(first).answer, u"went on"_s);
    const QList<QJsonObject> all = m_server->received();
    QVERIFY(std::any_of(all.begin(), all.end(), [](const QJsonObject &message) {
        return message.value("id"_L1) == QJsonValue(0) && message.contains("error"_L1);
    }));
}

void tst_codex_trouble::anAnswerIsReadBackWhereTheEndHasNone()
{
    QVERIFY(ready());
    QVERIFY(opened());
    ask(first, u"[[no answer here]] [[say but there]]"_s);
    QVERIFY(finished(first));
    QCOMPARE(result(first).status, TurnResult::Status::Completed);
    QCOMPARE(result(first).answer, u"but there"_s);
    ask(second, u"[[no answer here]] [[say ]]"_s);
    QVERIFY(finished(second));
    QCOMPARE(result(second).status, TurnResult::Status::Failed);
}

void tst_codex_trouble::aMessageWithoutAPhaseIsAnAnswer()
{
    QVERIFY(ready());
    QVERIFY(opened());
    ask(first, u"[[phaseless]] [[say plain]]"_s);
    QVERIFY(finished(first));
    QCOMPARE(result(first).answer, u"plain"_s);
}

// A10, H04
void tst_codex_trouble::anIgnoredInterruptIsEnded()
{
    m_server->script({{u"silent"_s, QJsonArray{u"turn/interrupt"_s}}});
    QVERIFY(ready());
    QVERIFY(opened());
    ask(first, u"[[hang]]"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!m_watch->nativeTurn(first).isEmpty(), patience);
    m_provider->interruptTurn(first);
    QTRY_COMPARE_WITH_TIMEOUT(m_server->received(u"turn/interrupt"_s).size(), 1, patience);
    QVERIFY(m_watch->results(first).isEmpty());
    m_provider->endTurn(first);
    QVERIFY(finished(first));
    QCOMPARE(result(first).status, TurnResult::Status::Interrupted);
    QVERIFY(becomes(State::Ready));
}

void tst_codex_trouble::tokensAreCounted()
{
    QVERIFY(ready());
    QVERIFY(opened());
    ask(first, u"[[usage 120 7]] [[say counted]]"_s);
    QVERIFY(finished(first));
    QCOMPARE(result(first).spend, (Spend{u"fake-model"_s, 120, 7}));
}

// C1, C2, C19
void tst_codex_trouble::whatCodexIsTold()
{
    QVERIFY(ready());
    m_provider->openThread(
        ThreadSpec{binding, {}, m_server->workspace(), {}, u"Guide."_s, Access::Write});
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->openings(binding), 1, patience);
    ask(first, u"[[say hi]]"_s);
    QVERIFY(finished(first));
    const QJsonObject start =
        m_server->received(u"thread/start"_s).first().value("params"_L1).toObject();
    QCOMPARE(start.value("sandbox"_L1).toString(), u"workspace-write"_s);
    QCOMPARE(start.value("approvalPolicy"_L1).toString(), u"never"_s);
    QCOMPARE(start.value("developerInstructions"_L1).toString(), u"Guide."_s);
    QVERIFY(start.value("config"_L1)
                .toObject()
                .value("projects"_L1)
                .toObject()
                .contains(m_server->workspace()));
    const QJsonObject turn =
        m_server->received(u"turn/start"_s).first().value("params"_L1).toObject();
    QCOMPARE(turn.value("clientUserMessageId"_L1).toString(), first.toString());
}

// H28: Codex keeps the sign-in and the dialogues there.
void tst_codex_trouble::aHomeThatIsMadeIsPrivate()
{
    constexpr QFileDevice::Permissions others = QFileDevice::ReadGroup | QFileDevice::WriteGroup
        | QFileDevice::ExeGroup | QFileDevice::ReadOther | QFileDevice::WriteOther
        | QFileDevice::ExeOther;
    codex::CodexSettings fresh = settings();
    fresh.home = m_server->home() + u"/of/mine/"_s;
    begin(fresh);
    QVERIFY(becomes(State::Ready));
    QCOMPARE(QFile::permissions(fresh.home) & others, QFileDevice::Permissions());
    QVERIFY(QFileInfo(fresh.home).isWritable());
}

QTEST_GUILESS_MAIN(tst_codex_trouble)
#include "tst_codex_trouble.moc"
