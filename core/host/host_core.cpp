// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "host/host_core.h"

#include "base/boot_id.h"
#include "host/policy_rules.h"
#include "ledger/schema.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QJsonDocument>
#include <QPointer>

namespace hostline {

using namespace Qt::StringLiterals;

HostCore::HostCore(const HostOptions &hostOptions, Clock &hostClock, const Settings &hostSettings)
    : options(hostOptions)
    , clock(hostClock)
    , settings(hostSettings)
    , ids(hostClock)
    , registry(options.pluginDirectories)
    , store(
          {.path = options.dataDirectory + u"/hostline.sqlite"_s, .migrations = ledgerMigrations()})
    , ledger(store, clock, ids, bootId())
    , routing(ledger, store, products, clock)
    , inbox(ledger, products, clock, catalogue)
    , conversation(ledger, products, clock, ids)
    , dispatch(ledger, products, clock)
    , recovery(ledger, products, clock)
    , review(ledger, products, clock)
    , outbox(ledger, products, clock, catalogue)
    , control(store,
              ledger,
              inbox,
              live,
              clock,
              catalogue,
              {[this] { return status(); },
               [this] {
                   return plugins();
               }})
    , builder({registry,
               products,
               clock,
               ids,
               options.dataDirectory,
               options.controlChannels,
               &control})
    , startedAt(clock.wall())
{
    control.setLocalChannels(options.localChannels);
    connectDrivers();
    apply(settings);
}

HostCore::~HostCore() = default;

void HostCore::connectDrivers()
{
    connect(&ledger, &Ledger::requestClaimed, &conversation, &Conversation::open);
    connect(&ledger, &Ledger::stopAsked, this, [this](const RequestId &request) {
        conversation.stop(request);
        recovery.stop(request);
        review.stop(request);
        dispatch.stop(request);
    });
    connect(&ledger, &Ledger::requestSettled, this, [this](const RequestSettled &settled) {
        conversation.settled(settled.request);
        recovery.settled(settled.request);
        review.settled(settled.request);
        dispatch.settled(settled);
        live.remove(settled.request);
        routing.settled();
    });
    connect(&ledger, &Ledger::changed, this, [this](const Change &change) {
        if (change.kind == Change::Kind::RequestWaiting) {
            live.remove(change.request);
            routing.settled();
        }
    });
    connect(&dispatch, &Dispatch::quotaReached, &routing, &Routing::quotaReached);
    connect(&dispatch, &Dispatch::modelAnswered, &routing, &Routing::answered);
    connect(&conversation, &Conversation::quotaReached, &routing, &Routing::quotaReached);
    connect(&recovery, &Recovery::quotaReached, &routing, &Routing::quotaReached);
    review.setCapacityReader([this](const QString &provider) {
        routing.readCapacity(provider, &review, [this, provider](const Capacity &capacity) {
            review.capacityKnown(provider, capacity);
        });
    });
    connect(&routing, &Routing::capacityChanged, &review, [this](const QString &provider) {
        if (const std::optional<Capacity> capacity = routing.capacity(provider))
            review.capacityKnown(provider, *capacity);
    });
    connect(&ledger, &Ledger::reviewWanted, &review, &Review::want);
    connect(&ledger, &Ledger::reviewDue, &review, &Review::begin);
    connect(&ledger, &Ledger::threadLeft, &conversation, &Conversation::left);
    connect(&ledger, &Ledger::deliveryIntended, &outbox, &Outbox::send);

    connect(&conversation, &Conversation::threadReady, this, [this](const ClaimedRequest &claim) {
        if (claim.found)
            recovery.recover(claim);
        else
            dispatch.start(claim);
    });
    connect(&conversation, &Conversation::threadLost, &recovery, &Recovery::recoverLost);
    connect(&recovery, &Recovery::turnRuns, &dispatch, &Dispatch::adopt);
    connect(&recovery, &Recovery::threadGone, &conversation, &Conversation::reopen);
    connect(&review, &Review::ready, &dispatch, &Dispatch::start);
    connect(&recovery, &Recovery::answerFound, &dispatch, &Dispatch::finishRead);
    connect(&dispatch, &Dispatch::turnLost, &conversation, &Conversation::open);
    connect(&dispatch, &Dispatch::turnUnsent, &conversation, &Conversation::openAgain);

    connect(&dispatch,
            &Dispatch::textAppended,
            this,
            [this](const ClaimedRequest &claim, const QString &item, const QString &text) {
                live.append(claim, item, text);
                showProgress(claim, false);
            });
    connect(&dispatch, &Dispatch::activityChanged, &live, &LiveTurns::setActivity);
    connect(&dispatch, &Dispatch::turnEnded, this, [this](const ClaimedRequest &claim) {
        showProgress(claim, true);
    });
    dispatch.setPlanner(
        [this](
            const QString &answer, const ClaimedRequest &claim, bool recovered, qint64 composedAt) {
            return outbox.plan(answer, claim, recovered, composedAt);
        });

    const auto productChanged = [this] {
        Q_EMIT control.changed({Change::Kind::ProductChanged, {}, {}});
    };
    connect(&products, &ProductSet::providerStateChanged, this, productChanged);
    connect(&products, &ProductSet::channelStateChanged, this, productChanged);
    connect(&ledger, &Ledger::storeTroubleChanged, this, productChanged);
    connect(&routing, &Routing::capacityChanged, this, productChanged);
}

void HostCore::showProgress(const ClaimedRequest &claim, bool ended)
{
    const GuardedChannel *const channel = products.guarded(claim.source.channel);
    if (channel && channel->traits().progress)
        channel->showProgress(
            {claim.request, claim.source, claim.replyTo, live.text(claim.request), ended});
}

void HostCore::build()
{
    for (const PluginTable &table : std::as_const(settings.providers)) {
        if (table.enabled)
            builder.buildProvider(table);
    }
    for (const PluginTable &table : std::as_const(settings.channels)) {
        if (table.enabled)
            builder.buildChannel(table);
    }
}

void HostCore::apply(const Settings &fresh)
{
    settings = fresh;
    const Policy next = policy();
    const bool changed = next != routing.base();
    applyRoute(next);
    conversation.setRestorationLimit(settings.timeouts.restore);
    if (changed)
        conversation.settingsChanged();
    dispatch.setLimits(turnLimitsOf(settings));
}

void HostCore::applyRoute(const Policy &base)
{
    const RouteSettings &wanted = settings.route;
    if (wanted != m_routeSettings) {
        m_routeSettings = wanted;
        m_route = builder.buildRoute(wanted);
    }
    QList<Routing::Candidate> enabled;
    for (const PluginTable &table : std::as_const(settings.providers)) {
        if (!table.enabled)
            continue;
        QJsonObject whole = table.values;
        whole.insert(u"plugin"_s, table.plugin);
        enabled.append({table.name,
                        QString::fromLatin1(QCryptographicHash::hash(QJsonDocument(whole).toJson(),
                                                                     QCryptographicHash::Sha256)
                                                .toHex()
                                                .first(16))});
    }
    routing.setPolicy(base, enabled, m_route, wanted.table.plugin);
}

void HostCore::adoptRun(QObject *context,
                        const RunArguments &arguments,
                        std::function<void(Result<Done>)> done)
{
    routing.load(this,
                 [this, guard = QPointer<QObject>(context), arguments, done = std::move(done)] {
                     if (guard)
                         ledger.adoptRun(guard, arguments, grantRowsOf(settings), done);
                 });
}

Policy HostCore::policy() const
{
    QSet<QString> stored(options.localChannels.begin(), options.localChannels.end());
    for (const PluginTable &table : settings.channels) {
        if (builder.isStored(table))
            stored.insert(table.name);
    }
    QHash<QString, QString> names;
    QHash<QString, int> counts;
    for (const PluginTable &table : settings.providers) {
        names.insert(table.name, builder.displayName(table));
        counts[names.value(table.name)] += table.enabled ? 1 : 0;
    }
    // Two of one plugin are told apart by their names in the settings.
    for (auto name = names.begin(); name != names.end(); ++name) {
        if (counts.value(*name) > 1)
            *name = u"%1 (%2)"_s.arg(*name, name.key());
    }
    return policyOf(settings, stored, names);
}

StatusView HostCore::status() const
{
    StatusView view;
    view.version = QStringLiteral(HOSTLINE_VERSION);
    view.pid = QCoreApplication::applicationPid();
    view.startedAt = startedAt;
    view.language = toString(settings.language);
    view.defaultProvider = settings.route.provider;
    view.route = routing.view();
    view.schema = ledgerMigrations().last().version;
    view.storeTrouble = ledger.storeTrouble();
    const auto describe = [this](const PluginTable &table, const Product *product) {
        ProductView shown;
        shown.name = table.name;
        shown.plugin = table.plugin;
        shown.model = table.values.value("model"_L1).toString();
        if (product) {
            shown.state = product->state();
            shown.version = product->version();
            shown.address = product->address();
            shown.failure = product->failure();
        } else if (const auto failure = builder.failures().constFind(table.section);
                   table.enabled && failure != builder.failures().constEnd()) {
            shown.state = Product::State::Unavailable;
            shown.failure = *failure;
        }
        return shown;
    };
    for (const PluginTable &table : settings.providers) {
        ProductView shown = describe(table, products.provider(table.name));
        shown.capacity = routing.capacity(table.name);
        // The route's trust before anything was heard is no observation.
        if (shown.capacity && shown.capacity->state == Capacity::State::Available
            && !shown.capacity->observedAt.isValid())
            shown.capacity->state = Capacity::State::Unknown;
        view.providers.append(shown);
    }
    for (const PluginTable &table : settings.channels)
        view.channels.append(describe(table, products.channel(table.name)));
    for (const Workspace &workspace : settings.workspaces)
        view.workspaces.append({workspace.name, workspace.path, workspace.access});
    return view;
}

QList<PluginView> HostCore::plugins()
{
    // A missing symbol, say, shows only when a library is loaded.
    registry.loadAll();
    QMultiMap<QString, QString> instances;
    for (const QMap<QString, PluginTable> *tables : {&settings.providers, &settings.channels}) {
        for (const PluginTable &table : *tables)
            instances.insert(table.plugin, table.name);
    }
    if (!settings.route.table.plugin.isEmpty())
        instances.insert(settings.route.table.plugin, u"route"_s);
    return registry.views(instances);
}

} // namespace hostline
