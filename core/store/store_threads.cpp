// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "store/store_threads.h"

#include "store/connection.h"
#include "store/database.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QEvent>
#include <QtCore/QLoggingCategory>
#include <QtCore/QThread>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

Q_LOGGING_CATEGORY(logStore, "hostline.core.store", QtInfoMsg)

// About 8 MB of log: a row costs its table's page and those of its indexes.
constexpr qint64 changesPerCheckpoint = 1000;

QEvent::Type batchEvent()
{
    static const auto type = QEvent::Type(QEvent::registerEventType());
    return type;
}

QEvent::Type checkpointEvent()
{
    static const auto type = QEvent::Type(QEvent::registerEventType());
    return type;
}

Failure unavailable(const QString &detail)
{
    return Failure{
        .kind = FailureKind::StoreUnavailable, .detail = detail, .subject = {}, .until = {}};
}

Failure internal(const std::exception &error)
{
    return Failure{.kind = FailureKind::Internal,
                   .detail = QString::fromUtf8(error.what()),
                   .subject = {},
                   .until = {}};
}

} // namespace

StoreWriter::StoreWriter(StoreOptions options)
    : m_options(std::move(options))
    , m_unavailable(unavailable(u"the store is not open"_s))
{ }

StoreWriter::~StoreWriter() = default;

void StoreWriter::open()
{
    auto database = openDatabase(m_options);
    if (!database) {
        m_unavailable = database.failure();
        Q_EMIT openFailed(database.failure());
        return;
    }
    m_connection = std::move(database).value();
    Q_EMIT opened();
}

void StoreWriter::add(std::unique_ptr<StoreUnit> unit)
{
    if (m_pending.empty())
        QCoreApplication::postEvent(this, new QEvent(batchEvent()), Qt::LowEventPriority);
    m_pending.push_back(std::move(unit));
}

void StoreWriter::close()
{
    runBatch();
    m_connection.reset();
    m_unavailable = unavailable(u"the store is closed"_s);
    QThread::currentThread()->quit();
}

bool StoreWriter::event(QEvent *event)
{
    if (event->type() == batchEvent()) {
        runBatch();
        return true;
    }
    if (event->type() == checkpointEvent()) {
        checkpoint();
        return true;
    }
    return QObject::event(event);
}

void StoreWriter::runBatch()
{
    BatchReport report{.units = std::exchange(m_pending, {}), .committed = false};
    if (report.units.empty())
        return;
    try {
        begin();
        const qint64 changes = m_connection->changes();
        runUnits(report.units);
        if (std::ranges::all_of(report.units, &StoreUnit::hasFailed)) {
            rollBack();
        } else {
            m_connection->control(u"COMMIT"_s);
            report.committed = m_connection->changes() != changes;
        }
    } catch (const StoreError &error) {
        qCWarning(logStore,
                  "A batch of %lld units was not committed: %ls",
                  qlonglong(report.units.size()),
                  qUtf16Printable(error.detail()));
        rollBack();
        for (const auto &unit : report.units)
            unit->fail(unavailable(error.detail()));
    }
    Q_EMIT batchEnded(report);

    if (m_connection && !m_checkpointPosted
        && m_connection->changes() - m_changesAtCheckpoint >= changesPerCheckpoint) {
        m_checkpointPosted = true;
        QCoreApplication::postEvent(this, new QEvent(checkpointEvent()), Qt::LowEventPriority);
    }
}

// A connection that cannot begin is replaced once: after an input/output error SQLite may refuse it for good.
void StoreWriter::begin()
{
    if (!m_connection)
        throw StoreError(StoreError::Kind::Unavailable, m_unavailable.detail);
    try {
        m_connection->control(u"BEGIN IMMEDIATE"_s);
    } catch (const StoreError &error) {
        if (m_options.path.isEmpty())
            throw;
        qCWarning(logStore, "Opening the store again: %ls", qUtf16Printable(error.detail()));
        m_connection = reopenDatabase(m_options);
        m_changesAtCheckpoint = 0;
        m_connection->control(u"BEGIN IMMEDIATE"_s);
    }
}

void StoreWriter::runUnits(StoreUnits &units)
{
    for (const auto &unit : units)
        runUnit(*unit);
}

void StoreWriter::runUnit(StoreUnit &unit)
{
    m_connection->control(u"SAVEPOINT unit"_s);
    try {
        Transaction transaction(*m_connection, unit.access());
        unit.run(transaction);
        if (unit.access() == Transaction::Access::ReadOnly)
            m_connection->control(u"ROLLBACK TO unit"_s);
    } catch (const StoreError &error) {
        unit.fail(error.failure());
        undoUnit(error.detail());
    } catch (const std::exception &error) {
        unit.fail(internal(error));
        undoUnit(unit.failure()->detail);
    }
    m_connection->control(u"RELEASE unit"_s);
}

void StoreWriter::undoUnit(const QString &why)
{
    try {
        m_connection->control(u"ROLLBACK TO unit"_s);
    } catch (const StoreError &) {
        // SQLite has rolled back the whole transaction by itself (disk full, input/output error): so ends the batch.
        throw StoreError(StoreError::Kind::Unavailable, why);
    }
}

void StoreWriter::rollBack()
{
    if (!m_connection)
        return;
    try {
        m_connection->control(u"ROLLBACK"_s);
    } catch (const StoreError &) {
        // Nothing is open any more: that is what was wanted. If not, begin() finds out.
    }
}

void StoreWriter::checkpoint()
{
    m_checkpointPosted = false;
    if (!m_connection || m_options.path.isEmpty())
        return;
    m_changesAtCheckpoint = m_connection->changes();
    try {
        m_connection->run(u"PRAGMA wal_checkpoint(PASSIVE)"_s);
        Q_EMIT checkpointed();
    } catch (const StoreError &error) {
        qCWarning(logStore,
                  "The write-ahead log could not be checkpointed: %ls",
                  qUtf16Printable(error.detail()));
    }
}

StoreReader::StoreReader(StoreOptions options)
    : m_options(std::move(options))
{ }

StoreReader::~StoreReader() = default;

void StoreReader::add(std::unique_ptr<StoreUnit> unit)
{
    run(*unit);
    BatchReport report;
    report.units.push_back(std::move(unit));
    Q_EMIT batchEnded(report);
}

void StoreReader::close()
{
    m_connection.reset();
    QThread::currentThread()->quit();
}

void StoreReader::run(StoreUnit &unit)
{
    try {
        if (!m_connection)
            m_connection = openReader(m_options);
        m_connection->control(u"BEGIN"_s);
        Transaction transaction(*m_connection, Transaction::Access::ReadOnly);
        unit.run(transaction);
        m_connection->control(u"COMMIT"_s);
    } catch (const StoreError &error) {
        unit.fail(error.failure());
        m_connection.reset(); // ends the transaction; the next query opens it again
    } catch (const std::exception &error) {
        unit.fail(internal(error));
        m_connection.reset();
    }
}

} // namespace hostline
