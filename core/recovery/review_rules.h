// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "recovery/recovery_rules.h"

#include <hostline/capacity.h>
#include <hostline/turn.h>

namespace hostline {

/// What a review of a turn is about (D2, D3): SHA-256 over what its host recorded of it, every field of every item, and of
/// nothing that came after it. Hex. Stored with the turn; the same record has the same digest, in any run.
[[nodiscard]] QString digestOf(const Inventory &inventory);

/// What the items of an interrupted turn say for the decision.
struct ItemFacts
{
    bool sameQuestion = false;
    bool openItem = false;

    friend bool operator==(const ItemFacts &, const ItemFacts &) = default;
};
[[nodiscard]] ItemFacts itemFacts(const Inventory &inventory, const QString &question);

/// How old what was read of a capacity may be (D2).
inline constexpr std::chrono::milliseconds capacityAge{60'000};
/// Some: available or unmetered, seen after `startedAt` and not longer ago than capacityAge.
[[nodiscard]] RecoveryFacts::Capacity
capacityFor(const Capacity &capacity, const QDateTime &now, const QDateTime &startedAt);

} // namespace hostline
