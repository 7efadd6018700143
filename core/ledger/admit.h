// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/unit_context.h"
#include "notices/language.h"
#include "store/store.h"

#include <hostline/message.h>

namespace hostline {

/// A message asks to be let in: dedupe, grant, limits, command or question; message, request and transcript in one
/// transaction, with the claim and the turn's intent when the conversation is idle (A1-A9, A12).
[[nodiscard]] Admission
admit(Transaction &transaction, UnitContext &context, const InboundMessage &message);

/// What a refused sender is told, by the same rule where it is stored and where only the answer to the call says it.
[[nodiscard]] Notice
refusalNotice(const Failure &failure, const AdmissionLimits &limits, const InboundMessage &message);
/// In which language: as the newest conversation of the place has it, else as new ones get it.
[[nodiscard]] Language refusalLanguage(Transaction &transaction,
                                       const UnitContext &context,
                                       const InboundMessage &message);

} // namespace hostline
