// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/programs/program.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlQuery>
#include <QtTest/QtTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace hostline::test;

namespace {

/// ./run with the programs of this build, a home of its own (so nobody is signed in), and the real Codex.
class Run
{
public:
    /// None: settings of one's own, with which nothing is ever answered.
    enum class Model { Rehearsal, None };

    /// `errors`: where its standard error goes, as a shell has it; empty: to the test.
    explicit Run(Model model, const QStringList &more = {}, const QString &errors = {})
        : program(
            u"/bin/sh"_s,
            QStringList{u"-c"_s,
                        u"exec \"$0\" \"$@\" "_s + errors,
                        QStringLiteral(HOSTLINE_SOURCE_DIR "/run"),
                        u"--build"_s,
                        QStringLiteral(HOSTLINE_BUILD_DIR),
                        u"--data"_s,
                        data()}
                + (model == Model::None ? QStringList{u"--config"_s, settings()} : QStringList())
                + more)
    {
        QDir().mkdir(scratch());
        QFile file(settings());
        if (file.open(QIODevice::WriteOnly))
            file.write("[providers.codex]\ncommand = \"/nowhere/codex\"\n");
        program.setEnvironment(u"TMPDIR"_s, scratch());
        program.setEnvironment(u"HOME"_s, m_home.path());
        program.setEnvironment(u"CODEX_HOME"_s, m_home.filePath(u"none"_s));
        program.setDirectory(m_home.path());
    }

    [[nodiscard]] QString data() const { return m_home.filePath(u"data"_s); }
    [[nodiscard]] QString scratch() const { return m_home.filePath(u"scratch"_s); }
    [[nodiscard]] bool isTidy() const { return QDir(scratch()).isEmpty(); }
    [[nodiscard]] QString settings() const { return m_home.filePath(u"settings.toml"_s); }

    /// Programs that mention the data directory: the daemon, the rehearsal's Codex, and what they started.
    [[nodiscard]] QStringList leftOver() const { return processesThatMention(m_home.path()); }

private:
    // Codex refuses a home below the temporary directory for some of its files.
    QTemporaryDir m_home{QDir::homePath() + "/.hostline-run-XXXXXX"_L1};

public:
    Program program;
};

} // namespace

/// The one command: a question is answered by the real Codex over the rehearsal, and nothing stays behind.
class tst_run : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void onceEndsWithTheAnswer();
    void ctrlCLeavesNothingRunning();
    void aTerminalThatIsGoneLeavesNothingBehind();
    void aDaemonThatGoesEndsTheQuestion();
    void aKillAtTheFirstStartOfCodexCostsNothing();
};

void tst_run::initTestCase()
{
    if (!QFileInfo(pinnedCodex()).isExecutable())
        QSKIP("the pinned Codex is not installed: ./check does that");
}

void tst_run::onceEndsWithTheAnswer()
{
    Run run(Run::Model::Rehearsal, {u"--once"_s});
    run.program.start();
    QVERIFY(run.program.waitForEnd(120'000));
    const QByteArray output = run.program.output();
    QVERIFY2(run.program.exitCode() == 0, (output + run.program.errors()).constData());
    QVERIFY2(output.contains("Question: ") && output.contains("Answer: "), output.constData());
    // the answer and the script name the same command, and it is one that works
    const QByteArray signIn = pinnedCodex().toUtf8() + " login";
    QVERIFY2(output.contains("REHEARSAL") && output.count(signIn) == 2, output.constData());
    QTRY_COMPARE(run.leftOver(), QStringList());
}

void tst_run::ctrlCLeavesNothingRunning()
{
    Run run(Run::Model::Rehearsal);
    run.program.start();
    QTRY_VERIFY_WITH_TIMEOUT(
        run.program.output().contains("Ctrl-C stops") || !run.program.isRunning(), 120'000);
    QVERIFY2(run.program.output().contains("http://127.0.0.1:"), run.program.errors().constData());
    QVERIFY(!run.leftOver().isEmpty());
    run.program.signal(SIGINT);
    QVERIFY(run.program.waitForEnd(20'000));
    QCOMPARE(run.program.exitCode(), 0);
    QTRY_COMPARE(run.leftOver(), QStringList());
    QVERIFY(run.isTidy());
}

void tst_run::aTerminalThatIsGoneLeavesNothingBehind()
{
    Run run(Run::Model::None, {}, u"2>/dev/full"_s); // every word to it fails
    run.program.start();
    QTRY_VERIFY_WITH_TIMEOUT(run.program.output().contains("Question: "), 60'000);
    run.program.signal(SIGHUP);
    run.program.signal(SIGHUP);
    QVERIFY(run.program.waitForEnd(20'000));
    QCOMPARE(run.program.exitCode(), 143);
    QTRY_COMPARE(run.leftOver(), QStringList());
    QVERIFY(run.isTidy());
}

void tst_run::aDaemonThatGoesEndsTheQuestion()
{
    Run run(Run::Model::None);
    run.program.start();
    QTRY_VERIFY_WITH_TIMEOUT(run.program.output().contains("Question: "), 60'000);
    QFile record(run.data() + "/run.json"_L1);
    QVERIFY(record.open(QIODevice::ReadOnly));
    const qint64 pid =
        QJsonDocument::fromJson(record.readAll()).object().value("pid"_L1).toInteger();
    QVERIFY(pid > 1);
    QCOMPARE(::kill(static_cast<pid_t>(pid), SIGKILL), 0);
    QVERIFY(run.program.waitForEnd(20'000));
    QCOMPARE(run.program.exitCode(), 128 + SIGKILL);
    QVERIFY2(run.program.errors().contains("the daemon ended by itself"),
             run.program.errors().constData());
    QVERIFY(!run.program.output().contains("== Ready"));
    QTRY_COMPARE(run.leftOver(), QStringList());
    QVERIFY(run.isTidy());
}

// B3, C1: Codex looks through the sessions of a home that is new to it; cut off in that, it takes nobody for 15 minutes.
void tst_run::aKillAtTheFirstStartOfCodexCostsNothing()
{
    const QTemporaryDir directory(QDir::homePath() + "/.hostline-run-XXXXXX"_L1);
    const QString codexHome = directory.filePath(u"codex"_s);
    const QString sessions = codexHome + "/sessions/2026/11/30"_L1;
    QVERIFY(QDir().mkpath(sessions));
    constexpr int many = 3000; // some seconds of work
    for (int i = 0; i < many; ++i) {
        const QString id = u"019b0000-0000-7000-8000-%1"_s.arg(i, 12, 16, QChar(u'0'));
        QFile file(sessions + u"/rollout-2026-11-30T10-06-04-%1.jsonl"_s.arg(id));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            R"({"timestamp":"2026-11-30T10:06:04.000Z","type":"session_meta","payload":{"id":")"
            + id.toUtf8()
            + R"(","timestamp":"2026-11-30T10:06:04.000Z","cwd":"/","originator":"test",)"
              R"("cli_version":"0.171.0","source":"vscode"}})"
              "\n");
    }
    QFile settings(directory.filePath(u"settings.toml"_s));
    QVERIFY(settings.open(QIODevice::WriteOnly));
    settings.write("[providers.codex]\ncommand = \"" + pinnedCodex().toUtf8() + "\"\nhome = \""
                   + codexHome.toUtf8()
                   + "\"\n[providers.codex.config.features]\nplugins = false\n");
    settings.close();
    const QString data = directory.filePath(u"data"_s);
    const QStringList arguments{
        u"--config"_s, settings.fileName(), u"--data"_s, data, u"--workspace"_s, directory.path()};

    Program first(u"hostlined"_s, arguments);
    first.start();
    const auto state = [&codexHome] { // of Codex's work, in its own index
        QString word;
        const QStringList files = QDir(codexHome).entryList({u"state_*.sqlite"_s}, QDir::Files);
        if (!files.isEmpty()) {
            QSqlDatabase index = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"index"_s);
            index.setDatabaseName(codexHome + u'/' + files.first());
            index.setConnectOptions(u"QSQLITE_OPEN_READONLY"_s);
            const bool open = index.open();
            QSqlQuery query(index);
            if (open && query.exec(u"select status from backfill_state"_s) && query.next())
                word = query.value(0).toString();
        }
        return word;
    };
    const auto look = [&state] {
        QString word = state();
        QSqlDatabase::removeDatabase(u"index"_s);
        return word;
    };
    QTRY_COMPARE_WITH_TIMEOUT(look(), u"running"_s, 20'000);
    first.signal(SIGKILL);
    QVERIFY(first.waitForEnd());

    Program second(u"hostlined"_s, arguments);
    second.start();
    QVERIFY(!second.nextLine().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(runProgram(u"hostline"_s, {u"--data"_s, data, u"status"_s})
                                 .output.contains(u"codex: ready"_s),
                             25'000);
    QCOMPARE(look(), u"complete"_s);
    second.signal(SIGTERM);
    QVERIFY(second.waitForEnd(20'000));
    QTRY_COMPARE(processesThatMention(directory.path()), QStringList());
}

QTEST_GUILESS_MAIN(tst_run)
#include "tst_run.moc"
