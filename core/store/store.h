// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store_options.h"
#include "store/transaction.h"
#include "store/unit.h"

#include <hostline/result.h>

#include <QtCore/QObject>

#include <functional>
#include <memory>
#include <optional>

QT_FORWARD_DECLARE_CLASS(QThread)

namespace hostline {

class StoreReader;
class StoreWriter;
struct BatchReport;

/// Since the store was made; for metrics and tests.
struct StoreCounters
{
    qint64 units = 0; ///< units and queries handed back
    qint64 commits = 0; ///< that wrote something: one sync each
    qint64 failures = 0; ///< units and queries that ended in a failure
    qint64 checkpoints = 0;

    friend bool operator==(const StoreCounters &, const StoreCounters &) = default;
};

/// The durable memory: SQLite behind units of work. Lives on the core thread, which it never blocks; units run on its
/// writer thread, one after another in the order of post(), queries on a reader thread beside it (in memory: on the
/// writer thread, too, and without effect).
///
/// A unit is a function of its arguments and of what it reads: time, ids and random values come to it as captured values,
/// and nothing it captured may be shared with the core thread. Units that are posted while a commit syncs share the next
/// one; each is undone alone if it throws. What done() is told is durable.
class Store final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Store)
public:
    explicit Store(StoreOptions options, QObject *parent = nullptr);
    /// Without close(): commits what was posted (this waits for it), calls no done().
    ~Store() override;

    /// -> opened() | openFailed(). Units may be posted at once: they run after it, or fail with it. Once only.
    void open();
    /// -> closed(): everything posted before is committed and its done() was called. Later posts fail.
    void close();

    /// Runs the unit in a transaction, then calls done() on the core thread, after the commit, in the order of posting,
    /// never from inside post(). Not called when the context is gone by then.
    /// Failure: StoreUnavailable when the store could not (nothing of the unit is stored, the same unit may be posted
    /// again); Internal when the unit threw anything else.
    template<typename T>
    void post(QObject *context,
              std::function<T(Transaction &)> unit,
              std::function<void(Result<T>)> done)
    {
        addUnit(std::make_unique<TypedStoreUnit<T>>(
            context, Transaction::Access::ReadWrite, std::move(unit), std::move(done)));
    }

    /// Runs a query on one committed state, which holds every unit whose done() was called. Else as post(), but without
    /// an order between queries and units.
    template<typename T>
    void read(QObject *context,
              std::function<T(Transaction &)> query,
              std::function<void(Result<T>)> done)
    {
        addQuery(std::make_unique<TypedStoreUnit<T>>(
            context, Transaction::Access::ReadOnly, std::move(query), std::move(done)));
    }

    [[nodiscard]] const StoreCounters &counters() const { return m_counters; }
    /// Why its last commit failed; nothing after one that wrote something and succeeded.
    [[nodiscard]] const std::optional<Failure> &trouble() const { return m_trouble; }
    [[nodiscard]] int schema() const { return int(m_options.migrations.size()); }

Q_SIGNALS:
    void opened();
    /// The detail is worded for the person who starts the program.
    void openFailed(const hostline::Failure &failure);
    void closed();
    /// It has begun to fail or to succeed. Before the done() of the units that show it.
    void troubleChanged();

private:
    enum class State { New, Opening, Open, Failed, Closing, Closed };

    void addUnit(std::unique_ptr<StoreUnit> unit);
    void addQuery(std::unique_ptr<StoreUnit> query);
    void refuse(std::unique_ptr<StoreUnit> unit);
    void handOver(BatchReport &report);
    void settle(BatchReport &report);
    void noteTrouble(const BatchReport &report);
    void startReader();
    void closeReader();
    void closeWriter();

    StoreOptions m_options;
    State m_state = State::New;
    StoreCounters m_counters;
    std::optional<Failure> m_trouble;
    std::unique_ptr<QThread> m_writerThread;
    std::unique_ptr<QThread> m_readerThread;
    std::unique_ptr<StoreWriter> m_writer;
    std::unique_ptr<StoreReader> m_reader;
};

} // namespace hostline
