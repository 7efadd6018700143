// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QString>

namespace hostline {

/// When and where a unit runs. Units take it as an argument, so they replay.
struct Moment
{
    qint64 now = 0; ///< wall clock, UTC ms
    qint64 bootMs = 0; ///< since boot, counts sleep
    QString boot; ///< id of this boot
    QString run; ///< id of this life of the core
    bool claims = true; ///< false while stopping: nothing new is claimed

    friend bool operator==(const Moment &, const Moment &) = default;
};

} // namespace hostline
