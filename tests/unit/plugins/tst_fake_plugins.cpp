// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// The fakes as the plugins that later tests load: through the registry, with their far ends in this process.
#include "base/id_source.h"
#include "base/system_clock.h"
#include "plugins/plugin_registry.h"
#include "plugins/product_context.h"
#include "support/channel/fake_platform.h"
#include "support/provider/fake_controller.h"
#include "support/wire/json_lines.h"

#include <hostline/provider.h>

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace hostline;

class FakePluginsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void comeInTheirKinds();
    void carryAMessageThere();
    void platformSaysAMessageOnceToAChannelThatIsNotYetThere();
    void holdATurnUntilItIsReleased();
    void rememberTurnsInAFile();

private:
    [[nodiscard]] ProductContext context(const QJsonObject &settings);
    [[nodiscard]] QString path(const char *name) const
    {
        return m_directory->filePath(QString::fromLatin1(name));
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    SystemClock m_clock;
    TimeOrderedIds m_ids{m_clock};
};

void FakePluginsTest::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
}

ProductContext FakePluginsTest::context(const QJsonObject &settings)
{
    return ProductContext({.name = u"mine"_s,
                           .settings = settings,
                           .dataDirectory = m_directory->path(),
                           .clock = m_clock,
                           .ids = m_ids});
}

void FakePluginsTest::comeInTheirKinds()
{
    PluginRegistry registry({QStringLiteral(TEST_PLUGIN_DIRECTORY)});
    registry.loadAll();
    for (const PluginSpec &spec : registry.specs())
        QVERIFY2(spec.usable(), spec.fault ? qPrintable(spec.path + spec.fault->reason) : "");
    QCOMPARE(registry.find(u"fake-keyed"_s)->traits,
             (ChannelTraits{.progress = true, .idempotency = std::chrono::hours(1)}));
    QCOMPARE(registry.find(u"fake-readable"_s)->traits,
             (ChannelTraits{.readBack = true, .progress = true}));
    QCOMPARE(registry.find(u"fake-blind"_s)->traits, (ChannelTraits{.progress = true}));
    QVERIFY(registry.find(u"fake-provider"_s));

    ProductContext nothing = context({});
    QCOMPARE(toString(registry.createChannel(u"fake-blind"_s, nothing).failure().kind),
             toString(FailureKind::InvalidConfiguration));
}

void FakePluginsTest::carryAMessageThere()
{
    PluginRegistry registry({QStringLiteral(TEST_PLUGIN_DIRECTORY)});
    FakePlatform platform(FakePlatform::Ability::CanBeReadBack);
    QVERIFY(platform.listen(path("platform")));
    ProductContext settings = context({{u"socket"_s, path("platform")}});
    const Result<GuardedChannel> made = registry.createChannel(u"fake-readable"_s, settings);
    QVERIFY(made.ok());
    QSignalSpy messages(made.value().channel(), &Channel::messageReceived);
    QSignalSpy answers(made.value().channel(), &Channel::delivered);
    made.value().channel()->start();
    platform.say({.id = u"m1"_s, .text = u"Hello"_s});
    QTRY_COMPARE(messages.size(), 1);
    QCOMPARE(messages.at(0).at(0).value<InboundMessage>().source.channel, u"mine"_s);
    QVERIFY(made.value().deliver({.key = DeliveryKey(u"k"_s),
                                  .request = RequestId(u"r"_s),
                                  .target = {.peer = u"peer"_s},
                                  .body = {.text = u"Hi"_s},
                                  .part = {.to = 2}}));
    QTRY_COMPARE(answers.size(), 1);
    QCOMPARE(platform.shown(u"r"_s, u"reply"_s).size(), 1);
    QCOMPARE(platform.shown().first().text, u"Hi"_s);
}

// A daemon is ready before its channel is, most of all on a busy machine.
void FakePluginsTest::platformSaysAMessageOnceToAChannelThatIsNotYetThere()
{
    const QTemporaryDir directory;
    FakePlatform platform(FakePlatform::Ability::HonoursKeys);
    QVERIFY(platform.listen(directory.filePath(u"platform"_s)));
    QLocalSocket channel;
    channel.connectToServer(directory.filePath(u"platform"_s));
    QTRY_COMPARE(platform.connections(), 1);

    FakePlatform::Message message;
    message.id = u"m1"_s;
    platform.say(message);
    fake::writeLine(channel, {{u"type"_s, u"hello"_s}});
    message.id = u"m2"_s;
    QTRY_VERIFY(channel.canReadLine());
    platform.say(message);

    QStringList heard;
    const auto hear = [&heard](const QJsonObject &line) {
        heard << line.value("id"_L1).toString();
    };
    QTRY_VERIFY((fake::readLines(channel, hear), heard.contains(u"m2"_s)));
    QCOMPARE(heard, QStringList({u"m1"_s, u"m2"_s}));
}

void FakePluginsTest::holdATurnUntilItIsReleased()
{
    PluginRegistry registry({QStringLiteral(TEST_PLUGIN_DIRECTORY)});
    FakeController controller;
    QVERIFY(controller.listen(path("control")));
    ProductContext settings = context({{u"control"_s, path("control")}});
    const Result<std::unique_ptr<Provider>> made =
        registry.createProvider(u"fake-provider"_s, settings);
    QVERIFY(made.ok());
    Provider &provider = *made.value();
    QSignalSpy opened(&provider, &Provider::threadOpened);
    QSignalSpy ends(&provider, &Provider::turnFinished);
    provider.start();
    QTRY_COMPARE(provider.state(), Product::State::Ready);
    provider.openThread({.binding = BindingId(u"b"_s), .workspace = u"/"_s});
    QTRY_COMPARE(opened.size(), 1);
    provider.startTurn(
        {.turn = TurnId(u"t"_s), .binding = BindingId(u"b"_s), .text = u"[[hang]] [[say done]]"_s});
    QTRY_COMPARE(controller.turns().size(), 1);
    QCOMPARE(controller.turns().first().id, u"t"_s);
    QVERIFY(ends.isEmpty());
    controller.release(u"t"_s);
    QTRY_COMPARE(ends.size(), 1);
    QCOMPARE(ends.at(0).at(0).value<TurnResult>().answer, u"done"_s);
    QTRY_COMPARE(controller.count(u"finished"_s), 1);
}

// D1: what a killed process leaves
void FakePluginsTest::rememberTurnsInAFile()
{
    PluginRegistry registry({QStringLiteral(TEST_PLUGIN_DIRECTORY)});
    ProductContext settings = context({{u"record"_s, path("record")}});
    QString native;
    for (int life = 0; life < 2; ++life) {
        const Result<std::unique_ptr<Provider>> made =
            registry.createProvider(u"fake-provider"_s, settings);
        QVERIFY(made.ok());
        Provider &provider = *made.value();
        QSignalSpy opened(&provider, &Provider::threadOpened);
        QSignalSpy started(&provider, &Provider::turnStarted);
        QSignalSpy ends(&provider, &Provider::turnFinished);
        QSignalSpy reads(&provider, &Provider::turnRead);
        provider.start();
        QTRY_COMPARE(provider.state(), Product::State::Ready);
        const BindingId binding(u"b"_s);
        provider.openThread({.binding = binding, .nativeThread = native, .workspace = u"/"_s});
        QTRY_COMPARE(opened.size(), 1);
        native = opened.at(0).at(0).value<ThreadOpened>().nativeThread;
        if (life == 0) {
            provider.startTurn({.turn = TurnId(u"done"_s), .binding = binding, .text = u"Hello"_s});
            QTRY_COMPARE(ends.size(), 1);
            provider.startTurn(
                {.turn = TurnId(u"cut"_s), .binding = binding, .text = u"[[hang]]"_s});
            QTRY_COMPARE(started.size(), 2);
            continue; // the provider goes with an open turn, as in a kill
        }
        for (const auto turn : {"done", "cut", "never"})
            provider.readTurn(TurnId(QString::fromLatin1(turn)), binding);
        QTRY_COMPARE(reads.size(), 3);
        const auto state = [&reads](qsizetype i) {
            return reads.at(i).at(0).value<Inventory>().state;
        };
        QCOMPARE(state(0), Inventory::State::Completed);
        QCOMPARE(reads.at(0).at(0).value<Inventory>().finalAnswer, u"echo: Hello"_s);
        QCOMPARE(state(1), Inventory::State::Interrupted);
        QCOMPARE(state(2), Inventory::State::Absent);
    }
}

QTEST_GUILESS_MAIN(FakePluginsTest)
#include "tst_fake_plugins.moc"
