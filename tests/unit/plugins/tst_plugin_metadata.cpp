// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// Every mistake that metadata can have, one row each (issue: bad metadata, wrong IID, wrong SDK version).
#include "plugins/plugin_metadata.h"

#include <hostline/plugin.h>

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace hostline;

namespace {

QJsonObject providerKeys()
{
    return {{u"Id"_s, u"echo"_s},
            {u"Kind"_s, u"provider"_s},
            {u"Version"_s, u"1.2"_s},
            {u"ApiVersion"_s, u"1.0"_s},
            {u"Name"_s, u"Echo"_s},
            {u"Name[zh_CN]"_s, u"回声"_s},
            {u"Settings"_s,
             QJsonArray{QJsonObject{
                 {u"key"_s, u"port"_s}, {u"type"_s, u"integer"_s}, {u"title"_s, u"Port"_s}}}}};
}

QJsonObject channelKeys()
{
    QJsonObject keys = providerKeys();
    keys.insert(u"Kind"_s, u"channel"_s);
    keys.insert(
        u"Capabilities"_s,
        QJsonObject{{u"readBack"_s, true}, {u"idempotencySeconds"_s, 3600}, {u"progress"_s, true}});
    return keys;
}

QJsonObject metadata(const QJsonObject &keys, const QString &iid)
{
    return {{u"IID"_s, iid}, {u"MetaData"_s, keys}, {u"className"_s, u"EchoPlugin"_s}};
}

const QString providerIid = QStringLiteral(Hostline_ProviderPlugin_iid);
const QString channelIid = QStringLiteral(Hostline_ChannelPlugin_iid);

QJsonValue json(const QString &text)
{
    return QJsonDocument::fromJson("[" + text.toUtf8() + "]").array().at(0);
}

} // namespace

class PluginMetadataTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void acceptsAProvider();
    void acceptsAChannel();
    void namesEachMistake_data();
    void namesEachMistake();
    void namesAllMistakesAtOnce();
    void checksInterfaceAndVersionFirst_data();
    void checksInterfaceAndVersionFirst();
    void readsApiVersions_data();
    void readsApiVersions();
    void keepsWhatItCanOfABadOne();
    void showsReasonAndMendingStep();
};

void PluginMetadataTest::acceptsAProvider()
{
    const PluginSpec spec =
        specFromMetadata(u"/x/echo.so"_s, metadata(providerKeys(), providerIid));
    QVERIFY2(spec.usable(), spec.fault ? qPrintable(spec.fault->reason) : "");
    QCOMPARE(spec.path, u"/x/echo.so"_s);
    QCOMPARE(spec.id, u"echo"_s);
    QCOMPARE(int(spec.kind), int(PluginKind::Provider));
    QCOMPARE(spec.version, u"1.2"_s);
    QCOMPARE(spec.api, (ApiVersion{1, 0}));
    QCOMPARE(spec.name, u"Echo"_s);
    QCOMPARE(spec.nameZh, u"回声"_s);
    QCOMPARE(spec.settings.size(), 1);
    QCOMPARE(spec.traits, ChannelTraits());
}

void PluginMetadataTest::acceptsAChannel()
{
    QJsonObject keys = channelKeys();
    keys.remove(u"Name[zh_CN]"_s);
    keys.remove(u"Settings"_s);
    const PluginSpec spec = specFromMetadata(u"/x/mail.so"_s, metadata(keys, channelIid));
    QVERIFY2(spec.usable(), spec.fault ? qPrintable(spec.fault->reason) : "");
    QCOMPARE(int(spec.kind), int(PluginKind::Channel));
    QCOMPARE(spec.traits,
             (ChannelTraits{.stored = false,
                            .readBack = true,
                            .progress = true,
                            .idempotency = std::chrono::hours(1)}));
    QCOMPARE(spec.nameZh, u"Echo"_s);
    QVERIFY(spec.settings.isEmpty());
}

void PluginMetadataTest::namesEachMistake_data()
{
    QTest::addColumn<bool>("channel");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value"); // JSON; empty: the key is left out
    QTest::addColumn<QString>("mistake");

    QTest::newRow("no id") << false << u"Id"_s << QString() << u"Id is missing"_s;
    QTest::newRow("a number as id") << false << u"Id"_s << u"7"_s << u"Id is not a text"_s;
    QTest::newRow("an empty id") << false << u"Id"_s << u"\"\""_s << u"Id is empty"_s;
    QTest::newRow("an id with a slash")
        << false << u"Id"_s << u"\"a/b\""_s
        << u"Id \"a/b\" is not made of a-z, 0-9, - and _ (64 at most)"_s;
    QTest::newRow("an id with capitals")
        << false << u"Id"_s << u"\"Echo\""_s
        << u"Id \"Echo\" is not made of a-z, 0-9, - and _ (64 at most)"_s;
    QTest::newRow("no kind") << false << u"Kind"_s << QString() << u"Kind is missing"_s;
    QTest::newRow("a list as kind") << false << u"Kind"_s << u"[]"_s << u"Kind is not a text"_s;
    QTest::newRow("an unknown kind")
        << false << u"Kind"_s << u"\"store\""_s
        << u"Kind \"store\" is neither provider nor channel nor route"_s;
    QTest::newRow("a route unlike the interface")
        << false << u"Kind"_s << u"\"route\""_s
        << u"Kind is route, but the interface is that of a provider"_s;
    QTest::newRow("a kind unlike the interface")
        << false << u"Kind"_s << u"\"channel\""_s
        << u"Kind is channel, but the interface is that of a provider"_s;
    QTest::newRow("no version") << false << u"Version"_s << QString() << u"Version is missing"_s;
    QTest::newRow("a number as version")
        << false << u"Version"_s << u"1.0"_s << u"Version is not a text"_s;
    QTest::newRow("an empty version")
        << false << u"Version"_s << u"\" \""_s << u"Version is empty"_s;
    QTest::newRow("no name") << false << u"Name"_s << QString() << u"Name is missing"_s;
    QTest::newRow("a name that is true")
        << false << u"Name"_s << u"true"_s << u"Name is not a text"_s;
    QTest::newRow("an empty name") << false << u"Name"_s << u"\"\""_s << u"Name is empty"_s;
    QTest::newRow("a number as Chinese name")
        << false << u"Name[zh_CN]"_s << u"1"_s << u"Name[zh_CN] is not a text"_s;
    QTest::newRow("an empty Chinese name")
        << false << u"Name[zh_CN]"_s << u"\"\""_s << u"Name[zh_CN] is empty"_s;
    QTest::newRow("an unknown key")
        << false << u"Setings"_s << u"[]"_s
        << u"Setings is unknown; the keys are Id, Kind, Version, ApiVersion, Name, Name[zh_CN], Capabilities, Settings"_s;

    QTest::newRow("a list of capabilities")
        << true << u"Capabilities"_s << u"[\"stored\"]"_s << u"Capabilities is not an object"_s;
    QTest::newRow("an unknown capability") << true << u"Capabilities"_s << u"{\"readback\": true}"_s
                                           << u"Capabilities.readback is unknown for a channel"_s;
    QTest::newRow("a channel's capability of a provider")
        << false << u"Capabilities"_s << u"{\"stored\": true}"_s
        << u"Capabilities.stored is unknown for a provider"_s;
    QTest::newRow("a capability that is a text")
        << true << u"Capabilities"_s << u"{\"progress\": \"yes\"}"_s
        << u"Capabilities.progress is neither true nor false"_s;
    QTest::newRow("an idempotency that is a text")
        << true << u"Capabilities"_s << u"{\"idempotencySeconds\": \"60\"}"_s
        << u"Capabilities.idempotencySeconds is not a whole number of seconds"_s;
    QTest::newRow("half a second of idempotency")
        << true << u"Capabilities"_s << u"{\"idempotencySeconds\": 0.5}"_s
        << u"Capabilities.idempotencySeconds is not a whole number of seconds"_s;
    QTest::newRow("a negative idempotency")
        << true << u"Capabilities"_s << u"{\"idempotencySeconds\": -1}"_s
        << u"Capabilities.idempotencySeconds is not a whole number of seconds"_s;
    QTest::newRow("an idempotency of ages")
        << true << u"Capabilities"_s << u"{\"idempotencySeconds\": 1e12}"_s
        << u"Capabilities.idempotencySeconds is not a whole number of seconds"_s;
    QTest::newRow("stored and read back")
        << true << u"Capabilities"_s << u"{\"stored\": true, \"readBack\": true}"_s
        << u"Capabilities: a stored channel sends nothing, so it has neither readBack nor idempotencySeconds"_s;

    QTest::newRow("settings as an object")
        << false << u"Settings"_s << u"{}"_s << u"Settings is not a list"_s;
    // The rest of the rows are those of parseSettingKeys (settings).
    QTest::newRow("a setting without a type")
        << false << u"Settings"_s << u"[{\"key\": \"port\", \"title\": \"Port\"}]"_s
        << u"Settings: "_s
            + parseSettingKeys({QJsonObject{{u"key"_s, u"port"_s}, {u"title"_s, u"Port"_s}}})
                  .failure()
                  .detail;
}

void PluginMetadataTest::namesEachMistake()
{
    QFETCH(bool, channel);
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, mistake);

    QJsonObject keys = channel ? channelKeys() : providerKeys();
    if (value.isEmpty())
        keys.remove(key);
    else
        keys.insert(key, json(value));

    const PluginSpec spec =
        specFromMetadata(u"/x.so"_s, metadata(keys, channel ? channelIid : providerIid));
    QVERIFY(!spec.usable());
    QCOMPARE(spec.fault->kind, PluginFault::Kind::BadMetadata);
    QCOMPARE(spec.fault->reason, u"its metadata is wrong: "_s + mistake);
    QVERIFY(!spec.fault->mend.isEmpty());
}

void PluginMetadataTest::namesAllMistakesAtOnce()
{
    QJsonObject keys = providerKeys();
    keys.remove(u"Id"_s);
    keys.insert(u"Version"_s, 1);
    keys.insert(u"Settings"_s, 1);
    const PluginSpec spec = specFromMetadata(u"/x.so"_s, metadata(keys, providerIid));
    QCOMPARE(
        spec.fault->reason,
        u"its metadata is wrong: Id is missing; Version is not a text; Settings is not a list"_s);
}

void PluginMetadataTest::checksInterfaceAndVersionFirst_data()
{
    QTest::addColumn<QString>("iid");
    QTest::addColumn<QString>("api"); // JSON; empty: left out
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("reason");

    using Kind = PluginFault::Kind;
    QTest::newRow("a plugin of something else")
        << u"org.qt-project.Qt.QSqlDriverFactoryInterface"_s << u"\"1.0\""_s
        << int(Kind::WrongInterface)
        << u"its interface is \"org.qt-project.Qt.QSqlDriverFactoryInterface\": it is a plugin of something else"_s;
    QTest::newRow("no interface") << QString() << u"\"1.0\""_s << int(Kind::WrongInterface)
                                  << u"its interface is \"\": it is a plugin of something else"_s;
    QTest::newRow("an interface of the next major version")
        << u"io.hostline.ProviderPlugin/2"_s << u"\"2.0\""_s << int(Kind::WrongInterface)
        << u"its interface is io.hostline.ProviderPlugin/2, of another major version of Hostline"_s;
    QTest::newRow("the next major version of the SDK")
        << providerIid << u"\"2.0\""_s << int(Kind::WrongApiVersion)
        << u"it was built for SDK 2.0, this Hostline has 1.0"_s;
    QTest::newRow("the last major version of the SDK")
        << providerIid << u"\"0.9\""_s << int(Kind::WrongApiVersion)
        << u"it was built for SDK 0.9, this Hostline has 1.0"_s;
    QTest::newRow("a newer minor version of the SDK")
        << providerIid << u"\"1.1\""_s << int(Kind::WrongApiVersion)
        << u"it needs SDK 1.1, this Hostline has 1.0"_s;
    QTest::newRow("no version of the SDK") << providerIid << QString() << int(Kind::BadMetadata)
                                           << u"its metadata is wrong: ApiVersion is missing"_s;
    QTest::newRow("a number as version of the SDK")
        << providerIid << u"1.0"_s << int(Kind::BadMetadata)
        << u"its metadata is wrong: ApiVersion is not a text"_s;
    QTest::newRow("an odd version of the SDK")
        << providerIid << u"\"1\""_s << int(Kind::BadMetadata)
        << u"its metadata is wrong: ApiVersion \"1\" is not of the form 1.0"_s;
}

void PluginMetadataTest::checksInterfaceAndVersionFirst()
{
    QFETCH(QString, iid);
    QFETCH(QString, api);
    QFETCH(int, kind);
    QFETCH(QString, reason);

    // A later form of the metadata may look wrong to us: it must not hide the true reason.
    QJsonObject keys = providerKeys();
    keys.insert(u"Settings"_s, u"of a form to come"_s);
    keys.remove(u"ApiVersion"_s);
    if (!api.isEmpty())
        keys.insert(u"ApiVersion"_s, json(api));
    const PluginSpec spec = specFromMetadata(u"/x.so"_s, metadata(keys, iid));
    QVERIFY(!spec.usable());
    QCOMPARE(int(spec.fault->kind), kind);
    QCOMPARE(spec.fault->reason, reason);
    QVERIFY(!spec.fault->mend.isEmpty());
    QCOMPARE(spec.id, u"echo"_s);
}

void PluginMetadataTest::readsApiVersions_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("good");
    QTest::addColumn<int>("major");
    QTest::addColumn<int>("minor");

    QTest::newRow("plain") << u"1.0"_s << true << 1 << 0;
    QTest::newRow("two digits") << u"12.34"_s << true << 12 << 34;
    QTest::newRow("empty") << QString() << false << 0 << 0;
    QTest::newRow("one number") << u"1"_s << false << 0 << 0;
    QTest::newRow("three numbers") << u"1.0.0"_s << false << 0 << 0;
    QTest::newRow("leading zero") << u"01.0"_s << false << 0 << 0;
    QTest::newRow("sign") << u"+1.0"_s << false << 0 << 0;
    QTest::newRow("blank") << u"1.0 "_s << false << 0 << 0;
    QTest::newRow("new line") << u"1.0\n"_s << false << 0 << 0;
    QTest::newRow("huge") << u"1.99999999999"_s << false << 0 << 0;
}

void PluginMetadataTest::readsApiVersions()
{
    QFETCH(QString, text);
    QFETCH(bool, good);
    QFETCH(int, major);
    QFETCH(int, minor);
    const std::optional<ApiVersion> version = apiVersionFromString(text);
    QCOMPARE(version.has_value(), good);
    if (good)
        QCOMPARE(*version, (ApiVersion{major, minor}));
}

void PluginMetadataTest::keepsWhatItCanOfABadOne()
{
    QJsonObject keys = channelKeys();
    keys.insert(u"Version"_s, 5);
    const PluginSpec spec = specFromMetadata(u"/x.so"_s, metadata(keys, channelIid));
    QVERIFY(!spec.usable());
    QCOMPARE(spec.id, u"echo"_s);
    QCOMPARE(int(spec.kind), int(PluginKind::Channel));
    QCOMPARE(spec.name, u"Echo"_s);
    QCOMPARE(spec.nameZh, u"回声"_s);
    // Nothing that could be acted upon.
    QCOMPARE(spec.traits, ChannelTraits());
    QVERIFY(spec.settings.isEmpty());
}

void PluginMetadataTest::showsReasonAndMendingStep()
{
    PluginSpec spec = specFromMetadata(u"/x/echo.so"_s, metadata(providerKeys(), providerIid));
    PluginView view = viewOf(spec, {u"one"_s, u"two"_s});
    QCOMPARE(view,
             (PluginView{.id = u"echo"_s,
                         .kind = u"provider"_s,
                         .version = u"1.2"_s,
                         .name = u"Echo"_s,
                         .nameZh = u"回声"_s,
                         .path = u"/x/echo.so"_s,
                         .usable = true,
                         .reason = {},
                         .instances = {u"one"_s, u"two"_s}}));
    spec.fault = PluginFault{.kind = PluginFault::Kind::DuplicateId,
                             .reason = u"it is second"_s,
                             .mend = u"remove it"_s};
    view = viewOf(spec, {});
    QVERIFY(!view.usable);
    QCOMPARE(view.reason, u"it is second; remove it"_s);
}

QTEST_GUILESS_MAIN(PluginMetadataTest)
#include "tst_plugin_metadata.moc"
