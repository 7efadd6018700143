// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/settle.h"

namespace hostline {

/// The person wants this one request to end (A10). Queued and waiting ones are settled at once; of a running one the stop
/// is recorded and whoever runs it is told. Settled, or asked before: nothing. A part of a unit.
void stopRequest(Transaction &transaction,
                 UnitContext &context,
                 const RequestRow &request,
                 const ConversationRow &conversation);

/// The unit: false when there is no such request, or its place was deleted (which stopped it).
[[nodiscard]] bool stop(Transaction &transaction, UnitContext &context, const RequestId &request);

} // namespace hostline
