// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/row.h"
#include "store/store_error.h"

#include <QtCore/QString>
#include <QtCore/QVariant>

#include <functional>
#include <memory>
#include <unordered_map>

namespace hostline {

/// One connection to SQLite through QtSql, with its prepared statements. Lives and dies on one thread. Throws StoreError.
class Connection
{
public:
    enum class Mode { ReadWrite, ReadOnly };

    /// Opens without looking at the content. Empty path: a new database in memory.
    Connection(const QString &path, Mode mode);
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;
    ~Connection();

    /// Runs a statement that is not kept (pragmas, data definition).
    void run(const QString &sql);
    /// First column of the first row of a statement that is not kept.
    [[nodiscard]] QVariant ask(const QString &sql);

    /// Runs a kept statement without binds that changes no row itself (begin, savepoint, commit).
    void control(const QString &sql);
    int execute(const QString &sql, const QVariantList &binds = {});
    /// Rows until `take` returns false.
    void select(const QString &sql,
                const QVariantList &binds,
                const std::function<bool(const Row &)> &take);

    /// Rows changed since the connection was opened.
    [[nodiscard]] qint64 changes() const { return m_changes; }

private:
    struct Statement;
    class Lease;

    [[nodiscard]] std::unique_ptr<Statement> prepare(const QString &sql);

    QString m_name;
    std::unordered_map<QString, std::unique_ptr<Statement>> m_statements;
    qint64 m_changes = 0;
};

} // namespace hostline
