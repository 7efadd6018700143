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
constexpr auto flushTime = 1s;
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
        Flushing, ///< nothing runs any more; what is written and handed over comes to its end
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
    struct Pending
    {
        bool isProvider = false;
        PluginTable table; ///< a disabled one is only removed
    };
    QList<Pending> pendingProducts; ///< changed tables whose old product still stops
    bool replacing = false;
    bool reloadAsked = false; ///< before there was anything to reload
    std::optional<QString> toldAddress;
    std::optional<Failure> startFailure; ///< to be told when the products that began have stopped

private:
    [[nodiscard]] SettingsDefaults defaults() const;
    [[nodiscard]] Result<Settings> readSettings() const;
    [[nodiscard]] Failure brokenTables(const QStringList &mistakes) const;
    void fail(const Failure &failure);
    void storeOpened();
    void adopted(const Result<Done> &result);
    void checkReady();
    void tellAddress();
    void enter(Phase next);
    void timedOut();
    void flush();
    void checkProductsStopped();
    void productsStopped();
    void closeStore();
    void finish();
    void replaceProducts();
    bool replace(const Pending &pending);
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
    const QList<Product *> products = core ? core->products.products() : QList<Product *>();
    const bool anyRuns = std::any_of(products.begin(), products.end(), [](const Product *product) {
        return product->state() != Product::State::Stopped;
    });
    if (anyRuns && !startFailure) {
        startFailure = failure;
        enter(Phase::StoppingProducts);
        return;
    }
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
    connect(&core->store, &Store::openFailed, this, [this](const Failure &failure) {
        if (phase == Phase::Opening) // else it is stopping already, and says so
            fail(failure);
    });
    connect(&core->store, &Store::closed, this, &Private::finish);
    connect(&core->dispatch, &Dispatch::idle, this, [this] {
        if (phase == Phase::Draining)
            enter(Phase::Flushing);
        else if (phase == Phase::Interrupting)
            enter(Phase::StoppingProducts);
        else
            replaceProducts();
    });
    for (auto changed : {&ProductSet::providerStateChanged, &ProductSet::channelStateChanged}) {
        connect(&core->products, changed, this, [this] {
            checkReady();
            if (phase == Phase::Running)
                tellAddress();
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
    core->adoptRun(this,
                   {QSysInfo::machineHostName(), QCoreApplication::applicationPid()},
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
    for (const QString &name : core->products.channelNames()) {
        const Channel *const channel = core->products.channel(name);
        if (channel->state() == Product::State::Starting
            || channel->state() == Product::State::Stopped)
            return;
    }
    phase = Phase::Running;
    tellAddress();
    QMetaObject::invokeMethod(
        &q, [this] { Q_EMIT q.ready(); }, Qt::QueuedConnection);
    if (reloadAsked)
        reload();
}

/// For programs beside this one; again when the channel that they reach it by has moved.
void Host::Private::tellAddress()
{
    QString address;
    for (const QString &name : options.controlChannels) {
        const Channel *const channel = core->products.channel(name);
        if (address.isEmpty() && channel && channel->state() == Product::State::Ready)
            address = channel->address();
    }
    if (toldAddress == address)
        return;
    const Holder self{QCoreApplication::applicationPid(), options.programName, core->startedAt};
    const Result<Done> written = writeRunRecord(options.dataDirectory, {self, address});
    if (written)
        toldAddress = address;
    else
        qCWarning(lcHost,
                  "programs beside this one will not find it: %ls",
                  qUtf16Printable(written.failure().detail));
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
        core->review.quiet();
        enter(core->dispatch.isIdle() ? Phase::Flushing : Phase::Draining);
        return;
    case Phase::Draining:
    case Phase::Flushing:
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
        qCInfo(lcHost, "waiting for the answers that run");
        timer->start(drainTime);
        return;
    case Phase::Flushing:
        timer->start(flushTime);
        flush();
        return;
    case Phase::Interrupting:
        qCInfo(lcHost, "interrupting what still runs; the next start takes it up");
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
    case Phase::Flushing:
        enter(Phase::StoppingProducts);
        return;
    case Phase::StoppingProducts:
        qCWarning(lcHost, "a product did not stop in time");
        productsStopped();
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

// A unit that comes back says that all before it are committed and what they asked for is on its way.
void Host::Private::flush()
{
    core->store.post<bool>(
        this,
        [](Transaction &) { return true; },
        [this](const Result<bool> &) {
            if (phase != Phase::Flushing)
                return;
            if (core->outbox.isBusy())
                connect(&core->outbox, &Outbox::quiet, this, [this] {
                    if (phase == Phase::Flushing)
                        enter(Phase::StoppingProducts);
                });
            else
                enter(Phase::StoppingProducts);
        });
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
        productsStopped();
}

void Host::Private::productsStopped()
{
    if (startFailure)
        fail(*startFailure);
    else
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
    reloadAsked = phase == Phase::Opening || phase == Phase::Starting;
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
    const auto replace = [this](bool areProviders,
                                const TableChanges &tables,
                                const QMap<QString, PluginTable> &now) {
        for (const QString &name : tables.added + tables.removed + tables.changed) {
            PluginTable table = now.value(name);
            table.name = name;
            table.enabled = table.enabled && now.contains(name);
            pendingProducts.removeIf([areProviders, &name](const Pending &pending) {
                return pending.isProvider == areProviders && pending.table.name == name;
            });
            pendingProducts.append({areProviders, table});
        }
    };
    replace(true, changes.providers, core->settings.providers);
    replace(false, changes.channels, core->settings.channels);
    replaceProducts();
}

void Host::Private::replaceProducts()
{
    // A product says its state from inside start() and stop(), which leads here again.
    if (phase != Phase::Running || replacing || !core->dispatch.isIdle())
        return;
    replacing = true;
    for (qsizetype i = 0; i < pendingProducts.size();) {
        if (replace(pendingProducts.at(i)))
            pendingProducts.removeAt(i);
        else
            ++i;
    }
    replacing = false;
}

/// \return false while the old product still stops
bool Host::Private::replace(const Pending &pending)
{
    const QString &name = pending.table.name;
    Provider *const provider = pending.isProvider ? core->products.provider(name) : nullptr;
    Channel *const channel = pending.isProvider ? nullptr : core->products.channel(name);
    Product *const old = provider ? static_cast<Product *>(provider) : channel;
    if (old && old->state() != Product::State::Stopped)
        old->stop();
    if (old && old->state() != Product::State::Stopped)
        return false;
    if (provider)
        core->products.removeProvider(name);
    if (channel)
        core->products.removeChannel(name);
    if (!pending.table.enabled)
        return true;
    if (pending.isProvider && core->builder.buildProvider(pending.table))
        core->products.provider(name)->start();
    if (!pending.isProvider && core->builder.buildChannel(pending.table))
        core->products.channel(name)->start();
    return true;
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
