// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <optional>

namespace hostline::codexwire {

/// Cuts a byte stream into lines, each byte looked at once (QIODevice::canReadLine() rescans the line at each chunk).
///
/// A line ends at LF; a CR before it is dropped; empty lines are skipped, as the app-server does with ours. A line of more
/// than the cap is never held: the splitter overflows for good, and what was cut before it can still be taken.
class LineSplitter
{
public:
    static constexpr qsizetype defaultCap = qsizetype(16) * 1024 * 1024;

    explicit LineSplitter(qsizetype cap = defaultCap);

    /// Adds bytes in the order of the stream. After an overflow they are dropped.
    void append(const QByteArray &bytes);

    /// The next whole line without its end, or nothing.
    [[nodiscard]] std::optional<QByteArray> next();

    /// True once a line was longer than the cap.
    [[nodiscard]] bool overflowed() const { return m_overflowed; }

    /// Bytes held, for the memory test.
    [[nodiscard]] qsizetype held() const { return m_buffer.capacity(); }

private:
    void compact();

    QByteArray m_buffer;
    qsizetype m_cap;
    qsizetype m_begin = 0; ///< start of the first line not yet taken
    qsizetype m_scan = 0; ///< first byte not yet searched for an LF
    bool m_overflowed = false;
};

} // namespace hostline::codexwire
