// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/settings.h"
#include "settings/settings_difference.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;

namespace {

SettingsDefaults defaults()
{
    return {.providers = {{u"echo"_s, {}}},
            .channels = {{u"desk"_s, {{u"port"_s, 0}}}},
            .provider = u"echo"_s,
            .workspace = u"default"_s,
            .workspacePath = u"/srv/work"_s,
            .ownerChannels = {u"desk"_s}};
}

QStringList problemsOf(const QByteArray &toml)
{
    QStringList texts;
    const SettingsReading reading = readSettings(toml, u"s.toml"_s, defaults());
    for (const SettingsProblem &problem : reading.problems)
        texts.append(toString(problem));
    return texts;
}

} // namespace

class tst_Settings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void defaultsNeedNoFile();
    void coreNamesNothing();
    void everyKeyIsTaken();
    void defaultTablesAreOverriddenKeyByKey();
    void aLoneProviderAnswers();
    void homeIsExpanded();
    void brokenFiles_data();
    void brokenFiles();
    void allProblemsAreCollected();
    void filesThatAreNoToml_data();
    void filesThatAreNoToml();
    void filesThatCannotBeRead_data();
    void filesThatCannotBeRead();
    void differences_data();
    void differences();
};

void tst_Settings::defaultsNeedNoFile()
{
    const Result<Settings> loaded = loadSettings({}, defaults());
    QVERIFY2(loaded.ok(), loaded.ok() ? "" : qPrintable(loaded.failure().detail));
    const Settings &settings = loaded.value();
    QVERIFY(settings.language == Language::Auto);
    QCOMPARE(settings.route.provider, u"echo"_s);
    QCOMPARE(settings.providers.value(u"echo"_s).plugin, u"echo"_s);
    QCOMPARE(settings.channels.value(u"desk"_s).values.value("port"_L1), QJsonValue(0));
    QCOMPARE(settings.defaultWorkspace, u"default"_s);
    QCOMPARE(settings.workspaces.value(u"default"_s).path, u"/srv/work"_s);
    QVERIFY(settings.workspaces.value(u"default"_s).access == Access::Read);
    QCOMPARE(settings.grants, QList<GrantRule>({{.channel = u"desk"_s}}));
    QVERIFY(settings.limits == Limits());
    QVERIFY(settings.timeouts == Timeouts());
    QCOMPARE(settings.store.retention.count(), 90);
}

void tst_Settings::coreNamesNothing()
{
    const SettingsReading reading = readSettings({}, {}, {});
    QVERIFY(reading.problems.isEmpty());
    QVERIFY(reading.settings == Settings());
}

// K4, C17, A6: everything is settable.
void tst_Settings::everyKeyIsTaken()
{
    const QByteArray toml = R"(
language = "both"
[store]
retention_days = 7
[route]
provider = "second"
[providers.second]
plugin = "echo"
model = "m"
[providers.second.config]
"a.b" = 1
[channels.desk]
port = 8080
[channels.other]
enabled = false
[workspaces.site]
path = "/srv/site/../site"
access = "write"
[[grants]]
channel = "other"
account = "a"
peer = "p"
sender = "s"
workspace = "site"
access = "read"
[[grants]]
[limits]
queue = 1
queue_age_hours = 2
wait_days = 3
late_minutes = 4
text_characters = 5
[timeouts]
idle_seconds = 1
hard_seconds = 2
interrupt_seconds = 3
restore_seconds = 4
)";
    QCOMPARE(problemsOf(toml), QStringList());
    const Settings settings = readSettings(toml, u"s.toml"_s, defaults()).settings;
    QVERIFY(settings.language == Language::Both);
    QCOMPARE(settings.store.retention.count(), 7);
    QCOMPARE(settings.route.provider, u"second"_s);
    const PluginTable second = settings.providers.value(u"second"_s);
    QCOMPARE(second.plugin, u"echo"_s);
    QVERIFY(second.enabled);
    QCOMPARE(second.section, u"providers.second"_s);
    QCOMPARE(second.values,
             (QJsonObject{{u"model"_s, u"m"_s}, {u"config"_s, QJsonObject{{u"a.b"_s, 1}}}}));
    QVERIFY(second.positions.value(u"model"_s) == (SourcePosition{.line = 9, .column = 1}));
    QCOMPARE(settings.channels.value(u"desk"_s).values.value("port"_L1), QJsonValue(8080));
    QVERIFY(!settings.channels.value(u"other"_s).enabled);
    QVERIFY(settings.workspaces.value(u"site"_s)
            == (Workspace{.name = u"site"_s, .path = u"/srv/site"_s, .access = Access::Write}));
    QCOMPARE(settings.defaultWorkspace, u"default"_s);
    QCOMPARE(settings.grants.size(), 3);
    QVERIFY(settings.grants.at(1)
            == (GrantRule{.channel = u"other"_s,
                          .account = u"a"_s,
                          .peer = u"p"_s,
                          .sender = u"s"_s,
                          .workspace = u"site"_s,
                          .access = Access::Read}));
    QVERIFY(settings.grants.at(2) == GrantRule());
    QVERIFY(settings.limits
            == (Limits{.queue = 1,
                       .queueAge = std::chrono::hours(2),
                       .wait = std::chrono::days(3),
                       .late = std::chrono::minutes(4),
                       .textCharacters = 5}));
    QVERIFY(settings.timeouts
            == (Timeouts{.idle = std::chrono::seconds(1),
                         .hard = std::chrono::seconds(2),
                         .interrupt = std::chrono::seconds(3),
                         .restore = std::chrono::seconds(4)}));
}

void tst_Settings::defaultTablesAreOverriddenKeyByKey()
{
    SettingsDefaults own = defaults();
    own.providers = {
        {u"echo"_s, {{u"plugin"_s, u"echo2"_s}, {u"model"_s, u"a"_s}, {u"home"_s, u"/h"_s}}}};
    const Settings settings =
        readSettings("[providers.echo]\nmodel = \"b\"\n", u"s.toml"_s, own).settings;
    const PluginTable table = settings.providers.value(u"echo"_s);
    QCOMPARE(table.plugin, u"echo2"_s);
    QCOMPARE(table.values, (QJsonObject{{u"model"_s, u"b"_s}, {u"home"_s, u"/h"_s}}));
}

void tst_Settings::aLoneProviderAnswers()
{
    const SettingsReading reading =
        readSettings("[providers.echo]\nenabled = false\n[providers.second]\n", {}, defaults());
    QVERIFY(reading.problems.isEmpty());
    QCOMPARE(reading.settings.route.provider, u"second"_s);
}

void tst_Settings::homeIsExpanded()
{
    const SettingsReading reading =
        readSettings("[workspaces.default]\npath = \"~/site\"\n", {}, defaults());
    QVERIFY(reading.problems.isEmpty());
    QCOMPARE(reading.settings.workspaces.value(u"default"_s).path, QDir::homePath() + u"/site"_s);
}

void tst_Settings::brokenFiles_data()
{
    QTest::addColumn<QByteArray>("toml");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char *name, const QByteArray &toml, const char *problem) {
        QTest::newRow(name) << toml << QString::fromUtf8(problem);
    };
    row("unknown key, with the closest one",
        "langage = \"en\"",
        "s.toml:1:1: langage: unknown key; did you mean \"language\"? Known here: channels, "
        "grants, "
        "language, limits, providers, recovery, route, store, timeouts, workspaces");
    row("unknown table",
        "\n[colours]\n",
        "s.toml:2:2: colours: unknown key; known here: channels, grants, language, limits, "
        "providers, "
        "recovery, route, store, timeouts, workspaces");
    row("unknown key in a table",
        "[limits]\n  queu = 3",
        "s.toml:2:3: limits.queu: unknown key; did you mean \"queue\"? Known here: late_minutes, "
        "queue, "
        "queue_age_hours, text_characters, wait_days");
    row("wrong type: text for a number",
        "[limits]\nqueue = \"20\"",
        "s.toml:2:1: limits.queue: must be an integer from 1 to 10000");
    row("wrong type: a fraction",
        "[limits]\nqueue = 2.5",
        "s.toml:2:1: limits.queue: must be an integer from 1 to 10000");
    row("wrong type: a number for text",
        "[route]\nprovider = 3",
        "s.toml:2:1: route.provider: must be text in quotes");
    row("wrong type: a value for a table",
        "limits = 3",
        "s.toml:1:1: limits: must be a table: [limits]");
    row("wrong type: a table for a list",
        "[grants]\nchannel = \"desk\"",
        "s.toml:1:2: grants: must be a list of tables: [[grants]]");
    row("wrong type: text for a boolean",
        "[channels.desk]\nenabled = \"no\"",
        "s.toml:2:1: channels.desk.enabled: must be true or false");
    row("a date",
        "language = 2026-11-30",
        "s.toml:1:12: language: dates, times, inf and nan are no settings; write text in quotes or "
        "a number");
    row("infinity",
        "[limits]\nqueue = inf",
        "s.toml:2:9: limits.queue: dates, times, inf and nan are no settings; write text in quotes "
        "or a number");
    row("below the range",
        "[store]\nretention_days = 6",
        "s.toml:2:1: store.retention_days: must be an integer from 7 to 36500");
    row("above the range",
        "[timeouts]\nhard_seconds = 604801",
        "s.toml:2:1: timeouts.hard_seconds: must be an integer from 1 to 604800");
    row("not one of the choices",
        "language = \"fr\"",
        "s.toml:1:1: language: must be one of \"zh\", \"en\", \"both\", \"auto\"");
    row("access that does not exist",
        "[workspaces.default]\naccess = \"admin\"",
        "s.toml:2:1: workspaces.default.access: must be one of \"read\", \"write\"");
    row("a workspace without a path",
        "[workspaces.site]\naccess = \"read\"",
        "s.toml:1:13: workspaces.site.path: is missing: the folder, as an absolute path");
    row("a relative path",
        "[workspaces.site]\npath = \"site\"",
        "s.toml:2:1: workspaces.site.path: must be an absolute path, or begin with \"~/\"");
    row("a name that cannot be a folder",
        "[channels.\"../x\"]\n",
        "s.toml:1:11: channels.\"../x\": a name is 1 to 64 of letters, digits, \"-\" and \"_\"");
    row("a route to nowhere",
        "[route]\nprovider = \"missing\"",
        "s.toml:2:1: route.provider: must name an enabled provider; there are: echo");
    row("a route to a disabled provider",
        "[providers.echo]\nenabled = false\n[providers.a]\n[route]\nprovider = \"echo\"",
        "s.toml:5:1: route.provider: must name an enabled provider; there are: a");
    row("several providers and none named",
        "[providers.echo]\nenabled = false\n[providers.a]\n[providers.b]",
        "s.toml: route.provider: must name the provider that answers, one of: a, b");
    row("a grant for a channel that does not exist",
        "[[grants]]\nchannel = \"dsk\"",
        "s.toml:2:1: grants[0].channel: there is no channel of this name; there are: desk");
    row("a grant for a workspace that does not exist",
        "[[grants]]\n[[grants]]\nworkspace = \"x\"",
        "s.toml:3:1: grants[1].workspace: there is no workspace of this name; there are: default");
}

void tst_Settings::brokenFiles()
{
    QFETCH(QByteArray, toml);
    QFETCH(QString, problem);
    QVERIFY2(problemsOf(toml).contains(problem), qPrintable(problemsOf(toml).join(u'\n')));
}

void tst_Settings::allProblemsAreCollected()
{
    const QByteArray toml =
        "language = 1\n[timeouts]\nidle_seconds = 0\nfoo = 1\n[limits]\nqueue = 0\n";
    const QStringList problems = problemsOf(toml);
    QCOMPARE(problems.size(), 4);
    QVERIFY(problems.at(0).startsWith("s.toml:1:1: language"_L1));
    QVERIFY(problems.at(1).startsWith("s.toml:3:1: timeouts.idle_seconds"_L1));
    QVERIFY(problems.at(2).startsWith("s.toml:4:1: timeouts.foo"_L1));
    QVERIFY(problems.at(3).startsWith("s.toml:6:1: limits.queue"_L1));

    QTemporaryDir folder;
    QFile file(folder.filePath(u"s.toml"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(toml), toml.size());
    file.close();
    const Result<Settings> loaded = loadSettings(file.fileName(), defaults());
    QVERIFY(!loaded.ok());
    QVERIFY(loaded.failure().kind == FailureKind::InvalidConfiguration);
    QCOMPARE(loaded.failure().subject, file.fileName());
    QCOMPARE(loaded.failure().detail.count(file.fileName()), 4);
    // one on a line, and each begins with its place (K4)
    const QStringList lines = loaded.failure().detail.split(u'\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY(std::all_of(lines.begin(), lines.end(), [&file](const QString &line) {
        return line.startsWith(file.fileName() + u':');
    }));
}

void tst_Settings::filesThatAreNoToml_data()
{
    QTest::addColumn<QByteArray>("toml");
    QTest::addColumn<QString>("problem");
    QTest::newRow("not TOML") << QByteArray("language = \n") << u"s.toml:1:"_s;
    QTest::newRow("half a table") << QByteArray("[limits\nqueue = 1") << u"s.toml:1:"_s;
    QTest::newRow("a table name that begins with a stray character")
        << QByteArray("[;limits]\n") << u"s.toml:1:2"_s;
    QTest::newRow("a table name that begins with a control character")
        << QByteArray("[limits]\n[\x12imits]\n") << u"s.toml:2:2"_s;
    QTest::newRow("a table given twice")
        << QByteArray("[limits]\n[store]\n[limits]\n") << u"s.toml:3:"_s;
    QTest::newRow("a key given twice")
        << QByteArray("language = \"en\"\nlanguage = \"zh\"\n") << u"s.toml:2:"_s;
    QTest::newRow("not UTF-8") << QByteArray("language = \"\xff\xfe\"\n") << u"s.toml:1:"_s;
    QTest::newRow("a letter where a value's white space may be") << QByteArray("a = \xd0\x8f"
                                                                               "1\n")
                                                                 << u"s.toml:1:"_s;
    QTest::newRow("zero bytes") << QByteArray(64, '\0') << u"s.toml:1:"_s;
    QTest::newRow("larger than 256 KiB")
        << QByteArray(256LL * 1024 + 1, '#') << u"s.toml: the file is larger"_s;
    QTest::newRow("a key of 60,000 parts") << QByteArray("[a") + QByteArray(".a").repeated(60'000)
            + ']' << u"s.toml:1:1: more than 64 dots"_s;
    QTest::newRow("a list 10,000 deep")
        << QByteArray("a = ") + QByteArray(10'000, '[') + QByteArray(10'000, ']') << u"s.toml:1:"_s;
}

void tst_Settings::filesThatAreNoToml()
{
    QFETCH(QByteArray, toml);
    QFETCH(QString, problem);
    const QStringList problems = problemsOf(toml);
    QCOMPARE(problems.size(), 1);
    QVERIFY2(problems.first().startsWith(problem), qPrintable(problems.first()));
    QVERIFY(!problems.first().contains(u'\n'));
}

void tst_Settings::filesThatCannotBeRead_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("detail");
    QTest::newRow("missing") << u"missing.toml"_s << u": there is no such file"_s;
    QTest::newRow("a folder") << u"folder"_s << u": this is not a file"_s;
}

void tst_Settings::filesThatCannotBeRead()
{
    QFETCH(QString, name);
    QFETCH(QString, detail);
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(u"folder"_s));
    const QString path = folder.filePath(name);
    const Result<Settings> loaded = loadSettings(path, defaults());
    QVERIFY(!loaded.ok());
    QCOMPARE(loaded.failure().detail, path + detail);
}

void tst_Settings::differences_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<SettingsDifference>("expected");

    QTest::newRow("the same file") << QByteArray("language = \"en\"")
                                   << QByteArray("language = \"en\"") << SettingsDifference();
    QTest::newRow("only comments and order differ")
        << QByteArray("[limits]\nqueue = 3\n[channels.desk]\nport = 1\n")
        << QByteArray("# new\n[channels.desk]\n\nport = 1\n[limits]\nqueue = 3\n")
        << SettingsDifference();
    QTest::newRow("a key of a channel")
        << QByteArray("[channels.desk]\nport = 1") << QByteArray("[channels.desk]\nport = 2")
        << SettingsDifference{.channels = {.changed = {u"desk"_s}}};
    QTest::newRow("a provider more, with the route to it")
        << QByteArray() << QByteArray("[providers.b]\n[route]\nprovider = \"b\"")
        << SettingsDifference{.providers = {.added = {u"b"_s}}, .route = true};
    QTest::newRow("a channel less") << QByteArray("[channels.b]") << QByteArray()
                                    << SettingsDifference{.channels = {.removed = {u"b"_s}}};
    QTest::newRow("a channel switched off")
        << QByteArray() << QByteArray("[channels.desk]\nenabled = false")
        << SettingsDifference{.channels = {.removed = {u"desk"_s}}};
    QTest::newRow("a channel switched on")
        << QByteArray("[channels.desk]\nenabled = false") << QByteArray()
        << SettingsDifference{.channels = {.added = {u"desk"_s}}};
    QTest::newRow("a disabled channel changed")
        << QByteArray("[channels.b]\nenabled = false")
        << QByteArray("[channels.b]\nenabled = false\nport = 1") << SettingsDifference();
    QTest::newRow("another plugin under the same name")
        << QByteArray("[providers.echo]") << QByteArray("[providers.echo]\nplugin = \"echo2\"")
        << SettingsDifference{.providers = {.changed = {u"echo"_s}}};
    QTest::newRow("everything else")
        << QByteArray()
        << QByteArray(
               "language = \"en\"\n[store]\nretention_days = 8\n[workspaces.default]\naccess = "
               "\"write\"\n[[grants]]\n[limits]\nqueue = 1\n[timeouts]\nidle_seconds = 1\n")
        << SettingsDifference{.language = true,
                              .store = true,
                              .workspaces = true,
                              .grants = true,
                              .limits = true,
                              .timeouts = true};
}

void tst_Settings::differences()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(SettingsDifference, expected);
    const SettingsReading first = readSettings(before, {}, defaults());
    const SettingsReading second = readSettings(after, {}, defaults());
    QVERIFY(first.problems.isEmpty() && second.problems.isEmpty());
    QVERIFY(difference(first.settings, second.settings) == expected);
}

QTEST_GUILESS_MAIN(tst_Settings)
#include "tst_settings.moc"
