// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "routing/routing_rules.h"
#include "store/store.h"

#include <hostline/id.h>

namespace hostline::routing_store {

/// Rows of capacity. Inside a unit only, but for all().

[[nodiscard]] QList<QuotaRecord> all(Transaction &transaction);
/// Which request is the attempt at a provider stays as it was.
void keep(Transaction &transaction, const QuotaRecord &record);
/// The request whose turn is the attempt at a provider that was exhausted; null: none was yet.
[[nodiscard]] RequestId attempt(Transaction &transaction, const QString &provider);
void setAttempt(Transaction &transaction, const QString &provider, const RequestId &request);

} // namespace hostline::routing_store
