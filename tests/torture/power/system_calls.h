// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QJsonObject>
#include <QtCore/QList>
#include <QtCore/QString>
#include <QtCore/QStringList>

namespace hostline::torture {

/// One thing that a process did, as strace saw it.
struct SystemCall
{
    enum class Kind {
        Write, ///< `data` at `offset` of the file `path`
        Truncate, ///< the file `path` to `offset` bytes
        Sync, ///< the file `path`, done
        Remove, ///< the file `path`
        Line, ///< a JSON line went out: to a socket, to standard output, or to the end of another file
    };
    Kind kind = Kind::Line;
    QString path;
    qint64 offset = 0;
    QByteArray data;
    QJsonObject line;
};

/// What goes in front of a program's command to record it into the file.
[[nodiscard]] QStringList recorder(const QString &traceFile);

/// The calls of a recording, in their order. A write counts when it ends, an outgoing line when it begins: that is how a
/// power cut would find them. `below`: the directory whose files of the store are wanted.
[[nodiscard]] QList<SystemCall> readRecording(const QString &traceFile, const QString &below);

} // namespace hostline::torture
