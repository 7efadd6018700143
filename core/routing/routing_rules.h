// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/capacity.h>
#include <hostline/failure.h>
#include <hostline/route.h>

#include <QHash>
#include <QString>

#include <chrono>
#include <optional>

namespace hostline {

/// What is kept of a provider's quota: what its meter says, and apart from it what its turns met. Times: UTC ms.
struct QuotaRecord
{
    QString provider;
    QString origin; ///< a digest of its settings: of another account or home nothing is known
    Capacity seen; ///< by its meter, put together; of one without a meter: Unmetered
    /// Turns in a row that ended for the quota, none of them with an answer behind it. The next turn is an attempt, and
    /// one is made at a time.
    int attempts = 0;
    std::optional<qint64> failedAt; ///< the newest of them
    std::optional<qint64> retryAt; ///< it is exhausted until then
    bool resetKnown = false; ///< retryAt is the host's word, no gap of ours

    friend bool operator==(const QuotaRecord &, const QuotaRecord &) = default;
};

/// Between two attempts where no reset is known: one minute, doubling to 30 (E4).
[[nodiscard]] std::chrono::milliseconds attemptGap(int attempts);

/// What comes in pieces, put together: what is not said stays as it was (E1).
[[nodiscard]] Capacity mergedCapacity(const Capacity &before, const Capacity &fresh);

/// The meter said something. `asked`: it is the answer to a question, which speaks for now; what it says by itself may
/// lag behind a turn that has just ended for the quota.
[[nodiscard]] QuotaRecord
afterMeter(const QuotaRecord &before, const Capacity &fresh, bool asked, qint64 now);
/// A turn ended for the quota.
[[nodiscard]] QuotaRecord
afterExhaustion(const QuotaRecord &before, const Failure &failure, qint64 now);
/// The model answered.
[[nodiscard]] QuotaRecord afterAnswer(const QuotaRecord &before);

/// Exhausted until its time has passed; then as the meter saw it, or Unknown where nobody knows.
[[nodiscard]] Capacity::State believed(const QuotaRecord &record, qint64 now);
/// When what is believed changes by itself.
[[nodiscard]] std::optional<qint64> changesAt(const QuotaRecord &record, qint64 now);

/// As a person may see it.
[[nodiscard]] Capacity shownCapacity(const QuotaRecord &record, qint64 now);

/// Without a route: what the person wants, else the first member; exhausted: wait.
[[nodiscard]] RouteChoice choosePinned(const RouteQuestion &question);

/// What is wrong with a choice that a route made; empty: nothing.
[[nodiscard]] QString choiceMistake(const RouteQuestion &question, const RouteChoice &choice);

/// "wanted", "primary", "substitute", "untried", "exhausted".
[[nodiscard]] QString storedText(RouteChoice::Reason reason);
/// "unknown", "available", "exhausted", "unmetered".
[[nodiscard]] QString storedText(Capacity::State state);
[[nodiscard]] Capacity::State capacityStateFromString(const QString &text);

} // namespace hostline
