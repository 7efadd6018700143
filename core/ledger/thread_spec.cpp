// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/thread_spec.h"

#include "conversation/guidance_rules.h"

namespace hostline {

ThreadSpec threadSpecOf(const ClaimedRequest &claim, const BindingId &binding)
{
    return {
        .binding = binding,
        .nativeThread = claim.nativeThread,
        .workspace = claim.workspace,
        .model = claim.model,
        .guidance = guidanceFor(claim.access),
        .access = claim.access,
    };
}

} // namespace hostline
