// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/remote/remote_address.h"

#include <QtCore/QJsonObject>
#include <QtCore/QObject>
#include <QtNetwork/QNetworkAccessManager>

#include <functional>

class QNetworkReply;

namespace hostline {

/// What came back from one call.
struct ApiAnswer
{
    enum class Result {
        Answered, ///< `status` and `body` are the server's
        NotThere, ///< nobody took the connection: nothing happened
        Lost, ///< the connection broke or the time was up: it may have happened
        Unreadable, ///< the answer is not what this API sends
        TooLarge, ///< nothing was sent: the server takes no body of this size
    };
    Result result = Result::Lost;
    int status = 0;
    QJsonObject body;
    QString detail; ///< of all but Answered, for the log

    [[nodiscard]] bool ok() const { return result == Result::Answered && status / 100 == 2; }
    friend bool operator==(const ApiAnswer &, const ApiAnswer &) = default;
};

/// A text as one segment of a path.
[[nodiscard]] QString pathSegment(const QString &text);

/// Calls the HTTP API of a running holder (docs/openapi.yaml). Each call goes out at most once; repeating one is the
/// caller's decision. One thread; never blocks.
class ApiClient : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ApiClient)
public:
    using Handler = std::function<void(const ApiAnswer &)>;

    explicit ApiClient(QObject *parent = nullptr);
    ~ApiClient() override;

    void setAddress(const RemoteAddress &address);

    /// `path` starts after /api/v1 ("/status?x=y", encoded). The handler is called once, from the event loop, unless
    /// the client is deleted before.
    void get(const QString &path, Handler handler);
    void post(const QString &path, const QJsonObject &body, Handler handler);

    /// Listens to GET /events: listening() once it begins, eventSeen() for each event, eventsEnded() in the end.
    void listen();

Q_SIGNALS:
    void listening();
    void eventSeen(const QByteArray &name);
    void eventsEnded();

private:
    [[nodiscard]] QNetworkRequest requestFor(const QString &path) const;
    void finishWith(QNetworkReply *reply, Handler handler);
    void readEvents();

    QNetworkAccessManager m_network;
    RemoteAddress m_address;
    QNetworkReply *m_events = nullptr;
    QByteArray m_eventName;
    bool m_listening = false;
};

} // namespace hostline
