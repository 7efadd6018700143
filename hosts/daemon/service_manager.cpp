// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "service_manager.h"

#include <cstddef>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace hostline::daemon {

void notifyServiceManager(const QByteArray &state)
{
    const QByteArray path = qgetenv("NOTIFY_SOCKET");
    sockaddr_un address = {};
    const bool usable = path.startsWith('/') || path.startsWith('@');
    if (!usable || path.size() >= qsizetype(sizeof address.sun_path))
        return;
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.constData(), static_cast<size_t>(path.size()));
    if (path.startsWith('@'))
        address.sun_path[0] = '\0'; // the abstract name space
    const auto length =
        static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + static_cast<size_t>(path.size()));
    const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ::sendto(descriptor,
             state.constData(),
             static_cast<size_t>(state.size()),
             MSG_NOSIGNAL,
             reinterpret_cast<const sockaddr *>(&address),
             length);
    ::close(descriptor);
}

} // namespace hostline::daemon
