// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "store/transaction.h"

#include "store/connection.h"

using namespace Qt::StringLiterals;

namespace hostline {

Transaction::Transaction(Connection &connection, Access access)
    : m_connection(connection)
    , m_access(access)
{ }

int Transaction::execute(const QString &sql, const QVariantList &binds)
{
    if (m_access == Access::ReadOnly)
        throw StoreError(StoreError::Kind::Mistake,
                         u"a query cannot change anything: %1"_s.arg(sql));
    return m_connection.execute(sql, binds);
}

std::optional<Row> Transaction::first(const QString &sql, const QVariantList &binds)
{
    std::optional<Row> row;
    m_connection.select(sql, binds, [&row](const Row &found) {
        row = found;
        return false;
    });
    return row;
}

void Transaction::each(const QString &sql,
                       const QVariantList &binds,
                       const std::function<void(const Row &)> &take)
{
    m_connection.select(sql, binds, [&take](const Row &row) {
        take(row);
        return true;
    });
}

} // namespace hostline
