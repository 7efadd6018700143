// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/clock/manual_clock.h"
#include "support/control/fake_context.h"
#include "support/control/fake_control.h"
#include "unit/http/raw_client.h"

#include <hostline/plugin.h>

#include <QDir>
#include <QPluginLoader>
#include <QTemporaryDir>
#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// The built plugin: its metadata, its root object, and the page that it carries (I1).
class ChatPluginTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void declaresItself();
    void needsControl();
    void servesThePage();

private:
    QPluginLoader m_loader;
    ChannelPlugin *m_plugin = nullptr;
};

void ChatPluginTest::initTestCase()
{
    m_loader.setFileName(
        QStringLiteral(HOSTLINE_BUILD_DIR "/lib/hostline/plugins/hostline_channel_chat.so"));
    QVERIFY2(m_loader.instance(), qPrintable(m_loader.errorString()));
    m_plugin = qobject_cast<ChannelPlugin *>(m_loader.instance());
    QVERIFY(m_plugin);
}

void ChatPluginTest::declaresItself()
{
    QCOMPARE(m_loader.metaData().value("IID"_L1).toString(),
             QStringLiteral(Hostline_ChannelPlugin_iid));
    const QJsonObject metadata = m_loader.metaData().value("MetaData"_L1).toObject();
    QCOMPARE(metadata.value("Id"_L1).toString(), u"chat"_s);
    QCOMPARE(metadata.value("Kind"_L1).toString(), u"channel"_s);
    QCOMPARE(metadata.value("Capabilities"_L1).toObject().value("stored"_L1).toBool(), true);
    QVERIFY(!metadata.value("Version"_L1).toString().contains(u'@'));
}

void ChatPluginTest::needsControl()
{
    ManualClock clock;
    FakeContext context(clock, nullptr, QDir::tempPath());
    const Result<std::unique_ptr<Channel>> made = m_plugin->create(context);
    QVERIFY(!made.ok());
    QVERIFY(made.failure().kind == FailureKind::NotAllowed);
}

void ChatPluginTest::servesThePage()
{
    const QTemporaryDir directory;
    ManualClock clock;
    FakeControl control(clock, u"chat"_s);
    FakeContext context(clock, &control, directory.path());
    Result<std::unique_ptr<Channel>> made = m_plugin->create(context);
    QVERIFY(made.ok());
    const std::unique_ptr<Channel> channel = std::move(made).value();
    channel->start();
    clock.advance(1ms);
    const auto port = static_cast<quint16>(channel->address().section(u':', -1).toInt());
    // Every file that the sources of the page have, except those for its own tests.
    const QDir page(QStringLiteral(HOSTLINE_SOURCE_DIR "/chat/page"));
    QStringList files =
        page.entryList({u"*.html"_s, u"*.css"_s, u"*.js"_s, u"*.svg"_s}, QDir::Files);
    QVERIFY(files.contains(u"index.html"_s));
    files.append(QString());
    for (const QString &name : std::as_const(files)) {
        RawClient client(port,
                         "GET /" + name.toUtf8()
                             + " HTTP/1.1\r\nConnection: close\r\nHost: 127.0.0.1:"
                             + QByteArray::number(port) + "\r\n\r\n");
        QTRY_VERIFY(client.isClosed());
        QVERIFY2(client.status() == 200, qPrintable(name));
        QFile source(page.filePath(name.isEmpty() ? u"index.html"_s : name));
        QVERIFY(source.open(QIODevice::ReadOnly));
        QCOMPARE(client.content(), source.readAll());
        QVERIFY(client.received.contains("script-src 'self'"));
        QVERIFY(client.received.contains("X-Content-Type-Options: nosniff"));
        if (name.endsWith(".js"_L1))
            QVERIFY(client.received.contains("Content-Type: text/javascript"));
    }
    RawClient other(port,
                    "GET /package.json HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(port)
                        + "\r\n\r\n");
    QTRY_COMPARE(other.status(), 404);
    // The page has no script or style of its own inside, so the policy holds for it.
    QFile index(page.filePath(u"index.html"_s));
    QVERIFY(index.open(QIODevice::ReadOnly));
    const QByteArray html = index.readAll();
    QVERIFY(!html.contains("style=") && !html.contains("<style") && !html.contains("onclick="));
    channel->stop();
    clock.advance(1s);
    QCOMPARE(channel->state(), Product::State::Stopped);
}

QTEST_GUILESS_MAIN(ChatPluginTest)
#include "tst_chat_plugin.moc"
