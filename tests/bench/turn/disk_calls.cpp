// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/turn/disk_calls.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QStandardPaths>

using namespace Qt::StringLiterals;

namespace hostline::bench {

namespace {

/// One call of a thread's recording: "1700000000.123456 fdatasync(7</path>) = 0".
struct Call
{
    double at = 0;
    QString path;
    bool syncs = false;
    qint64 offset = 0; ///< of a write
};

Call read(const QByteArray &line)
{
    const qsizetype space = line.indexOf(' ');
    const qsizetype open = line.indexOf('<');
    const qsizetype close = line.indexOf('>', open);
    Call call;
    if (space < 0 || open < 0 || close < 0 || line.contains(" = -1 "))
        return call;
    call.at = line.left(space).toDouble();
    call.path = QString::fromUtf8(line.sliced(open + 1, close - open - 1));
    call.syncs = !line.sliced(space + 1).startsWith("pwrite64(");
    const qsizetype end = line.lastIndexOf(')');
    call.offset = line.sliced(0, end).mid(line.lastIndexOf(',', end) + 1).trimmed().toLongLong();
    return call;
}

} // namespace

QStringList syncRecorder(const QString &trace)
{
    return {QStandardPaths::findExecutable(u"strace"_s),
            u"-ff"_s,
            u"-ttt"_s,
            u"-y"_s,
            u"-s"_s,
            u"0"_s,
            u"--seccomp-bpf"_s,
            u"-b"_s, // not what it starts: Codex is large
            u"execve"_s,
            u"-e"_s,
            u"signal=none"_s,
            u"-e"_s,
            u"trace=fsync,fdatasync,pwrite64"_s,
            u"-o"_s,
            trace};
}

Syncs recordedSyncs(const QString &trace, const QString &data, double from, double to)
{
    Syncs syncs;
    const QFileInfo info(trace);
    const QFileInfoList files = info.dir().entryInfoList({info.fileName() + ".*"_L1}, QDir::Files);
    for (const QFileInfo &one : files) {
        QFile file(one.filePath());
        if (!file.open(QIODevice::ReadOnly))
            qFatal("no recording at %s", qPrintable(one.filePath()));
        bool frames = false; // were written to the log and are not synced
        while (!file.atEnd()) {
            const Call call = read(file.readLine());
            if (!call.path.startsWith(data))
                continue;
            const bool log = call.path.endsWith("-wal"_L1);
            const bool commits = log && frames;
            if (log)
                frames = call.syncs ? false : frames || call.offset > 0; // the header is at 0
            if (!call.syncs || call.at < from || call.at > to)
                continue;
            if (commits)
                ++syncs.commits;
            else if (log || call.path.endsWith(".sqlite"_L1))
                ++syncs.ofCheckpoints;
            else
                ++syncs.others;
        }
    }
    return syncs;
}

} // namespace hostline::bench
