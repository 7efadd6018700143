// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "store/store.h"

#include "store/store_threads.h"

#include <QtCore/QThread>

using namespace Qt::StringLiterals;

namespace hostline {

Store::Store(StoreOptions options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_writerThread(std::make_unique<QThread>())
    , m_writer(std::make_unique<StoreWriter>(m_options))
{
    m_writerThread->setObjectName(u"store writer"_s);
    m_writer->moveToThread(m_writerThread.get());
    connect(m_writer.get(), &StoreWriter::opened, this, [this] {
        m_state = m_state == State::Opening ? State::Open : m_state;
        Q_EMIT opened();
    });
    connect(m_writer.get(), &StoreWriter::openFailed, this, [this](const Failure &failure) {
        m_state = m_state == State::Opening ? State::Failed : m_state;
        Q_EMIT openFailed(failure);
    });
    connect(m_writer.get(), &StoreWriter::checkpointed, this, [this] { ++m_counters.checkpoints; });
    connect(
        m_writer.get(),
        &StoreWriter::batchEnded,
        this,
        [this](BatchReport &report) { handOver(report); },
        Qt::DirectConnection);
    connect(m_writerThread.get(), &QThread::finished, this, [this] {
        m_state = State::Closed;
        Q_EMIT closed();
    });
}

Store::~Store()
{
    disconnect(m_writerThread.get(), nullptr, this, nullptr);
    if (m_readerThread) {
        disconnect(m_readerThread.get(), nullptr, this, nullptr);
        closeReader();
        m_readerThread->wait();
    }
    closeWriter();
    m_writerThread->wait();
}

void Store::open()
{
    Q_ASSERT(m_state == State::New);
    m_state = State::Opening;
    m_writerThread->start();
    QMetaObject::invokeMethod(m_writer.get(), &StoreWriter::open, Qt::QueuedConnection);
}

void Store::close()
{
    switch (m_state) {
    case State::New:
        m_state = State::Closed;
        QMetaObject::invokeMethod(this, &Store::closed, Qt::QueuedConnection);
        return;
    case State::Opening:
    case State::Open:
    case State::Failed:
        m_state = State::Closing;
        // The reader first: the connection that is closed last empties the write-ahead log.
        if (m_readerThread) {
            connect(m_readerThread.get(), &QThread::finished, this, &Store::closeWriter);
            closeReader();
        } else {
            closeWriter();
        }
        return;
    case State::Closing:
    case State::Closed:
        return;
    }
}

void Store::addUnit(std::unique_ptr<StoreUnit> unit)
{
    switch (m_state) {
    case State::Opening:
    case State::Open:
    case State::Failed:
        QMetaObject::invokeMethod(
            m_writer.get(),
            [writer = m_writer.get(), unit = std::move(unit)]() mutable {
                writer->add(std::move(unit));
            },
            Qt::QueuedConnection);
        return;
    case State::New:
    case State::Closing:
    case State::Closed:
        refuse(std::move(unit));
        return;
    }
}

void Store::addQuery(std::unique_ptr<StoreUnit> query)
{
    // The writer also answers while there is nothing to read from yet.
    if (m_state != State::Open || m_options.path.isEmpty()) {
        addUnit(std::move(query));
        return;
    }
    if (!m_reader)
        startReader();
    QMetaObject::invokeMethod(
        m_reader.get(),
        [reader = m_reader.get(), query = std::move(query)]() mutable {
            reader->add(std::move(query));
        },
        Qt::QueuedConnection);
}

void Store::refuse(std::unique_ptr<StoreUnit> unit)
{
    unit->fail(Failure{.kind = FailureKind::StoreUnavailable,
                       .detail = u"the store is not open"_s,
                       .subject = {},
                       .until = {}});
    BatchReport report;
    report.units.push_back(std::move(unit));
    handOver(report);
}

// Any thread. What is handed over but not yet settled dies with this object, on the core thread.
void Store::handOver(BatchReport &report)
{
    QMetaObject::invokeMethod(
        this, [this, taken = std::move(report)]() mutable { settle(taken); }, Qt::QueuedConnection);
}

void Store::settle(BatchReport &report)
{
    m_counters.commits += report.committed ? 1 : 0;
    m_counters.units += qint64(report.units.size());
    for (const auto &unit : report.units)
        m_counters.failures += unit->hasFailed() ? 1 : 0;
    noteTrouble(report);
    for (const auto &unit : report.units)
        unit->settle();
}

void Store::noteTrouble(const BatchReport &report)
{
    std::optional<Failure> trouble = report.committed ? std::nullopt : m_trouble;
    for (const auto &unit : report.units) {
        const bool failed = !report.committed && m_state == State::Open
            && unit->access() == Transaction::Access::ReadWrite && unit->hasFailed();
        // A mistake of ours is the unit's alone; a full disk and a damaged file meet all.
        if (failed && unit->failure()->kind != FailureKind::Internal)
            trouble = unit->failure();
    }
    const bool changed = trouble.has_value() != m_trouble.has_value();
    m_trouble = std::move(trouble);
    if (changed)
        Q_EMIT troubleChanged();
}

void Store::startReader()
{
    m_readerThread = std::make_unique<QThread>();
    m_readerThread->setObjectName(u"store reader"_s);
    m_reader = std::make_unique<StoreReader>(m_options);
    m_reader->moveToThread(m_readerThread.get());
    connect(
        m_reader.get(),
        &StoreReader::batchEnded,
        this,
        [this](BatchReport &report) { handOver(report); },
        Qt::DirectConnection);
    m_readerThread->start();
}

void Store::closeReader()
{
    QMetaObject::invokeMethod(m_reader.get(), &StoreReader::close, Qt::QueuedConnection);
}

void Store::closeWriter()
{
    QMetaObject::invokeMethod(m_writer.get(), &StoreWriter::close, Qt::QueuedConnection);
}

} // namespace hostline
