// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// Real libraries, sound and broken in every way that we know: each stays listed with its reason, the rest go on.
#include "broken_library.h"
#include "plugins/plugin_registry.h"

#include <hostline/provider.h>

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace hostline;

namespace {

class PlainContext final : public PluginContext
{
public:
    explicit PlainContext(QJsonObject settings = {})
        : m_settings(std::move(settings))
    { }

    QString name() const override { return u"mine"_s; }
    QJsonObject settings() const override { return m_settings; }
    Clock &clock() override { qFatal("not asked for here"); }
    QString newId() override { return {}; }
    QString directory() override { return {}; }
    QString dataDirectory() override { return {}; }
    HostControl *control() override { return nullptr; }
    void hideInLog(const QString &secret) override { Q_UNUSED(secret) }

private:
    QJsonObject m_settings;
};

using Kind = PluginFault::Kind;

} // namespace

class PluginsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void emptyDirectory();
    void missingDirectory();
    void relativeDirectory();
    void fileInPlaceOfADirectory();
    void readsMetadataWithoutLoading();
    void listsABrokenOneAndGoesOn_data();
    void listsABrokenOneAndGoesOn();
    void takesTheFirstOfTwoWithOneId();
    void takesASoundOneBeforeABrokenOneOfTheSameId();
    void listsAFileOnce();
    void ignoresOtherFiles();
    void makesAProvider();
    void passesAFailureOn();
    void refusesToMake_data();
    void refusesToMake();
    void namesInstances();

private:
    [[nodiscard]] QString path() const { return m_directory->path(); }
    std::unique_ptr<QTemporaryDir> m_directory;
};

void PluginsTest::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(m_directory->isValid());
}

void PluginsTest::emptyDirectory()
{
    PluginRegistry registry({path()});
    QVERIFY(registry.specs().isEmpty());
    QVERIFY(!registry.find(u"sound"_s));
    QVERIFY(registry.views({}).isEmpty());
}

void PluginsTest::missingDirectory()
{
    QVERIFY(PluginRegistry({path() + u"/nowhere"_s}).specs().isEmpty());
    QVERIFY(PluginRegistry(QStringList()).specs().isEmpty());
}

void PluginsTest::relativeDirectory()
{
    const QList<PluginSpec> specs = PluginRegistry({u"lib/plugins"_s}).specs();
    QCOMPARE(specs.size(), 1);
    QCOMPARE(specs.first().fault->kind, Kind::Unreadable);
    QCOMPARE(specs.first().fault->reason, u"this plugin directory is a relative path"_s);
}

void PluginsTest::fileInPlaceOfADirectory()
{
    const QString file = broken::write(path(), u"plugins"_s, "text");
    const QList<PluginSpec> specs = PluginRegistry({file}).specs();
    QCOMPARE(specs.size(), 1);
    QCOMPARE(specs.first().path, file);
    QCOMPARE(specs.first().fault->reason, u"this plugin directory is not a directory"_s);
}

void PluginsTest::readsMetadataWithoutLoading()
{
    // This one throws as soon as it is loaded.
    broken::write(path(), u"throws.so"_s, broken::library(u"throws"_s));
    PluginRegistry registry({path()});
    const QList<PluginSpec> specs = registry.specs();
    QCOMPARE(specs.size(), 1);
    QVERIFY(specs.first().usable());
    QCOMPARE(specs.first().id, u"throws"_s);
    QCOMPARE(int(specs.first().kind), int(PluginKind::Provider));
    QCOMPARE(specs.first().version, u"3.2.1"_s);
    QCOMPARE(specs.first().nameZh, u"测试插件"_s);
    QCOMPARE(specs.first().settings.size(), 1);
}

void PluginsTest::listsABrokenOneAndGoesOn_data()
{
    QTest::addColumn<QString>("library"); // of the build; empty: `bytes` or a special file
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("special");
    QTest::addColumn<int>("fault");
    QTest::addColumn<QString>("reason"); // a part of it

    const QByteArray sound = broken::library(u"sound"_s);
    const auto built =
        [](const char *row, const QString &library, Kind fault, const QString &reason) {
            QTest::newRow(row) << library << QByteArray() << QString() << int(fault) << reason;
        };
    const auto made =
        [](const char *row, const QByteArray &bytes, Kind fault, const QString &reason) {
            QTest::newRow(row) << QString() << bytes << QString() << int(fault) << reason;
        };
    const auto special = [](const char *row, const QString &what, const QString &reason) {
        QTest::newRow(row) << QString() << QByteArray() << what << int(Kind::Unreadable) << reason;
    };

    made("a text", "This is no library.\n", Kind::NotAPlugin, u"it is not a plugin"_s);
    made("an empty file", "", Kind::NotAPlugin, u"it is not a plugin"_s);
    made("a library cut in its head", sound.left(40), Kind::NotAPlugin, u"it is not a plugin"_s);
    made("a library cut in its table of segments",
         sound.left(100),
         Kind::NotAPlugin,
         u"cut short"_s);
    // Its metadata can be read, and loading it would end the process with SIGBUS.
    made("a library cut in its code",
         sound.left(0xa000),
         Kind::NotAPlugin,
         u"cut short: it has 40960 bytes"_s);
    built("a library that is no plugin", u"no_plugin"_s, Kind::NotAPlugin, u"it is not a plugin"_s);
    made("the interface of another major version",
         broken::replaced(sound, "io.hostline.ProviderPlugin/1", "io.hostline.ProviderPlugin/2"),
         Kind::WrongInterface,
         u"io.hostline.ProviderPlugin/2, of another major version"_s);
    made("the interface of something else",
         broken::replaced(sound, "io.hostline.ProviderPlugin/1", "org.example.PaintingPlugin/1"),
         Kind::WrongInterface,
         u"a plugin of something else"_s);
    made("the next major version of the SDK",
         broken::replaced(sound, "c1.0", "c2.0"),
         Kind::WrongApiVersion,
         u"built for SDK 2.0"_s);
    made("a newer minor version of the SDK",
         broken::replaced(sound, "c1.0", "c1.9"),
         Kind::WrongApiVersion,
         u"needs SDK 1.9"_s);
    made("a missing key",
         broken::replaced(sound, "gVersion", "gVersign"),
         Kind::BadMetadata,
         u"Version is missing"_s);
    made("an unknown kind",
         broken::replaced(sound, "hprovider", "hpainters"),
         Kind::BadMetadata,
         u"Kind \"painters\""_s);
    made("the stamp of a newer Qt",
         broken::stamped(sound, 9),
         Kind::CannotLoad,
         u"incompatible Qt library. (6.9.0)"_s);
    built("a missing symbol",
          u"misses_symbol"_s,
          Kind::CannotLoad,
          u"undefined symbol: hostlineTestNowhereDefined"_s);
    built("a constructor that throws",
          u"throws"_s,
          Kind::Threw,
          u"it threw while it was loaded (no luck)"_s);
    built("a constructor that throws a number",
          u"throws_oddly"_s,
          Kind::Threw,
          u"no std::exception"_s);
    built("a root object without the interface",
          u"other_interface"_s,
          Kind::WrongKind,
          u"TestPlugin is not the provider plugin"_s);
    special("a FIFO", u"fifo"_s, u"it is not a regular file"_s);
    special("a link loop", u"loop"_s, u"it is a link to nothing"_s);
    special("a link to nothing", u"dangling"_s, u"it is a link to nothing"_s);
}

void PluginsTest::listsABrokenOneAndGoesOn()
{
    QFETCH(QString, library);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, special);
    QFETCH(int, fault);
    QFETCH(QString, reason);

    const QString file = path() + u"/broken.so"_s;
    if (special == "fifo"_L1)
        QCOMPARE(mkfifo(QFile::encodeName(file).constData(), 0600), 0);
    else if (special == "loop"_L1)
        QVERIFY(QFile::link(file, file));
    else if (special == "dangling"_L1)
        QVERIFY(QFile::link(path() + u"/gone"_s, file));
    else
        broken::write(path(), u"broken.so"_s, library.isEmpty() ? bytes : broken::library(library));
    broken::write(
        path(), u"good.so"_s, broken::replaced(broken::library(u"sound"_s), "esound", "egoods"));

    PluginRegistry registry({path()});
    registry.loadAll();
    const QList<PluginSpec> specs = registry.specs();
    QCOMPARE(specs.size(), 2);
    const PluginSpec &spec = specs.first();
    QCOMPARE(spec.path, file);
    QVERIFY(!spec.usable());
    QVERIFY2(spec.fault->reason.contains(reason), qPrintable(spec.fault->reason));
    QVERIFY(!spec.fault->reason.contains(u'\n'));
    QCOMPARE(int(spec.fault->kind), fault);
    QVERIFY(!spec.fault->mend.isEmpty());

    // The rest go on.
    QVERIFY(specs.last().usable());
    PlainContext context;
    QVERIFY(registry.createProvider(u"goods"_s, context).ok());
    // What failed once fails again, and in the same words.
    registry.loadAll();
    QCOMPARE(registry.specs(), specs);
    if (!spec.id.isEmpty()) {
        const Result<std::unique_ptr<Provider>> refused = registry.createProvider(spec.id, context);
        QVERIFY(!refused.ok());
        QCOMPARE(toString(refused.failure().kind), toString(FailureKind::InvalidConfiguration));
        QVERIFY(refused.failure().detail.contains(spec.fault->reason));
        QCOMPARE(refused.failure().subject, spec.fault->mend);
    }
}

void PluginsTest::takesTheFirstOfTwoWithOneId()
{
    const QTemporaryDir second;
    broken::write(path(), u"b.so"_s, broken::library(u"sound"_s));
    broken::write(path(), u"a.so"_s, broken::library(u"sound"_s));
    broken::write(second.path(), u"0.so"_s, broken::library(u"sound"_s));
    PluginRegistry registry({path(), second.path()});
    registry.loadAll();
    const QList<PluginSpec> specs = registry.specs();
    QCOMPARE(specs.size(), 3);
    QCOMPARE(specs.at(0).path, path() + u"/a.so"_s);
    QVERIFY(specs.at(0).usable());
    for (qsizetype i : {1, 2}) {
        QCOMPARE(specs.at(i).fault->kind, Kind::DuplicateId);
        QCOMPARE(specs.at(i).fault->reason, path() + u"/a.so has the id sound already"_s);
    }
    QCOMPARE(registry.find(u"sound"_s)->path, path() + u"/a.so"_s);
}

void PluginsTest::takesASoundOneBeforeABrokenOneOfTheSameId()
{
    broken::write(path(), u"a.so"_s, broken::replaced(broken::library(u"sound"_s), "c1.0", "c1.9"));
    broken::write(path(), u"b.so"_s, broken::library(u"sound"_s));
    PluginRegistry registry({path()});
    QCOMPARE(registry.specs().at(0).fault->kind, Kind::WrongApiVersion);
    QVERIFY(registry.specs().at(1).usable());
    QCOMPARE(registry.find(u"sound"_s)->path, path() + u"/b.so"_s);
    PlainContext context;
    QVERIFY(registry.createProvider(u"sound"_s, context).ok());
}

void PluginsTest::listsAFileOnce()
{
    broken::write(path(), u"sound.so.1"_s, broken::library(u"sound"_s));
    QVERIFY(QFile::link(path() + u"/sound.so.1"_s, path() + u"/sound.so"_s));
    const QList<PluginSpec> specs = PluginRegistry({path(), path() + u"/."_s}).specs();
    QCOMPARE(specs.size(), 1);
    QVERIFY(specs.first().usable());
    QCOMPARE(specs.first().path, path() + u"/sound.so"_s);
}

void PluginsTest::ignoresOtherFiles()
{
    broken::write(path(), u"README.txt"_s, "text");
    broken::write(path(), u"sound.so.debug"_s, "text");
    QVERIFY(QDir(path()).mkdir(u"deeper.so"_s));
    QVERIFY(PluginRegistry({path()}).specs().isEmpty());
}

void PluginsTest::makesAProvider()
{
    broken::write(path(), u"sound.so"_s, broken::library(u"sound"_s));
    PluginRegistry registry({path()});
    PlainContext context;
    const Result<std::unique_ptr<Provider>> first = registry.createProvider(u"sound"_s, context);
    const Result<std::unique_ptr<Provider>> second = registry.createProvider(u"sound"_s, context);
    QVERIFY(first.ok());
    QVERIFY(second.ok());
    QVERIFY(first.value() != second.value());
    QCOMPARE(first.value()->objectName(), u"mine"_s);
    QCOMPARE(first.value()->state(), Product::State::Stopped);
}

void PluginsTest::passesAFailureOn()
{
    broken::write(path(), u"sound.so"_s, broken::library(u"sound"_s));
    PluginRegistry registry({path()});
    PlainContext context({{u"greeting"_s, u"refuse"_s}});
    const Result<std::unique_ptr<Provider>> refused = registry.createProvider(u"sound"_s, context);
    QVERIFY(!refused.ok());
    QCOMPARE(toString(refused.failure().kind), toString(FailureKind::SignedOut));
    QVERIFY(registry.find(u"sound"_s)->usable());
}

void PluginsTest::refusesToMake_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("channel");
    QTest::addColumn<QString>("detail");

    QTest::newRow("an unknown plugin") << u"nobody"_s << false << u"there is no plugin nobody"_s;
    QTest::newRow("no plugin at all") << QString() << false << u"there is no plugin "_s;
    QTest::newRow("a channel of a provider plugin")
        << u"sound"_s << true << u"plugin sound is a provider, not a channel"_s;
    QTest::newRow("a create that throws")
        << u"throws_in_create"_s << false
        << u"plugin throws_in_create threw (no luck) when it was to make \"mine\""_s;
    QTest::newRow("a create that gives nothing")
        << u"gives_nothing"_s << false
        << u"plugin gives_nothing gave nothing when it was to make \"mine\""_s;
}

void PluginsTest::refusesToMake()
{
    QFETCH(QString, id);
    QFETCH(bool, channel);
    QFETCH(QString, detail);

    PluginRegistry registry({QStringLiteral(TEST_LIBRARIES)});
    PlainContext context;
    std::optional<Failure> failure;
    if (channel) {
        const Result<GuardedChannel> made = registry.createChannel(id, context);
        QVERIFY(!made.ok());
        failure = made.failure();
    } else {
        const Result<std::unique_ptr<Provider>> made = registry.createProvider(id, context);
        QVERIFY(!made.ok());
        failure = made.failure();
    }
    QCOMPARE(toString(failure->kind), toString(FailureKind::InvalidConfiguration));
    QCOMPARE(failure->detail, detail);
    QVERIFY(!failure->subject.isEmpty());
}

void PluginsTest::namesInstances()
{
    broken::write(path(), u"a.so"_s, broken::library(u"sound"_s));
    broken::write(path(), u"b.so"_s, broken::library(u"sound"_s));
    broken::write(path(), u"c.so"_s, "text");
    const QList<PluginView> views = PluginRegistry({path()}).views({{u"sound"_s, u"two"_s},
                                                                    {u"sound"_s, u"one"_s},
                                                                    {u"other"_s, u"x"_s},
                                                                    {QString(), u"y"_s}});
    QCOMPARE(views.size(), 3);
    QCOMPARE(views.at(0).instances, QStringList({u"one"_s, u"two"_s}));
    QVERIFY(views.at(1).instances.isEmpty());
    QVERIFY(views.at(2).instances.isEmpty());
    QVERIFY(!views.at(2).reason.isEmpty());
}

QTEST_GUILESS_MAIN(PluginsTest)
#include "tst_plugins.moc"
