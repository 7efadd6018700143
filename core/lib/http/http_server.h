// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/http/http_message.h"
#include "lib/http/http_request.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <memory>

namespace hostline {

struct HttpServerOptions
{
    QByteArray address = "127.0.0.1"; ///< IPv4 literal
    quint16 port = 0; ///< 0: any free one
    int connections =
        1200; ///< open at one time; lowered where the process may not open that many files
    qsizetype memoryPerConnection =
        32LL * 1024; ///< bytes; twice what the head of a request may have
    qint64 bodyBytes = 1024LL * 1024; ///< largest body of a request (413 beyond it)
    /** Asked when a head that is in order announces a body: an answer that comes back is given at once, and the body is not
     * awaited. For callers whom the handler will not serve: a body that is awaited holds memory, and a connection that is not
     * closed for others. Without it, or for nothing: the body is taken. */
    std::function<std::optional<HttpResponse>(const HttpHeaders &)> refuseBody;
    qsizetype headers = 100; ///< header fields of one request (431 beyond it)
    std::chrono::seconds idle{
        60}; ///< a kept-alive connection without a request, a reader that takes nothing
    std::chrono::milliseconds headTime{
        10'000}; ///< for the whole head of a request, however its bytes trickle (408)
    std::chrono::milliseconds bodyTime{60'000}; ///< for the whole body (408)
    /**
     * Words a refusal of the server itself (400, 408, 411, 413, 414, 417, 431, 501, 505); without it: text/plain. Not worded
     * by it, since libmicrohttpd answers these itself, in HTML, and has no way to replace that (0.9.75): 400 for lines that
     * are no request line or header at all and for a Content-Length that is no number, 413 for one of more than 64 bits, 414
     * and 431 for a head beyond memoryPerConnection, 505 for HTTP/2 and later. It closes the connection after each.
     */
    std::function<HttpResponse(const HttpRefusal &)> refuse;
};

/** What listen() came to. */
struct HttpListening
{
    quint16 port = 0; ///< 0: it does not listen
    QString error; ///< English, technical; empty when it listens
};

/**
 * An HTTP/1.1 server inside the Qt event loop of its thread (libmicrohttpd without threads of its own): nothing blocks, no
 * thread is started. Every complete and well-formed request is handed to the handler, on this thread; refusals are answered
 * here. When the connections run out, the one that has waited longest without sending a complete head is closed, so that
 * idle and half-open connections cannot shut others out. Answers under way, streams above all, are never closed for that:
 * who gives streams away keeps their number below connectionLimit().
 */
class HttpServer : public QObject
{
    Q_OBJECT

public:
    using Handler = std::function<void(HttpRequestPtr)>;

    HttpServer(HttpServerOptions options, Handler handler, QObject *parent = nullptr);
    /** Closes every connection at once; must not happen inside the handler. */
    ~HttpServer() override;
    Q_DISABLE_COPY_MOVE(HttpServer)

    /** Once. */
    [[nodiscard]] HttpListening listen();
    [[nodiscard]] quint16 port() const; ///< 0 before listen()
    [[nodiscard]] int connectionCount() const;
    [[nodiscard]] int connectionLimit() const; ///< in force; 0 before listen()

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace hostline
