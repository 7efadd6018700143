// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/power/disk.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>

namespace hostline::torture {

namespace {

void change(QByteArray &content, const SystemCall &call)
{
    if (call.kind == SystemCall::Kind::Truncate) {
        content.resize(call.offset, '\0');
        return;
    }
    const qsizetype end = call.offset + call.data.size();
    if (content.size() < end)
        content.resize(end, '\0');
    content.replace(call.offset, call.data.size(), call.data);
}

bool getsThrough(Disk::Luck luck, QRandomGenerator &random)
{
    switch (luck) {
    case Disk::Luck::Nothing:
        return false;
    case Disk::Luck::Everything:
        return true;
    case Disk::Luck::Half:
        return random.bounded(2) == 0;
    }
    Q_UNREACHABLE();
}

} // namespace

void Disk::apply(const SystemCall &call)
{
    switch (call.kind) {
    case SystemCall::Kind::Write:
    case SystemCall::Kind::Truncate:
        m_files[call.path].pending << call;
        return;
    case SystemCall::Kind::Sync:
        if (!m_deaf) {
            File &file = m_files[call.path];
            for (const SystemCall &pending : std::exchange(file.pending, {}))
                change(file.synced, pending);
        }
        return;
    case SystemCall::Kind::Remove:
        m_files.remove(call.path);
        return;
    case SystemCall::Kind::Line:
        return;
    }
    Q_UNREACHABLE();
}

void Disk::cut(const QString &directory, Luck luck, QRandomGenerator &random) const
{
    QDir(directory).removeRecursively();
    QDir().mkpath(directory);
    QFile::setPermissions(directory, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    for (auto it = m_files.begin(); it != m_files.end(); ++it) {
        QByteArray content = it->synced;
        for (const SystemCall &pending : it->pending) {
            if (getsThrough(luck, random))
                change(content, pending);
        }
        QFile file(QDir(directory).filePath(QFileInfo(it.key()).fileName()));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    }
}

} // namespace hostline::torture
