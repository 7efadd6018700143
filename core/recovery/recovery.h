// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/action.h"
#include "recovery/read_back.h"
#include "recovery/recovery_rules.h"

#include <hostline/clock.h>
#include <hostline/provider.h>

#include <QObject>

#include <memory>
#include <unordered_map>

namespace hostline {

class Ledger;
class ProductSet;

/// Settles what an earlier run, or a host that went away, left: reads the turn back until two reads are equal, decides by
/// the recovery table, and hands the request on.
class Recovery final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Recovery)
public:
    Recovery(Ledger &ledger, ProductSet &products, Clock &clock, QObject *parent = nullptr);
    ~Recovery() override;

    /// The thread of the claim is open.
    void recover(const ClaimedRequest &claim);
    void recoverLost(const ClaimedRequest &claim);
    void stop(const RequestId &request);
    void settled(const RequestId &request);
    /// An orderly stop: what is not decided is left to the next run.
    void quiet();

Q_SIGNALS:
    /// What was read back ended for it; before the ledger is told.
    void quotaReached(const QString &provider, const hostline::Failure &failure);
    void turnRuns(const hostline::ClaimedRequest &claim);
    /// It was open, and is not any more: whoever opens threads finds out what became of it.
    void threadGone(const hostline::ClaimedRequest &claim);
    void answerFound(const hostline::ClaimedRequest &claim,
                     const QString &answer,
                     const QString &nativeTurn,
                     bool recovered);

private:
    struct Entry
    {
        ClaimedRequest claim;
        std::unique_ptr<ReadBack> reading;
        int holds = 0;
        std::unique_ptr<Timer> timer;
    };

    Entry &enter(const ClaimedRequest &claim);
    void read(Entry &entry);
    void turnRead(const RequestId &request, const Inventory &inventory);
    void decide(Entry &entry, RecoveryFacts facts, const Inventory &inventory);
    void hold(Entry &entry, const Inventory &inventory);
    void settle(const ClaimedRequest &claim,
                const Failure &failure,
                const Inventory &inventory,
                bool threadLost = false);
    Ledger &m_ledger;
    ProductSet &m_products;
    Clock &m_clock;
    std::unordered_map<QString, Entry> m_entries; ///< by request
    bool m_quiet = false;
};

} // namespace hostline
