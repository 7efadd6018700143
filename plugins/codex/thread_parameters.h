// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/codex/codex_settings.h"
#include "plugins/codex/window_rules.h"

#include <hostline/turn.h>

#include <QJsonObject>

namespace hostline::codex {

/// Parameters of the calls on threads. Pure.

/// thread/start or, with spec.nativeThread, thread/resume. Everything is sent at each opening, because a resume by a new
/// process keeps no `config`; a resume leaves the turns out of its answer, which may be as large as the thread.
/// \a trust is set for a writable workspace (trustLevel()).
[[nodiscard]] QJsonObject
openParameters(const ThreadSpec &spec, const CodexSettings &settings, const QString &trust);

/// thread/start of a thread in which an agent can do nothing but answer (D6): every key that takes a tool away, no
/// environment to run anything in, and no folder with a project's word in it. What cannot be taken away (apply_patch, observed
/// with 0.171.0) is refused by the sandbox and by the policy. Ephemeral: Codex keeps nothing of it, and nobody can resume it.
/// A call of a tool that is not there becomes no item, so the model's own words are asked for, too.
/// \a userConfig: `config` of the answer to config/read, for the servers that it names; \a directory: empty, of ours.
[[nodiscard]] QJsonObject reviewParameters(const ThreadSpec &spec,
                                           const CodexSettings &settings,
                                           const QJsonObject &userConfig,
                                           const QString &directory);

/// What Codex is told to think of a writable workspace. Without any word it writes `trust_level = "trusted"` for a git
/// folder into the user's config.toml (C19). It hears what that file says of the folder or of the nearest one above it,
/// else "untrusted": then the project's own .codex is not read.
/// \a userConfig: `config` of the answer to config/read.
[[nodiscard]] QString trustLevel(const QJsonObject &userConfig, const QString &workspace);

/// Who makes the threads of this configuration smaller: a signed-in account's endpoint unless a provider of another name is
/// configured. \a config: of the settings, which goes before \a userConfig.
[[nodiscard]] CompactionKind compactionOf(const QJsonObject &userConfig, const QJsonObject &config);

/// turn/start. The turn's id goes out as clientUserMessageId. A sandbox is named only where it differs from the one that the
/// thread has now; Codex keeps it for the turns that follow.
[[nodiscard]] QJsonObject
turnParameters(const TurnStart &start, const QString &nativeThread, Access threadAccess);

} // namespace hostline::codex
