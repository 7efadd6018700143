// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/data_lock.h"

#include <hostline/export.h>
#include <hostline/result.h>

namespace hostline {

/// How other programs of the same user reach the running holder: the private file `<data>/run.json`. It is a hint, not a
/// lock: after a crash it stays, so a reader compares the holder with currentHolder().
struct RunRecord
{
    Holder holder;
    QString address; ///< "http://127.0.0.1:PORT"; may be empty

    friend bool operator==(const RunRecord &, const RunRecord &) = default;
};

[[nodiscard]] Result<Done> writeRunRecord(const QString &directory, const RunRecord &record);
/// NotFound when there is none; InvalidInput when it cannot be understood.
[[nodiscard]] HOSTLINE_EXPORT Result<RunRecord> readRunRecord(const QString &directory);
[[nodiscard]] Result<Done> removeRunRecord(const QString &directory);

} // namespace hostline
