// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace hostline;
using namespace hostline::daemon;

/// What the command line of hostlined means, and what it decides for the core (K2).
class tst_daemon_rules : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void goodArguments_data();
    void goodArguments();
    void wrongArguments_data();
    void wrongArguments();
    void defaultsForTheCore();
    void ownPluginFoldersReplaceTheInstalledOnes();
    void exitCodes();
    void lastWordsNameTheLineFirst();
};

namespace {
const Surroundings around{.currentDirectory = u"/work"_s,
                          .dataHome = u"/home/me/share"_s,
                          .settingsFile = u"/home/me/h.toml"_s};
const Arguments usual{.dataDirectory = u"/home/me/share/hostline"_s,
                      .settingsFile = u"/home/me/h.toml"_s,
                      .logFile = {},
                      .workspace = u"/work"_s,
                      .pluginDirectories = {}};
} // namespace

void tst_daemon_rules::goodArguments_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<Arguments>("expected");
    QTest::newRow("nothing: the user's own places") << QStringList{} << usual;
    Arguments all{.dataDirectory = u"/d"_s,
                  .settingsFile = u"/work/s.toml"_s,
                  .logFile = u"/work/l/log"_s,
                  .workspace = u"/w"_s,
                  .pluginDirectories = {u"/work/p"_s, u"/q"_s}};
    QTest::newRow("everything, relative paths from here") << QStringList{u"--data=/d"_s,
                                                                         u"--config"_s,
                                                                         u"s.toml"_s,
                                                                         u"--log=l/x/../log"_s,
                                                                         u"--workspace=/w"_s,
                                                                         u"--plugins=p"_s,
                                                                         u"--plugins=/q"_s}
                                                          << all;
}

void tst_daemon_rules::goodArguments()
{
    QFETCH(QStringList, words);
    QFETCH(Arguments, expected);
    const auto read = readArguments(words, around);
    QVERIFY(std::holds_alternative<Arguments>(read));
    QVERIFY(std::get<Arguments>(read) == expected);
}

void tst_daemon_rules::wrongArguments_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("mentions");
    QTest::newRow("an unknown option") << QStringList{u"--port=1"_s} << u"port"_s;
    QTest::newRow("a word") << QStringList{u"start"_s} << u"start"_s;
    QTest::newRow("an empty path") << QStringList{u"--data="_s} << u"--data"_s;
    QTest::newRow("no path") << QStringList{u"--config"_s} << u"config"_s;
}

void tst_daemon_rules::wrongArguments()
{
    QFETCH(QStringList, words);
    QFETCH(QString, mentions);
    const auto read = readArguments(words, around);
    QVERIFY(std::holds_alternative<WrongUsage>(read));
    QVERIFY2(std::get<WrongUsage>(read).text.contains(mentions),
             qPrintable(std::get<WrongUsage>(read).text));
}

void tst_daemon_rules::defaultsForTheCore()
{
    const HostOptions options = hostOptions(usual, u"/opt/bin"_s, around.dataHome);
    QCOMPARE(options.dataDirectory, u"/home/me/share/hostline"_s);
    QCOMPARE(options.settingsFile, u"/home/me/h.toml"_s);
    QCOMPARE(options.pluginDirectories,
             (QStringList{u"/opt/lib/hostline/plugins"_s,
                          u"/opt/lib/here/hostline/plugins"_s,
                          u"/home/me/share/hostline/plugins"_s}));
    QCOMPARE(options.defaultChannels.keys(), QStringList{u"chat"_s});
    QCOMPARE(options.controlChannels, QStringList{u"chat"_s});
    QCOMPARE(options.defaultProviders.keys(), QStringList{u"codex"_s});
    QCOMPARE(options.defaultProvider, u"codex"_s);
    QCOMPARE(options.defaultWorkspace, u"default"_s);
    QCOMPARE(options.defaultWorkspacePath, u"/work"_s);
    QCOMPARE(options.programName, u"hostlined"_s);
}

void tst_daemon_rules::ownPluginFoldersReplaceTheInstalledOnes()
{
    Arguments arguments = usual;
    arguments.pluginDirectories = {u"/mine"_s};
    QCOMPARE(hostOptions(arguments, u"/opt/bin"_s, around.dataHome).pluginDirectories,
             QStringList{u"/mine"_s});
}

void tst_daemon_rules::exitCodes()
{
    const auto code = [](FailureKind kind, const QString &subject = {}) {
        return exitCodeFor({.kind = kind, .detail = {}, .subject = subject, .until = {}},
                           u"/s.toml"_s);
    };
    QCOMPARE(code(FailureKind::InvalidConfiguration, u"/s.toml"_s), ExitCode::Settings);
    QCOMPARE(code(FailureKind::InvalidConfiguration), ExitCode::Store);
    QCOMPARE(code(FailureKind::Conflict), ExitCode::DataInUse);
    QCOMPARE(code(FailureKind::StoreUnavailable), ExitCode::Failed);
    QCOMPARE(code(FailureKind::NotAllowed), ExitCode::Failed);
    QCOMPARE(explanation({.kind = FailureKind::Conflict,
                          .detail = u"in use"_s,
                          .subject = u"pid 7"_s,
                          .until = {}}),
             u"in use (pid 7)"_s);
}

void tst_daemon_rules::lastWordsNameTheLineFirst()
{
    QCOMPARE(lastWords(ExitCode::DataInUse, u"in use"_s), u"hostlined: in use\n"_s);
    const QString words = lastWords(ExitCode::Settings, u"/s.toml:1:2: a\n/s.toml:3:4: b"_s);
    QVERIFY2(words.startsWith(u"/s.toml:1:2: a\n/s.toml:3:4: b\nhostlined: "_s)
                 && words.contains(u"docs/settings.md"_s) && words.endsWith(u'\n'),
             qPrintable(words));
}

QTEST_GUILESS_MAIN(tst_daemon_rules)
#include "tst_daemon_rules.moc"
