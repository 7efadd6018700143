// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/programs/program.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QTemporaryDir>
#include <QtNetwork/QTcpServer>
#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlQuery>
#include <QtTest/QtTest>

#include <csignal>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace hostline::test;

namespace {

void write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    file.write(content);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A data directory and a daemon on it whose Codex is missing.
class Life
{
public:
    Life()
    {
        QDir(m_directory.path()).mkdir(u"data"_s);
        QFile::setPermissions(data(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        write(settings(), "[providers.codex]\ncommand = \"/nowhere/codex\"\n");
    }

    [[nodiscard]] QString data() const { return m_directory.filePath(u"data"_s); }
    [[nodiscard]] QString settings() const { return m_directory.filePath(u"settings.toml"_s); }
    [[nodiscard]] QString path(const QString &name) const { return m_directory.filePath(name); }
    [[nodiscard]] QStringList arguments(const QStringList &more = {}) const
    {
        return QStringList{u"--config"_s,
                           settings(),
                           u"--data"_s,
                           data(),
                           u"--workspace"_s,
                           m_directory.path()}
        + more;
    }
    /// The daemon, once it takes requests; null when it does not come to that.
    [[nodiscard]] std::unique_ptr<Program> serving(const QStringList &more = {}) const
    {
        auto daemon = std::make_unique<Program>(u"hostlined"_s, arguments(more));
        daemon->start();
        if (daemon->nextLine().isEmpty()) {
            qWarning("%s", daemon->errors().constData());
            daemon.reset();
        }
        return daemon;
    }
    [[nodiscard]] Outcome cli(const QStringList &words) const
    {
        return runProgram(u"hostline"_s, QStringList{u"--data"_s, data()} + words);
    }

private:
    QTemporaryDir m_directory;
};

} // namespace

/// hostlined and hostline as people run them, with the real core, store and Chat plugin (K2, K4, K5).
class tst_daemon : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void saysWhenItIsReadyAndStopsInOrder();
    void aStopThatTakesTooLongIsSaid();
    void tellsTheServiceManager();
    void aSecondDaemonNamesTheFirst();
    void aBrokenStartIsExplained_data();
    void aBrokenStartIsExplained();
    void everyFaultOfTheSettingsIsSaidOnce();
    void aNewerStoreIsRefused();
    void theCommandLineTalksToIt();
    void outputThatGoesNowhereIsAFailure();
    void theDoctorLooksWhereTheDaemonLooks();
    void theDoctorComesToAnEndWithAnyFile_data();
    void theDoctorComesToAnEndWithAnyFile();
    void theDoctorFindsADamagedPage();
    void aMissingProviderHoldsTheQuestion();
    void theWaitGoesOverARestart();
    void nobodyThere();
    void theLogIsPrivateAndWithoutTheToken();
};

void tst_daemon::saysWhenItIsReadyAndStopsInOrder()
{
    const Life life;
    Program daemon(u"hostlined"_s, life.arguments());
    daemon.start();
    const QJsonObject ready = daemon.nextObject();
    QCOMPARE(ready.value("event"_L1).toString(), u"ready"_s);
    QCOMPARE(ready.value("pid"_L1).toInteger(), daemon.pid());
    QVERIFY2(ready.value("chat"_L1).toString().startsWith(u"http://127.0.0.1:"_s),
             daemon.errors().constData());
    QVERIFY(QFile::exists(life.data() + "/run.json"_L1));
    daemon.signal(SIGTERM);
    QVERIFY(daemon.waitForEnd(15'000));
    QCOMPARE(daemon.exitCode(), 0);
    QVERIFY(!QFile::exists(life.data() + "/run.json"_L1));
    QVERIFY(daemon.output().isEmpty());
}

void tst_daemon::aStopThatTakesTooLongIsSaid()
{
    const Life life;
    const QString codex =
        life.path(u"codex"_s); // one that has to be ended, or ends when nobody does
    write(codex, "#!/bin/sh\ntrap '' TERM\nfor _ in $(seq 300); do sleep 0.1; done\n");
    QFile::setPermissions(codex, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    write(life.settings(), "[providers.codex]\ncommand = \"" + codex.toUtf8() + "\"\n");
    const std::unique_ptr<Program> daemon = life.serving();
    QVERIFY(daemon);
    daemon->signal(SIGTERM);
    QTRY_VERIFY(daemon->errors().contains("text=\"stopping\""));
    daemon->signal(SIGALRM); // the time is up
    QVERIFY(daemon->waitForEnd());
    QCOMPARE(daemon->exitCode(), 1);
    QVERIFY2(daemon->errors().endsWith("nothing stored is lost\n"), daemon->errors().constData());
}

void tst_daemon::tellsTheServiceManager()
{
    const Life life;
    const QByteArray path = life.path(u"notify"_s).toLocal8Bit();
    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    QVERIFY(path.size() < qsizetype(sizeof address.sun_path));
    std::copy(path.begin(), path.end(), address.sun_path);
    QCOMPARE(::bind(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    const auto next = [socket] {
        QByteArray text(64, '\0');
        text.resize(std::max<ssize_t>(::recv(socket, text.data(), 64, 0), 0));
        return text;
    };

    Program daemon(u"hostlined"_s, life.arguments());
    daemon.setEnvironment(u"NOTIFY_SOCKET"_s, QString::fromLocal8Bit(path));
    daemon.start();
    QVERIFY(!daemon.nextLine().isEmpty());
    QCOMPARE(next(), QByteArray("READY=1"));
    daemon.signal(SIGINT);
    QVERIFY(daemon.waitForEnd(15'000));
    QCOMPARE(next(), QByteArray("STOPPING=1"));
    ::close(socket);
}

void tst_daemon::aSecondDaemonNamesTheFirst()
{
    const Life life;
    const std::unique_ptr<Program> first = life.serving();
    QVERIFY(first);
    const Outcome second = runProgram(u"hostlined"_s, life.arguments());
    QCOMPARE(second.exitCode, 4);
    QVERIFY2(second.errors.contains(QString::number(first->pid())), qPrintable(second.errors));
    QVERIFY(second.output.isEmpty());
    // and the first one goes on
    QCOMPARE(life.cli({u"status"_s}).exitCode, 0);
}

void tst_daemon::aBrokenStartIsExplained_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("mentions");
    QTest::newRow("an unknown option") << u"option"_s << 2 << u"--help"_s;
    QTest::newRow("settings with a wrong key name the line (K4)") << u"key"_s << 3 << u":2:"_s;
    QTest::newRow("settings of a plugin out of range name the line (K4)")
        << u"plugin key"_s << 3 << u"settings.toml:2:"_s;
    QTest::newRow("settings that are no TOML") << u"toml"_s << 3 << u"settings.toml:1"_s;
    QTest::newRow("settings that are not there") << u"no settings"_s << 3 << u"settings.toml"_s;
    QTest::newRow("the store is a directory") << u"directory"_s << 5 << u"hostline.sqlite"_s;
    QTest::newRow("the store is corrupt") << u"corrupt"_s << 5 << u"hostline.sqlite"_s;
    QTest::newRow("the data is open to others") << u"open"_s << 5 << u"chmod"_s;
    QTest::newRow("no plugin at all") << u"no plugins"_s << 6 << u"plugins are looked for in"_s;
}

void tst_daemon::aBrokenStartIsExplained()
{
    QFETCH(QString, fault);
    QFETCH(int, code);
    QFETCH(QString, mentions);
    const Life life;
    const QString store = life.data() + "/hostline.sqlite"_L1;
    QStringList arguments = life.arguments();
    if (fault == "option"_L1) {
        arguments.append(u"--fast"_s);
    } else if (fault == "key"_L1) {
        write(life.settings(), "[limits]\nqueues = 3\n");
    } else if (fault == "plugin key"_L1) {
        write(life.settings(), "[providers.codex]\ncall_timeout = -1\n");
    } else if (fault == "toml"_L1) {
        write(life.settings(), "language = \n");
    } else if (fault == "no settings"_L1) {
        QFile::remove(life.settings());
    } else if (fault == "directory"_L1) {
        QDir().mkdir(store);
    } else if (fault == "corrupt"_L1) {
        write(store, QByteArray(8192, 'x'));
        QFile::setPermissions(store, QFile::ReadOwner | QFile::WriteOwner);
    } else if (fault == "open"_L1) {
        QFile::setPermissions(life.data(),
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner
                                  | QFile::ReadOther | QFile::ExeOther);
    } else {
        arguments += QStringList{u"--plugins"_s, life.path(u"empty"_s)};
    }
    const Outcome outcome = runProgram(u"hostlined"_s, arguments);
    QVERIFY2(outcome.exitCode == code,
             qPrintable(u"%1: %2"_s.arg(outcome.exitCode).arg(outcome.errors)));
    QVERIFY2(outcome.errors.contains(mentions), qPrintable(outcome.errors));
    QVERIFY(outcome.output.isEmpty());
}

void tst_daemon::everyFaultOfTheSettingsIsSaidOnce()
{
    const Life life;
    write(life.settings(), "langauge = 1\n[limits]\nqueue = 0\n");
    const QString log = life.data() + "/hostlined.log"_L1;
    const Outcome outcome = runProgram(u"hostlined"_s, life.arguments({u"--log"_s, log}));
    QCOMPARE(outcome.exitCode, 3);
    const QStringList lines = outcome.errors.trimmed().split(u'\n');
    QVERIFY2(lines.size() == 3, qPrintable(outcome.errors));
    QVERIFY2(lines.at(0).startsWith(life.settings() + ":1:1: langauge: "_L1)
                 && lines.at(0).contains("did you mean \"language\""_L1),
             qPrintable(outcome.errors));
    QVERIFY2(lines.at(1).startsWith(life.settings() + ":3:1: limits.queue: "_L1),
             qPrintable(outcome.errors));
    QCOMPARE(contentOf(log).count("limits.queue"), 1);

    // those of the plugins' own keys, too, in the order of the file
    write(life.settings(), "[channels.chat]\nport = -1\n[providers.codex]\nmodel = 3\n");
    const Outcome plugins = runProgram(u"hostlined"_s, life.arguments());
    QCOMPARE(plugins.exitCode, 3);
    QVERIFY2(plugins.errors.startsWith(life.settings() + ":2:1: channels.chat.port: "_L1)
                 && plugins.errors.contains(u'\n' + life.settings()
                                            + ":4:1: providers.codex.model: "_L1),
             qPrintable(plugins.errors));
}

void tst_daemon::aNewerStoreIsRefused()
{
    const Life life;
    {
        const std::unique_ptr<Program> daemon = life.serving();
        QVERIFY(daemon);
        daemon->signal(SIGTERM);
        QVERIFY(daemon->waitForEnd(15'000));
    }
    {
        QSqlDatabase store = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"newer"_s);
        store.setDatabaseName(life.data() + "/hostline.sqlite"_L1);
        QVERIFY(store.open());
        QSqlQuery query(store);
        QVERIFY(query.exec(u"PRAGMA user_version=9999"_s));
    }
    QSqlDatabase::removeDatabase(u"newer"_s);
    const Outcome outcome = runProgram(u"hostlined"_s, life.arguments());
    QCOMPARE(outcome.exitCode, 5);
    QVERIFY2(outcome.errors.contains(u"newer"_s) && outcome.errors.contains(u"9999"_s),
             qPrintable(outcome.errors));
}

void tst_daemon::theCommandLineTalksToIt()
{
    const Life life;
    const std::unique_ptr<Program> daemon = life.serving();
    QVERIFY(daemon);

    const Outcome status = life.cli({u"status"_s});
    QCOMPARE(status.exitCode, 0);
    QVERIFY2(status.output.contains(u"chat: ready"_s)
                 && status.output.contains(u"codex: unavailable"_s),
             qPrintable(status.output));
    const Outcome plugins = life.cli({u"plugins"_s, u"--json"_s});
    QCOMPARE(plugins.exitCode, 0);
    QVERIFY(!QJsonDocument::fromJson(plugins.output.toUtf8())
                 .object()
                 .value("plugins"_L1)
                 .toArray()
                 .isEmpty());
    QVERIFY(life.cli({u"login"_s}).output.startsWith(u"http://127.0.0.1:"_s));
    QCOMPARE(life.cli({u"inbox"_s}).output, u"Nothing is open.\n"_s);
    QCOMPARE(life.cli({u"prune"_s}).exitCode, 0);
    QCOMPARE(life.cli({u"show"_s, u"unheard-of"_s}).exitCode, 1);
    const Outcome odd = life.cli({u"show"_s, u"no such/one?"_s});
    QVERIFY2(odd.exitCode == 1 && !odd.errors.contains(u"not understood"_s)
                 && !odd.errors.contains(u"no answer"_s),
             qPrintable(odd.errors));

    // a command of the conversation is answered without any provider (A12)
    const Outcome help = life.cli({u"ask"_s, u"--wait"_s, u"20"_s, u"/help"_s});
    QVERIFY2(help.exitCode == 3 && help.output.contains(u"/stop"_s),
             qPrintable(help.output + help.errors));

    const Outcome doctor = life.cli({u"doctor"_s, u"--codex"_s, u"/nowhere/codex"_s});
    QCOMPARE(doctor.exitCode, 1);
    QVERIFY(doctor.output.contains(u"BAD   Codex"_s) && doctor.output.contains(u"good  Running"_s));
}

void tst_daemon::theDoctorLooksWhereTheDaemonLooks()
{
    const Life life;
    const QString home = life.path(u"codex-home"_s);
    const QString codex = life.path(u"codex"_s); // one that tells its version and can do no more
    write(codex, "#!/bin/sh\necho codex-cli 0.171.0\n");
    QFile::setPermissions(codex, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    write(life.settings(),
          "[providers.codex]\ncommand = \"" + codex.toUtf8() + "\"\nhome = \"" + home.toUtf8()
              + "\"\n");
    const QStringList words{u"doctor"_s, u"--config"_s, life.settings()};
    const QString seen = u"good  Codex       "_s + codex;

    const Outcome before = life.cli(words);
    QVERIFY2(before.output.contains(seen + " ([providers.codex] command in "_L1),
             qPrintable(before.output));
    // nothing is named, and the user has no settings: what ./run starts with
    const QString byRun = life.data() + "/run.toml"_L1;
    write(byRun, contentOf(life.settings()));
    Program doctor(u"hostline"_s, {u"--data"_s, life.data(), u"doctor"_s});
    doctor.setEnvironment(u"XDG_CONFIG_HOME"_s, life.path(u"none"_s));
    doctor.start();
    QVERIFY(doctor.waitForEnd());
    QVERIFY2(QString::fromUtf8(doctor.output())
                 .contains(seen + " ([providers.codex] command in "_L1 + byRun),
             doctor.output().constData());

    const std::unique_ptr<Program> daemon = life.serving();
    QVERIFY(daemon);
    const Outcome running = life.cli({u"doctor"_s});
    QVERIFY2(running.output.contains(seen + " (the running Hostline uses it)"_L1),
             qPrintable(running.output));
    const Outcome withHome = life.cli(words);
    QVERIFY2(withHome.output.contains(u"(in %1)"_s.arg(home)), qPrintable(withHome.output));
    QVERIFY2(running.output.contains("good  Store"_L1) && running.output.contains("good  Token"_L1),
             qPrintable(running.output));
    daemon->signal(SIGTERM);
    QVERIFY(daemon->waitForEnd(15'000));

    for (const QString &name : {u"hostline.sqlite"_s, u"chat.token"_s})
        QFile::setPermissions(life.data() + u'/' + name,
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup);
    write(life.settings(), "[limits]\nqueue = 0\n");
    const Outcome after = life.cli(words);
    QCOMPARE(after.exitCode, 1);
    for (const QString &fault :
         {u"BAD   Store"_s,
          u"-> chmod 0600 '"_s + life.data() + "/hostline.sqlite'"_L1,
          u"BAD   Token"_s,
          u"BAD   Settings    "_s + life.settings() + ":2:1: limits.queue"_L1})
        QVERIFY2(after.output.contains(fault), qPrintable(after.output));
}

void tst_daemon::theDoctorComesToAnEndWithAnyFile_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<bool>("executable");
    QTest::addColumn<QString>("expected");
    QTest::newRow("an empty file that may be executed")
        << QByteArray() << true << u"could not be started"_s;
    QTest::newRow("one of no machine") << QByteArray("\x7f"
                                                     "ELF and no more")
                                       << true << u"could not be started"_s;
    QTest::newRow("one that may not be executed")
        << QByteArray("#!/bin/sh\n") << false << u"is not an executable file"_s;
}

void tst_daemon::theDoctorComesToAnEndWithAnyFile()
{
    QFETCH(QByteArray, content);
    QFETCH(bool, executable);
    QFETCH(QString, expected);
    const Life life;
    const QString codex = life.path(u"codex"_s);
    write(codex, content);
    if (executable)
        QFile::setPermissions(codex, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const Outcome outcome = life.cli({u"doctor"_s, u"--codex"_s, codex});
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.output.contains(u"BAD   Codex"_s) && outcome.output.contains(expected)
                 && outcome.output.contains(u"note  Reads"_s),
             qPrintable(outcome.output + outcome.errors));
}

void tst_daemon::theDoctorFindsADamagedPage()
{
    const Life life;
    {
        const std::unique_ptr<Program> daemon = life.serving();
        QVERIFY(daemon);
        daemon->signal(SIGTERM);
        QVERIFY(daemon->waitForEnd(15'000));
    }
    const QStringList words{u"doctor"_s};
    QVERIFY(life.cli(words).output.contains(u"good  Store"_s));
    QFile store(life.data() + "/hostline.sqlite"_L1);
    QVERIFY(store.open(QIODevice::ReadWrite));
    constexpr qint64 page = 4096;
    QVERIFY(store.size() > 4 * page);
    store.seek(2 * page); // the first holds what a start looks at
    store.write(QByteArray(page, '\x5a'));
    store.close();
    const Outcome outcome = life.cli(words);
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.output.contains(u"BAD   Store"_s) && outcome.output.contains(u"is damaged: "_s)
                 && outcome.output.contains(u"-> put a back-up in its place"_s),
             qPrintable(outcome.output));
}

void tst_daemon::outputThatGoesNowhereIsAFailure()
{
    const Life life;
    const std::unique_ptr<Program> daemon = life.serving();
    QVERIFY(daemon);
    const QString hostline = QCoreApplication::applicationDirPath() + "/../bin/hostline"_L1;
    QVERIFY(QFile::exists(hostline));
    const Outcome outcome = runProgram(
        u"/bin/sh"_s,
        {u"-c"_s, u"exec \"$0\" --data \"$1\" status >/dev/full"_s, hostline, life.data()});
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains(u"could not be written"_s), qPrintable(outcome.errors));
}

void tst_daemon::aMissingProviderHoldsTheQuestion()
{
    const Life life;
    const std::unique_ptr<Program> daemon = life.serving();
    QVERIFY(daemon);
    const Outcome ask =
        life.cli({u"ask"_s, u"--wait"_s, u"3"_s, u"--json"_s, u"Is anybody there?"_s});
    QCOMPARE(ask.exitCode, 4);
    // it says what it waits for and the mending step, once
    QVERIFY2(ask.errors.count(u"is not ready at the moment"_s) == 1
                 && ask.errors.count(u"To mend it: npm install"_s) == 1,
             qPrintable(ask.errors));
    const QString id =
        QJsonDocument::fromJson(ask.output.toUtf8()).object().value("id"_L1).toString();
    QVERIFY2(!id.isEmpty(), qPrintable(ask.output + ask.errors));
    QVERIFY(life.cli({u"inbox"_s}).output.contains(u"Is anybody there?"_s));

    QCOMPARE(life.cli({u"stop"_s, id}).exitCode, 0);
    QTRY_VERIFY(life.cli({u"show"_s, id}).output.contains(u"settled"_s));
    QCOMPARE(life.cli({u"inbox"_s}).output, u"Nothing is open.\n"_s);
}

void tst_daemon::theWaitGoesOverARestart()
{
    const Life life;
    const std::unique_ptr<Program> first = life.serving();
    QVERIFY(first);

    Program ask(u"hostline"_s,
                {u"--data"_s, life.data(), u"ask"_s, u"--wait"_s, u"60"_s, u"Still there?"_s});
    ask.start();
    QTRY_VERIFY(life.cli({u"inbox"_s}).output.contains(u"Still there?"_s));
    first->signal(SIGKILL);
    QVERIFY(first->waitForEnd());
    const std::unique_ptr<Program> second = life.serving();
    QVERIFY(second);
    QVERIFY(ask.isRunning());
    const Outcome inbox = life.cli({u"inbox"_s, u"--json"_s});
    const QJsonArray open =
        QJsonDocument::fromJson(inbox.output.toUtf8()).object().value("requests"_L1).toArray();
    QCOMPARE(open.size(), 1);
    QCOMPARE(life.cli({u"stop"_s, open.first().toObject().value("id"_L1).toString()}).exitCode, 0);
    QVERIFY(ask.waitForEnd());
    QCOMPARE(ask.exitCode(), 3);
}

void tst_daemon::nobodyThere()
{
    const Life life;
    for (const QStringList &words : {QStringList{u"ask"_s, u"a"_s}, QStringList{u"status"_s}})
        QCOMPARE(life.cli(words).exitCode, 5);
    // A record that a kill left behind, and a stranger at its port: the token does not go there.
    QTcpServer stranger;
    QVERIFY(stranger.listen(QHostAddress::LocalHost));
    write(life.data() + "/run.json"_L1,
          R"({"pid":1,"started_at":"2026-11-30T12:00:00.000Z","address":"http://127.0.0.1:%1"})"_ba
              .replace("%1", QByteArray::number(stranger.serverPort())));
    write(life.data() + "/chat.token"_L1, "t");
    for (const QStringList &words : {QStringList{u"ask"_s, u"a"_s},
                                     QStringList{u"status"_s},
                                     QStringList{u"doctor"_s, u"--codex"_s, u"/nowhere/codex"_s}}) {
        QVERIFY(life.cli(words).exitCode == (words.first() == "doctor"_L1 ? 1 : 5));
        QVERIFY(!stranger.hasPendingConnections());
    }
}

void tst_daemon::theLogIsPrivateAndWithoutTheToken()
{
    const Life life;
    const QString log = life.data() + "/hostlined.log"_L1;
    Program daemon(u"hostlined"_s, life.arguments({u"--log"_s, log}));
    daemon.setEnvironment(u"QT_LOGGING_RULES"_s, u"hostline.*=true"_s);
    daemon.start();
    QVERIFY(!daemon.nextLine().isEmpty());
    QCOMPARE(life.cli({u"ask"_s, u"--wait"_s, u"0"_s, u"a very secret question"_s}).exitCode, 4);
    daemon.signal(SIGTERM);
    QVERIFY(daemon.waitForEnd(15'000));
    const QByteArray content = contentOf(log);
    QVERIFY(content.contains("category=hostline."));
    QVERIFY(!content.contains(contentOf(life.data() + "/chat.token"_L1).trimmed()));
    QVERIFY(!content.contains("secret question"));
    QCOMPARE(QFile::permissions(log)
                 & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
             QFile::Permissions());
}

QTEST_GUILESS_MAIN(tst_daemon)
#include "tst_daemon.moc"
