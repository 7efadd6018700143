// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "conversation/history_rules.h"

#include <algorithm>

namespace hostline {

namespace {

// A shorter piece in front of a long message is not worth its wrapper.
constexpr qint64 leastPiece = 64;
// ASCII has the most characters a token: 3.5.
constexpr qint64 mostCharactersOfToken = 4;

} // namespace

qsizetype fittingLength(QStringView text, qint64 tokens)
{
    if (tokens <= 0)
        return 0;
    qsizetype fits = 0;
    qsizetype tooLong = std::min<qint64>(text.size(), tokens * mostCharactersOfToken) + 1;
    while (tooLong - fits > 1) {
        const qsizetype middle = fits + (tooLong - fits) / 2;
        (estimatedTokens(text.first(middle)) <= tokens ? fits : tooLong) = middle;
    }
    const bool halves = fits > 0 && fits < text.size() && text.at(fits - 1).isHighSurrogate()
        && text.at(fits).isLowSurrogate();
    return halves ? fits - 1 : fits;
}

void HistoryCutter::add(const QList<HistoryMessage> &messages)
{
    for (const HistoryMessage &message : messages) {
        if (!message.text.isEmpty())
            m_rest.push_back(message);
    }
}

void HistoryCutter::put(const HistoryMessage &message, qint64 tokens)
{
    m_prefix.append(message);
    m_used += tokens;
}

HistoryCutter::Cut HistoryCutter::cut(qint64 grantedTokens)
{
    const auto taken = [this](bool last) {
        m_used = 0;
        return Cut{Cut::Kind::Prefix, std::exchange(m_prefix, {}), last};
    };
    while (!m_rest.empty()) {
        const HistoryMessage &message = m_rest.front();
        const QStringView rest = QStringView(message.text).sliced(m_offset);
        const qint64 tokens = m_wrapper + estimatedTokens(rest);
        const qint64 room = grantedTokens - m_used;
        if (tokens <= room) {
            put({message.role, rest.toString()}, tokens);
            m_rest.pop_front();
            m_offset = 0;
            continue;
        }
        const qint64 pieceRoom = room - m_wrapper;
        const bool split =
            tokens > grantedTokens && (m_prefix.isEmpty() || pieceRoom >= leastPiece);
        if (const qsizetype length = split ? fittingLength(rest, pieceRoom) : 0; length > 0) {
            put({message.role, rest.first(length).toString()}, room);
            m_offset += length;
        }
        return m_prefix.isEmpty() ? Cut{Cut::Kind::NoRoom, {}, false} : taken(false);
    }
    if (!m_isEnd)
        return {Cut::Kind::NeedsMore, {}, false};
    return m_prefix.isEmpty() ? Cut{} : taken(true);
}

int compactionsFor(qint64 characters, const QList<HistoryMessage> &firstPrefix)
{
    qint64 first = 0;
    for (const HistoryMessage &message : firstPrefix)
        first += message.text.size();
    return first == 0 ? 0 : static_cast<int>((characters + first - 1) / first) - 1;
}

} // namespace hostline
