// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>

#include <optional>

namespace hostline::bench {

/// Where a daemon takes calls.
struct Address
{
    quint16 port = 0;
    QByteArray token;
};

/// A connected TCP socket, closed at the end. `receiveBuffer` in bytes; 0: the system's.
class Socket
{
public:
    explicit Socket(quint16 port, int receiveBuffer = 0);
    ~Socket();
    Socket(Socket &&other) noexcept;
    Socket &operator=(Socket &&other) noexcept;
    Socket(const Socket &) = delete;
    Socket &operator=(const Socket &) = delete;

    [[nodiscard]] int descriptor() const { return m_socket; }
    void write(const QByteArray &bytes);
    /// Appends what is there; waits for something when nothing is, unless told not to. False: the peer closed.
    bool read(QByteArray &to, bool waits = true);

private:
    int m_socket;
};

struct Response
{
    int status = 0;
    QJsonObject body;
};

/// One kept-alive connection to the API: no event loop, no thread, so that its own cost stays small.
class Connection
{
public:
    explicit Connection(const Address &address);

    /// `target` starts after /api/v1.
    void get(const QByteArray &target);
    void post(const QByteArray &target, const QJsonObject &body);
    [[nodiscard]] Response receive(); ///< waits; ends the program when the server is gone
    /// Takes what is there, without waiting; the response once it is whole.
    [[nodiscard]] std::optional<Response> take();
    [[nodiscard]] int descriptor() const { return m_socket.descriptor(); }

private:
    [[nodiscard]] std::optional<Response> parse();

    Address m_address;
    Socket m_socket;
    QByteArray m_received;
};

struct Event
{
    QByteArray id; ///< "run:counter"
    QByteArray name;
    QByteArray data;

    [[nodiscard]] QJsonObject request() const; ///< of request.queued, .started and .settled
};

/// The events, read as they come.
class EventReader
{
public:
    explicit EventReader(const Address &address,
                         const QByteArray &lastId = {},
                         int receiveBuffer = 0);

    /// The next event that is whole; waits for it. Nothing: the server closed.
    [[nodiscard]] std::optional<Event> next();
    /// The next one of those that came; see read().
    [[nodiscard]] std::optional<Event> taken();
    /// Reads what is there; false: the server closed.
    bool read(bool waits = false) { return m_socket.read(m_received, waits); }
    [[nodiscard]] int descriptor() const { return m_socket.descriptor(); }

private:
    Socket m_socket;
    QByteArray m_received;
    qsizetype m_from = 0; ///< what is before it was taken
    bool m_begun = false;
};

} // namespace hostline::bench
