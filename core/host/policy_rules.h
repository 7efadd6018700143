// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/turn_rules.h"
#include "inbox/inbox_store.h"
#include "ledger/policy.h"
#include "settings/settings.h"

namespace hostline {

/// The settings as the units, the drivers and the tables need them. Pure.
[[nodiscard]] Policy policyOf(const Settings &settings,
                              const QSet<QString> &storedChannels,
                              const QHash<QString, QString> &providerNames);
[[nodiscard]] TurnLimits turnLimitsOf(const Settings &settings);
[[nodiscard]] QList<GrantRow> grantRowsOf(const Settings &settings);

} // namespace hostline
