// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/window_rules.h"

#include <algorithm>

namespace hostline::codex {

namespace {

constexpr qint64 hostBytesPerToken = 4;
constexpr qint64 keptBytes = 256'000; // 64,000 tokens of the host
constexpr qint64 summaryTokens = 4'000;

// One prefix is one line to the app-server, of which 32 MiB may wait at a time.
constexpr qint64 mostTokens = 2'000'000;
constexpr qint64 leastTokens = 1'000;

// What the model writes (a summary, an answer) and the tools that a question carries beside its input.
qint64 writingTokens(qint64 window)
{
    constexpr qint64 least = 2'000;
    constexpr qint64 most = 8'000;
    constexpr qint64 part = 20;
    return std::clamp(window / part, least, most);
}

qint64 ceiling(qint64 value, qint64 divisor)
{
    return (value + divisor - 1) / divisor;
}

// So many bytes of a text like the history, and never less than ASCII has.
qint64 tokensOfBytes(qint64 bytes, const ThreadLoad &load)
{
    const qint64 ascii = ceiling(bytes * 2, 7);
    return load.denseBytes > 0 ? std::max(ascii, ceiling(bytes * load.denseTokens, load.denseBytes))
                               : ascii;
}

// With what is written around a message, which estimatedTokens() counts too.
qint64 bytesOf(const HistoryMessage &message)
{
    qint64 bytes = 110;
    for (const QChar unit : message.text) {
        const char16_t code = unit.unicode();
        bytes += code < 0x80 ? 1 : code < 0x800 || unit.isSurrogate() ? 2 : 3;
    }
    return bytes;
}

struct Measure
{
    qint64 tokens = 0;
    qint64 bytes = 0;

    void add(const HistoryMessage &message)
    {
        tokens += estimatedTokens(message);
        bytes += bytesOf(message);
    }
};

void keepDenser(ThreadLoad &load, const Measure &measure)
{
    if (load.denseBytes > 0 && measure.tokens * load.denseBytes <= load.denseTokens * measure.bytes)
        return;
    load.denseTokens = measure.tokens;
    load.denseBytes = measure.bytes;
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

ThreadLoad newThread(qint64 guidanceTokens)
{
    ThreadLoad load;
    load.guidance = guidanceTokens;
    load.held = instructionTokens + guidanceTokens;
    return load;
}

qint64 tokensOf(const QList<HistoryMessage> &messages)
{
    qint64 tokens = 0;
    for (const HistoryMessage &message : messages)
        tokens += estimatedTokens(message);
    return tokens;
}

ThreadLoad withMessages(ThreadLoad load, const QList<HistoryMessage> &messages)
{
    Measure all;
    Measure users;
    for (const HistoryMessage &message : messages) {
        all.add(message);
        if (message.role == HistoryMessage::Role::User)
            users.add(message);
    }
    load.held += all.tokens;
    load.userTokens += users.tokens;
    keepDenser(load, all);
    keepDenser(load, users);
    return load;
}

ThreadLoad compacted(ThreadLoad load, std::optional<qint64> hostTokens)
{
    if (hostTokens)
        load.held = tokensOfBytes(*hostTokens * hostBytesPerToken, load);
    else
        load.held = instructionTokens + load.guidance + summaryTokens
            + std::min(load.userTokens, tokensOfBytes(keptBytes, load));
    return load;
}

qint64 nextPrefix(qint64 window, const ThreadLoad &load, qint64 reserveTokens)
{
    const qint64 room = window - load.held - reserveTokens - writingTokens(window);
    return room < leastTokens ? 0 : std::min(room, mostTokens);
}

} // namespace hostline::codex
