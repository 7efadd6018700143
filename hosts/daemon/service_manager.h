// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QByteArray>

namespace hostline::daemon {

/// Tells the service manager, if one started this program (sd_notify(3): a datagram to $NOTIFY_SOCKET): "READY=1",
/// "STOPPING=1". Without one: nothing.
void notifyServiceManager(const QByteArray &state);

} // namespace hostline::daemon
