// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/plugin_table.h"
#include "settings/settings.h"

#include <QJsonDocument>
#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;

namespace {

QJsonArray jsonArray(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).array();
}

const QByteArray declarations = R"([
    {"key": "port", "type": "integer", "default": 0, "minimum": 0, "maximum": 65535,
     "title": "Port", "title[zh_CN]": "\u7aef\u53e3"},
    {"key": "model", "type": "text", "title": "Model"},
    {"key": "mode", "type": "text", "default": "fast", "choices": ["fast", "slow"], "title": "Mode"},
    {"key": "token", "type": "text", "secret": true},
    {"key": "loud", "type": "boolean", "default": false, "title": "Loud"},
    {"key": "config", "type": "table", "default": {}, "title": "Overrides"},
    {"key": "hosts", "type": "textList", "default": [], "title": "Hosts"}
])";

} // namespace

class tst_PluginTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void declarationsAreRead();
    void brokenDeclarations_data();
    void brokenDeclarations();
    void secretsAreFoundWhereverTheyStand();
    void tables_data();
    void tables();
    void theDefaultsOfTheHostProgramAreCheckedToo();
    void namesOfProvidersAreChecked();
    void theRouteIsATableOfItsPlugin();
};

void tst_PluginTable::declarationsAreRead()
{
    const Result<QList<SettingKey>> keys = parseSettingKeys(jsonArray(declarations));
    QVERIFY2(keys.ok(), keys.ok() ? "" : qPrintable(keys.failure().detail));
    QCOMPARE(keys.value().size(), 7);
    const SettingKey &port = keys.value().first();
    QCOMPARE(port.key, u"port"_s);
    QVERIFY(port.type == SettingKey::Type::Integer);
    QCOMPARE(port.defaultValue, QJsonValue(0));
    QVERIFY(port.minimum == 0 && port.maximum == 65535);
    QCOMPARE(port.title, u"Port"_s);
    QCOMPARE(port.titleZh, u"端口"_s);
    QCOMPARE(keys.value().at(1).titleZh, u"Model"_s);
    QVERIFY(keys.value().at(1).defaultValue.isUndefined());
    QVERIFY(keys.value().at(3).secret);
    QCOMPARE(keys.value().at(3).title, u"token"_s);
}

void tst_PluginTable::brokenDeclarations_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("detail");
    const auto row = [](const char *name, const QByteArray &json, const char *detail) {
        QTest::newRow(name) << json << QString::fromLatin1(detail);
    };
    row("no object", "[1]", "Settings[0] is not an object");
    row("no key",
        R"([{"type": "text", "title": "T"}])",
        "Settings[0] \"\": \"key\" must be [a-z][a-z0-9_]*");
    row("a key in camel case",
        R"([{"key": "aB", "type": "text", "title": "T"}])",
        "Settings[0] \"aB\": \"key\" must be [a-z][a-z0-9_]*");
    row("a key of the core",
        R"([{"key": "enabled", "type": "boolean", "title": "T"}])",
        "Settings[0] \"enabled\": this key is the core's own");
    row("an unknown type",
        R"([{"key": "a", "type": "number", "title": "T"}])",
        "Settings[0] \"a\": \"type\" must be one of text, integer, boolean, table, textList");
    row("a title that is no text",
        R"([{"key": "a", "type": "text", "title": 1}])",
        "Settings[0] \"a\": \"title\" must be text");
    row("an unknown member",
        R"([{"key": "a", "type": "text", "title": "T", "defualt": 1}])",
        "Settings[0] \"a\": \"defualt\": unknown key; did you mean \"default\"? Known here: "
        "choices, "
        "default, key, maximum, minimum, providers, secret, title, title[zh_CN], type");
    row("a default of another type",
        R"([{"key": "a", "type": "text", "title": "T", "default": 1}])",
        "Settings[0] \"a\": \"default\" must be text in quotes");
    row("a default outside the range",
        R"([{"key": "a", "type": "integer", "title": "T", "default": 1, "minimum": 2}])",
        "Settings[0] \"a\": \"default\" must be an integer, at least 2");
    row("a range upside down",
        R"([{"key": "a", "type": "integer", "title": "T", "minimum": 2, "maximum": 1}])",
        "Settings[0] \"a\": \"minimum\" is larger than \"maximum\"");
    row("a range of a text",
        R"([{"key": "a", "type": "text", "title": "T", "minimum": 2}])",
        "Settings[0] \"a\": \"minimum\" must be an integer, of an integer key");
    row("choices of a boolean",
        R"([{"key": "a", "type": "boolean", "title": "T", "choices": ["x"]}])",
        "Settings[0] \"a\": \"choices\" must be a list of texts, of a text key");
    row("two of one name",
        R"([{"key": "a", "type": "text", "title": "T"}, {"key": "a", "type": "text", "title": "T"}])",
        "Settings[1] \"a\": declared twice");
}

void tst_PluginTable::brokenDeclarations()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, detail);
    const Result<QList<SettingKey>> keys = parseSettingKeys(jsonArray(json));
    QVERIFY(!keys.ok());
    QVERIFY(keys.failure().kind == FailureKind::InvalidConfiguration);
    QCOMPARE(keys.failure().detail, detail);
}

// K5: what must be hidden before a fault of the table is told, so of wrong tables too.
void tst_PluginTable::secretsAreFoundWhereverTheyStand()
{
    const auto key = [](const QString &name, SettingKey::Type type, bool secret) {
        SettingKey result;
        result.key = name;
        result.type = type;
        result.secret = secret;
        return result;
    };
    const QList<SettingKey> keys{key(u"token"_s, SettingKey::Type::Text, true),
                                 key(u"model"_s, SettingKey::Type::Text, false),
                                 key(u"keys"_s, SettingKey::Type::TextList, true),
                                 key(u"headers"_s, SettingKey::Type::Table, true),
                                 key(u"absent"_s, SettingKey::Type::Text, true)};
    PluginTable table;
    table.values = {{u"token"_s, 123456},
                    {u"model"_s, u"a model"_s},
                    {u"keys"_s, QJsonArray{u"one"_s, u"two"_s}},
                    {u"headers"_s, QJsonObject{{u"a"_s, QJsonObject{{u"b"_s, u"deep"_s}}}}},
                    {u"tokne"_s, u"unknown"_s}};
    QCOMPARE(secretsOf(table, keys), (QStringList{u"123456"_s, u"one"_s, u"two"_s, u"deep"_s}));
}

void tst_PluginTable::tables_data()
{
    QTest::addColumn<QByteArray>("toml");
    QTest::addColumn<QJsonObject>("values");
    QTest::addColumn<QString>("detail");
    const auto good = [](const char *name, const QByteArray &toml, const QJsonObject &changed) {
        QJsonObject values{{u"port"_s, 0},
                           {u"mode"_s, u"fast"_s},
                           {u"loud"_s, false},
                           {u"config"_s, QJsonObject()},
                           {u"hosts"_s, QJsonArray()}};
        const QStringList keys = changed.keys();
        for (const QString &key : keys)
            values.insert(key, changed.value(key));
        QTest::newRow(name) << toml << values << QString();
    };
    const auto bad = [](const char *name, const QByteArray &toml, const char *detail) {
        QTest::newRow(name) << toml << QJsonObject() << QString::fromLatin1(detail);
    };
    good("nothing set: the defaults", "", {});
    good("the core's own keys are not the plugin's", "plugin = \"echo\"\nenabled = true", {});
    good("everything set",
         "port = 80\nmodel = \"m\"\nmode = \"slow\"\ntoken = \"t\"\nloud = true\nhosts = [\"a\", "
         "\"b\"]\n"
         "[channels.desk.config]\nx.y = [1, 2.5, {z = true}]",
         {{u"port"_s, 80},
          {u"model"_s, u"m"_s},
          {u"mode"_s, u"slow"_s},
          {u"token"_s, u"t"_s},
          {u"loud"_s, true},
          {u"hosts"_s, QJsonArray{u"a"_s, u"b"_s}},
          {u"config"_s,
           QJsonObject{
               {u"x"_s, QJsonObject{{u"y"_s, QJsonArray{1, 2.5, QJsonObject{{u"z"_s, true}}}}}}}}});
    bad("unknown key",
        "prot = 1",
        "s.toml:2:1: channels.desk.prot: unknown key; did you mean \"port\"? Known here: config, "
        "enabled, "
        "hosts, loud, mode, model, plugin, port, token");
    bad("wrong type", "loud = 1", "s.toml:2:1: channels.desk.loud: must be true or false");
    bad("out of range",
        "port = 65536",
        "s.toml:2:1: channels.desk.port: must be an integer from 0 to 65535");
    bad("not a choice",
        "mode = \"medium\"",
        "s.toml:2:1: channels.desk.mode: must be one of \"fast\", \"slow\"");
    bad("a list with a number",
        "hosts = [\"a\", 1]",
        "s.toml:2:1: channels.desk.hosts: must be a list of texts, as [\"a\", \"b\"]");
    bad("a text for a table",
        "config = \"x\"",
        "s.toml:2:1: channels.desk.config: must be a table");
    bad("two problems, by line",
        "\nloud = 1\nport = -1",
        "s.toml:3:1: channels.desk.loud: must be true or false\n"
        "s.toml:4:1: channels.desk.port: must be an integer from 0 to 65535");
}

void tst_PluginTable::tables()
{
    QFETCH(QByteArray, toml);
    QFETCH(QJsonObject, values);
    QFETCH(QString, detail);
    const SettingsReading reading = readSettings("[channels.desk]\n" + toml, u"s.toml"_s, {});
    QVERIFY(reading.problems.isEmpty());
    const Result<QJsonObject> checked =
        checkPluginTable(reading.settings.channels.value(u"desk"_s),
                         parseSettingKeys(jsonArray(declarations)).value());
    QCOMPARE(checked.ok() ? QString() : checked.failure().detail, detail);
    if (checked.ok())
        QCOMPARE(checked.value(), values);
}

void tst_PluginTable::theDefaultsOfTheHostProgramAreCheckedToo()
{
    const SettingsDefaults defaults{.channels = {{u"desk"_s, {{u"prot"_s, 1}}}}};
    const SettingsReading reading = readSettings({}, {}, defaults);
    const Result<QJsonObject> checked =
        checkPluginTable(reading.settings.channels.value(u"desk"_s),
                         parseSettingKeys(jsonArray(declarations)).value());
    QVERIFY(!checked.ok());
    QVERIFY(checked.failure().detail.contains("channels.desk.prot: unknown key"_L1));
}

void tst_PluginTable::namesOfProvidersAreChecked()
{
    // E2: an unknown provider is told with its line.
    const Result<QList<SettingKey>> keys = parseSettingKeys(jsonArray(R"([
        {"key": "primary", "type": "text", "providers": true},
        {"key": "pool", "type": "textList", "default": [], "providers": true},
        {"key": "note", "type": "text"}])"));
    QVERIFY(keys.ok());
    const SettingsReading reading =
        readSettings("[providers.a]\n[providers.b]\nenabled = false\n[route]\nprovider = \"a\"\n"
                     "plugin = \"r\"\nnote = \"x\"\nprimary = \"b\"\npool = [\"a\", \"c\"]\n",
                     u"s.toml"_s,
                     {});
    QVERIFY(reading.problems.isEmpty());
    const PluginTable &table = reading.settings.route.table;
    QVERIFY(checkPluginTable(table, keys.value()).ok());
    const Result<Done> names = checkProviderNames(table, keys.value(), {u"a"_s});
    QVERIFY(!names.ok());
    QCOMPARE(names.failure().detail,
             u"s.toml:8:1: route.primary: \"b\" is no enabled provider; there are: a\n"
             "s.toml:9:1: route.pool: \"c\" is no enabled provider; there are: a"_s);
    QVERIFY(checkProviderNames(table, keys.value(), {u"a"_s, u"b"_s, u"c"_s}).ok());
}

void tst_PluginTable::theRouteIsATableOfItsPlugin()
{
    const auto read = [](const QByteArray &route) {
        return readSettings("[providers.a]\n[route]\n" + route, u"s.toml"_s, {});
    };
    const SettingsReading alone = read("");
    QVERIFY(alone.settings.route.table.plugin.isEmpty());
    QCOMPARE(alone.settings.route.provider, u"a"_s);
    const SettingsReading with = read("plugin = \"r\"\nanything = 1\n");
    QVERIFY(with.problems.isEmpty());
    QCOMPARE(with.settings.route.table.plugin, u"r"_s);
    QCOMPARE(with.settings.route.table.section, u"route"_s);
    QCOMPARE(with.settings.route.table.values, (QJsonObject{{u"anything"_s, 1}}));
    // Where it stands is no change of it.
    QVERIFY(with.settings.route == read("\n\nplugin = \"r\"\nanything = 1\n").settings.route);
    QVERIFY(!(with.settings.route == read("plugin = \"r\"\n").settings.route));
    // Without its plugin, or switched off, it has no keys of its own.
    QCOMPARE(read("anything = 1\n").problems.size(), 1);
    const SettingsReading off = read("plugin = \"r\"\nenabled = false\nanything = 1\n");
    QVERIFY(off.problems.isEmpty() && off.settings.route.table.plugin.isEmpty());
}

QTEST_GUILESS_MAIN(tst_PluginTable)
#include "tst_plugin_table.moc"
