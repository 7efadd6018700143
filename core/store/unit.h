// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/transaction.h"

#include <hostline/result.h>

#include <QtCore/QObject>
#include <QtCore/QPointer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace hostline {

/// One unit or query on its way to a store thread and back. Made and destroyed on the core thread.
class StoreUnit
{
public:
    StoreUnit(QObject *context, Transaction::Access access)
        : m_context(context)
        , m_access(access)
    { }
    StoreUnit(const StoreUnit &) = delete;
    StoreUnit &operator=(const StoreUnit &) = delete;
    virtual ~StoreUnit() = default;

    [[nodiscard]] Transaction::Access access() const { return m_access; }

    // Store thread.
    virtual void run(Transaction &transaction) = 0;
    void fail(Failure failure) { m_failure = std::move(failure); }
    [[nodiscard]] bool hasFailed() const { return m_failure.has_value(); }
    [[nodiscard]] const std::optional<Failure> &failure() const { return m_failure; }

    // Core thread.
    void settle()
    {
        if (m_context)
            finish(std::move(m_failure));
    }

protected:
    virtual void finish(std::optional<Failure> failure) = 0;

private:
    QPointer<QObject> m_context;
    Transaction::Access m_access;
    std::optional<Failure> m_failure;
};

using StoreUnits = std::vector<std::unique_ptr<StoreUnit>>;

template<typename T>
class TypedStoreUnit final : public StoreUnit
{
public:
    TypedStoreUnit(QObject *context,
                   Transaction::Access access,
                   std::function<T(Transaction &)> work,
                   std::function<void(Result<T>)> done)
        : StoreUnit(context, access)
        , m_work(std::move(work))
        , m_done(std::move(done))
    { }

    void run(Transaction &transaction) override { m_value.emplace(m_work(transaction)); }

private:
    void finish(std::optional<Failure> failure) override
    {
        m_done(failure ? Result<T>(*std::move(failure)) : Result<T>(*std::move(m_value)));
    }

    std::function<T(Transaction &)> m_work;
    std::function<void(Result<T>)> m_done;
    std::optional<T> m_value;
};

} // namespace hostline
