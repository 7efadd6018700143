// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/command_processes.h"

#include <QProcess>
#include <QTest>

using namespace hostline::codexwire;
using namespace Qt::StringLiterals;

// A10: the commands of a stopped turn, wherever they stand in the tree.
class tst_command_processes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsCommandsApart_data();
    void tellsCommandsApart();
    void endsOnlyTheCommandsOfTheTurn();
};

void tst_command_processes::tellsCommandsApart_data()
{
    QTest::addColumn<QByteArray>("environment");
    QTest::addColumn<bool>("is");
    const auto row = [](const char *name, const QByteArray &environment, bool is) {
        QTest::newRow(name) << QByteArray(environment).replace('|', '\0') << is;
    };
    row("both are right", "A=1|CODEX_THREAD_ID=t|B=|CODEX_TOOL_CALL_ID=one|", true);
    row("another call of the turn", "CODEX_TOOL_CALL_ID=two|CODEX_THREAD_ID=t|", true);
    row("a call of another turn", "CODEX_THREAD_ID=t|CODEX_TOOL_CALL_ID=zero|", false);
    row("another thread", "CODEX_THREAD_ID=tt|CODEX_TOOL_CALL_ID=one|", false);
    row("no call", "CODEX_THREAD_ID=t|", false);
    row("no thread", "CODEX_TOOL_CALL_ID=one|", false);
    row("inside of another value", "X=CODEX_THREAD_ID=t|CODEX_TOOL_CALL_ID=one|", false);
    row("nothing", "", false);
}

void tst_command_processes::tellsCommandsApart()
{
    QFETCH(const QByteArray, environment);
    QFETCH(const bool, is);
    QCOMPARE(isOfCommand(environment, u"t"_s, {u"one"_s, u"two"_s}), is);
    QVERIFY(!isOfCommand(environment, {}, {u"one"_s, u"two"_s}));
    QVERIFY(!isOfCommand(environment, u"t"_s, {}));
}

void tst_command_processes::endsOnlyTheCommandsOfTheTurn()
{
    const QString thread = u"thread-%1"_s.arg(QCoreApplication::applicationPid());
    const auto begin = [&thread](QProcess &process, const QString &call) {
        process.setProcessEnvironment([&thread, &call] {
            QProcessEnvironment environment;
            environment.insert(u"CODEX_THREAD_ID"_s, thread);
            environment.insert(u"CODEX_TOOL_CALL_ID"_s, call);
            return environment;
        }());
        process.start(u"/bin/sleep"_s, {u"600"_s});
        return process.waitForStarted();
    };
    QProcess ours;
    QProcess other;
    QVERIFY(begin(ours, u"one"_s));
    QVERIFY(begin(other, u"zero"_s));
    // The child has its environment once it has become the program.
    int killed = 0;
    QTRY_VERIFY((killed += killCommands(thread, {u"one"_s, u"two"_s})) > 0);
    QTRY_COMPARE(ours.state(), QProcess::NotRunning);
    QCOMPARE(other.state(), QProcess::Running);
    QCOMPARE(killCommands(thread, {u"one"_s}), 0);
    other.kill();
    QTRY_COMPARE(other.state(), QProcess::NotRunning);
}

QTEST_GUILESS_MAIN(tst_command_processes)
#include "tst_command_processes.moc"
