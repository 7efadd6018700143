// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/process_mark.h"

#include <QFile>
#include <QList>
#include <QLoggingCategory>
#include <QSaveFile>

#include <csignal>

#include <sys/stat.h>
#include <unistd.h>

// The header of glibc 2.36 lacks the C linkage of its own.
extern "C" {
#include <sys/pidfd.h>
}

namespace hostline::codexwire {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcMark, "hostline.plugin.codex.process", QtInfoMsg)

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString bootId()
{
    return QString::fromLatin1(contentOf(u"/proc/sys/kernel/random/boot_id"_s).trimmed());
}

} // namespace

std::optional<quint64> startTicksOfStat(const QByteArray &stat)
{
    const qsizetype nameEnd = stat.lastIndexOf(')');
    if (nameEnd < 0)
        return std::nullopt;
    const QList<QByteArray> fields = stat.mid(nameEnd + 1).simplified().split(' ');
    constexpr qsizetype state = 0; // field 3
    constexpr qsizetype startTicks = 19; // field 22
    if (fields.size() <= startTicks || fields.at(state) == "Z" || fields.at(state) == "X")
        return std::nullopt;
    bool ok = false;
    const quint64 ticks = fields.at(startTicks).toULongLong(&ok);
    return ok ? std::optional(ticks) : std::nullopt;
}

std::optional<ProcessMark> markOfProcess(qint64 pid)
{
    const std::optional<quint64> ticks = startTicksOfStat(contentOf(u"/proc/%1/stat"_s.arg(pid)));
    if (!ticks)
        return std::nullopt;
    return ProcessMark{pid, *ticks, bootId()};
}

QByteArray textOfMark(const ProcessMark &mark)
{
    return u"%1 %2 %3\n"_s.arg(mark.pid).arg(mark.startTicks).arg(mark.boot).toLatin1();
}

std::optional<ProcessMark> markOfText(const QByteArray &text)
{
    const QList<QByteArray> words = text.trimmed().split(' ');
    if (words.size() != 3 || words.at(2).isEmpty())
        return std::nullopt;
    bool pidOk = false;
    bool ticksOk = false;
    const ProcessMark mark{words.at(0).toLongLong(&pidOk),
                           words.at(1).toULongLong(&ticksOk),
                           QString::fromLatin1(words.at(2))};
    if (!pidOk || !ticksOk || mark.pid <= 1)
        return std::nullopt;
    return mark;
}

bool writeMark(const QString &path, const ProcessMark &mark)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        file.write(textOfMark(mark));
        if (file.commit())
            return true;
    }
    qCWarning(lcMark) << "cannot write" << path << file.errorString();
    return false;
}

std::optional<ProcessMark> readMark(const QString &path)
{
    return markOfText(contentOf(path));
}

bool killMarked(const ProcessMark &mark)
{
    // The descriptor pins the process, so that the check and the signal are about the same one.
    const int descriptor = ::pidfd_open(pid_t(mark.pid), 0);
    if (descriptor < 0)
        return false;
    const bool same = markOfProcess(mark.pid) == mark;
    const bool signalled = same && ::pidfd_send_signal(descriptor, SIGKILL, nullptr, 0) == 0;
    ::close(descriptor);
    return signalled;
}

std::optional<qint64> lockHolder(const QByteArray &procLocks, quint64 inode)
{
    // "3: FLOCK  ADVISORY  WRITE 11855 fe:00:11102107 0 EOF"; a waiter has "->" as its second word.
    const QList<QByteArray> lines = procLocks.split('\n');
    for (const QByteArray &line : lines) {
        const QList<QByteArray> words = line.simplified().split(' ');
        if (words.size() < 6 || words.at(1) != "FLOCK")
            continue;
        const QByteArray number = words.at(5).mid(words.at(5).lastIndexOf(':') + 1);
        bool ok = false;
        if (number.toULongLong(&ok) == inode && ok)
            return words.at(4).toLongLong();
    }
    return std::nullopt;
}

QString holderOfLockFile(const QString &path)
{
    struct stat info = {};
    if (::stat(QFile::encodeName(path).constData(), &info) != 0)
        return {};
    const std::optional<qint64> pid = lockHolder(contentOf(u"/proc/locks"_s), info.st_ino);
    if (!pid || *pid <= 0)
        return {};
    const QString name = QString::fromUtf8(contentOf(u"/proc/%1/comm"_s.arg(*pid)).trimmed());
    return name.isEmpty() ? u"process %1"_s.arg(*pid) : u"%1 (process %2)"_s.arg(name).arg(*pid);
}

} // namespace hostline::codexwire
