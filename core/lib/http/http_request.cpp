// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/http/http_request.h"

#include "lib/http/http_exchange.h"

#include <utility>

namespace hostline {

HttpRequest::HttpRequest(std::shared_ptr<HttpExchange> exchange)
    : m_exchange(std::move(exchange))
{ }

HttpRequest::~HttpRequest()
{
    if (!m_exchange->isAnswered())
        m_exchange->answer(std::move(m_fallback));
}

void HttpRequest::setFallback(HttpResponse response)
{
    m_fallback = std::move(response);
}

const QByteArray &HttpRequest::method() const
{
    return m_exchange->head().method;
}

const HttpTarget &HttpRequest::target() const
{
    return m_exchange->target();
}

const HttpHeaders &HttpRequest::headers() const
{
    return m_exchange->head().headers;
}

QByteArray HttpRequest::header(QByteArrayView name) const
{
    return headerValue(headers(), name);
}

std::optional<QByteArray> HttpRequest::cookie(QByteArrayView name) const
{
    return cookieValue(header("Cookie"), name);
}

const QByteArray &HttpRequest::body() const
{
    return m_exchange->body();
}

bool HttpRequest::clientGone() const
{
    return m_exchange->isGone();
}

void HttpRequest::respond(HttpResponse response)
{
    m_exchange->answer(std::move(response));
}

std::unique_ptr<HttpStream> HttpRequest::stream(int status, HttpHeaders headers, qint64 capBytes)
{
    return std::unique_ptr<HttpStream>(
        new HttpStream(m_exchange, {status, std::move(headers), {}}, capBytes));
}

} // namespace hostline
