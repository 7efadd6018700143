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

/// What a button did, as it is told to whoever pressed it.
struct ButtonAnswer
{
    bool accepted = false;
    Notice notice;
    Language language = Language::Both;

    friend bool operator==(const ButtonAnswer &, const ButtonAnswer &) = default;
};

/// The unit of a channel's button: only at the request's own place, and by a sender with a grant there (the same who may
/// say /stop).
[[nodiscard]] ButtonAnswer stopByButton(Transaction &transaction,
                                        UnitContext &context,
                                        const RequestId &request,
                                        const Source &source);

/// The unit of the owner's order: false when there is no such request, or its place was deleted (which stopped it).
[[nodiscard]] bool stop(Transaction &transaction, UnitContext &context, const RequestId &request);

} // namespace hostline
