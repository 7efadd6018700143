// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/line_splitter.h"

namespace hostline::codexwire {

LineSplitter::LineSplitter(qsizetype cap)
    : m_cap(cap)
{ }

void LineSplitter::append(const QByteArray &bytes)
{
    if (m_overflowed)
        return;
    if (m_buffer.isEmpty())
        m_buffer = bytes; // shared, no copy: the usual case is whole lines in one read
    else
        m_buffer += bytes;
}

std::optional<QByteArray> LineSplitter::next()
{
    while (!m_overflowed) {
        const qsizetype end = m_buffer.indexOf('\n', m_scan);
        const qsizetype length = (end < 0 ? m_buffer.size() : end) - m_begin;
        if (length > m_cap) {
            m_overflowed = true;
            m_buffer = QByteArray();
            break;
        }
        if (end < 0) {
            m_scan = m_buffer.size();
            compact();
            break;
        }
        QByteArray line = m_buffer.mid(m_begin, length);
        m_begin = end + 1;
        m_scan = m_begin;
        if (line.endsWith('\r'))
            line.chop(1);
        if (!line.isEmpty())
            return line;
    }
    return std::nullopt;
}

// Only the start of a line is left, so moving it is cheap, and a buffer that grew with a long line is given back.
void LineSplitter::compact()
{
    if (m_begin == 0)
        return;
    m_buffer = m_buffer.mid(m_begin);
    m_scan -= m_begin;
    m_begin = 0;
}

} // namespace hostline::codexwire
