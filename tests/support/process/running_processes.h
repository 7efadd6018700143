// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QFile>
#include <QString>

#include <algorithm>

namespace hostline::test {

/// True if some process has this text in its command line. A process that is becoming another program has none for a moment.
inline bool someProcessRuns(const QString &text)
{
    const QStringList pids =
        QDir(QStringLiteral("/proc")).entryList({QStringLiteral("[0-9]*")}, QDir::Dirs);
    return std::any_of(pids.begin(), pids.end(), [&text](const QString &pid) {
        QFile file(QStringLiteral("/proc/%1/cmdline").arg(pid));
        return file.open(QIODevice::ReadOnly)
            && QString::fromUtf8(file.readAll().replace('\0', ' ')).contains(text);
    });
}

} // namespace hostline::test
