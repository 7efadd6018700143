// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/policy.h"
#include "routing/routing_rules.h"

#include <hostline/clock.h>
#include <hostline/provider.h>
#include <hostline/route.h>
#include <hostline/views.h>

#include <QObject>
#include <QPointer>

#include <functional>
#include <map>
#include <memory>

namespace hostline {

class Ledger;
class ProductSet;
class Store;

/// Knows what is known of each provider's quota, has the route rank the providers by it, and gives the ranking to the
/// units as a part of the policy, for each provider that a person may want: so the units stay pure. When there may be
/// capacity again, it wakes what waits for it.
class Routing final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Routing)
public:
    Routing(Ledger &ledger,
            Store &store,
            ProductSet &products,
            Clock &clock,
            QObject *parent = nullptr);
    ~Routing() override;

    /// What an earlier run knew. Before anything is claimed; `done` also when it cannot be read.
    void load(QObject *context, std::function<void()> done);

    /// A configured provider.
    struct Candidate
    {
        QString name;
        QString
            origin; ///< a digest of its settings: when they are others, nothing is known of its quota
    };
    /// The policy without ways, and the providers that are enabled. `route` null: always what the person wants, else the
    /// default one. The ledger gets the whole.
    void setPolicy(const Policy &base,
                   const QList<Candidate> &enabled,
                   std::shared_ptr<const Route> route,
                   const QString &plugin);
    [[nodiscard]] const Policy &base() const { return m_base; }

    /// As it is believed now; none: there is no such provider.
    [[nodiscard]] std::optional<Capacity> capacity(const QString &provider) const;
    /// Asks the provider's meter; `done` gets what it says, put together with what was known, and observedAt of now. At
    /// once where there is no meter, or where it cannot be asked: then as it was.
    void readCapacity(const QString &provider,
                      QObject *context,
                      std::function<void(const Capacity &)> done);
    [[nodiscard]] RouteView view() const;

    /// A turn, or a compaction, of the provider ended for its quota. The ledger has the new policy when this returns.
    void quotaReached(const QString &provider, const Failure &failure);
    /// A model of the provider answered what it was asked then; what was asked before it failed says nothing of now.
    void answered(const QString &provider, qint64 askedAt);
    /// A request ended or waits: it may have been the attempt that others wait for.
    void settled();

Q_SIGNALS:
    void capacityChanged(const QString &provider);

private:
    struct Reading
    {
        QPointer<QObject> context;
        std::function<void(const Capacity &)> done;
    };

    void watch(const QString &name, Provider *provider);
    void providerChanged(const QString &name, Product::State state);
    void ask(const QString &name);
    void heard(const QString &name, const Capacity &fresh, bool asked);
    void answerReadings(const QString &name, const Capacity &fresh);
    void change(const QString &name, const QuotaRecord &record);
    void renew();
    void timePassed();
    [[nodiscard]] RouteChoice choose(const QString &wanted, bool cautious) const;
    [[nodiscard]] RouteMember member(const QString &name, bool cautious) const;
    [[nodiscard]] bool isRecovering(const QuotaRecord &record) const;
    [[nodiscard]] QuotaRecord &recordOf(const QString &name);
    [[nodiscard]] qint64 now() const;

    Ledger &m_ledger;
    Store &m_store;
    ProductSet &m_products;
    Clock &m_clock;
    std::unique_ptr<Timer> m_timer;
    Policy m_base;
    QList<Candidate> m_enabled;
    std::shared_ptr<const Route> m_route;
    QString m_plugin;
    QStringList
        m_members; ///< of the route, those that are enabled; the default one where there is none
    bool m_loaded = false; ///< before that the ledger is asked for nothing
    std::map<QString, QuotaRecord> m_records;
    std::map<QString, QList<Reading>> m_readings; ///< asked and not answered
};

} // namespace hostline
