// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <deque>
#include <optional>

namespace hostline::chat {

/// One event in the form of the wire.
[[nodiscard]] QByteArray eventBytes(QByteArrayView id, QByteArrayView name, QByteArrayView data);

/// The last events of this run, for readers that come back (I2). Ids are "run:counter"; bounded in number and bytes.
class EventRing
{
public:
    EventRing(QByteArray run, qsizetype mostEvents, qsizetype mostBytes);

    /// The id of the newest event; "run:0" before the first.
    [[nodiscard]] QByteArray lastId() const;
    /// Takes the next id.
    [[nodiscard]] QByteArray nextId();
    /// Keeps an event of the id that nextId() gave last.
    void keep(const QByteArray &event);

    /// Everything after `lastEventId`; nothing when it is of another run, unknown, or too long ago: the reader must fetch anew.
    [[nodiscard]] std::optional<QByteArrayList> since(QByteArrayView lastEventId) const;

private:
    QByteArray m_run;
    qsizetype m_mostEvents;
    qsizetype m_mostBytes;
    quint64 m_counter = 0; // of the newest event
    qsizetype m_bytes = 0;
    std::deque<QByteArray> m_events; // the last one has the counter m_counter
};

} // namespace hostline::chat
