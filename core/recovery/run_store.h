// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.h"

namespace hostline::run_store {

/// Opens this life of the core and ends every earlier one. Inside a unit only.
void begin(Transaction &transaction,
           const QString &run,
           const QString &machine,
           const QString &boot,
           qint64 pid,
           qint64 now);
void end(Transaction &transaction, const QString &run, qint64 now);
/// Writes its row as it is: the smallest commit.
void touch(Transaction &transaction, const QString &run);

} // namespace hostline::run_store
