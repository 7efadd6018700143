// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

#include <optional>

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

/// Waits for open(); the failure, if it failed.
inline std::optional<Failure> openNow(Store &store)
{
    QSignalSpy opened(&store, &Store::opened);
    QSignalSpy failed(&store, &Store::openFailed);
    store.open();
    [&] {
        QTRY_VERIFY(opened.count() + failed.count() == 1);
    }();
    if (failed.isEmpty())
        return std::nullopt;
    return failed.first().first().value<Failure>();
}

inline bool closeNow(Store &store)
{
    QSignalSpy closed(&store, &Store::closed);
    store.close();
    return closed.wait() && closed.count() == 1;
}

/// Posts a unit and waits for its result.
template<typename T>
Result<T> postNow(Store &store, std::function<T(Transaction &)> unit)
{
    std::optional<Result<T>> result;
    store.post<T>(
        &store, std::move(unit), [&result](Result<T> given) { result = std::move(given); });
    [&] {
        QTRY_VERIFY(result.has_value());
    }();
    return result.value_or(Failure{});
}

template<typename T>
Result<T> readNow(Store &store, std::function<T(Transaction &)> query)
{
    std::optional<Result<T>> result;
    store.read<T>(
        &store, std::move(query), [&result](Result<T> given) { result = std::move(given); });
    [&] {
        QTRY_VERIFY(result.has_value());
    }();
    return result.value_or(Failure{});
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
