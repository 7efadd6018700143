// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/history.h>

#include <QList>

#include <deque>

namespace hostline {

/// Cuts a history, which comes in pieces, into prefixes of the size that is granted for each (C8): as few as fit, every
/// message as it is and in its order. A message that is larger than a whole prefix is split between two code points, and
/// its pieces keep its role. Empty messages are dropped. What it holds is what was added and not taken yet.
class HistoryCutter
{
public:
    struct Cut
    {
        enum class Kind {
            Prefix,
            NeedsMore, ///< more of the history must be added first
            NoRoom, ///< not even a part of a message fits
            Nothing, ///< all of it is taken
        };
        Kind kind = Kind::Nothing;
        QList<HistoryMessage> messages;
        bool last = false; ///< nothing is left behind it
    };

    /// What stands around each message, and each piece of one.
    void setWrapper(qint64 tokens) { m_wrapper = tokens; }
    void add(const QList<HistoryMessage> &messages);
    void end() { m_isEnd = true; }
    [[nodiscard]] Cut cut(qint64 grantedTokens);

private:
    void put(const HistoryMessage &message, qint64 tokens);

    qint64 m_wrapper = usualWrapperTokens;
    std::deque<HistoryMessage> m_rest;
    qsizetype m_offset = 0; ///< of the first one, as far as it is taken
    bool m_isEnd = false;
    QList<HistoryMessage> m_prefix; ///< as far as it goes
    qint64 m_used = 0;
};

/// The longest beginning of a text that costs no more, never half a code point.
[[nodiscard]] qsizetype fittingLength(QStringView text, qint64 tokens);

/// About how many calls of the model a restoration takes behind its first prefix: one compaction between each two.
[[nodiscard]] int compactionsFor(qint64 characters, const QList<HistoryMessage> &firstPrefix);

} // namespace hostline
