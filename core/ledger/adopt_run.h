// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/unit_context.h"
#include "store/store.h"

namespace hostline {

struct RunArguments
{
    QString machine;
    qint64 pid = 0;
};

/// Opens this run and takes over what earlier ones left, as actions: requests at a head to be recovered, queues to be gone
/// on with (A8), deliveries to be settled (B1). The data directory's lock makes every earlier run dead.
void adoptRun(Transaction &transaction, UnitContext &context, const RunArguments &arguments);

/// An orderly end. It leaves what kill -9 leaves but for this one row.
void endRun(Transaction &transaction, UnitContext &context);

} // namespace hostline
