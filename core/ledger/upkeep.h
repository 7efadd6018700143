// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inbox/inbox_store.h"
#include "ledger/unit_context.h"

#include <hostline/control.h>

namespace hostline {

/// Requests that were queued or waited for longer than the limits of A6 are settled with their notice.
void expire(Transaction &transaction, UnitContext &context);

/// A bounded step: settled requests older than the retention go, with closed conversations that hold nothing any more. What
/// is open, and the identities needed for dedupe (A2), stay. Nothing pruned: done.
[[nodiscard]] Pruned prune(Transaction &transaction, UnitContext &context);

/// The grants of the settings become rows; those no longer there are revoked.
void applyGrants(Transaction &transaction, UnitContext &context, const QList<GrantRow> &grants);

/// Row 3 of the recovery table, behind a change of the grants: open requests whose grant is gone are settled, their replies
/// withheld; of a running one the turn is ended first.
void endRevoked(Transaction &transaction, UnitContext &context);

} // namespace hostline
