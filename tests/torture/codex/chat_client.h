// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "unit/http/raw_client.h"

#include <QtCore/QJsonObject>
#include <QtCore/QList>
#include <QtCore/QString>

namespace hostline::torture {

/// What came back from one call. `status` 0: nothing whole did.
struct HttpAnswer
{
    int status = 0;
    QJsonObject body;
};

/// One of the stream GET /events.
struct ChatEvent
{
    QString name;
    QJsonObject data;
};

/// The HTTP API (docs/openapi.yaml) by bare sockets: every call goes out exactly once, and a broken one is seen as such.
class ChatClient
{
public:
    /// `address`: the page's, of the daemon's ready line.
    ChatClient(const QString &address, QByteArray token);

    /// Waits in the event loop until the answer is whole or the connection is closed.
    HttpAnswer call(const QByteArray &method, const QString &path, const QJsonObject &body = {});
    /// Only sends; the answer is the caller's to read.
    [[nodiscard]] std::unique_ptr<RawClient>
    begin(const QByteArray &method, const QString &path, const QJsonObject &body = {}) const;

    [[nodiscard]] bool listen(); ///< begins the stream of events
    [[nodiscard]] QList<ChatEvent> events() const; ///< so far
    /// How many events of this name there were for this request.
    [[nodiscard]] int count(const QString &name, const QString &request) const;

private:
    quint16 m_port;
    QByteArray m_token;
    std::unique_ptr<RawClient> m_events;
};

} // namespace hostline::torture
