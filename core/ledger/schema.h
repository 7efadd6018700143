// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.h"

namespace hostline {

/// The tables, as numbered steps, forward only. SQL that SQLite and PostgreSQL both take.
[[nodiscard]] QList<Migration> ledgerMigrations();

} // namespace hostline
