// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/window_rules.h"

#include <algorithm>

namespace hostline::codex {

namespace {

constexpr qint64 hostBytesPerToken = 4;
constexpr qint64 summaryTokens = 4'000;

// One prefix is one line to the app-server, of which 32 MiB may wait at a time.
constexpr qint64 mostTokens = 2'000'000;
constexpr qint64 leastTokens = 1'000;

// What the model writes (a summary, an answer) and the prompt of a compaction.
qint64 writingTokens(qint64 window)
{
    constexpr qint64 least = 1'000;
    constexpr qint64 most = 8'000;
    constexpr qint64 part = 40;
    return std::clamp(window / part, least, most);
}

// Instructions, which are ASCII for the most part, and a summary, which is in the language of the history.
qint64 tokensOfRest(qint64 bytes, bool otherScripts)
{
    constexpr qint64 summaryBytes = 8'000;
    const qint64 dense = otherScripts ? std::min(bytes, summaryBytes) : 0;
    return (dense + 1) / 2 + ((bytes - dense) * 2 + 6) / 7;
}

ThreadLoad::UserMessage measured(const QString &text)
{
    qint64 bytes = 0;
    for (const QChar unit : text) {
        const char16_t code = unit.unicode();
        bytes += code < 0x80 ? 1 : code < 0x800 || unit.isSurrogate() ? 2 : 3;
    }
    return {bytes, estimatedTokens(text)};
}

} // namespace

qint64 windowTokens(const WindowSources &sources)
{
    qint64 tokens = usualWindow;
    if (sources.setting > 0)
        tokens = sources.setting;
    else if (sources.reported > 0)
        tokens = sources.reported;
    else if (sources.configured > 0)
        tokens = sources.configured;
    return tokens / 100 * 95 + tokens % 100 * 95 / 100;
}

ThreadLoad newThread(const CompactionKind &kind, qint64 guidanceTokens)
{
    ThreadLoad load;
    load.kind = kind;
    load.guidance = guidanceTokens;
    load.held = instructionTokens + guidanceTokens;
    return load;
}

qint64 tokensOf(const QList<HistoryMessage> &messages, const CompactionKind &kind)
{
    qint64 tokens = 0;
    for (const HistoryMessage &message : messages)
        tokens += estimatedTokens(message.text) + kind.wrapperTokens;
    return tokens;
}

ThreadLoad withMessages(ThreadLoad load, const QList<HistoryMessage> &messages)
{
    ThreadLoad::UserMessage all;
    for (const HistoryMessage &message : messages) {
        const ThreadLoad::UserMessage measure = measured(message.text);
        all.bytes += measure.bytes;
        all.tokens += measure.tokens;
        load.held += measure.tokens + load.kind.wrapperTokens;
        if (message.role != HistoryMessage::Role::User)
            continue;
        load.newest.push_back(measure);
        load.newestBytes += load.newest.back().bytes;
        // The oldest one that is kept may be kept in part.
        while (load.newestBytes - load.newest.front().bytes >= load.kind.keptBytes) {
            load.newestBytes -= load.newest.front().bytes;
            load.newest.pop_front();
        }
    }
    // A tenth more than ASCII has.
    load.otherScripts = load.otherScripts || all.tokens * 35 > all.bytes * 11;
    return load;
}

ThreadLoad compacted(ThreadLoad load, std::optional<qint64> hostTokens)
{
    qint64 bytes = 0;
    qint64 kept = 0;
    for (auto message = load.newest.rbegin(); message != load.newest.rend(); ++message) {
        const qint64 room = load.kind.keptBytes - bytes;
        // What is left of one that is cut may be its densest part.
        kept += std::min(message->tokens, (room + 1) / 2) + load.kind.keptWrapperTokens;
        bytes += std::min(message->bytes, room);
    }
    if (hostTokens)
        load.held = kept
            + tokensOfRest(std::max<qint64>(0, *hostTokens * hostBytesPerToken - bytes),
                           load.otherScripts);
    else
        load.held = kept + instructionTokens + load.guidance + summaryTokens;
    return load;
}

qint64 nextPrefix(qint64 window, const ThreadLoad &load, qint64 reserveTokens)
{
    const qint64 room = window - load.held - reserveTokens - writingTokens(window);
    return room < leastTokens ? 0 : std::min(room, mostTokens);
}

} // namespace hostline::codex
