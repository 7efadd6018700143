// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/rig/http.h"

#include <QtCore/QJsonDocument>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hostline::bench {

namespace {

constexpr qsizetype readSize = 65'536;

QByteArray headOf(const QByteArray &method, const QByteArray &target, const Address &address)
{
    return method + " /api/v1" + target + " HTTP/1.1\r\nHost: 127.0.0.1:"
        + QByteArray::number(address.port) + "\r\nAuthorization: Bearer " + address.token + "\r\n";
}

} // namespace

Socket::Socket(quint16 port, int receiveBuffer)
    : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    if (receiveBuffer > 0)
        ::setsockopt(m_socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, sizeof receiveBuffer);
    const int on = 1;
    ::setsockopt(m_socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(m_socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        qFatal("cannot connect to port %d: %s", port, qPrintable(qt_error_string(errno)));
}

Socket::~Socket()
{
    if (m_socket >= 0)
        ::close(m_socket);
}

Socket::Socket(Socket &&other) noexcept
    : m_socket(std::exchange(other.m_socket, -1))
{ }

Socket &Socket::operator=(Socket &&other) noexcept
{
    std::swap(m_socket, other.m_socket);
    return *this;
}

void Socket::write(const QByteArray &bytes)
{
    for (qsizetype from = 0; from < bytes.size();) {
        const ssize_t size =
            ::send(m_socket, bytes.constData() + from, size_t(bytes.size() - from), MSG_NOSIGNAL);
        if (size < 0)
            qFatal("the daemon is gone: %s", qPrintable(qt_error_string(errno)));
        from += size;
    }
}

bool Socket::read(QByteArray &to, bool waits)
{
    const qsizetype before = to.size();
    to.resize(before + readSize);
    const ssize_t size =
        ::recv(m_socket, to.data() + before, size_t(readSize), waits ? 0 : MSG_DONTWAIT);
    const bool later = size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    to.resize(before + std::max<ssize_t>(size, 0));
    return size > 0 || later;
}

Connection::Connection(const Address &address)
    : m_address(address)
    , m_socket(address.port)
{ }

void Connection::get(const QByteArray &target)
{
    m_socket.write(headOf("GET", target, m_address) + "\r\n");
}

void Connection::post(const QByteArray &target, const QJsonObject &body)
{
    const QByteArray bytes = QJsonDocument(body).toJson(QJsonDocument::Compact);
    m_socket.write(headOf("POST", target, m_address)
                   + "Content-Type: application/json\r\nContent-Length: "
                   + QByteArray::number(bytes.size()) + "\r\n\r\n" + bytes);
}

std::optional<Response> Connection::parse()
{
    const qsizetype end = m_received.indexOf("\r\n\r\n");
    if (end < 0)
        return std::nullopt;
    const QByteArray head = m_received.left(end).toLower();
    const qsizetype length = head.indexOf("content-length: ");
    const qsizetype size =
        length < 0 ? 0 : std::strtoll(head.constData() + length + 16, nullptr, 10);
    if (m_received.size() < end + 4 + size)
        return std::nullopt;
    Response response{.status = head.mid(9, 3).toInt(),
                      .body = QJsonDocument::fromJson(m_received.mid(end + 4, size)).object()};
    m_received.remove(0, end + 4 + size);
    return response;
}

Response Connection::receive()
{
    for (;;) {
        if (const std::optional<Response> response = parse())
            return *response;
        if (!m_socket.read(m_received))
            qFatal("the daemon closed the connection");
    }
}

std::optional<Response> Connection::take()
{
    if (!m_socket.read(m_received, false))
        qFatal("the daemon closed the connection");
    return parse();
}

QJsonObject Event::request() const
{
    return QJsonDocument::fromJson(data).object().value("request"_L1).toObject();
}

EventReader::EventReader(const Address &address, const QByteArray &lastId, int receiveBuffer)
    : m_socket(address.port, receiveBuffer)
{
    // HTTP/1.0 has no chunks: behind the head there is nothing but events.
    QByteArray head = headOf("GET", "/events", address).replace(" HTTP/1.1\r\n", " HTTP/1.0\r\n");
    if (!lastId.isEmpty())
        head += "Last-Event-ID: " + lastId + "\r\n";
    m_socket.write(head + "\r\n");
}

std::optional<Event> EventReader::taken()
{
    if (!m_begun) {
        const qsizetype end = m_received.indexOf("\r\n\r\n");
        if (end < 0)
            return std::nullopt;
        if (m_received.mid(9, 3) != "200")
            qFatal("no events: %s", m_received.left(end).constData());
        m_received.remove(0, end + 4);
        m_begun = true;
    }
    const qsizetype end = m_received.indexOf("\n\n", m_from);
    if (end < 0) {
        m_received.remove(0, std::exchange(m_from, 0));
        return std::nullopt;
    }
    Event event;
    const QByteArrayList lines = m_received.mid(m_from, end - m_from).split('\n');
    m_from = end + 2;
    for (const QByteArray &line : lines) {
        if (line.startsWith("id: "))
            event.id = line.mid(4);
        else if (line.startsWith("event: "))
            event.name = line.mid(7);
        else if (line.startsWith("data: "))
            event.data = line.mid(6);
    }
    return event;
}

std::optional<Event> EventReader::next()
{
    for (;;) {
        if (std::optional<Event> event = taken())
            return event;
        if (!read(true))
            return std::nullopt;
    }
}

} // namespace hostline::bench
