// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/unit_context.h"
#include "store/store.h"

namespace hostline {

/// The turn is known never to have been asked (row 8 of the recovery table): it is voided and the request's next turn
/// intended; with `threadLost` on a new thread, since the host keeps nothing of one that never had a turn.
void restartTurn(Transaction &transaction,
                 UnitContext &context,
                 const RequestId &request,
                 const TurnId &turn,
                 bool threadLost);

} // namespace hostline
