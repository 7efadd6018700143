// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.h"

#include <QtCore/QEventLoop>
#include <QtCore/QTimer>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

#include <chrono>
#include <functional>
#include <optional>

namespace hostline::test {

inline constexpr std::chrono::seconds storePatience{60};

/// Turns the event loop until `result` is there.
template<typename T>
void awaitResult(const std::optional<T> &result, QEventLoop &loop)
{
    if (!result) {
        QTimer::singleShot(storePatience, &loop, &QEventLoop::quit);
        loop.exec();
    }
    [&] {
        QVERIFY2(result.has_value(), "the store did not answer");
    }();
}

/// Waits for open(); the failure, if it failed.
inline std::optional<Failure> openNow(Store &store)
{
    QSignalSpy failed(&store, &Store::openFailed);
    std::optional<bool> opened;
    QEventLoop loop;
    const auto end = [&opened, &loop](bool well) {
        opened = well;
        loop.quit();
    };
    QObject::connect(&store, &Store::opened, &loop, [end] { end(true); });
    QObject::connect(&store, &Store::openFailed, &loop, [end] { end(false); });
    store.open();
    awaitResult(opened, loop);
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
    QEventLoop loop;
    store.post<T>(&store, std::move(unit), [&](Result<T> given) {
        result = std::move(given);
        loop.quit();
    });
    awaitResult(result, loop);
    return result.value_or(Failure{});
}

template<typename T>
Result<T> readNow(Store &store, std::function<T(Transaction &)> query)
{
    std::optional<Result<T>> result;
    QEventLoop loop;
    store.read<T>(&store, std::move(query), [&](Result<T> given) {
        result = std::move(given);
        loop.quit();
    });
    awaitResult(result, loop);
    return result.value_or(Failure{});
}

} // namespace hostline::test
