// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/codex_messages.h"
#include "lib/codexwire/json_rpc.h"
#include "lib/codexwire/json_rpc_client.h"

#include <hostline/failure.h>

namespace hostline::codexwire {

/// The kind of a failed turn, from the typed field codexErrorInfo alone (C14): a word, or an object of one member that
/// may carry httpStatusCode. Unknown words are Internal.
[[nodiscard]] FailureKind kindOfErrorInfo(const QJsonValue &codexErrorInfo);

/// The failure of a turn that ended as failed; \a error may be missing.
[[nodiscard]] Failure failureOfTurn(const std::optional<TurnError> &error);

/// What a refused thread/start, thread/resume, turn/start or read says of the thread. The app-server has no typed field
/// for these: all are -32600 with a fixed sentence that holds the thread id (observed, 0.171.0).
enum class ThreadProblem {
    None,
    BusyElsewhere, ///< "thread <id> already has an active writer"
    Lost, ///< "no rollout found …", "missing source rollout …", archived, an id that is none
    NotLoaded, ///< "thread not found: <id>", "thread not loaded: <id>": resume it first, or it is gone
    WithoutTurns, ///< "… is not materialized yet …": it never had a turn
    ProviderMissing, ///< data.type modelProviderNotConfigured
    MethodMissing, ///< an older or another host does not know the method
    ConfigRefused, ///< data.reason configLoad, or "failed to load configuration …"
};
[[nodiscard]] ThreadProblem problemOfThread(const RpcError &error);

/// The failure of a call, for a caller to whom the thread's state does not matter any more.
[[nodiscard]] Failure failureOfCall(const CallResult &result, const QString &method);

} // namespace hostline::codexwire
