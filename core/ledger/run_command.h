// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inbox/command_rules.h"
#include "ledger/settle.h"

namespace hostline {

/// What a command does, in the admission's own commit (A12). Returns its answer. A part of a unit.
[[nodiscard]] Notice runCommand(Transaction &transaction,
                                UnitContext &context,
                                const Command &command,
                                const ConversationRow &conversation,
                                const Source &source);

} // namespace hostline
