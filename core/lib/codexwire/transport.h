// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>

namespace hostline::codexwire {

/// Why a transport ended.
enum class TransportEnd {
    Stopped, ///< we asked for it
    NotStarted, ///< the program could not be run at all
    Exited, ///< it ended by itself with a code
    Crashed, ///< a signal ended it
    LineTooLong, ///< it sent a line over the cap and was closed by us
    NotListening, ///< it took none of what we wrote and was closed by us
};

struct TransportClosed
{
    TransportEnd end = TransportEnd::Stopped;
    QString detail; ///< for the log and the doctor, one line, without message bodies
    friend bool operator==(const TransportClosed &, const TransportClosed &) = default;
};

/// Moves lines between us and one app-server; knows nothing of what they say.
/// Lives on its owner's thread. closed() comes exactly once, after the last lineReceived().
class Transport : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Transport)

public:
    explicit Transport(QObject *parent = nullptr);
    ~Transport() override;

    /// Takes one line with its LF for writing. False: it was not taken, and not a byte of it will be written.
    [[nodiscard]] virtual bool send(const QByteArray &line) = 0;

Q_SIGNALS:
    /// One line without its LF; at most LineSplitter::defaultCap bytes.
    void lineReceived(const QByteArray &line);
    void closed(const hostline::codexwire::TransportClosed &closed);
};

} // namespace hostline::codexwire
