// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/settle.h"

namespace hostline {

struct WaitArguments
{
    RequestId request;
    RequestView::WaitsFor what = RequestView::WaitsFor::Provider;
    QString detail; ///< who holds the thread, what the provider lacks
    Notice notice; ///< said once
    TurnId
        unsentTurn; ///< intended and known not to have been sent: voided. Null: the live turn, if any, stays as it is
};

/// The request stays at the head of its conversation until something outside changes (rows 6 and 13 of the recovery table).
void wait(Transaction &transaction, UnitContext &context, const WaitArguments &arguments);

/// What it waited for may be there: it runs again, its live turn (if any) to be read back first. Nothing when it no
/// longer waits.
void resume(Transaction &transaction, UnitContext &context, const RequestId &request);

} // namespace hostline
