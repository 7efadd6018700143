// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/settle.h"

namespace hostline {

struct FinishArguments
{
    RequestId request;
    TurnId turn; ///< null: the request has no turn
    ReplyDraft draft;
    TurnEnding ending;
    BindingId lost = {}; ///< its thread is gone: the next question gets a new one, with the history
};

/// The outcome of a request: turn, transcript, spend, reply, deliveries and the successor's claim in one commit. An answer
/// whose grant is gone is withheld (B4). Nothing when the request is settled or its live turn is another one.
void finish(Transaction &transaction, UnitContext &context, const FinishArguments &arguments);

} // namespace hostline
