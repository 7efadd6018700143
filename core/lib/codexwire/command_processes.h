// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QSet>
#include <QString>

namespace hostline::codexwire {

/// True if this environment (the text of /proc/PID/environ) is that of a command which Codex started in this thread for one of
/// these calls: Codex gives each CODEX_THREAD_ID and CODEX_TOOL_CALL_ID, the id of its commandExecution item.
[[nodiscard]] bool
isOfCommand(const QByteArray &environment, const QString &nativeThread, const QSet<QString> &calls);

/// Sends SIGKILL to each process of these commands, wherever it stands in the tree. A command that was being started when
/// its turn was interrupted is known to nobody else: it survives the clean-up and the end of its Codex (seen with 0.171.0).
/// Any thread; reads the environment of every process of this user.
/// \return how many were signalled; each may take a moment to go
int killCommands(const QString &nativeThread, const QSet<QString> &calls);

} // namespace hostline::codexwire
