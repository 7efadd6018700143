// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "recovery/run_store.h"

namespace hostline::run_store {

using namespace Qt::StringLiterals;

void begin(Transaction &transaction,
           const QString &run,
           const QString &machine,
           const QString &boot,
           qint64 pid,
           qint64 now)
{
    transaction.execute(u"update runs set ended_at = ? where ended_at is null"_s, {now});
    transaction.execute(
        u"insert into runs (id, machine, boot, pid, started_at) values (?, ?, ?, ?, ?)"_s,
        {run, machine, boot, pid, now});
}

void end(Transaction &transaction, const QString &run, qint64 now)
{
    transaction.execute(u"update runs set ended_at = ? where id = ?"_s, {now, run});
}

void touch(Transaction &transaction, const QString &run)
{
    // There and back: SQLite writes no page for a row that is replaced by itself.
    transaction.execute(u"update runs set pid = pid + 1 where id = ?"_s, {run});
    transaction.execute(u"update runs set pid = pid - 1 where id = ?"_s, {run});
}

} // namespace hostline::run_store
