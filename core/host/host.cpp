// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/private_files.h"
#include "base/run_record.h"
#include "base/system_clock.h"
#include "host/host_core.h"
#include "host/policy_rules.h"
#include "settings/settings_difference.h"

#include <hostline/host.h>

#include <QCoreApplication>
#include <QLoggingCategory>
#include <QSysInfo>

namespace hostline {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(lcHost, "hostline.core.host", QtInfoMsg)

// An orderly stop ends within 15 s.
constexpr auto drainTime = 8s;
constexpr auto interruptTime = 3s;
constexpr auto productStopTime = 2s;
constexpr auto storeCloseTime = 1500ms;

} // namespace

class Host::Private final : public QObject
{
public:
    enum class Phase {
        Idle,
        Opening,
        Starting,
        Running,
        Draining,
        Interrupting,
        StoppingProducts,
        Closing,
        Stopped,
        Failed
    };

    Private(Host &host, HostOptions hostOptions)
        : q(host)
        , options(std::move(hostOptions))
        , clock(options.clock ? *options.clock : ownClock)
        , timer(clock.timer())
    {
        connect(timer.get(), &Timer::timedOut, this, &Private::timedOut);
    }

    void start();
    void stop();
    void reload();

    Host &q;
    HostOptions options;
    SystemClock ownClock;
    Clock &clock;
    std::unique_ptr<Timer> timer;
    std::unique_ptr<DataLock> lock;
    std::unique_ptr<HostCore> core;
    Phase phase = Phase::Idle;
    QMap<QString, PluginTable>
        pendingProducts; ///< changed tables whose old product still stops; a disabled one is only removed

private:
    [[nodiscard]] SettingsDefaults defaults() const;
    [[nodiscard]] Result<Settings> readSettings() const;
    [[nodiscard]] Failure brokenTables(const QStringList &mistakes) const;
    void fail(const Failure &failure);
    void storeOpened();
    void adopted(const Result<Done> &result);
    void checkReady();
    void enter(Phase next);
    void timedOut();
    void checkProductsStopped();
    void closeStore();
    void finish();
    void replaceProducts();
};

SettingsDefaults Host::Private::defaults() const
{
    return {
        .providers = options.defaultProviders,
        .channels = options.defaultChannels,
        .provider = options.defaultProvider,
        .workspace = options.defaultWorkspace,
        .workspacePath = options.defaultWorkspacePath,
        .ownerChannels = options.controlChannels + options.localChannels,
    };
}

Result<Settings> Host::Private::readSettings() const
{
    if (!options.settingsFile.isEmpty())
        return loadSettings(options.settingsFile, defaults());
    SettingsReading reading = hostline::readSettings({}, {}, defaults());
    if (!reading.problems.isEmpty())
        return settingsFailure({}, reading.problems);
    return std::move(reading.settings);
}

Failure Host::Private::brokenTables(const QStringList &mistakes) const
{
    return {FailureKind::InvalidConfiguration,
            mistakes.join(u'\n'),
            options.settingsFile,
            std::nullopt};
}

void Host::Private::fail(const Failure &failure)
{
    phase = Phase::Failed;
    QMetaObject::invokeMethod(
        &q, [this, failure] { Q_EMIT q.failed(failure); }, Qt::QueuedConnection);
}

void Host::Private::start()
{
    if (phase != Phase::Idle)
        return;
    if (const Result<Done> directory = ensurePrivateDirectory(options.dataDirectory); !directory) {
        fail(directory.failure());
        return;
    }
    const Holder self{QCoreApplication::applicationPid(), options.programName, clock.wall()};
    Result<std::unique_ptr<DataLock>> locked = DataLock::acquire(options.dataDirectory, self);
    if (!locked) {
        fail(locked.failure());
        return;
    }
    lock = std::move(locked).value();
    const Result<Settings> settings = readSettings();
    if (!settings) {
        fail(settings.failure());
        return;
    }
    core = std::make_unique<HostCore>(options, clock, settings.value());
    if (const QStringList mistakes = core->builder.mistakes(settings.value());
        !mistakes.isEmpty()) {
        fail(brokenTables(mistakes));
        return;
    }
    phase = Phase::Opening;
    connect(&core->store, &Store::opened, this, &Private::storeOpened);
    connect(
        &core->store, &Store::openFailed, this, [this](const Failure &failure) { fail(failure); });
    connect(&core->store, &Store::closed, this, &Private::finish);
    connect(&core->dispatch, &Dispatch::idle, this, [this] {
        if (phase == Phase::Draining || phase == Phase::Interrupting)
            enter(Phase::StoppingProducts);
        else
            replaceProducts();
    });
    for (auto changed : {&ProductSet::providerStateChanged, &ProductSet::channelStateChanged}) {
        connect(&core->products, changed, this, [this] {
            checkReady();
            checkProductsStopped();
            replaceProducts();
        });
    }
    core->store.open();
    core->build();
}

void Host::Private::storeOpened()
{
    if (phase != Phase::Opening)
        return;
    // Not before it is known that there is something to work on; the child starts beside what follows.
    for (const QString &name : core->products.providerNames())
        core->products.provider(name)->start();
    core->ledger.adoptRun(this,
                          {QSysInfo::machineHostName(), QCoreApplication::applicationPid()},
                          grantRowsOf(core->settings),
                          [this](const Result<Done> &result) { adopted(result); });
}

void Host::Private::adopted(const Result<Done> &result)
{
    if (phase != Phase::Opening)
        return;
    if (!result) {
        fail(result.failure());
        return;
    }
    phase = Phase::Starting;
    core->inbox.startSweeping();
    for (const QString &name : core->products.channelNames())
        core->products.channel(name)->start();
    checkReady();
}

void Host::Private::checkReady()
{
    if (phase != Phase::Starting)
        return;
    QString address;
    for (const QString &name : core->products.channelNames()) {
        const Channel *const channel = core->products.channel(name);
        if (channel->state() == Product::State::Starting
            || channel->state() == Product::State::Stopped)
            return;
        if (address.isEmpty() && options.controlChannels.contains(name))
            address = channel->address();
    }
    phase = Phase::Running;
    const Holder self{QCoreApplication::applicationPid(), options.programName, core->startedAt};
    if (const Result<Done> written = writeRunRecord(options.dataDirectory, {self, address});
        !written)
        qCWarning(lcHost,
                  "programs beside this one will not find it: %ls",
                  qUtf16Printable(written.failure().detail));
    QMetaObject::invokeMethod(
        &q, [this] { Q_EMIT q.ready(); }, Qt::QueuedConnection);
}

void Host::Private::stop()
{
    switch (phase) {
    case Phase::Idle:
    case Phase::Failed:
        finish();
        return;
    case Phase::Opening:
    case Phase::Starting:
    case Phase::Running:
        core->ledger.setClaims(false);
        core->conversation.quiet();
        core->recovery.quiet();
        enter(core->dispatch.isIdle() ? Phase::StoppingProducts : Phase::Draining);
        return;
    case Phase::Draining:
    case Phase::Interrupting:
    case Phase::StoppingProducts:
    case Phase::Closing:
    case Phase::Stopped:
        return;
    }
}

void Host::Private::enter(Phase next)
{
    phase = next;
    timer->stop();
    switch (next) {
    case Phase::Draining:
        timer->start(drainTime);
        return;
    case Phase::Interrupting:
        timer->start(interruptTime);
        core->dispatch.interruptAll();
        return;
    case Phase::StoppingProducts: {
        timer->start(productStopTime);
        const QList<Product *> products = core->products.products();
        for (Product *const product : products)
            product->stop();
        checkProductsStopped();
        return;
    }
    case Phase::Closing:
        timer->start(storeCloseTime);
        closeStore();
        return;
    case Phase::Idle:
    case Phase::Opening:
    case Phase::Starting:
    case Phase::Running:
    case Phase::Stopped:
    case Phase::Failed:
        return;
    }
}

void Host::Private::timedOut()
{
    switch (phase) {
    case Phase::Draining:
        enter(Phase::Interrupting);
        return;
    case Phase::Interrupting:
        core->dispatch.endAll();
        enter(Phase::StoppingProducts);
        return;
    case Phase::StoppingProducts:
        qCWarning(lcHost, "a product did not stop in time");
        enter(Phase::Closing);
        return;
    case Phase::Closing:
        qCWarning(lcHost, "the store did not close in time");
        finish();
        return;
    case Phase::Idle:
    case Phase::Opening:
    case Phase::Starting:
    case Phase::Running:
    case Phase::Stopped:
    case Phase::Failed:
        return;
    }
}

void Host::Private::checkProductsStopped()
{
    if (phase != Phase::StoppingProducts)
        return;
    const QList<Product *> products = core->products.products();
    const bool stopped = std::all_of(products.begin(), products.end(), [](const Product *product) {
        return product->state() == Product::State::Stopped;
    });
    if (stopped)
        enter(Phase::Closing);
}

void Host::Private::closeStore()
{
    core->ledger.endRun(this, [this] { core->store.close(); });
}

void Host::Private::finish()
{
    if (phase == Phase::Stopped)
        return;
    const bool ran = phase == Phase::Closing;
    phase = Phase::Stopped;
    timer->stop();
    if (ran)
        static_cast<void>(removeRunRecord(options.dataDirectory));
    QMetaObject::invokeMethod(
        &q, [this] { Q_EMIT q.stopped(); }, Qt::QueuedConnection);
}

void Host::Private::reload()
{
    if (phase != Phase::Running)
        return;
    const Result<Settings> fresh = readSettings();
    const QStringList mistakes = fresh ? core->builder.mistakes(fresh.value()) : QStringList{};
    if (!fresh || !mistakes.isEmpty()) {
        Q_EMIT q.settingsRejected(fresh ? brokenTables(mistakes) : fresh.failure());
        return;
    }
    const SettingsDifference changes = difference(core->settings, fresh.value());
    core->apply(fresh.value());
    core->ledger.applyGrants(grantRowsOf(core->settings));
    const auto replace = [this](const TableChanges &tables, const QMap<QString, PluginTable> &now) {
        for (const QString &name : tables.added + tables.removed + tables.changed) {
            PluginTable table = now.value(name);
            table.name = name;
            table.enabled = table.enabled && now.contains(name);
            pendingProducts.insert(name, table);
        }
    };
    replace(changes.providers, core->settings.providers);
    replace(changes.channels, core->settings.channels);
    replaceProducts();
}

void Host::Private::replaceProducts()
{
    if (phase != Phase::Running || pendingProducts.isEmpty() || !core->dispatch.isIdle())
        return;
    const QStringList names = pendingProducts.keys();
    for (const QString &name : names) {
        Provider *const provider = core->products.provider(name);
        Channel *const channel = core->products.channel(name);
        Product *const old = provider ? static_cast<Product *>(provider) : channel;
        if (old && old->state() != Product::State::Stopped) {
            old->stop();
            continue;
        }
        if (old)
            core->products.remove(name);
        const PluginTable table = pendingProducts.take(name);
        if (!table.enabled)
            continue;
        const bool isProvider = core->settings.providers.contains(name);
        if (isProvider ? core->builder.buildProvider(table) : core->builder.buildChannel(table)) {
            if (isProvider)
                core->products.provider(name)->start();
            else
                core->products.channel(name)->start();
        }
    }
}

Host::Host(HostOptions options, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, std::move(options)))
{ }

Host::~Host() = default;

HostControl *Host::control() const
{
    return d->core ? &d->core->control : nullptr;
}

void Host::start()
{
    d->start();
}

void Host::stop()
{
    d->stop();
}

void Host::reload()
{
    d->reload();
}

} // namespace hostline
