// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/history.h>

#include <deque>
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

/// Who makes a thread smaller, and what is known of it (0.171.0).
struct CompactionKind
{
    qint64 keptBytes = 0; ///< of the newest user messages, which stay as they are
    qint64 wrapperTokens = 0; ///< around each message of a request
    qint64 keptWrapperTokens = 0; ///< around each user message that was kept
    friend bool operator==(const CompactionKind &, const CompactionKind &) = default;
};
/// Of a custom provider, by a summary in words: 20,000 tokens of the host are kept. Around a message stand its id and, with
/// the assistant's, its phase: 153 bytes, 125 with the person's.
inline constexpr CompactionKind localCompaction{80'000, 44, 36};
/// Of a signed-in account, by an item of the account's endpoint: 64,000 are kept, and there is metadata: 287 bytes in all.
inline constexpr CompactionKind remoteCompaction{256'000, 82, 82};

/// What a new thread is taken to hold: the instructions and the tools. Seen on 0.171: 17 KB of instructions, 3 KB of
/// environment and 19 KB of tools with a plain model, 50 KB and more with a large one.
inline constexpr qint64 instructionTokens = 16'000;

/// What a thread holds, as far as it is known.
struct ThreadLoad
{
    struct UserMessage ///< its text alone
    {
        qint64 bytes = 0;
        qint64 tokens = 0;
        friend bool operator==(const UserMessage &, const UserMessage &) = default;
    };
    CompactionKind kind = localCompaction;
    qint64 guidance = 0; ///< tokens of the developer instructions
    std::deque<UserMessage> newest; ///< the user messages that a compaction may keep, oldest first
    qint64 newestBytes = 0; ///< of them together
    bool otherScripts =
        false; ///< some prefix is not ASCII for the most part: a summary may not be, either
    qint64 held = instructionTokens; ///< what a request carries now
    friend bool operator==(const ThreadLoad &, const ThreadLoad &) = default;
};

[[nodiscard]] ThreadLoad newThread(const CompactionKind &kind, qint64 guidanceTokens);

/// The load with these messages behind it.
[[nodiscard]] ThreadLoad withMessages(ThreadLoad load, const QList<HistoryMessage> &messages);

/// The load after a compaction: the user messages that it keeps, and beside them what else \a hostTokens says that there is
/// (instructions, summary). The host counts the texts alone then, at 4 bytes a token. Nothing where it did not say: then
/// what a new thread holds and a summary are taken.
[[nodiscard]] ThreadLoad compacted(ThreadLoad load, std::optional<qint64> hostTokens);

/// How large the next prefix may be; 0: none that is worth a model call fits.
[[nodiscard]] qint64 nextPrefix(qint64 window, const ThreadLoad &load, qint64 reserveTokens);

/// Of all of them, each with its wrapper.
[[nodiscard]] qint64 tokensOf(const QList<HistoryMessage> &messages, const CompactionKind &kind);

} // namespace hostline::codex
