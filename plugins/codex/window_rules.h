// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/history.h>

#include <optional>

namespace hostline::codex {

/// How much of a history fits into a model's window at a time (C8, C8a). Pure; sizes in estimatedTokens.

/// What says how large the window is, in tokens; the first that is not 0 counts.
struct WindowSources
{
    qint64 setting = 0;
    qint64 reported = 0; ///< by the host, of this thread
    qint64 configured = 0; ///< by the host's configuration, before it has reported anything
    friend bool operator==(const WindowSources &, const WindowSources &) = default;
};
inline constexpr qint64 usualWindow = 258'400;

/// The part that is planned with: 95 %.
[[nodiscard]] qint64 windowTokens(const WindowSources &sources);

/// What a new thread is taken to hold: the instructions and the tools. Seen on 0.171: 17 KB of instructions, 3 KB of
/// environment and 19 KB of tools with a plain model, 50 KB and more with a large one.
inline constexpr qint64 instructionTokens = 16'000;

/// What a thread holds, as far as it is known.
struct ThreadLoad
{
    qint64 guidance = 0; ///< tokens of the developer instructions
    qint64 denseTokens = 0; ///< of the part of the history with the most tokens a byte
    qint64 denseBytes = 0; ///< of the same
    qint64 userTokens = 0; ///< of its user messages
    qint64 held = instructionTokens; ///< what a request carries now
    friend bool operator==(const ThreadLoad &, const ThreadLoad &) = default;
};

[[nodiscard]] ThreadLoad newThread(qint64 guidanceTokens);

/// The load with these messages behind it.
[[nodiscard]] ThreadLoad withMessages(ThreadLoad load, const QList<HistoryMessage> &messages);

/// The load after a compaction. \a hostTokens: what the host counts then, at 4 bytes a token; nothing where it did not say.
/// Its bytes are taken for as dense as the densest prefix or its user messages. Without its word everything that a compaction may keep counts:
/// user messages up to 256,000 bytes (a remote compaction; a local one keeps 80,000) and a summary.
[[nodiscard]] ThreadLoad compacted(ThreadLoad load, std::optional<qint64> hostTokens);

/// How large the next prefix may be; 0: none that is worth a model call fits.
[[nodiscard]] qint64 nextPrefix(qint64 window, const ThreadLoad &load, qint64 reserveTokens);

/// estimatedTokens of all of them.
[[nodiscard]] qint64 tokensOf(const QList<HistoryMessage> &messages);

} // namespace hostline::codex
