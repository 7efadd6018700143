// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/logging.h"
#include "core_bench.h"
#include "support/provider/fake_controller.h"

#include <hostline/host.h>

#include <QtCore/QFile>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Host, the embedding API, over the fake provider as a loaded plugin: start, orderly stop, reload.
class TestCoreHost : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void startsAnswersStops();
    void startsWithoutAnyPlugin();
    void hidesWhatAPluginDeclaresSecret();
    void secondHostOnTheSameData();
    void brokenSettingsFile();
    void drainLetsATurnFinish();
    void stopInterruptsAndLeavesTheTurn();
    void stopClaimsNothing();
    void stopSaysNothingOfProductsThatGo();
    void reloadTakesWhatItCan();
    void reloadStartsAllThatIsNew();
    void reloadOfABrokenFileChangesNothing();

private:
    void start();
    void writeSettings(const QByteArray &toml);
    [[nodiscard]] RequestId ask(const QString &text);
    [[nodiscard]] RequestView view(const RequestId &request);
    [[nodiscard]] Answer answerTo(const Order &order);
    [[nodiscard]] bool settled(const RequestId &request)
    {
        return view(request).state == RequestState::Settled;
    }
    void stopAndWait(std::chrono::milliseconds time);

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<FakeController> m_controller;
    std::unique_ptr<Host> m_host;
    int m_messages = 0;
};

void TestCoreHost::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    m_clock = std::make_unique<ManualClock>();
    m_controller = std::make_unique<FakeController>();
    QVERIFY(m_controller->listen(m_directory->filePath(u"control"_s)));
    writeSettings({});
}

void TestCoreHost::cleanup()
{
    m_host.reset();
    m_controller.reset();
    m_clock.reset();
    m_directory.reset();
}

void TestCoreHost::writeSettings(const QByteArray &toml)
{
    QFile file(m_directory->filePath(u"hostline.toml"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(toml), toml.size());
}

void TestCoreHost::start()
{
    HostOptions options;
    options.dataDirectory = m_directory->filePath(u"data"_s);
    options.settingsFile = m_directory->filePath(u"hostline.toml"_s);
    options.pluginDirectories = {QStringLiteral(TEST_PLUGIN_DIRECTORY)};
    options.programName = u"test"_s;
    options.defaultProviders.insert(u"agent"_s,
                                    {{u"plugin"_s, u"fake-provider"_s},
                                     {u"record"_s, m_directory->filePath(u"record"_s)},
                                     {u"control"_s, m_directory->filePath(u"control"_s)}});
    options.defaultProvider = u"agent"_s;
    options.defaultWorkspace = u"default"_s;
    options.defaultWorkspacePath = m_directory->path();
    options.localChannels = {u"desk"_s};
    options.clock = m_clock.get();
    m_host = std::make_unique<Host>(options);
    QSignalSpy ready(m_host.get(), &Host::ready);
    QSignalSpy failed(m_host.get(), &Host::failed);
    m_host->start();
    QVERIFY(soon([&] { return ready.count() + failed.count() > 0; }));
    QVERIFY2(
        failed.isEmpty(),
        qPrintable(failed.isEmpty() ? QString() : failed.first().first().value<Failure>().detail));
}

Answer TestCoreHost::answerTo(const Order &order)
{
    std::optional<Answer> found;
    QueryId query;
    QObject context;
    connect(m_host->control(),
            &HostControl::answered,
            &context,
            [&found, &query](const QueryId &id, const Answer &answer) {
                if (id == query)
                    found = answer;
            });
    query = m_host->control()->send(order);
    return soon([&found] { return found.has_value(); }) ? *found : Answer(Failure{});
}

RequestId TestCoreHost::ask(const QString &text)
{
    InboundMessage message;
    message.source = {u"desk"_s, {}, u"room"_s, {}, u"ann"_s};
    message.messageId = u"m%1"_s.arg(++m_messages);
    message.text = text;
    const Answer answer = answerTo(Ask{message});
    const auto *const admission = std::get_if<Admission>(&answer);
    return admission ? admission->request : RequestId();
}

RequestView TestCoreHost::view(const RequestId &request)
{
    const Answer answer = answerTo(GetRequest{request});
    const auto *const view = std::get_if<RequestView>(&answer);
    return view ? *view : RequestView{};
}

/// Stops it, moving the clock for at most this long.
void TestCoreHost::stopAndWait(std::chrono::milliseconds time)
{
    QSignalSpy stopped(m_host.get(), &Host::stopped);
    m_host->stop();
    for (std::chrono::milliseconds passed = 0ms; passed <= time && stopped.isEmpty();
         passed += 500ms) {
        // Orders go through the store: what is on its way has arrived before the clock moves on.
        for (int round = 0; round < 6 && stopped.isEmpty(); ++round)
            static_cast<void>(answerTo(StopRequest{RequestId(u"nobody"_s)}));
        if (stopped.isEmpty())
            m_clock->advance(500ms);
    }
    QVERIFY(soon([&stopped] { return !stopped.isEmpty(); }));
    m_host.reset();
}

void TestCoreHost::startsAnswersStops()
{
    start();
    const RequestId request = ask(u"hello"_s);
    QVERIFY(soon([&] { return settled(request); }));
    QCOMPARE(view(request).reply->text, u"echo: hello"_s);
    stopAndWait(1s);
    start();
    QCOMPARE(view(request).reply->text, u"echo: hello"_s);
    stopAndWait(1s);
}

void TestCoreHost::startsWithoutAnyPlugin()
{
    HostOptions options;
    options.dataDirectory = m_directory->filePath(u"data"_s);
    options.programName = u"test"_s;
    options.localChannels = {u"desk"_s};
    options.clock = m_clock.get();
    m_host = std::make_unique<Host>(options);
    QSignalSpy ready(m_host.get(), &Host::ready);
    m_host->start();
    QVERIFY(soon([&ready] { return !ready.isEmpty(); }));
    const Answer answer = answerTo(GetStatus{});
    QVERIFY(std::holds_alternative<StatusView>(answer));
    QVERIFY(std::get<StatusView>(answer).providers.isEmpty());
    stopAndWait(1s);
}

void TestCoreHost::hidesWhatAPluginDeclaresSecret() // K5
{
    const QString path = m_directory->filePath(u"test.log"_s);
    const Result<std::unique_ptr<Logging>> logging =
        Logging::install({.standardError = false, .file = path});
    QVERIFY(logging);
    writeSettings("[providers.agent]\npass = \"open sesame\"\n");
    start();
    qWarning("the pass is %s, says a plugin", "open sesame");
    stopAndWait(1s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray lines = file.readAll();
    QVERIFY2(lines.contains("the pass is [redacted], says a plugin"), lines.constData());
    QVERIFY(!lines.contains("open sesame"));
}

void TestCoreHost::secondHostOnTheSameData()
{
    start();
    HostOptions options;
    options.dataDirectory = m_directory->filePath(u"data"_s);
    options.programName = u"another"_s;
    options.clock = m_clock.get();
    Host second(options);
    QSignalSpy failed(&second, &Host::failed);
    second.start();
    QVERIFY(soon([&failed] { return !failed.isEmpty(); }));
    QVERIFY(failed.first().first().value<Failure>().detail.contains(u"test"_s)); // names the holder
    const RequestId request = ask(u"hello"_s);
    QVERIFY(soon([&] { return settled(request); }));
    stopAndWait(1s);
}

void TestCoreHost::brokenSettingsFile()
{
    writeSettings("langage = \"en\"\n");
    HostOptions options;
    options.dataDirectory = m_directory->filePath(u"data"_s);
    options.settingsFile = m_directory->filePath(u"hostline.toml"_s);
    options.programName = u"test"_s;
    options.clock = m_clock.get();
    m_host = std::make_unique<Host>(options);
    QSignalSpy failed(m_host.get(), &Host::failed);
    m_host->start();
    QVERIFY(soon([&failed] { return !failed.isEmpty(); }));
    const Failure failure = failed.first().first().value<Failure>();
    QVERIFY(failure.kind == FailureKind::InvalidConfiguration);
    QVERIFY(failure.detail.contains(u"langage"_s)); // K4: and its line
}

void TestCoreHost::drainLetsATurnFinish()
{
    start();
    const RequestId request = ask(u"[[delay 4000]] hello"_s);
    QVERIFY(soon([&] { return m_controller->turns().size() == 1; }));
    stopAndWait(6s);
    QCOMPARE(m_controller->count(u"interrupt"_s), 0);
    start();
    QVERIFY(settled(request));
    QCOMPARE(view(request).reply->text, u"echo: hello"_s);
    QCOMPARE(m_controller->turns().size(), 1);
    stopAndWait(1s);
}

void TestCoreHost::stopInterruptsAndLeavesTheTurn()
{
    start();
    const RequestId request = ask(u"[[hang]] hello"_s);
    QVERIFY(soon([&] { return m_controller->turns().size() == 1; }));
    stopAndWait(15s);
    QCOMPARE(m_controller->count(u"interrupt"_s), 1);
    QCOMPARE(m_controller->count(u"recorded"_s), 0); // left to recovery
    start();
    QVERIFY(soon([&] { return settled(request); }));
    QCOMPARE(view(request).reply->noticeId, toString(NoticeId::FailedRestarted));
    QCOMPARE(m_controller->turns().size(), 1);
    stopAndWait(1s);
}

void TestCoreHost::stopClaimsNothing()
{
    start();
    const RequestId first = ask(u"[[delay 4000]] first"_s);
    const RequestId second = ask(u"second"_s);
    QVERIFY(soon([&] { return m_controller->turns().size() == 1; }));
    stopAndWait(6s);
    QCOMPARE(m_controller->turns().size(), 1);
    start();
    QVERIFY(soon([&] { return settled(second); }));
    QCOMPARE(view(first).reply->text, u"echo: first"_s);
    QCOMPARE(view(second).reply->text, u"echo: second"_s);
    QCOMPARE(m_controller->turns().size(), 2);
    stopAndWait(1s);
}

void TestCoreHost::stopSaysNothingOfProductsThatGo()
{
    start();
    const RequestId request = ask(u"hello"_s);
    // At once: its thread is being opened.
    stopAndWait(15s);
    start();
    QVERIFY(soon([&] { return settled(request); }));
    QCOMPARE(view(request).reply->text, u"echo: hello"_s);
    QVERIFY(view(request).notices.isEmpty());
    QCOMPARE(m_controller->turns().size(), 1);
    stopAndWait(1s);
}

void TestCoreHost::reloadTakesWhatItCan()
{
    start();
    const RequestId running = ask(u"[[hang]] hello"_s);
    QVERIFY(soon([&] { return m_controller->turns().size() == 1; }));
    // The language at once; the provider's table when no turn runs.
    writeSettings("language = \"zh\"\n[providers.agent]\nrecord = \""
                  + m_directory->filePath(u"another record"_s).toUtf8() + "\"\n");
    m_host->reload();
    const Answer status = answerTo(GetStatus{});
    QCOMPARE(std::get<StatusView>(status).language, u"zh"_s);
    QVERIFY(!settled(running));
    m_controller->release(m_controller->turns().first().id);
    QVERIFY(soon([&] { return settled(running); }));
    QCOMPARE(view(running).reply->text, u"echo: hello"_s);
    QVERIFY(soon([&] { return QFile::exists(m_directory->filePath(u"another record"_s)); }));
    const RequestId fresh = [this] {
        static_cast<void>(ask(u"/new"_s));
        return ask(u"fresh"_s);
    }();
    QVERIFY(soon([&] { return settled(fresh); }));
    QCOMPARE(view(fresh).reply->text, u"echo: fresh"_s);
    stopAndWait(1s);
}

// Each product says its states from inside start(), while the others are still to be built.
void TestCoreHost::reloadStartsAllThatIsNew()
{
    start();
    QByteArray toml;
    for (const char *name : {"one", "two", "three"})
        toml += "[providers." + QByteArray(name) + "]\nplugin = \"fake-provider\"\nrecord = \""
            + m_directory->filePath(QString::fromLatin1(name)).toUtf8() + "\"\n";
    writeSettings(toml);
    m_host->reload();
    QVERIFY(soon([this] {
        const Answer answer = answerTo(GetStatus{});
        const auto *const status = std::get_if<StatusView>(&answer);
        return status && status->providers.size() == 4
            && std::all_of(status->providers.begin(),
                           status->providers.end(),
                           [](const ProductView &provider) {
                               return provider.state == Product::State::Ready;
                           });
    }));
}

void TestCoreHost::reloadOfABrokenFileChangesNothing()
{
    start();
    writeSettings("language = \"fr\"\n");
    QSignalSpy rejected(m_host.get(), &Host::settingsRejected);
    m_host->reload();
    QCOMPARE(rejected.count(), 1);
    const Answer status = answerTo(GetStatus{});
    QCOMPARE(std::get<StatusView>(status).language, u"auto"_s);
    const RequestId request = ask(u"hello"_s);
    QVERIFY(soon([&] { return settled(request); }));
    stopAndWait(1s);
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestCoreHost)
#include "tst_core_host.moc"
