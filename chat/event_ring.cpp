// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/event_ring.h"

#include <algorithm>

namespace hostline::chat {

QByteArray eventBytes(QByteArrayView id, QByteArrayView name, QByteArrayView data)
{
    QByteArray bytes;
    bytes.reserve(id.size() + name.size() + data.size() + 24);
    bytes.append("id: ")
        .append(id)
        .append("\nevent: ")
        .append(name)
        .append("\ndata: ")
        .append(data)
        .append("\n\n");
    return bytes;
}

EventRing::EventRing(QByteArray run, qsizetype mostEvents, qsizetype mostBytes)
    : m_run(std::move(run))
    , m_mostEvents(mostEvents)
    , m_mostBytes(mostBytes)
{ }

QByteArray EventRing::lastId() const
{
    return m_run + ':' + QByteArray::number(m_counter);
}

QByteArray EventRing::nextId()
{
    ++m_counter;
    return lastId();
}

void EventRing::keep(const QByteArray &event)
{
    m_events.push_back(event);
    m_bytes += event.size();
    while (!m_events.empty()
           && (m_bytes > m_mostBytes || static_cast<qsizetype>(m_events.size()) > m_mostEvents)) {
        m_bytes -= m_events.front().size();
        m_events.pop_front();
    }
}

std::optional<QByteArrayList> EventRing::since(QByteArrayView lastEventId) const
{
    const QByteArray start = m_run + ':';
    if (!lastEventId.startsWith(start))
        return {};
    const QByteArrayView number = lastEventId.sliced(start.size());
    if (number.isEmpty() || number.size() > 19
        || !std::all_of(
            number.cbegin(), number.cend(), [](char c) { return c >= '0' && c <= '9'; }))
        return {};
    const quint64 seen = number.toByteArray().toULongLong();
    if (seen > m_counter || m_counter - seen > m_events.size())
        return {};
    QByteArrayList events;
    for (auto event = m_events.cend() - static_cast<std::ptrdiff_t>(m_counter - seen);
         event != m_events.cend();
         ++event)
        events.append(*event);
    return events;
}

} // namespace hostline::chat
