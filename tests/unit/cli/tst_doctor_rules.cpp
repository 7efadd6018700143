// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "doctor_rules.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace hostline;
using namespace hostline::cli;

namespace {

ProgramRun exited(int code, const QString &output)
{
    return {.end = ProgramRun::End::Exited, .code = code, .output = output};
}

} // namespace

class tst_doctor_rules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void codexVersions_data();
    void codexVersions();
    void signInAndSandbox();
    void files_data();
    void files();
    void codexIsSoughtWhereTheDaemonSeeksIt_data();
    void codexIsSoughtWhereTheDaemonSeeksIt();
    void eachFaultOfTheSettingsIsAFinding();
    void everyBadFindingHasAStep();
    void aProductIsToldOnce();
    void findingsAsJson();
};

void tst_doctor_rules::codexVersions_data()
{
    QTest::addColumn<ProgramRun>("run");
    QTest::addColumn<int>("grade");
    const auto row = [](const char *name, const ProgramRun &run, Finding::Grade grade) {
        QTest::newRow(name) << run << static_cast<int>(grade);
    };
    row("the tested one", exited(0, u"codex-cli 0.171.0"_s), Finding::Grade::Good);
    row("the oldest that will do", exited(0, u"codex-cli 0.152.0"_s), Finding::Grade::Good);
    row("an older one (C1)", exited(0, u"codex-cli 0.151.9"_s), Finding::Grade::Bad);
    row("a newer one", exited(0, u"codex-cli 0.180.1"_s), Finding::Grade::Remark);
    row("no version", exited(0, u"hello"_s), Finding::Grade::Bad);
    row("not there", {}, Finding::Grade::Bad);
    row("it hangs", {.end = ProgramRun::End::Hung, .code = 0, .output = {}}, Finding::Grade::Bad);
    row("it fails", exited(3, u"boom"_s), Finding::Grade::Bad);
}

void tst_doctor_rules::codexVersions()
{
    QFETCH(ProgramRun, run);
    QFETCH(int, grade);
    QCOMPARE(static_cast<int>(judgeCodexVersion(u"codex"_s, run).grade), grade);
}

void tst_doctor_rules::signInAndSandbox()
{
    QCOMPARE(judgeSignIn(u"/x/codex"_s, {}, exited(0, u"Logged in using ChatGPT"_s)).grade,
             Finding::Grade::Good);
    const Finding signedOut = judgeSignIn(u"/x/codex"_s, {}, exited(1, u"Not logged in"_s));
    QCOMPARE(signedOut.grade, Finding::Grade::Remark);
    QVERIFY(signedOut.step.startsWith(u"/x/codex login"_s));
    const Finding elsewhere = judgeSignIn(u"/x/codex"_s, u"/h"_s, exited(1, u"Not logged in"_s));
    QVERIFY2(elsewhere.text.contains(u"(in /h)"_s), qPrintable(elsewhere.text));
    QVERIFY(elsewhere.step.startsWith(u"CODEX_HOME='/h' /x/codex login"_s));
    QCOMPARE(judgeSandbox(exited(0, {})).grade, Finding::Grade::Good);
    QCOMPARE(judgeSandbox(exited(101, u"bwrap: no"_s)).grade, Finding::Grade::Bad);
    // C19: said at every visit
    QCOMPARE(judgeReads().grade, Finding::Grade::Remark);
    QVERIFY(judgeReads().text.contains(u"not what is read"_s));
}

void tst_doctor_rules::files_data()
{
    using Kind = FileFacts::Kind;
    QTest::addColumn<QString>("file");
    QTest::addColumn<FileFacts>("facts");
    QTest::addColumn<QString>("step"); // how it begins; empty: it is good
    const QByteArray head("SQLite format 3\0", 16);
    const auto row =
        [](const char *name, const QString &file, const FileFacts &facts, const QString &step) {
            QTest::newRow(name) << file << facts << step;
        };
    const QString data = u"data"_s;
    row("a missing folder will be made", data, {}, {});
    row("a private folder", data, {Kind::Directory, true, 0700, {}}, {});
    row("a file in the folder's place", data, {Kind::File, true, 0600, {}}, u"name another"_s);
    row("a link in the folder's place", data, {Kind::Other, true, 0777, {}}, u"name another"_s);
    row("another's folder", data, {Kind::Directory, false, 0700, {}}, u"name another"_s);
    row("a folder that others may look into",
        data,
        {Kind::Directory, true, 0755, {}},
        u"chmod 0700 '/d'"_s);
    row("a folder that its owner may not write",
        data,
        {Kind::Directory, true, 0500, {}},
        u"chmod 0700 '/d'"_s);
    const QString store = u"store"_s;
    row("a missing store will be made", store, {}, {});
    row("a database", store, {Kind::File, true, 0600, head}, {});
    row("a store that is damaged inside",
        store,
        {Kind::File, true, 0600, head, u"row 3 missing from index i"_s},
        u"put a back-up"_s);
    row("a store just made, still empty", store, {Kind::File, true, 0600, {}}, {});
    row("something else than a database",
        store,
        {Kind::File, true, 0600, "%PDF"},
        u"put a back-up"_s);
    row("a directory in the store's place",
        store,
        {Kind::Directory, true, 0700, {}},
        u"put a back-up"_s);
    row("a link in the store's place", store, {Kind::Other, true, 0777, {}}, u"put a back-up"_s);
    row("a store that others may read",
        store,
        {Kind::File, true, 0644, head},
        u"chmod 0600 '/d'"_s);
    row("a store that its owner may not write",
        store,
        {Kind::File, true, 0400, head},
        u"chmod 0600 '/d'"_s);
    row("another's store", store, {Kind::File, false, 0600, head}, u"give it to yourself"_s);
    const QString token = u"token"_s;
    row("a missing token will be made", token, {}, {});
    row("a private token", token, {Kind::File, true, 0600, {}}, {});
    row("a token that the group may read",
        token,
        {Kind::File, true, 0640, {}},
        u"chmod 0600 '/d'"_s);
    row("another's token", token, {Kind::File, false, 0600, {}}, u"give it to yourself"_s);
    row("a link in the token's place", token, {Kind::Other, true, 0777, {}}, u"move it away"_s);
}

void tst_doctor_rules::files()
{
    QFETCH(QString, file);
    QFETCH(FileFacts, facts);
    QFETCH(QString, step);
    const Finding found = file == "data"_L1 ? judgeDataDirectory(u"/d"_s, facts)
        : file == "store"_L1                ? judgeStore(u"/d"_s, facts)
                                            : judgeToken(u"/d"_s, facts);
    QVERIFY(found.text.contains(u"/d"_s));
    QCOMPARE(found.grade == Finding::Grade::Good, step.isEmpty());
    QVERIFY2(found.step.startsWith(step) && found.step.isEmpty() == step.isEmpty(),
             qPrintable(found.step));
}

void tst_doctor_rules::codexIsSoughtWhereTheDaemonSeeksIt_data()
{
    QTest::addColumn<QString>("named");
    QTest::addColumn<QString>("running"); // its program
    QTest::addColumn<QByteArray>("toml");
    QTest::addColumn<CodexPlace>("expected");
    const QByteArray toml("[providers.codex]\ncommand = \"/s/codex\"\nhome = \"/h\"\n");
    const auto row = [](const char *name,
                        const QString &named,
                        const QString &running,
                        const QByteArray &text,
                        const CodexPlace &place) {
        QTest::newRow(name) << named << running << text << place;
    };
    row("named by the person", u"/n"_s, u"/r"_s, toml, {u"/n"_s, u"/h"_s, u"named by --codex"_s});
    row("the running one's, with its table's home",
        {},
        u"/r"_s,
        toml,
        {u"/r"_s, u"/h"_s, u"the running Hostline uses it"_s});
    row("the running one's, which no table has",
        {},
        u"/r"_s,
        "[route]\nprovider = \"two\"\n[providers.two]\nplugin = \"codex\"\nhome = \"/2\"\n",
        {u"/r"_s, {}, u"the running Hostline uses it"_s});
    row("by the settings file",
        {},
        {},
        toml,
        {u"/s/codex"_s, u"/h"_s, u"[providers.codex] command in s.toml"_s});
    row("a home alone",
        {},
        {},
        "[providers.codex]\nhome = \"/h\"\n",
        {u"codex"_s, u"/h"_s, u"from PATH"_s});
    row("of the routed provider",
        {},
        {},
        "[route]\nprovider = \"two\"\n[providers.two]\nplugin = \"codex\"\ncommand = \"/2\"\n"
            + toml,
        {u"/2"_s, {}, u"[providers.two] command in s.toml"_s});
    row("no settings", {}, {}, {}, {u"codex"_s, {}, u"from PATH"_s});
}

void tst_doctor_rules::codexIsSoughtWhereTheDaemonSeeksIt()
{
    QFETCH(QString, named);
    QFETCH(QString, running);
    QFETCH(QByteArray, toml);
    QFETCH(CodexPlace, expected);
    SettingsDefaults defaults;
    defaults.providers.insert(u"codex"_s, {});
    defaults.provider = u"codex"_s;
    const SettingsReading reading = readSettings(toml, u"s.toml"_s, defaults);
    QVERIFY(reading.problems.isEmpty());
    const QJsonObject provider{
        {u"id"_s, u"codex"_s}, {u"plugin"_s, u"codex"_s}, {u"program"_s, running}};
    const CodexPlace place = placeOfCodex(
        named, {{u"providers"_s, QJsonArray{provider}}}, reading.settings, u"s.toml"_s);
    QCOMPARE(place.command, expected.command);
    QCOMPARE(place.home, expected.home);
    QCOMPARE(place.because, expected.because);
}

void tst_doctor_rules::eachFaultOfTheSettingsIsAFinding()
{
    QCOMPARE(judgeSettings({}, std::nullopt).first().grade, Finding::Grade::Good);
    QVERIFY(judgeSettings(u"/s.toml"_s, std::nullopt).first().text.startsWith(u"/s.toml"_s));
    const QList<Finding> found = judgeSettings(
        u"/s.toml"_s,
        Failure{FailureKind::InvalidConfiguration, u"/s.toml:1:1: a\n/s.toml:2:1: b"_s, {}, {}});
    QCOMPARE(found.size(), 2);
    QCOMPARE(found.last().text, u"/s.toml:2:1: b"_s);
    QCOMPARE(found.last().grade, Finding::Grade::Bad);
    QVERIFY(!found.last().step.isEmpty());
}

void tst_doctor_rules::everyBadFindingHasAStep()
{
    const QList<Finding> findings{
        judgeCodexVersion(u"codex"_s, {}),
        judgeCodexVersion(u"codex"_s, exited(0, u"codex-cli 0.1.0"_s)),
        judgeSandbox(exited(1, {})),
    };
    for (const Finding &one : findings) {
        QCOMPARE(one.grade, Finding::Grade::Bad);
        QVERIFY2(!one.step.isEmpty(), qPrintable(one.text));
        QVERIFY(findingsText({one}).contains(u"-> "_s + one.step));
    }
    QVERIFY(anyBad(findings));
    QVERIFY(!anyBad({judgeReads()}));
}

void tst_doctor_rules::aProductIsToldOnce()
{
    const QJsonObject old{{u"id"_s, u"codex"_s},
                          {u"state"_s, u"unavailable"_s},
                          {u"message"_s, u"too old"_s},
                          {u"failure"_s, QJsonObject{{u"detail"_s, u"too old"_s}}},
                          {u"step"_s, u"install"_s}};
    const Finding bad = judgeProduct(u"Provider"_s, old);
    QCOMPARE(bad.text, u"codex is unavailable: too old"_s);
    QCOMPARE(bad.step, u"install"_s);
    QCOMPARE(bad.grade, Finding::Grade::Bad);
    const Finding good =
        judgeProduct(u"Channel"_s, {{u"id"_s, u"chat"_s}, {u"state"_s, u"ready"_s}});
    QCOMPARE(good.text, u"chat is ready"_s);
    QCOMPARE(good.grade, Finding::Grade::Good);
}

void tst_doctor_rules::findingsAsJson()
{
    const QList<Finding> findings{{Finding::Grade::Good, u"A"_s, u"is well"_s, {}},
                                  {Finding::Grade::Remark, u"B"_s, u"is known"_s, {}},
                                  {Finding::Grade::Bad, u"C"_s, u"is broken"_s, u"mend it"_s}};
    QCOMPARE(
        QString::fromUtf8(QJsonDocument(findingsObject(findings)).toJson(QJsonDocument::Compact)),
        QString(u"{\"findings\":["
                "{\"state\":\"good\",\"text\":\"is well\",\"what\":\"A\"},"
                "{\"state\":\"note\",\"text\":\"is known\",\"what\":\"B\"},"
                "{\"state\":\"bad\",\"step\":\"mend it\",\"text\":\"is broken\","
                "\"what\":\"C\"}]}"_s));
}

QTEST_GUILESS_MAIN(tst_doctor_rules)
#include "tst_doctor_rules.moc"
