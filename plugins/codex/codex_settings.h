// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/result.h>

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <chrono>

namespace hostline::codex {

/// The provider's table in the settings, `[providers.codex]`.
struct CodexSettings
{
    QString command = QStringLiteral("codex"); ///< path, or name on PATH
    QString home; ///< CODEX_HOME; empty: the user's own
    QString model; ///< where a thread names none; empty: Codex's own choice
    /// Of the model, in tokens: what a restored history is cut by (C8). 0: what the host reports.
    qint64 window = 0;
    QJsonObject config; ///< overrides of Codex's configuration, in the shape of its config.toml
    std::chrono::seconds startTimeout{
        30}; ///< from the start of the child to its answer to initialize (C17)
    std::chrono::seconds callTimeout{60}; ///< for every other call
    friend bool operator==(const CodexSettings &, const CodexSettings &) = default;
};

/// Reads the checked table. A timeout that is not positive is refused, and a negative window.
[[nodiscard]] Result<CodexSettings> readSettings(const QJsonObject &table);

/// The configuration that goes out with every thread/start and thread/resume, since Codex keeps none of it.
///
/// Tables stay tables: a quoted part in a dotted key is not understood there (`projects."/a.b".trust_level` is dropped
/// silently; observed, 0.171.0). Added unless set: features.unbounded_connection_retries = false, because a refused
/// connection would otherwise never fail a turn.
[[nodiscard]] QJsonObject threadConfig(const QJsonObject &config);

/// `-c` arguments for what a thread's configuration comes too late for: the features, which the child looks at when it
/// starts. Nothing else goes on the command line, which other users of the machine can read.
[[nodiscard]] QStringList featureArguments(const QJsonObject &config);

} // namespace hostline::codex
