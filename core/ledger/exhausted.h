// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/settle.h"

namespace hostline {

struct ExhaustedArguments
{
    RequestId request;
    TurnId
        turn; ///< that ended for its provider's quota, without an effect; null: `candidate` could not be prepared
    BindingId candidate;
    Failure failure;
    TurnEnding ending;
};

/// The quota of its provider is used up and nothing has happened yet: the same question goes to the next provider of the
/// route, or waits for capacity (E3, E4). Its thread is left: it has the question without an answer.
void exhausted(Transaction &transaction, UnitContext &context, const ExhaustedArguments &arguments);

/// There may be capacity: those that wait for it go on, the oldest first, as far as there is.
void wakeWaiting(Transaction &transaction, UnitContext &context);

/// Says that a substitute answers; once for each switch.
void tellSwitch(Transaction &transaction,
                UnitContext &context,
                const RequestId &request,
                const Notice &notice);

} // namespace hostline
