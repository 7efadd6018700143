// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/unit_context.h"
#include "outbox/outbox_store.h"

namespace hostline {

struct ReceiveArguments
{
    DeliveryKey key;
    DeliveryState state = DeliveryState::Sent;
    int attempts = 0;
    qint64 notBefore = 0; ///< state Intended: when it is tried again
    QString receipt;
};

/// The outcome of an attempt (B2). When no part of the reply is open any more, the reply's own state follows; one part
/// refused for good yields one notice (B5).
void receive(Transaction &transaction, UnitContext &context, const ReceiveArguments &arguments);

/// B4: whether a delivery may be handed to its channel now. False: it is over, or its grant is gone and it is withheld.
[[nodiscard]] bool
mayDeliver(Transaction &transaction, UnitContext &context, const DeliveryKey &key);

} // namespace hostline
