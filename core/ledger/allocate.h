// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/claim.h"

namespace hostline {

/// What the person wants, else the primary one.
[[nodiscard]] QString wishedProvider(const Policy &policy, const ConversationRow &conversation);

/// Decides which provider runs the next turn of the request, and stores it with its reason (E2); the attempt at one that
/// was exhausted is this request's until it runs no longer. False: none has capacity. A part of a unit.
[[nodiscard]] bool allocate(Transaction &transaction,
                            UnitContext &context,
                            const RequestRow &request,
                            ConversationRow &conversation);

/// The request stays at the head of its conversation until there is capacity; said once (E4).
void waitForCapacity(Transaction &transaction,
                     UnitContext &context,
                     const RequestRow &request,
                     const ConversationRow &conversation);

/// A turn of a request that runs and has none: allocated and intended, or waited for.
void seekTurn(Transaction &transaction,
              UnitContext &context,
              const RequestRow &request,
              ConversationRow &conversation);

/// That another provider answers than the person expects, and why; none: it was said, or there is nothing to say.
[[nodiscard]] std::optional<Notice> switchNotice(const Policy &policy,
                                                 const ConversationRow &conversation);

} // namespace hostline
