// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/row.h"
#include "store/store_error.h"

#include <QtCore/QString>
#include <QtCore/QVariant>

#include <functional>
#include <optional>

namespace hostline {

class Connection;

/// What a unit or a query sees of the database. Valid on the store's thread, inside the call that got it.
///
/// Statements are prepared once and kept by their text: pass values as binds ("?"), never inside the text. Binds are
/// bool, integers (quint64 up to 2^63-1), double, QString (a null one binds as ''), QByteArray (likewise) and QVariant()
/// (NULL; see nullable()). Times are bound as qint64, UTC milliseconds. Everything throws StoreError.
class Transaction
{
public:
    enum class Access { ReadWrite, ReadOnly };

    Transaction(Connection &connection, Access access);
    Transaction(const Transaction &) = delete;
    Transaction &operator=(const Transaction &) = delete;

    /// Runs an insert, update or delete; the number of rows that it changed. Not inside a query (ReadOnly).
    int execute(const QString &sql, const QVariantList &binds = {});
    /// The first row of a result, if it has one.
    [[nodiscard]] std::optional<Row> first(const QString &sql, const QVariantList &binds = {});
    /// Hands over each row of a result. `take` may run other statements, this one included.
    void each(const QString &sql,
              const QVariantList &binds,
              const std::function<void(const Row &)> &take);

private:
    Connection &m_connection;
    Access m_access;
};

} // namespace hostline
