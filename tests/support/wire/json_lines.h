// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtNetwork/QLocalSocket>

/// The wire of the fakes: one JSON object a line.
namespace hostline::fake {

inline void writeLine(QLocalSocket &socket, const QJsonObject &object)
{
    socket.write(QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n');
}

/// Takes whole lines off the socket; half a line stays in it.
template<typename Taker>
void readLines(QLocalSocket &socket, Taker take)
{
    while (socket.canReadLine())
        take(QJsonDocument::fromJson(socket.readLine()).object());
}

} // namespace hostline::fake
