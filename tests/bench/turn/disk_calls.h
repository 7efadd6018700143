// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>

namespace hostline::bench {

/// The syncs of one span of time.
struct Syncs
{
    int commits = 0; ///< of the write-ahead log, after frames were written to it
    int ofCheckpoints =
        0; ///< of the database, and of the log without a new frame (before the copy, after a new header)
    int others = 0; ///< of any other file in the data directory
};

/// What runs a program so that its syncs are recorded, a file for each thread: `trace`.TID. Stops only at these calls.
[[nodiscard]] QStringList syncRecorder(const QString &trace);

/// What was recorded of the files below `data` between the two moments, seconds since 1970.
[[nodiscard]] Syncs
recordedSyncs(const QString &trace, const QString &data, double from, double to);

} // namespace hostline::bench
