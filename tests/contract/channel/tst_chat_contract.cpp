// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/system_clock.h"
#include "channel_contract.h"
#include "chat/chat_channel.h"
#include "support/control/fake_context.h"
#include "support/control/fake_control.h"

#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QTemporaryDir>
#include <QtNetwork/QNetworkAccessManager>
#include <QtNetwork/QNetworkReply>
#include <QtTest/QtTest>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

/// The page's side of the Chat channel: it asks over HTTP with the token.
class ChatBench final : public ChannelBench
{
public:
    ChatBench()
        : m_control(m_clock, u"chat"_s)
        , m_context(m_clock, &m_control, m_directory.path())
    {
        m_context.table = {{u"port"_s, 0}};
    }

    std::unique_ptr<Channel> make() override
    {
        return std::make_unique<chat::ChatChannel>(m_context);
    }
    ChannelTraits traits() const override { return {.stored = true}; }
    QString name() const override { return m_context.name(); }
    Source target() const override { return {.channel = name(), .peer = u"conversation"_s}; }
    void say(Channel &channel, const QString &id, const QString &text) override;

private:
    QTemporaryDir m_directory;
    SystemClock m_clock;
    FakeControl m_control;
    FakeContext m_context;
    QNetworkAccessManager m_network;
};

void ChatBench::say(Channel &channel, const QString &id, const QString &text)
{
    QFile token(m_directory.filePath(u"chat.token"_s));
    if (!token.open(QIODevice::ReadOnly))
        qFatal("no token");
    QNetworkRequest request(
        QUrl(channel.address() + u"/api/v1/conversations/conversation/requests"_s));
    request.setRawHeader("Authorization", "Bearer " + token.readAll().trimmed());
    request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    const QJsonObject body{{u"client_id"_s, id}, {u"text"_s, text}};
    m_network.post(request, QJsonDocument(body).toJson(QJsonDocument::Compact));
}

} // namespace

class ChatContract : public ChannelContract
{
    Q_OBJECT

protected:
    std::unique_ptr<ChannelBench> bench() override { return std::make_unique<ChatBench>(); }
};

} // namespace hostline

QTEST_GUILESS_MAIN(hostline::ChatContract)
#include "tst_chat_contract.moc"
