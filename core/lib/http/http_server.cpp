// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/http/http_server.h"

#include "lib/http/http_exchange.h"

#include <QElapsedTimer>
#include <QLoggingCategory>
#include <QSocketNotifier>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <list>

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace hostline {

Q_LOGGING_CATEGORY(httpLog, "hostline.core.http", QtInfoMsg)

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int listenBacklog = 4096; // the kernel may lower it
constexpr int spareFiles = 64; // for the rest of the process
constexpr int spareConnections = 8; // accepted before the longest waiting one has gone

/** The library's own messages name addresses and states, never content. */
void logLibrary(void *, const char *format, va_list arguments)
{
    std::array<char, 512> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    qCDebug(httpLog, "libmicrohttpd: %s", QByteArray(text.data()).trimmed().constData());
}

QByteArray rawAnswer(const HttpResponse &response)
{
    QByteArray bytes = "HTTP/1.1 " + QByteArray::number(response.status) + ' '
        + MHD_get_reason_phrase_for(static_cast<unsigned int>(response.status))
        + "\r\nConnection: close\r\nContent-Length: " + QByteArray::number(response.body.size())
        + "\r\n";
    for (const HttpHeader &header : response.headers)
        bytes += header.name + ": " + header.value + "\r\n";
    return bytes + "\r\n" + response.body;
}

/**
 * The library reads the lines of a head as C strings, so what stands behind a NUL is seen by nobody; but it knows how many
 * bytes the head had.
 */
HttpHead headOf(MHD_Connection *connection,
                const char *method,
                const char *version,
                const QByteArray &target)
{
    HttpHead head{method, version, target, {}, 0, 0};
    head.bytes = static_cast<qsizetype>(
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)->header_size);
    // Two blanks and two line ends beside these: of the request line and of the empty line.
    head.strayBytes = head.bytes - head.method.size() - target.size() - head.version.size() - 6;
    MHD_get_connection_values_n(
        connection,
        MHD_HEADER_KIND,
        [](void *to,
           MHD_ValueKind,
           const char *name,
           size_t nameSize,
           const char *value,
           size_t valueSize) {
            auto *read = static_cast<HttpHead *>(to);
            read->headers.append({QByteArray(name, static_cast<qsizetype>(nameSize)),
                                  QByteArray(value, static_cast<qsizetype>(valueSize))});
            // Name, colon and blanks, value, line end.
            read->strayBytes -= (value - name) + static_cast<qsizetype>(valueSize) + 2;
            return MHD_YES;
        },
        &head);
    return head;
}

} // namespace

class HttpServer::Private
{
public:
    /** A connection; its place in m_waiting holds while it owes us a head or a body. */
    struct Connection
    {
        int socket = -1;
        qint64 deadline = 0; // ms of m_elapsed
        std::optional<std::list<Connection *>::iterator> waiting;
        std::weak_ptr<HttpExchange> exchange;
    };

    Private(HttpServerOptions options, Handler handler, HttpServer *server)
        : m_options(std::move(options))
        , m_handler(std::move(handler))
        , m_server(server)
    {
        m_elapsed.start();
    }
    ~Private() { stop(); }
    Q_DISABLE_COPY_MOVE(Private)

    HttpListening listen();
    quint16 m_port = 0;
    int m_connections = 0;
    int m_limit = 0;

private:
    static void *onTarget(void *self, const char *target, MHD_Connection *connection);
    static MHD_Result onAccess(void *self,
                               MHD_Connection *connection,
                               const char *url,
                               const char *method,
                               const char *version,
                               const char *upload,
                               size_t *uploadSize,
                               void **held);
    static void onCompleted(void *self,
                            MHD_Connection *connection,
                            void **held,
                            MHD_RequestTerminationCode code);
    static void onConnection(void *self,
                             MHD_Connection *connection,
                             void **held,
                             MHD_ConnectionNotificationCode code);
    static Connection *connectionOf(MHD_Connection *connection);

    HttpListening bindSocket(int *socket) const;
    void stop();
    void run();
    void runSoon();
    MHD_Result takeHead(const std::shared_ptr<HttpExchange> &exchange,
                        MHD_Connection *connection,
                        const char *method,
                        const char *version);
    MHD_Result handle(const std::shared_ptr<HttpExchange> &exchange);
    HttpResponse refusal(const HttpRefusal &why) const;
    void expect(Connection *connection, std::chrono::milliseconds within);
    void expectNothing(Connection *connection);
    void closeLongestWaiting();
    void closeOverdue();
    void readHangups();

    HttpServerOptions m_options;
    Handler m_handler;
    HttpServer *m_server;
    MHD_Daemon *m_daemon = nullptr;
    int m_hangups = -1; // an epoll of our own: the library does not watch what is parked
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::unique_ptr<QSocketNotifier> m_hangupNotifier;
    std::unique_ptr<QTimer> m_libraryTimer;
    std::unique_ptr<QTimer> m_deadlineTimer;
    QElapsedTimer m_elapsed;
    std::list<Connection *> m_waiting; // longest first
    std::list<std::unique_ptr<Connection>> m_all;
    bool m_runQueued = false;
    bool m_stopping = false;
};

HttpServer::HttpServer(HttpServerOptions options, Handler handler, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(std::move(options), std::move(handler), this))
{ }

HttpServer::~HttpServer() = default;

HttpListening HttpServer::listen()
{
    return d->listen();
}

quint16 HttpServer::port() const
{
    return d->m_port;
}

int HttpServer::connectionCount() const
{
    return d->m_connections;
}

int HttpServer::connectionLimit() const
{
    return d->m_limit;
}

HttpListening HttpServer::Private::bindSocket(int *socket) const
{
    const auto failed = [](const char *step) {
        return HttpListening{
            0,
            u"%1: %2"_s.arg(QLatin1StringView(step), QString::fromLocal8Bit(std::strerror(errno)))};
    };
    *socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (*socket < 0)
        return failed("socket");
    const int on = 1;
    ::setsockopt(*socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(m_options.port);
    HttpListening result;
    errno = EINVAL; // inet_pton sets none for text that is no address
    socklen_t size = sizeof address;
    if (::inet_pton(AF_INET, m_options.address.constData(), &address.sin_addr) != 1)
        result = failed("address");
    else if (::bind(*socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        result = failed("bind");
    else if (::listen(*socket, listenBacklog) != 0)
        result = failed("listen");
    else if (::getsockname(*socket, reinterpret_cast<sockaddr *>(&address), &size) != 0)
        result = failed("getsockname");
    else
        result.port = ntohs(address.sin_port);
    if (result.port == 0)
        ::close(*socket);
    return result;
}

HttpListening HttpServer::Private::listen()
{
    Q_ASSERT(!m_daemon);
    rlimit files{};
    m_limit = m_options.connections;
    if (::getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur != RLIM_INFINITY)
        m_limit = std::min(
            m_limit,
            std::max(16,
                     static_cast<int>(std::min<rlim_t>(files.rlim_cur, 1'000'000)) - spareFiles));
    if (m_limit < m_options.connections)
        qCWarning(httpLog,
                  "the limit of open files allows %d connections instead of %d",
                  m_limit,
                  m_options.connections);

    int socket = -1;
    HttpListening bound = bindSocket(&socket);
    if (bound.port == 0)
        return bound;
    m_daemon = MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG,
                                bound.port,
                                nullptr,
                                nullptr,
                                &Private::onAccess,
                                this,
                                MHD_OPTION_EXTERNAL_LOGGER,
                                &logLibrary,
                                nullptr,
                                MHD_OPTION_LISTEN_SOCKET,
                                static_cast<MHD_socket>(socket),
                                MHD_OPTION_CONNECTION_LIMIT,
                                static_cast<unsigned int>(m_limit),
                                MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                                static_cast<size_t>(m_options.memoryPerConnection),
                                MHD_OPTION_CONNECTION_TIMEOUT,
                                static_cast<unsigned int>(m_options.idle.count()),
                                MHD_OPTION_STRICT_FOR_CLIENT,
                                0, // what 1 refuses is refused here, in the owner's words
                                MHD_OPTION_URI_LOG_CALLBACK,
                                &Private::onTarget,
                                this,
                                MHD_OPTION_NOTIFY_COMPLETED,
                                &Private::onCompleted,
                                this,
                                MHD_OPTION_NOTIFY_CONNECTION,
                                &Private::onConnection,
                                this,
                                MHD_OPTION_END);
    if (!m_daemon) {
        ::close(socket);
        return {0, u"The HTTP library did not start."_s};
    }
    m_hangups = ::epoll_create1(EPOLL_CLOEXEC);
    const int events = MHD_get_daemon_info(m_daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    m_notifier = std::make_unique<QSocketNotifier>(events, QSocketNotifier::Read);
    m_hangupNotifier = std::make_unique<QSocketNotifier>(m_hangups, QSocketNotifier::Read);
    m_libraryTimer = std::make_unique<QTimer>();
    m_libraryTimer->setSingleShot(true);
    m_deadlineTimer = std::make_unique<QTimer>();
    m_deadlineTimer->setSingleShot(true);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_server, [this] { run(); });
    QObject::connect(
        m_hangupNotifier.get(), &QSocketNotifier::activated, m_server, [this] { readHangups(); });
    QObject::connect(m_libraryTimer.get(), &QTimer::timeout, m_server, [this] { run(); });
    QObject::connect(m_deadlineTimer.get(), &QTimer::timeout, m_server, [this] { closeOverdue(); });
    m_port = bound.port;
    return bound;
}

void HttpServer::Private::stop()
{
    if (!m_daemon)
        return;
    m_stopping = true;
    m_notifier.reset();
    m_hangupNotifier.reset();
    // The library must not be stopped while a connection is parked.
    for (const std::unique_ptr<Connection> &connection : m_all) {
        if (const std::shared_ptr<HttpExchange> exchange = connection->exchange.lock())
            exchange->resume();
    }
    MHD_stop_daemon(m_daemon);
    m_daemon = nullptr;
    ::close(m_hangups);
}

void HttpServer::Private::runSoon()
{
    if (m_runQueued || m_stopping)
        return;
    m_runQueued = true;
    QMetaObject::invokeMethod(
        m_server, [this] { run(); }, Qt::QueuedConnection);
}

void HttpServer::Private::run()
{
    m_runQueued = false;
    MHD_run(m_daemon);
    MHD_UNSIGNED_LONG_LONG timeout = 0;
    if (MHD_get_timeout(m_daemon, &timeout) == MHD_YES)
        m_libraryTimer->start(static_cast<int>(std::min<MHD_UNSIGNED_LONG_LONG>(timeout, 60'000)));
    else
        m_libraryTimer->stop();
}

HttpServer::Private::Connection *HttpServer::Private::connectionOf(MHD_Connection *connection)
{
    return static_cast<Connection *>(
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context);
}

void HttpServer::Private::onConnection(void *self,
                                       MHD_Connection *connection,
                                       void **held,
                                       MHD_ConnectionNotificationCode code)
{
    auto *server = static_cast<Private *>(self);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        auto made = std::make_unique<Connection>();
        made->socket =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        epoll_event watch{};
        watch.events = EPOLLRDHUP | EPOLLET;
        watch.data.ptr = made.get();
        ::epoll_ctl(server->m_hangups, EPOLL_CTL_ADD, made->socket, &watch);
        *held = made.get();
        ++server->m_connections;
        if (server->m_connections > server->m_limit - spareConnections)
            server->closeLongestWaiting(); // of the others
        server->expect(made.get(), server->m_options.headTime);
        server->m_all.push_back(std::move(made));
    } else {
        auto *gone = static_cast<Connection *>(*held);
        server->expectNothing(gone);
        server->m_all.remove_if(
            [gone](const std::unique_ptr<Connection> &each) { return each.get() == gone; });
        --server->m_connections;
        // When connections or files ran out, the library stopped listening; it looks again only when it runs.
        server->runSoon();
    }
}

void *HttpServer::Private::onTarget(void *self, const char *target, MHD_Connection *connection)
{
    auto *server = static_cast<Private *>(self);
    Connection *owner = connectionOf(connection);
    auto exchange = std::make_shared<HttpExchange>(
        connection, owner->socket, QByteArray(target), [server] { server->runSoon(); });
    owner->exchange = exchange;
    return new std::shared_ptr<HttpExchange>(std::move(exchange));
}

MHD_Result HttpServer::Private::onAccess(void *self,
                                         MHD_Connection *connection,
                                         const char *url,
                                         const char *method,
                                         const char *version,
                                         const char *upload,
                                         size_t *uploadSize,
                                         void **held)
{
    Q_UNUSED(url)
    auto *server = static_cast<Private *>(self);
    const std::shared_ptr<HttpExchange> exchange =
        *static_cast<std::shared_ptr<HttpExchange> *>(*held);
    if (server->m_stopping)
        return MHD_NO;
    switch (exchange->phase()) {
    case HttpExchange::Phase::Head:
        return server->takeHead(exchange, connection, method, version);
    case HttpExchange::Phase::Body:
        if (*uploadSize > 0) {
            exchange->takeBody(upload, *uploadSize);
            *uploadSize = 0;
            return MHD_YES;
        }
        server->expectNothing(connectionOf(connection));
        return server->handle(exchange);
    case HttpExchange::Phase::Answered:
        return exchange->queueAnswer(exchange, false) ? MHD_YES : MHD_NO;
    case HttpExchange::Phase::Handling: // woken without an answer
        exchange->suspend();
        return MHD_YES;
    case HttpExchange::Phase::Sending:
    case HttpExchange::Phase::Over:
        return MHD_NO;
    }
    return MHD_NO;
}

MHD_Result HttpServer::Private::takeHead(const std::shared_ptr<HttpExchange> &exchange,
                                         MHD_Connection *connection,
                                         const char *method,
                                         const char *version)
{
    HttpHead head = headOf(connection, method, version, exchange->rawTarget());
    std::optional<HttpRefusal> why =
        checkHttpHead(head, {.headers = m_options.headers, .bodyBytes = m_options.bodyBytes});
    std::optional<HttpTarget> target = parseHttpTarget(exchange->rawTarget());
    if (!why && (!target || (target->asterisk && head.method != "OPTIONS")))
        why = HttpRefusal{400, u"The request target is malformed."_s};
    std::optional<HttpResponse> early;
    if (why)
        early = refusal(*why);
    else if (m_options.refuseBody && headerValue(head.headers, "Content-Length").toLongLong() > 0)
        early = m_options.refuseBody(head.headers);
    if (early) {
        expectNothing(connectionOf(connection));
        exchange->startHandling();
        exchange->answer(*std::move(early));
        return exchange->queueAnswer(exchange, true) ? MHD_YES : MHD_NO;
    }
    exchange->takeHead(std::move(head), *std::move(target));
    expect(connectionOf(connection), m_options.bodyTime);
    return MHD_YES;
}

MHD_Result HttpServer::Private::handle(const std::shared_ptr<HttpExchange> &exchange)
{
    exchange->startHandling();
    m_handler(std::make_shared<HttpRequest>(exchange));
    if (exchange->phase() == HttpExchange::Phase::Answered)
        return exchange->queueAnswer(exchange, false) ? MHD_YES : MHD_NO;
    exchange->suspend();
    return MHD_YES;
}

void HttpServer::Private::onCompleted(void *self,
                                      MHD_Connection *connection,
                                      void **held,
                                      MHD_RequestTerminationCode code)
{
    auto *server = static_cast<Private *>(self);
    auto *exchange = static_cast<std::shared_ptr<HttpExchange> *>(*held);
    if (!exchange)
        return;
    (*exchange)->complete(code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
    delete exchange;
    *held = nullptr;
    // The next request on this connection may rest for the idle time, but then its head must come in time.
    server->expect(connectionOf(connection), server->m_options.idle + server->m_options.headTime);
}

HttpResponse HttpServer::Private::refusal(const HttpRefusal &why) const
{
    if (m_options.refuse)
        return m_options.refuse(why);
    return {
        why.status, {{"Content-Type", "text/plain; charset=utf-8"}}, why.message.toUtf8() + '\n'};
}

void HttpServer::Private::expect(Connection *connection, std::chrono::milliseconds within)
{
    expectNothing(connection);
    connection->deadline = m_elapsed.elapsed() + within.count();
    connection->waiting = m_waiting.insert(m_waiting.end(), connection);
    const int left = static_cast<int>(within.count());
    if (!m_deadlineTimer->isActive() || m_deadlineTimer->remainingTime() > left)
        m_deadlineTimer->start(left);
}

void HttpServer::Private::expectNothing(Connection *connection)
{
    if (!connection->waiting)
        return;
    m_waiting.erase(*connection->waiting);
    connection->waiting.reset();
}

void HttpServer::Private::closeLongestWaiting()
{
    for (Connection *connection : m_waiting) {
        const std::shared_ptr<HttpExchange> exchange = connection->exchange.lock();
        if (exchange && exchange->phase() == HttpExchange::Phase::Body)
            continue;
        expectNothing(connection);
        ::shutdown(connection->socket, SHUT_RDWR);
        return;
    }
}

void HttpServer::Private::closeOverdue()
{
    const qint64 now = m_elapsed.elapsed();
    qint64 next = -1;
    const std::list<Connection *> waiting = m_waiting;
    for (Connection *connection : waiting) {
        if (connection->deadline > now) {
            next = next < 0 ? connection->deadline : std::min(next, connection->deadline);
            continue;
        }
        expectNothing(connection);
        // No answer has begun on this connection, so these bytes are the answer; the library then sees it closed.
        const QByteArray late =
            rawAnswer(refusal({408, u"The request took too long to arrive."_s}));
        ::send(connection->socket,
               late.constData(),
               static_cast<size_t>(late.size()),
               MSG_DONTWAIT | MSG_NOSIGNAL);
        ::shutdown(connection->socket, SHUT_RDWR);
    }
    if (next >= 0)
        m_deadlineTimer->start(static_cast<int>(next - now));
}

void HttpServer::Private::readHangups()
{
    std::array<epoll_event, 64> events{};
    const int count = ::epoll_wait(m_hangups, events.data(), static_cast<int>(events.size()), 0);
    for (int i = 0; i < count; ++i) {
        const epoll_event &event = events.at(static_cast<size_t>(i));
        const std::shared_ptr<HttpExchange> exchange =
            static_cast<Connection *>(event.data.ptr)->exchange.lock();
        // A client may close its sending side and still wait for a plain answer, but not read events for ever.
        if (exchange && (exchange->isStream() || (event.events & (EPOLLHUP | EPOLLERR)) != 0))
            exchange->peerClosed();
    }
}

} // namespace hostline
