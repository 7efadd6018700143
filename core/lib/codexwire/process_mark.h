// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace hostline::codexwire {

/// Names one process for good: a pid alone is used again by the kernel.
struct ProcessMark
{
    qint64 pid = 0;
    quint64 startTicks = 0; ///< field 22 of /proc/<pid>/stat
    QString boot; ///< /proc/sys/kernel/random/boot_id
    friend bool operator==(const ProcessMark &, const ProcessMark &) = default;
};

/// The start time out of /proc/<pid>/stat; the program's name in it may hold spaces and parentheses.
/// A zombie has none: it is dead and only not yet waited for.
[[nodiscard]] std::optional<quint64> startTicksOfStat(const QByteArray &stat);

/// The mark of a living process; nothing if there is none.
[[nodiscard]] std::optional<ProcessMark> markOfProcess(qint64 pid);

/// The file's form: one line "pid ticks boot".
[[nodiscard]] QByteArray textOfMark(const ProcessMark &mark);
[[nodiscard]] std::optional<ProcessMark> markOfText(const QByteArray &text);

/// Writes the mark, mode 0600, replacing the file as a whole. False: not written (it is logged).
bool writeMark(const QString &path, const ProcessMark &mark);
[[nodiscard]] std::optional<ProcessMark> readMark(const QString &path);

/// Sends SIGKILL if exactly that process still lives. True: it lived and was signalled; it may take a moment to go.
bool killMarked(const ProcessMark &mark);

/// The process that holds an flock on the file with this inode, out of the text of /proc/locks; nothing if none does.
[[nodiscard]] std::optional<qint64> lockHolder(const QByteArray &procLocks, quint64 inode);

/// Who holds the lock file, as a person may be told: "codex (process 4711)". Empty: not known.
[[nodiscard]] QString holderOfLockFile(const QString &path);

} // namespace hostline::codexwire
