// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/store/store_calls.h"

namespace hostline::test {

/// Every type of column that Hostline uses; names are unique and at most 20 characters, children need their parent.
inline QList<Migration> itemSchema()
{
    using namespace Qt::StringLiterals;
    return {Migration{
        .version = 1,
        .statements = {
            u"CREATE TABLE items (name TEXT PRIMARY KEY CHECK (length(name) <= 20), amount BIGINT, body TEXT, data BYTEA)"_s,
            u"CREATE TABLE children (name TEXT NOT NULL, parent TEXT NOT NULL REFERENCES items (name))"_s}}};
}

inline int addItem(Transaction &transaction, const QString &name)
{
    using namespace Qt::StringLiterals;
    return transaction.execute(u"INSERT INTO items (name) VALUES (?)"_s, {name});
}

inline qint64 countItems(Store &store)
{
    using namespace Qt::StringLiterals;
    const auto count = readNow<qint64>(store, [](Transaction &transaction) {
        return transaction.first(u"SELECT count(*) FROM items"_s).value().integer(0);
    });
    return count ? count.value() : -1;
}

} // namespace hostline::test
