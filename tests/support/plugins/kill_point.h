// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QHash>

#include <csignal>

/// Named points in the fakes where the process that loaded them dies, as by kill -9: the product has none. The environment
/// variable HOSTLINE_FAKE_KILL_AT holds one NAME, or NAME:N for the Nth passing (from 1).
///
///   channel.message        a message came from the platform; the core does not know it yet
///   channel.acknowledging  the core has admitted it; the platform does not know it yet
///   channel.acknowledged   the platform has the acknowledgement
///   channel.sending        the core wants a reply sent; nothing of it has left
///   channel.half           half of the reply has left
///   channel.sent           the reply has left; its outcome has not come
///   provider.asked         the core wants a turn; the host does not know it yet
///   provider.started       the host has recorded the turn; the core does not know it yet
///   provider.piece         a piece of the answer came; the core does not know it yet
///   provider.ended         the host has recorded the end of the turn; the core does not know it yet
namespace hostline::fake {

/// Counts this passing.
inline bool isKillPoint(const QByteArray &name)
{
    static const QByteArrayList wanted = qgetenv("HOSTLINE_FAKE_KILL_AT").split(':');
    static QHash<QByteArray, int> passings;
    if (wanted.first() != name)
        return false;
    return ++passings[name] == (wanted.size() > 1 ? wanted.at(1).toInt() : 1);
}

inline void die()
{
    ::raise(SIGKILL);
}

inline void killPoint(const QByteArray &name)
{
    if (isKillPoint(name))
        die();
}

} // namespace hostline::fake
