// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QList>
#include <QtCore/QString>
#include <QtCore/QStringList>

namespace hostline {

/// One step of the schema, forward only. A step that was released is never changed; the statements keep to what
/// PostgreSQL takes too.
struct Migration
{
    int version = 0; ///< 1, 2, 3 … without a gap
    QStringList statements; ///< one SQL statement each; run in one transaction
};

struct StoreOptions
{
    QString path; ///< absolute, in a private directory; empty: in memory
    QList<Migration> migrations;
    bool synchronousOff = false; ///< for measurements only: a power cut loses what was committed
};

} // namespace hostline
