// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/command_processes.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <csignal>

#include <unistd.h>

// The header of glibc 2.36 lacks the C linkage of its own.
extern "C" {
#include <sys/pidfd.h>
}

namespace hostline::codexwire {

using namespace Qt::StringLiterals;

bool isOfCommand(const QByteArray &environment,
                 const QString &nativeThread,
                 const QSet<QString> &calls)
{
    constexpr QByteArrayView threadName = "CODEX_THREAD_ID=";
    constexpr QByteArrayView callName = "CODEX_TOOL_CALL_ID=";
    const QList<QByteArray> entries = environment.split('\0');
    const auto valueOf = [&entries](QByteArrayView name) {
        const auto at =
            std::find_if(entries.begin(), entries.end(), [name](const QByteArray &entry) {
                return entry.startsWith(name);
            });
        return at == entries.end() ? QString() : QString::fromUtf8(at->mid(name.size()));
    };
    return !nativeThread.isEmpty() && valueOf(threadName) == nativeThread
        && calls.contains(valueOf(callName));
}

int killCommands(const QString &nativeThread, const QSet<QString> &calls)
{
    int killed = 0;
    const QStringList pids = QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs);
    for (const QString &pid : pids) {
        // The descriptor pins the process, so that the look and the signal are about the same one.
        const int descriptor = ::pidfd_open(pid.toInt(), 0);
        if (descriptor < 0)
            continue;
        QFile environment(u"/proc/%1/environ"_s.arg(pid));
        if (environment.open(QIODevice::ReadOnly)
            && isOfCommand(environment.readAll(), nativeThread, calls)
            && ::pidfd_send_signal(descriptor, SIGKILL, nullptr, 0) == 0)
            ++killed;
        ::close(descriptor);
    }
    return killed;
}

} // namespace hostline::codexwire
