// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/data_lock.h"
#include "base/id_source.h"
#include "conversation/conversation.h"
#include "dispatch/dispatch.h"
#include "host/live_turns.h"
#include "host/local_control.h"
#include "host/product_builder.h"
#include "inbox/inbox.h"
#include "ledger/ledger.h"
#include "notices/notice_catalogue.h"
#include "outbox/outbox.h"
#include "plugins/plugin_registry.h"
#include "plugins/product_set.h"
#include "recovery/recovery.h"
#include "recovery/review.h"
#include "routing/routing.h"
#include "settings/settings.h"
#include "store/store.h"

#include <hostline/host.h>

namespace hostline {

/// The parts of a host and their connections: the only place where drivers meet.
class HostCore final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HostCore)
public:
    HostCore(const HostOptions &options, Clock &clock, const Settings &settings);
    ~HostCore() override;

    /// Makes the products of the settings. They are not started.
    void build();
    /// New settings: what can change at once does. Products are the caller's.
    void apply(const Settings &settings);
    /// Takes up what earlier runs left, once the store is open.
    void adoptRun(QObject *context,
                  const RunArguments &arguments,
                  std::function<void(Result<Done>)> done);
    void showProgress(const ClaimedRequest &claim, bool ended);

    HostOptions options;
    Clock &clock;
    Settings settings;
    TimeOrderedIds ids;
    NoticeCatalogue catalogue;
    PluginRegistry registry;
    ProductSet products;
    Store store;
    Ledger ledger;
    Routing routing;
    Inbox inbox;
    Conversation conversation;
    Dispatch dispatch;
    Recovery recovery;
    Review review;
    Outbox outbox;
    LiveTurns live;
    LocalControl control;
    ProductBuilder builder;
    QDateTime startedAt;

private:
    RouteSettings m_routeSettings; // of m_route
    std::shared_ptr<const Route> m_route;

    void connectDrivers();
    [[nodiscard]] Policy policy() const;
    void applyRoute(const Policy &base);
    [[nodiscard]] StatusView status() const;
    [[nodiscard]] QList<PluginView> plugins();
};

} // namespace hostline
