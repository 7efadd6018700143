// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/action.h"
#include "recovery/read_back.h"
#include "recovery/recovery_rules.h"

#include <hostline/capacity.h>
#include <hostline/clock.h>
#include <hostline/product.h>

#include <QHash>
#include <QObject>

#include <functional>
#include <memory>
#include <unordered_map>

namespace hostline {

class Ledger;
class ProductSet;

/// Gets each request that a restart interrupted its one review (D2-D6): waits for capacity, has the review reserved, checks
/// everything again when its turn in the conversation has come, and opens the restricted thread. One terminal signal for
/// each that comes off; the others end or wait by the ledger's units.
class Review final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Review)
public:
    /// Has the quota of a provider read -> capacityKnown(), never from inside.
    using CapacityReader = std::function<void(const QString &provider)>;

    Review(Ledger &ledger, ProductSet &products, Clock &clock, QObject *parent = nullptr);
    ~Review() override;

    void setCapacityReader(CapacityReader reader) { m_readCapacity = std::move(reader); }

    void want(const ReviewCase &review);
    void begin(const ReviewCase &review);
    /// What was read, or what somebody else heard.
    void capacityKnown(const QString &provider, const Capacity &capacity);
    void stop(const RequestId &request);
    void settled(const RequestId &request);
    /// An orderly stop: what is not asked yet is left to the next run.
    void quiet();

Q_SIGNALS:
    /// Recorded as asked, its thread open; the text of the claim is what the agent is asked.
    void ready(const hostline::ClaimedRequest &claim);

private:
    enum class Stage {
        Waiting, ///< for capacity or the provider; reserved or not
        Posted, ///< the ledger has it: reserving, or taking its turn from it
        Checking, ///< it is its turn; the capacity is being read
        Reading, ///< the interrupted turn
        Opening, ///< the restricted thread
        Recording,
    };
    struct Entry
    {
        ReviewCase review;
        Stage stage = Stage::Waiting;
        QString question; ///< for the agent
        std::unique_ptr<ReadBack> reading;
        std::unique_ptr<Timer> timer;
        int tries = 0;
    };

    void watch(const QString &name, Provider *provider);
    void providerChanged(const QString &name, Product::State state);
    Entry &enter(const ReviewCase &review, Stage stage);
    void look(Entry &entry, bool mayRead);
    void check(Entry &entry);
    void decideRead(Entry &entry, const Inventory &inventory);
    void decide(Entry &entry, const RecoveryFacts &facts);
    void ask(Entry &entry);
    void opened(const ThreadOpened &thread);
    void failed(const BindingId &binding, const Failure &failure);
    void pause(Entry &entry, bool held);
    void end(Entry &entry, const Failure &failure);
    void closeThread(const Entry &entry);
    void wakeLater(Entry &entry, std::chrono::milliseconds delay);
    void wake(Entry &entry);
    void drop(const RequestId &request);
    [[nodiscard]] RecoveryFacts factsOf(const Entry &entry) const;
    [[nodiscard]] Entry *find(const RequestId &request);
    [[nodiscard]] Entry *byBinding(const BindingId &binding);

    Ledger &m_ledger;
    ProductSet &m_products;
    Clock &m_clock;
    QDateTime m_startedAt;
    CapacityReader m_readCapacity;
    QHash<QString, Capacity> m_capacities; ///< by provider
    std::unordered_map<QString, Entry> m_entries; ///< by request
    bool m_quiet = false;
};

} // namespace hostline
