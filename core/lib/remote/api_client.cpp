// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/remote/api_client.h"

#include "lib/api/api_words.h"
#include "lib/remote/one_shot_body.h"

#include <QtCore/QJsonDocument>
#include <QtNetwork/QNetworkProxy>
#include <QtNetwork/QNetworkReply>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hostline {

namespace {

constexpr auto callTime = 30s;
constexpr qint64 longestEventLine = 16LL * 1024 * 1024;

ApiAnswer answerOf(QNetworkReply &reply)
{
    const QVariant status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute);
    if (!status.isValid()) {
        const bool nobody = reply.error() == QNetworkReply::ConnectionRefusedError;
        return ApiAnswer{.result = nobody ? ApiAnswer::Result::NotThere : ApiAnswer::Result::Lost,
                         .status = 0,
                         .body = {},
                         .detail = reply.errorString()};
    }
    const QByteArray content = reply.readAll();
    // An answer that was cut off has a status, too.
    const bool cut = reply.error() != QNetworkReply::NoError && status.toInt() < 400;
    if (cut)
        return ApiAnswer{.result = ApiAnswer::Result::Lost,
                         .status = 0,
                         .body = {},
                         .detail = reply.errorString()};
    const QJsonDocument document = QJsonDocument::fromJson(content);
    if (!content.isEmpty() && !document.isObject()) {
        return ApiAnswer{.result = ApiAnswer::Result::Unreadable,
                         .status = status.toInt(),
                         .body = {},
                         .detail = u"the answer is not a JSON object"_s};
    }
    return ApiAnswer{.result = ApiAnswer::Result::Answered,
                     .status = status.toInt(),
                     .body = document.object(),
                     .detail = {}};
}

} // namespace

QString pathSegment(const QString &text)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(text));
}

ApiClient::ApiClient(QObject *parent)
    : QObject(parent)
{
    m_network.setProxy(QNetworkProxy::NoProxy);
    m_network.setRedirectPolicy(QNetworkRequest::ManualRedirectPolicy);
}

ApiClient::~ApiClient() = default;

void ApiClient::setAddress(const RemoteAddress &address)
{
    m_address = address;
}

QNetworkRequest ApiClient::requestFor(const QString &path) const
{
    QNetworkRequest request(
        QUrl(m_address.base.toString(QUrl::FullyEncoded | QUrl::StripTrailingSlash) + "/api/v1"_L1
                 + path,
             QUrl::StrictMode));
    request.setRawHeader("Authorization", "Bearer " + m_address.token);
    return request;
}

void ApiClient::get(const QString &path, Handler handler)
{
    QNetworkRequest request = requestFor(path);
    request.setTransferTimeout(static_cast<int>(std::chrono::milliseconds(callTime).count()));
    finishWith(m_network.get(request), std::move(handler));
}

void ApiClient::post(const QString &path, const QJsonObject &body, Handler handler)
{
    const QByteArray content = QJsonDocument(body).toJson(QJsonDocument::Compact);
    // The server would say so while the body still goes out, and its answer be lost with the connection.
    if (content.size() > api::largestBody) {
        const ApiAnswer tooLarge{.result = ApiAnswer::Result::TooLarge,
                                 .status = 0,
                                 .body = {},
                                 .detail =
                                     u"it has %1 bytes, at most %2 are taken"_s.arg(content.size())
                                         .arg(api::largestBody)};
        QMetaObject::invokeMethod(
            this,
            [tooLarge, handler = std::move(handler)] { handler(tooLarge); },
            Qt::QueuedConnection);
        return;
    }
    QNetworkRequest request = requestFor(path);
    request.setTransferTimeout(static_cast<int>(std::chrono::milliseconds(callTime).count()));
    request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    request.setHeader(QNetworkRequest::ContentLengthHeader, content.size());
    request.setAttribute(QNetworkRequest::DoNotBufferUploadDataAttribute, true);
    auto *const device = new OneShotBody(content, this);
    QNetworkReply *const reply = m_network.post(request, device);
    device->setParent(reply);
    finishWith(reply, std::move(handler));
}

void ApiClient::finishWith(QNetworkReply *reply, Handler handler)
{
    connect(reply, &QNetworkReply::finished, this, [reply, handler = std::move(handler)] {
        reply->deleteLater();
        handler(answerOf(*reply));
    });
}

void ApiClient::listen()
{
    if (m_events)
        return;
    QNetworkRequest request = requestFor(u"/events"_s);
    request.setRawHeader("Accept", "text/event-stream");
    m_eventName.clear();
    m_listening = false;
    m_events = m_network.get(request);
    connect(m_events, &QNetworkReply::readyRead, this, &ApiClient::readEvents);
    connect(m_events, &QNetworkReply::finished, this, [this] {
        m_events->deleteLater();
        m_events = nullptr;
        Q_EMIT eventsEnded();
    });
}

// Only the names are of use here: whoever hears one reads again what it wants to know.
void ApiClient::readEvents()
{
    if (!std::exchange(m_listening, true))
        Q_EMIT listening();
    while (m_events && m_events->canReadLine()) {
        const QByteArray line = m_events->readLine().trimmed();
        if (line.startsWith("event:")) {
            m_eventName = line.mid(6).trimmed();
        } else if (line.isEmpty() && !m_eventName.isEmpty()) {
            const QByteArray name = std::exchange(m_eventName, {});
            Q_EMIT eventSeen(name);
        }
    }
    if (m_events && m_events->bytesAvailable() > longestEventLine)
        m_events->abort();
}

} // namespace hostline
