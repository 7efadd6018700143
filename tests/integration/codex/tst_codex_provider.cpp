// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// The provider with the real Codex: what the contract does not ask of every provider.
#include "base/system_clock.h"
#include "contract/provider/provider_watch.h"
#include "support/process/codex_rig.h"
#include "support/process/real_codex.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 180'000;
const BindingId binding(u"binding-1"_s);
const TurnId first(u"turn-1"_s);
const TurnId second(u"turn-2"_s);

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

} // namespace

class tst_codex_provider : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void theUsersConfigurationStaysAsItIs_data();
    void theUsersConfigurationStaysAsItIs();
    void failuresHaveTheirKind_data();
    void failuresHaveTheirKind();
    void aRefusedConnectionFailsInTime();
    void guidanceReachesTheModelOnceATurn();
    void aKillRightAfterTheStartAsksNoModel();
    void aCommandSaysWhoseItIs();
    void readingIsNotConfined();
    void aChangedAccessHoldsFromTheNextTurn();
    void writingIsConfined_data();
    void writingIsConfined();

private:
    void nextLife();
    [[nodiscard]] bool ready();
    [[nodiscard]] bool
    open(Access access, const QString &native = {}, const QString &guidance = {});
    [[nodiscard]] bool run(const TurnId &turn, const QString &text);
    [[nodiscard]] TurnResult result(const TurnId &turn) const
    {
        return m_watch->results(turn).value(0);
    }
    [[nodiscard]] QString lastToolOutput() const;

    SystemClock m_clock;
    std::unique_ptr<test::RehearsalFixture> m_codex;
    std::unique_ptr<test::CodexLives> m_lives;
    std::unique_ptr<Provider> m_provider;
    std::unique_ptr<test::ProviderWatch> m_watch;
    codex::CodexSettings m_settings;
    QString m_workspace;
    Access m_access = Access::Read; ///< of the next turn
};

void tst_codex_provider::init()
{
    m_codex = std::make_unique<test::RehearsalFixture>();
    QVERIFY2(m_codex->start(), qPrintable(m_codex->problem()));
    m_lives = std::make_unique<test::CodexLives>(m_clock);
    m_settings = test::settingsOf(*m_codex);
    m_workspace = m_codex->workspace();
}

void tst_codex_provider::cleanup()
{
    if (m_watch)
        QCOMPARE(m_watch->offences(), QStringList());
    m_watch.reset();
    m_provider.reset();
    m_lives.reset();
    m_codex.reset();
}

void tst_codex_provider::nextLife()
{
    m_watch.reset();
    m_provider.reset();
    const QString directory = m_codex->home() + u"/../plugin"_s;
    QVERIFY(QDir().mkpath(directory));
    m_provider = m_lives->begin(m_settings, QDir::cleanPath(directory));
    m_watch = std::make_unique<test::ProviderWatch>(*m_provider);
}

bool tst_codex_provider::ready()
{
    nextLife();
    m_provider->start();
    return QTest::qWaitFor([this] { return m_provider->state() == Product::State::Ready; },
                           patience);
}

bool tst_codex_provider::open(Access access, const QString &native, const QString &guidance)
{
    m_access = access;
    m_provider->openThread(ThreadSpec{binding, native, m_workspace, {}, guidance, access});
    return QTest::qWaitFor([this] { return m_watch->openings(binding) > 0; }, patience);
}

bool tst_codex_provider::run(const TurnId &turn, const QString &text)
{
    m_provider->startTurn(TurnStart{turn, binding, text, m_access});
    return QTest::qWaitFor([this, &turn] { return !m_watch->results(turn).isEmpty(); }, patience);
}

QString tst_codex_provider::lastToolOutput() const
{
    if (m_codex->endpoint().records().empty())
        return {};
    const QList<rehearsal::InputItem> &input = m_codex->endpoint().records().back().request.input;
    for (auto item = input.crbegin(); item != input.crend(); ++item) {
        if (item->type == "function_call_output"_L1)
            return item->text;
    }
    return {};
}

// C19
void tst_codex_provider::theUsersConfigurationStaysAsItIs_data()
{
    QTest::addColumn<bool>("git");
    QTest::addColumn<Access>("access");
    QTest::addColumn<bool>("trusted");
    QTest::newRow("a git folder, write") << true << Access::Write << false;
    QTest::newRow("a git folder, read") << true << Access::Read << false;
    QTest::newRow("a git folder that the user trusts, write") << true << Access::Write << true;
    QTest::newRow("a plain folder, write") << false << Access::Write << false;
}

void tst_codex_provider::theUsersConfigurationStaysAsItIs()
{
    QFETCH(bool, git);
    QFETCH(Access, access);
    QFETCH(bool, trusted);
    m_workspace = m_codex->workspace() + u"/with a.dot"_s;
    QVERIFY(QDir().mkpath(m_workspace));
    if (git)
        QCOMPARE(QProcess::execute(u"git"_s, {u"init"_s, u"-q"_s, m_workspace}), 0);
    QByteArray config = "# mine, as it is\n\nmodel_verbosity   = \"low\"\n";
    if (trusted)
        config += "[projects.\"" + m_workspace.toUtf8() + "\"]\ntrust_level = \"trusted\"\n";
    const QString file = m_codex->home() + u"/config.toml"_s;
    writeFile(file, config);

    QVERIFY(ready());
    QVERIFY(open(access));
    QVERIFY(run(first, u"[[say one]]"_s));
    QCOMPARE(result(first).status, TurnResult::Status::Completed);
    const QString native = m_watch->nativeThread(binding);
    QCOMPARE(contentOf(file), config);
    m_lives->killChild();
    QVERIFY(ready());
    QVERIFY(open(access, native));
    QVERIFY(run(second, u"[[say two]]"_s)); // the model provider of the settings is there again
    QCOMPARE(result(second).status, TurnResult::Status::Completed);
    QCOMPARE(contentOf(file), config);
}

// C14
void tst_codex_provider::failuresHaveTheirKind_data()
{
    QTest::addColumn<QString>("error");
    QTest::addColumn<FailureKind>("kind");
    QTest::newRow("usage limit") << u"usage_limit_reached"_s << FailureKind::QuotaExhausted;
    QTest::newRow("usage not included") << u"usage_not_included"_s << FailureKind::QuotaExhausted;
    QTest::newRow("no quota") << u"insufficient_quota"_s << FailureKind::QuotaExhausted;
    QTest::newRow("rate limit") << u"rate_limit"_s << FailureKind::RateLimited;
    QTest::newRow("rate limit exceeded") << u"rate_limit_exceeded"_s << FailureKind::RateLimited;
    QTest::newRow("too long") << u"context_length_exceeded"_s << FailureKind::ContextTooLarge;
    QTest::newRow("overloaded") << u"server_overloaded"_s << FailureKind::Overloaded;
    QTest::newRow("401") << u"401"_s << FailureKind::SignedOut;
    QTest::newRow("404") << u"404"_s << FailureKind::ModelNotFound;
    QTest::newRow("500") << u"500"_s << FailureKind::ConnectionLost;
    QTest::newRow("400") << u"400"_s << FailureKind::Internal;
    QTest::newRow("dropped") << u"drop"_s << FailureKind::Internal; // Codex says "other" in the end
}

void tst_codex_provider::failuresHaveTheirKind()
{
    QFETCH(QString, error);
    QFETCH(FailureKind, kind);
    QVERIFY(ready());
    QVERIFY(open(Access::Read));
    QVERIFY(run(first, u"[[error %1]]"_s.arg(error)));
    QCOMPARE(result(first).status, TurnResult::Status::Failed);
    QCOMPARE(toString(result(first).failure->kind), toString(kind));
    // and the mending step of this one is a command that works here
    if (kind == FailureKind::SignedOut)
        QVERIFY2(result(first).failure->subject.contains(m_codex->program() + " login"_L1),
                 qPrintable(result(first).failure->subject));
}

void tst_codex_provider::aRefusedConnectionFailsInTime()
{
    QVERIFY(ready());
    QVERIFY(open(Access::Read));
    m_codex->stopEndpoint();
    QElapsedTimer timer;
    timer.start();
    QVERIFY(run(first, u"[[say nothing]]"_s));
    QCOMPARE(result(first).status, TurnResult::Status::Failed);
    QCOMPARE(toString(result(first).failure->kind), toString(FailureKind::ConnectionLost));
    QVERIFY(timer.elapsed() < 120'000);
}

void tst_codex_provider::guidanceReachesTheModelOnceATurn()
{
    QVERIFY(ready());
    QVERIFY(open(Access::Read, {}, u"GUIDANCE-MARK: be brief."_s));
    QVERIFY(run(first, u"[[say one]]"_s));
    const QString native = m_watch->nativeThread(binding);
    m_lives->killChild();
    QVERIFY(ready());
    QVERIFY(open(Access::Read, native, u"GUIDANCE-MARK: be brief."_s));
    QVERIFY(run(second, u"[[say two]]"_s));
    int times = 0;
    for (const rehearsal::InputItem &item : m_codex->endpoint().records().back().request.input)
        times += int(item.text.count(u"GUIDANCE-MARK"_s));
    QCOMPARE(times, 1);
}

// D1, decision 10: absent or empty there means that no model was asked
void tst_codex_provider::aKillRightAfterTheStartAsksNoModel()
{
    QVERIFY(ready());
    QVERIFY(open(Access::Read));
    QVERIFY(run(first, u"[[say one]]"_s));
    const QString native = m_watch->nativeThread(binding);
    const int asked = m_codex->endpoint().counts().turn;
    for (int round = 0; round < 5; ++round) {
        const TurnId turn(u"turn-killed-%1"_s.arg(round));
        m_provider->startTurn(TurnStart{turn, binding, u"[[delay 5000]] [[say late]]"_s});
        QVERIFY(QTest::qWaitFor([&] { return !m_watch->nativeTurn(turn).isEmpty(); }, patience));
        m_lives->killChild();
        QVERIFY(ready());
        QVERIFY(open(Access::Read, native));
        m_provider->readTurn(turn, binding);
        QTRY_COMPARE_WITH_TIMEOUT(m_watch->inventories(turn).size(), 1, patience);
        const Inventory::State state = m_watch->inventories(turn).first().state;
        if (state == Inventory::State::Absent || state == Inventory::State::Empty)
            QVERIFY(m_codex->endpoint().counts().turn <= asked + round);
        else
            QCOMPARE(state, Inventory::State::Interrupted);
    }
}

// A10, H26: what a command that Codex lost is known by
void tst_codex_provider::aCommandSaysWhoseItIs()
{
    QVERIFY(ready());
    QVERIFY(open(Access::Read));
    QVERIFY(run(first, u"[[tool shell env]] [[say done]]"_s));
    const QStringList environment = lastToolOutput().split(u'\n');
    const QString thread = u"CODEX_THREAD_ID="_s + m_watch->nativeThread(binding);
    QVERIFY2(environment.contains(thread), qPrintable(lastToolOutput()));
    QVERIFY2(!environment.filter(u"CODEX_TOOL_CALL_ID="_s).isEmpty(), qPrintable(lastToolOutput()));
}

// C19: recorded, because the set-up tells people so
void tst_codex_provider::readingIsNotConfined()
{
    const QString secret = m_codex->home() + u"/secret"_s;
    writeFile(secret, "SECRET-MARK");
    QVERIFY(QFile::setPermissions(secret, QFileDevice::ReadOwner | QFileDevice::WriteOwner));
    QVERIFY(ready());
    QVERIFY(open(Access::Read));
    QVERIFY(run(first, u"[[tool shell cat '%1']] [[say done]]"_s.arg(secret)));
    QCOMPARE(result(first).status, TurnResult::Status::Completed);
    QVERIFY2(lastToolOutput().contains(u"SECRET-MARK"_s), qPrintable(lastToolOutput()));
}

// C19: the settings change while the thread is open
void tst_codex_provider::aChangedAccessHoldsFromTheNextTurn()
{
    const auto made = [this](int number) {
        return u"%1/made %2"_s.arg(m_workspace).arg(number);
    };
    const auto touch = [this, &made](int number) {
        const TurnId turn(u"turn-%1"_s.arg(number));
        return run(turn, u"[[tool shell touch '%1']] [[say done]]"_s.arg(made(number)))
            && result(turn).status == TurnResult::Status::Completed;
    };
    QVERIFY(ready());
    QVERIFY(open(Access::Write));
    QVERIFY(touch(1) && QFile::exists(made(1)));
    m_access = Access::Read;
    for (const int number : {2, 3}) {
        QVERIFY(touch(number));
        QVERIFY(!QFile::exists(made(number)));
    }
    m_access = Access::Write;
    for (const int number : {4, 5}) {
        QVERIFY(touch(number));
        QVERIFY(QFile::exists(made(number)));
    }
}

void tst_codex_provider::writingIsConfined_data()
{
    QTest::addColumn<Access>("access");
    QTest::addColumn<bool>("inside");
    QTest::addColumn<bool>("written");
    QTest::newRow("read: not in the workspace either") << Access::Read << true << false;
    QTest::newRow("write: in the workspace") << Access::Write << true << true;
    QTest::newRow("write: not outside") << Access::Write << false << false;
}

void tst_codex_provider::writingIsConfined()
{
    QFETCH(Access, access);
    QFETCH(bool, inside);
    QFETCH(bool, written);
    const QString file = (inside ? m_workspace : m_codex->home()) + u"/made by the agent"_s;
    QVERIFY(ready());
    QVERIFY(open(access));
    QVERIFY(run(first, u"[[tool shell touch '%1']] [[say done]]"_s.arg(file)));
    QCOMPARE(QFile::exists(file), written);
}

QTEST_GUILESS_MAIN(tst_codex_provider)
#include "tst_codex_provider.moc"
