// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/unit_context.h"
#include "store/transaction.h"

#include <QtCore/QStringList>

namespace hostline::test {

/// What must hold of the tables and of the actions after every unit; empty: all of it does.
[[nodiscard]] QStringList ledgerFaults(Transaction &transaction, const UnitContext &context);

/// Every row of every table as text, in the order of the keys: two stores that went the same way have the same.
[[nodiscard]] QStringList ledgerRows(Transaction &transaction);

} // namespace hostline::test
