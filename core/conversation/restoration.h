// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conversation/history_rules.h"
#include "conversation/restoration_rules.h"
#include "ledger/action.h"
#include "ledger/restore.h"

#include <hostline/clock.h>
#include <hostline/provider.h>

#include <QObject>

#include <chrono>
#include <memory>
#include <unordered_map>

namespace hostline {

class Ledger;
class ProductSet;

/// Gives a new thread the history of its conversation, prefix by prefix, and has it published when the whole of it is
/// there (C4-C10). Whatever goes wrong: the thread before stays, and nothing is tried again by itself.
class Restoration final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Restoration)
public:
    Restoration(Ledger &ledger, ProductSet &products, Clock &clock, QObject *parent = nullptr);
    ~Restoration() override;

    /// Null: the provider has not learnt it.
    [[nodiscard]] static HistoryRestorer *restorerOf(Provider *provider);
    /// How a request ends whose history could not be restored.
    [[nodiscard]] ReplyDraft draftFor(const ClaimedRequest &claim, const Failure &failure) const;

    void setLimit(std::chrono::milliseconds limit) { m_limit = limit; }
    /// The thread is open at the provider and holds nothing.
    void begin(const ClaimedRequest &claim, const ThreadOpened &thread);
    void stop(const RequestId &request);
    void settled(const RequestId &request);
    /// Another thread may be wanted by now: what is not complete begins anew (C10).
    void settingsChanged();
    /// It is being replaced by its successor.
    void providerStops(const QString &provider);
    void quiet();

Q_SIGNALS:
    /// A compaction met it; before the ledger is told.
    void quotaReached(const QString &provider, const hostline::Failure &failure);
    /// The thread is to be let go of at its provider.
    void threadUnwanted(const hostline::BindingId &binding,
                        const QString &provider,
                        const QString &nativeThread);

private:
    struct Entry
    {
        ClaimedRequest claim;
        ThreadOpened thread;
        RestorationStage stage = RestorationStage::Preparing;
        HistoryCutter cutter;
        qint64 next = 0; ///< where the rest of the history begins
        qint64 characters = 0; ///< of the whole
        HistoryPrefix prefix; ///< at work, or the last one
        qint64 granted = 0;
        std::unique_ptr<Timer> timer;
    };

    void apply(Entry &entry, RestorationEvent event, const Failure &failure = {});
    void applyTo(const BindingId &binding, RestorationEvent event, const Failure &failure = {});
    void read(Entry &entry, qsizetype characters);
    void pageRead(Entry &entry, const Result<HistoryPage> &page);
    void cut(Entry &entry);
    void restore(Entry &entry);
    void publish(Entry &entry);
    void prefixRestored(const PrefixOutcome &outcome);
    void letGo(Entry &entry);
    void forget(const Entry &entry);
    [[nodiscard]] Entry *find(const BindingId &binding);
    void applyToAll(RestorationEvent event, const QString &provider);

    Ledger &m_ledger;
    ProductSet &m_products;
    Clock &m_clock;
    std::chrono::milliseconds m_limit = std::chrono::minutes(10);
    std::unordered_map<QString, Entry> m_entries; ///< by binding
};

} // namespace hostline
