// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHostAddress>
#include <QTcpSocket>

namespace hostline {

/** A client that sends exactly the bytes it is told to and keeps what comes back. */
class RawClient : public QTcpSocket
{
public:
    explicit RawClient(quint16 port)
    {
        connect(this, &QTcpSocket::readyRead, this, [this] { received += readAll(); });
        connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    }

    RawClient(quint16 port, const QByteArray &bytes)
        : RawClient(port)
    {
        write(bytes);
    }

    [[nodiscard]] bool isClosed() const { return state() == UnconnectedState; }
    [[nodiscard]] QByteArray statusLine() const { return received.left(received.indexOf("\r\n")); }
    [[nodiscard]] int status() const
    {
        return received.startsWith("HTTP/1.") ? received.mid(9, 3).toInt() : 0;
    }
    /** Everything after the head. */
    [[nodiscard]] QByteArray content() const
    {
        const qsizetype end = received.indexOf("\r\n\r\n");
        return end < 0 ? QByteArray() : received.mid(end + 4);
    }

    QByteArray received;
};

inline QByteArray get(const QByteArray &target)
{
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

} // namespace hostline
