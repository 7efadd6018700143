// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store_options.h"
#include "store/unit.h"

#include <QtCore/QObject>

#include <memory>

namespace hostline {

class Connection;

/// What came of one turn of a store thread.
struct BatchReport
{
    StoreUnits units; ///< in the order in which they were posted
    bool committed = false; ///< something was written and is durable
};

/// The writer's half of Store on its own thread. Units are posted to it as events; the event that runs them has a low
/// priority, so it comes after all units that arrived during the last commit: they share the next one.
class StoreWriter final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StoreWriter)
public:
    explicit StoreWriter(StoreOptions options);
    ~StoreWriter() override;

    void open(); ///< -> opened | openFailed
    void add(std::unique_ptr<StoreUnit> unit); ///< -> batchEnded
    void close(); ///< runs what was added before, then ends the thread

    bool event(QEvent *event) override;

Q_SIGNALS:
    // Direct receivers only: they hand over to the core thread.
    void opened();
    void openFailed(const hostline::Failure &failure);
    void batchEnded(hostline::BatchReport &report);
    void checkpointed();

private:
    void runBatch();
    void begin();
    void runUnits(StoreUnits &units);
    void runUnit(StoreUnit &unit);
    void undoUnit(const QString &why);
    void rollBack();
    void checkpoint();

    StoreOptions m_options;
    std::unique_ptr<Connection> m_connection;
    Failure m_unavailable; ///< why there is no connection
    StoreUnits m_pending;
    qint64 m_changesAtCheckpoint = 0;
    bool m_checkpointPosted = false;
};

/// The reader's half: each query sees one committed state.
class StoreReader final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StoreReader)
public:
    explicit StoreReader(StoreOptions options);
    ~StoreReader() override;

    void add(std::unique_ptr<StoreUnit> unit); ///< -> batchEnded
    void close(); ///< ends the thread

Q_SIGNALS:
    void batchEnded(hostline::BatchReport &report); // as above

private:
    void run(StoreUnit &unit);

    StoreOptions m_options;
    std::unique_ptr<Connection> m_connection; ///< opened by the first query
};

} // namespace hostline
