// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/codex_version.h"
#include "lib/codexwire/native_binary.h"
#include "support/programs/program.h"

#include <QtCore/QDir>
#include <QtCore/QElapsedTimer>
#include <QtCore/QJsonDocument>
#include <QtCore/QStandardPaths>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace hostline;
using namespace hostline::test;

namespace {

constexpr auto everyone =
    QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther;
constexpr auto mine = QFile::ReadOwner | QFile::WriteOwner;

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QFile::Permissions modeOf(const QString &path)
{
    return QFile::permissions(path)
        & (everyone | QFile::WriteGroup | QFile::WriteOther | QFile::ExeOwner);
}

/// A copy of ./run, ./check and tools/setup.sh in a house where everything seems to be installed: the only programs are
/// the small ones of the system and stand-ins for those that install, build or serve.
class House
{
public:
    House()
    {
        copy({u"run"_s, u"check"_s, u"tools/setup.sh"_s, u"tools/codex/package-lock.json"_s});
        for (const QString &name :
             QStringLiteral("bash cat cmp cp date dirname env find flock grep head "
                            "id ln mkdir mktemp mv nproc readlink "
                            "realpath rm sed setpriv setsid sleep tail uname")
                 .split(u' ')) {
            QDir().mkpath(path(u"bin"_s));
            QFile::link(QStandardPaths::findExecutable(name), path(u"bin/"_s + name));
        }
        program(u"bin/dpkg-query"_s, "shift 3; printf 'installed:%s ' \"$@\"");
        program(u"bin/node"_s, "echo v18.0.0");
        program(u"bin/npm"_s, "exit 1");
        program(u"bin/cmake"_s, "exit 0");
        program(u".tools/codex/bin/codex"_s, "exit 1"); // no sign-in
        QFile::copy(path(u"tools/codex/package-lock.json"_s), path(u".tools/codex/stamp"_s));
        // a build whose daemon serves until it is ended
        program(u"built/bin/hostlined"_s, "echo ready; exec sleep 600");
        program(u"built/bin/hostline"_s,
                "case \"$*\" in *status) exit 5 ;; *login) echo http://page ;; *) echo an answer "
                ";; esac");
        program(u"built/bin/hostline-rehearsal"_s,
                "echo \"$*\" >>\"$0.calls\"\n"
                "case $1 in --codex-config) echo 'model = \"r\"' ;; "
                "*) echo '{\"url\":\"http://127.0.0.1:1/v1\"}'; exec sleep 600 ;; esac");
        file(u"settings.toml"_s, {});
    }

    ~House() // what a failing test left behind
    {
        for (const QString &process : leftOver())
            ::kill(process.toInt(), SIGKILL);
    }
    Q_DISABLE_COPY_MOVE(House)

    [[nodiscard]] QString path(const QString &name) const { return m_directory.filePath(name); }

    void file(const QString &name, const QByteArray &content) const
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile::remove(path(name));
        QFile made(path(name));
        QVERIFY(made.open(QIODevice::WriteOnly));
        made.write(content);
    }

    /// A stand-in: a script of these lines.
    void program(const QString &name, const QByteArray &lines) const
    {
        file(name, "#!" + path(u"bin/bash"_s).toUtf8() + "\n" + lines + '\n');
        QFile::setPermissions(path(name), mine | QFile::ExeOwner);
    }

    [[nodiscard]] std::unique_ptr<Program> start(const QString &script,
                                                 const QStringList &arguments) const
    {
        auto started = std::make_unique<Program>(path(script), arguments);
        started->setEnvironment(u"PATH"_s, path(u"bin"_s));
        started->setEnvironment(u"HOME"_s, path(u"home"_s));
        started->setEnvironment(u"XDG_DATA_HOME"_s, path(u"share"_s));
        started->setEnvironment(u"CODEX_HOME"_s, path(u"nowhere"_s));
        started->setDirectory(m_directory.path());
        started->start();
        return started;
    }

    [[nodiscard]] QStringList leftOver() const { return processesThatMention(m_directory.path()); }

private:
    void copy(const QStringList &names) const
    {
        for (const QString &name : names) {
            QDir().mkpath(QFileInfo(path(name)).path());
            QVERIFY(QFile::copy(QStringLiteral(HOSTLINE_SOURCE_DIR "/") + name, path(name)));
        }
    }

    QTemporaryDir m_directory;
};

} // namespace

/// ./run and the set-up that it shares with ./check, with stand-ins for all that installs, builds and serves.
class tst_scripts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void twoBuildsTakeTurns();
    void aSignalEndsTheBuild_data();
    void aSignalEndsTheBuild();
    void aSignalEndsTheFirstQuestion();
    void theDaemonsCodeIsItsOwn_data();
    void theDaemonsCodeIsItsOwn();
    void whatItWritesIsPrivateAndNamesTheSignIn();
    void packagesNeedRoot_data();
    void packagesNeedRoot();
    void thePinnedCodexIsOne();
};

void tst_scripts::twoBuildsTakeTurns()
{
    const House house;
    // The first build goes on until it is let; the second would find it at work.
    house.program(u"bin/ninja"_s,
                  "[ ! -e at-work ] || { echo TOGETHER; exit 1; }\n"
                  ">at-work; echo compiling; while [ ! -e go ]; do sleep 0.05; done; rm at-work");
    const QStringList once{u"--once"_s, u"--config"_s, u"settings.toml"_s};
    const auto first = house.start(u"run"_s, once);
    QTRY_VERIFY2(first->output().contains("compiling"), first->errors().constData());
    const auto second = house.start(u"run"_s, once);
    QTRY_VERIFY2(second->output().contains("waiting for it"), second->errors().constData());
    house.file(u"go"_s, {});
    QVERIFY(first->waitForEnd() && second->waitForEnd());
    QVERIFY2(!first->output().contains("TOGETHER") && !second->output().contains("TOGETHER"),
             (first->output() + second->output()).constData());
    QVERIFY2(second->output().contains("compiling"), second->output().constData());
}

void tst_scripts::aSignalEndsTheBuild_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("code");
    QTest::newRow("./run, SIGTERM") << u"run"_s << SIGTERM << 143;
    QTest::newRow("./run, Ctrl-C") << u"run"_s << SIGINT << 130;
    QTest::newRow("./check, SIGTERM") << u"check"_s << SIGTERM << 143;
}

void tst_scripts::aSignalEndsTheBuild()
{
    QFETCH(QString, script);
    QFETCH(int, signal);
    QFETCH(int, code);
    const House house;
    // with a compiler that does not care for the signal
    house.program(u"bin/ninja"_s, "(trap '' TERM; sleep 600) & echo compiling; wait");
    house.program(u"tools/style.sh"_s, "exit 0");
    house.program(u"tools/include_check.py"_s, "exit 0");
    const auto run =
        house.start(script, script == "check"_L1 ? QStringList{u"--asan"_s} : QStringList());
    QTRY_VERIFY2(run->output().contains("compiling"), run->errors().constData());
    QElapsedTimer since;
    since.start();
    run->signal(signal);
    QVERIFY(run->waitForEnd());
    QVERIFY2(since.elapsed() < 10'000, qPrintable(QString::number(since.elapsed())));
    QCOMPARE(run->exitCode(), code);
    QTRY_COMPARE(house.leftOver(), QStringList());
}

void tst_scripts::aSignalEndsTheFirstQuestion()
{
    const House house;
    house.program(u"built/bin/hostline"_s,
                  "case \"$*\" in *status) exit 5 ;; *) exec sleep 600 ;; esac");
    const auto run =
        house.start(u"run"_s, {u"--build"_s, u"built"_s, u"--config"_s, u"settings.toml"_s});
    QTRY_VERIFY2(run->output().contains("Question:"), run->errors().constData());
    run->signal(SIGTERM);
    QVERIFY(run->waitForEnd(5'000));
    QCOMPARE(run->exitCode(), 143);
    QTRY_COMPARE(house.leftOver(), QStringList());
}

void tst_scripts::theDaemonsCodeIsItsOwn_data()
{
    QTest::addColumn<QByteArray>("daemon");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("mentions");
    QTest::newRow("broken settings") << QByteArray("echo s.toml:2:1: limits.queue >&2; exit 3") << 3
                                     << QByteArray("\ns.toml:2:1: limits.queue");
    QTest::newRow("the data is in use") << QByteArray("exit 4") << 4 << QByteArray("daemon");
    QTest::newRow("it ends without a word") << QByteArray("exit 0") << 1 << QByteArray("daemon");
    QTest::newRow("it fails later")
        << QByteArray("echo ready; sleep 1; exit 5") << 5 << QByteArray("code 5");
}

void tst_scripts::theDaemonsCodeIsItsOwn()
{
    QFETCH(QByteArray, daemon);
    QFETCH(int, code);
    QFETCH(QByteArray, mentions);
    const House house;
    house.program(u"built/bin/hostlined"_s, daemon);
    const auto run =
        house.start(u"run"_s, {u"--build"_s, u"built"_s, u"--config"_s, u"settings.toml"_s});
    QVERIFY(run->waitForEnd());
    QVERIFY2(run->exitCode() == code, (run->output() + run->errors()).constData());
    QVERIFY2(('\n' + run->errors()).contains(mentions), run->errors().constData());
    QTRY_COMPARE(house.leftOver(), QStringList());
}

void tst_scripts::whatItWritesIsPrivateAndNamesTheSignIn()
{
    const House house;
    const QStringList written{u"data/run.toml"_s, u"data/rehearsal/codex/config.toml"_s};
    for (const QString &name : written) { // of an earlier version, open to all
        house.file(name, {});
        QFile::setPermissions(house.path(name), everyone);
    }
    const auto run =
        house.start(u"run"_s, {u"--build"_s, u"built"_s, u"--data"_s, u"data"_s, u"--once"_s});
    QVERIFY(run->waitForEnd());
    QVERIFY2(run->exitCode() == 0, (run->output() + run->errors()).constData());
    for (const QString &name : written) {
        QVERIFY2(!contentOf(house.path(name)).isEmpty(), qPrintable(name));
        QVERIFY2(modeOf(house.path(name)) == mine, qPrintable(name));
    }
    // one command for the output, the rehearsal's answers, and through the settings for the page
    const QByteArray codex = house.path(u".tools/codex/bin/codex"_s).toUtf8();
    QVERIFY2(run->output().contains("\n  " + codex + " login\n"), run->output().constData());
    QVERIFY(contentOf(house.path(u"built/bin/hostline-rehearsal.calls"_s))
                .contains("--sign-in " + codex + " login"));
    QVERIFY(contentOf(house.path(u"data/run.toml"_s)).contains("command = \"" + codex + '"'));
    QTRY_COMPARE(house.leftOver(), QStringList());
}

void tst_scripts::packagesNeedRoot_data()
{
    QTest::addColumn<QByteArray>("sudo");
    QTest::addColumn<QByteArray>("mentions");
    QTest::newRow("without sudo: what root has to run")
        << QByteArray()
        << QByteArray(
               "\n  apt-get update && apt-get install -y --no-install-recommends qt6-base-dev ");
    QTest::newRow("sudo: what it will run, before it asks for the password")
        << QByteArray("exit 1")
        << QByteArray("\n  sudo apt-get update && sudo apt-get install -y --no-install-recommends "
                      "qt6-base-dev ");
}

void tst_scripts::packagesNeedRoot()
{
    QFETCH(QByteArray, sudo);
    QFETCH(QByteArray, mentions);
    const House house;
    house.program(u"bin/id"_s, "echo 1000");
    house.program(u"bin/dpkg-query"_s, "exit 1");
    if (!sudo.isEmpty())
        house.program(u"bin/sudo"_s, sudo);
    const auto run = house.start(u"run"_s, {u"--once"_s});
    QVERIFY(run->waitForEnd());
    QCOMPARE(run->exitCode(), 1);
    QVERIFY2(run->errors().contains(mentions), run->errors().constData());
    QCOMPARE(run->output().contains(mentions), !sudo.isEmpty());
}

void tst_scripts::thePinnedCodexIsOne()
{
    const auto jsonOf = [](const QString &name) {
        return QJsonDocument::fromJson(
                   contentOf(QStringLiteral(HOSTLINE_SOURCE_DIR "/tools/codex/") + name))
            .object();
    };
    const auto dependency = [](const QJsonObject &package) {
        return package.value("dependencies"_L1).toObject().value("@openai/codex"_L1).toString();
    };
    const QJsonObject packages = jsonOf(u"package-lock.json"_s).value("packages"_L1).toObject();
    const QString pinned = dependency(jsonOf(u"package.json"_s));
    QVERIFY(!pinned.isEmpty());
    QCOMPARE(dependency(packages.value(QString()).toObject()), pinned);
    QCOMPARE(
        packages.value("node_modules/@openai/codex"_L1).toObject().value("version"_L1).toString(),
        pinned);
    QCOMPARE(codexwire::pinnedCodex.toString(), pinned);
    QCOMPARE(codexwire::installStep(), u"npm install -g @openai/codex@"_s + pinned);
}

QTEST_GUILESS_MAIN(tst_scripts)
#include "tst_scripts.moc"
