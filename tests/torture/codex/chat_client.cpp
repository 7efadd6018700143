// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/codex/chat_client.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QUrl>
#include <QtTest/QTest>

#include <utility>

using namespace Qt::StringLiterals;

namespace hostline::torture {

namespace {

constexpr int patience = 120'000;

/// The body of an answer, as far as it came, without the frames of the transfer coding.
QByteArray bodyOf(const RawClient &client)
{
    const QByteArray head = client.received.left(client.received.indexOf("\r\n\r\n")).toLower();
    QByteArray rest = client.content();
    if (!head.contains("transfer-encoding: chunked"))
        return rest;
    QByteArray body;
    while (true) {
        const qsizetype end = rest.indexOf("\r\n");
        const qsizetype size = end < 0 ? 0 : rest.left(end).toLongLong(nullptr, 16);
        if (size <= 0)
            return body;
        body += rest.mid(end + 2, size);
        rest = rest.mid(end + 2 + size + 2);
    }
}

} // namespace

ChatClient::ChatClient(const QString &address, QByteArray token)
    : m_port(static_cast<quint16>(QUrl(address).port()))
    , m_token(std::move(token))
{ }

std::unique_ptr<RawClient>
ChatClient::begin(const QByteArray &method, const QString &path, const QJsonObject &body) const
{
    QByteArray bytes = method + " /api/v1/" + path.toUtf8()
        + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(m_port)
        + "\r\nAuthorization: Bearer " + m_token + "\r\nConnection: close\r\n";
    QByteArray content;
    if (!body.isEmpty()) {
        content = QJsonDocument(body).toJson(QJsonDocument::Compact);
        bytes += "Content-Type: application/json\r\nContent-Length: "
            + QByteArray::number(content.size()) + "\r\n";
    }
    return std::make_unique<RawClient>(m_port, bytes + "\r\n" + content);
}

HttpAnswer ChatClient::call(const QByteArray &method, const QString &path, const QJsonObject &body)
{
    const std::unique_ptr<RawClient> client = begin(method, path, body);
    if (!QTest::qWaitFor([&client] { return client->isClosed(); }, patience))
        return {};
    const QJsonDocument document = QJsonDocument::fromJson(bodyOf(*client));
    if (!document.isObject())
        return {};
    return {.status = client->status(), .body = document.object()};
}

bool ChatClient::listen()
{
    m_events = begin("GET", u"events"_s);
    return QTest::qWaitFor([this] { return m_events->status() == 200; }, patience);
}

QList<ChatEvent> ChatClient::events() const
{
    QList<ChatEvent> found;
    if (!m_events)
        return found;
    const QList<QByteArray> lines = bodyOf(*m_events).split('\n');
    ChatEvent event;
    for (const QByteArray &line : lines) {
        if (line.startsWith("event:"))
            event.name = QString::fromUtf8(line.mid(6)).trimmed();
        else if (line.startsWith("data:"))
            event.data = QJsonDocument::fromJson(line.mid(5)).object();
        else if (line.trimmed().isEmpty() && !event.name.isEmpty())
            found << std::exchange(event, {});
    }
    return found;
}

int ChatClient::count(const QString &name, const QString &request) const
{
    int count = 0;
    for (const ChatEvent &event : events()) {
        const QString id = event.data.contains("request"_L1)
            ? event.data.value("request"_L1).toObject().value("id"_L1).toString()
            : event.data.value("request_id"_L1).toString();
        count += event.name == name && id == request ? 1 : 0;
    }
    return count;
}

} // namespace hostline::torture
