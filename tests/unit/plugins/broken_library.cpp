// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "broken_library.h"

#include <QtCore/QDir>
#include <QtCore/QFile>

using namespace Qt::StringLiterals;

namespace broken {

QByteArray library(const QString &name)
{
    QFile file(QStringLiteral(TEST_LIBRARIES "/%1.so").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(file.fileName()));
    return file.readAll();
}

QByteArray replaced(QByteArray bytes, const QByteArray &from, const QByteArray &to)
{
    if (from.size() != to.size() || !bytes.contains(from))
        qFatal("cannot put %s in the place of %s", to.constData(), from.constData());
    return bytes.replace(from, to);
}

QByteArray stamped(QByteArray bytes, int qtMinor)
{
    // The ELF note of Qt 6: its name, then the version of the format, Qt's major and minor version, flags.
    const QByteArray head("qt-project!\0\1\6", 14);
    const qsizetype at = bytes.indexOf(head);
    if (at < 0)
        qFatal("no stamp of Qt 6 found");
    bytes[at + head.size()] = char(qtMinor);
    return bytes;
}

QString write(const QString &directory, const QString &name, const QByteArray &bytes)
{
    QFile file(QDir(directory).absoluteFilePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return file.fileName();
}

} // namespace broken
