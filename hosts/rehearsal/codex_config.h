// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonValue>
#include <QList>
#include <QString>
#include <QStringList>
#include <QUrl>

namespace hostline::rehearsal {

/// One override of Codex's configuration.
struct CodexOverride
{
    QString key; ///< dotted
    QJsonValue value; ///< string, number or boolean

    bool operator==(const CodexOverride &) const = default;
};

/// How patient Codex is with the endpoint. The defaults are short, since nothing here gets better by waiting.
struct CodexPatience
{
    int requestRetries = 1;
    int streamRetries = 1;
    int idleTimeoutMs = 300'000;
};

/// Where Codex makes a thread smaller.
enum class CodexCompaction {
    Local, ///< of a custom provider: Codex asks for a summary in words
    Remote, ///< of a signed-in account: the endpoint makes an item of its own
};

/// What makes Codex (0.152 and later, seen with 0.171.0) ask the endpoint at this address, which ends in /v1, and reach
/// for nothing outside: no plugins, and a refused connection fails in bounded time.
QList<CodexOverride> codexConfig(const QUrl &url,
                                 const CodexPatience &patience = {},
                                 CodexCompaction compaction = CodexCompaction::Local);

/// As arguments for `codex app-server`: `-c`, `key=value`, ... These hold for every thread of the process, also for one
/// that is resumed, which the `config` of a thread does not.
QStringList codexArguments(const QList<CodexOverride> &config);

/// As lines of TOML, for a config.toml or Hostline's own settings.
QString codexToml(const QList<CodexOverride> &config);

} // namespace hostline::rehearsal
