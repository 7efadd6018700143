// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conversation/conversation_store.h"
#include "conversation/restoration_rules.h"
#include "dispatch/dispatch_store.h"
#include "inbox/inbox_store.h"
#include "ledger/unit_context.h"

namespace hostline {

/// Claims the next queued request of the conversation when none is at its head, and intends its turn where a binding is
/// published; or the reserved review of one that was asked before it. Requests that waited too long or lost their grant are settled on the way. A part of a unit.
void claimNext(Transaction &transaction, UnitContext &context, const ConversationId &conversation);

/// True when the grant of the request is gone: it is settled, its reply withheld (B4; row 3 of the recovery table).
bool endUngranted(Transaction &transaction,
                  UnitContext &context,
                  const RequestRow &request,
                  const ConversationRow &conversation);

/// Intends the next turn of a request that is at the head, at the provider that it is allocated to (a binding is published
/// and fits), or asks for a binding. Without
/// a grant there is no turn. What migrates in vain is not tried without end: it is settled.
void intendTurn(Transaction &transaction,
                UnitContext &context,
                const RequestRow &request,
                const ConversationRow &conversation);

/// The action for a request at the head, with what is known of its thread and its live turn.
[[nodiscard]] ClaimedRequest describeClaim(Transaction &transaction,
                                           const UnitContext &context,
                                           const RequestRow &request,
                                           const ConversationRow &conversation);

/// Which thread the next question of the conversation is to be asked in.
[[nodiscard]] ThreadTarget wantedThread(const Policy &policy, const ConversationRow &conversation);

/// A request that waited runs again, and what is queued behind it counts its time; the rows say so, too.
void goOn(Transaction &transaction,
          const UnitContext &context,
          RequestRow &request,
          ConversationRow &conversation);

/// The head of the conversation waits no longer: the ages of those behind it go on (A6).
void endWait(Transaction &transaction,
             const UnitContext &context,
             const ConversationRow &conversation);

[[nodiscard]] std::optional<GrantRow>
grantOf(Transaction &transaction, const RequestRow &request, const ConversationRow &conversation);

} // namespace hostline
