// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/rig/processes.h"

#include <QtCore/QDir>
#include <QtCore/QFile>

using namespace Qt::StringLiterals;

namespace hostline::torture {

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

QList<Process> processesWith(const QByteArray &entry)
{
    QList<Process> found;
    const QStringList names = QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs);
    for (const QString &name : names) {
        const QString directory = u"/proc/"_s + name;
        if (!contentOf(directory + u"/environ"_s).split('\0').contains(entry))
            continue;
        // After the name in brackets: state, parent, ...
        const QByteArray stat = contentOf(directory + u"/stat"_s);
        const QByteArrayList fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
        found << Process{.pid = name.toLongLong(),
                         .parent = fields.value(1).toLongLong(),
                         .commandLine =
                             contentOf(directory + u"/cmdline"_s).replace('\0', ' ').trimmed()};
    }
    return found;
}

} // namespace hostline::torture
