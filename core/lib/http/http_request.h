// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/http/http_message.h"
#include "lib/http/http_stream.h"

#include <memory>

namespace hostline {

class HttpExchange;

/**
 * One complete request, and the way to answer it, at once or later, exactly once. A request whose last reference goes away
 * without an answer is answered by 500 or what was set. It may outlive its connection and its server: an answer then goes nowhere.
 * Everything happens on the server's thread.
 */
class HttpRequest
{
public:
    explicit HttpRequest(std::shared_ptr<HttpExchange> exchange);
    ~HttpRequest();
    Q_DISABLE_COPY_MOVE(HttpRequest)

    [[nodiscard]] const QByteArray &
    method() const; ///< upper case: GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS
    [[nodiscard]] const HttpTarget &target() const;
    [[nodiscard]] const HttpHeaders &headers() const;
    [[nodiscard]] QByteArray
    header(QByteArrayView name) const; ///< the first of that name, or empty
    [[nodiscard]] std::optional<QByteArray> cookie(QByteArrayView name) const;
    [[nodiscard]] const QByteArray &body() const;

    /** The client went away before an answer was complete. */
    [[nodiscard]] bool clientGone() const;

    /** Answers. A second answer is ignored and logged as a fault. To HEAD the body's length is told, not its bytes. */
    void respond(HttpResponse response);

    /** What a request that goes away unanswered is answered by, instead of 500. */
    void setFallback(HttpResponse response);

    /**
     * Answers with a body that is written bit by bit (server-sent events, a slow answer). @p capBytes bounds what may wait in
     * memory for a reader that does not drain; beyond it the connection is reset.
     * @return the stream, owned by the caller; never null
     */
    [[nodiscard]] std::unique_ptr<HttpStream>
    stream(int status, HttpHeaders headers, qint64 capBytes = 1024LL * 1024);

private:
    std::shared_ptr<HttpExchange> m_exchange;
    HttpResponse m_fallback{500, {}, {}};
};

using HttpRequestPtr = std::shared_ptr<HttpRequest>;

} // namespace hostline
