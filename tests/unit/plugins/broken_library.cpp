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
    // The ELF note: magic, then metadata version, Qt major, Qt minor, flags (QPluginMetaData::Header).
    const QByteArray magic("QTMETADATA !");
    const qsizetype at = bytes.indexOf(magic + '\0' + '\6');
    if (at < 0)
        qFatal("no stamp of Qt 6 found");
    bytes[at + magic.size() + 2] = char(qtMinor);
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
