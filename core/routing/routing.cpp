// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "routing/routing.h"

#include "ledger/ledger.h"
#include "plugins/product_set.h"
#include "routing/routing_store.h"
#include "store/store.h"

#include <QLoggingCategory>

#include <exception>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcRouting, "hostline.core.routing", QtInfoMsg)

// The wall clock may jump while a timer runs.
constexpr std::chrono::milliseconds longestLook = std::chrono::minutes(10);

CapacityMeter *meterOf(Provider *provider)
{
    auto *const able = qobject_cast<MeteredProvider *>(provider);
    return able ? &able->capacity() : nullptr;
}

} // namespace

Routing::Routing(Ledger &ledger, Store &store, ProductSet &products, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_ledger(ledger)
    , m_store(store)
    , m_products(products)
    , m_clock(clock)
    , m_timer(clock.timer())
{
    connect(m_timer.get(), &Timer::timedOut, this, &Routing::timePassed);
    connect(&products, &ProductSet::providerAdded, this, &Routing::watch);
    connect(&products, &ProductSet::providerStateChanged, this, &Routing::providerChanged);
}

Routing::~Routing() = default;

qint64 Routing::now() const
{
    return m_clock.wall().toMSecsSinceEpoch();
}

void Routing::load(QObject *context, std::function<void()> done)
{
    m_store.read<QList<QuotaRecord>>(
        context,
        [](Transaction &transaction) { return routing_store::all(transaction); },
        [this, done = std::move(done)](const Result<QList<QuotaRecord>> &stored) {
            if (!stored)
                qCWarning(lcRouting,
                          "what was known of quotas cannot be read: %ls",
                          qUtf16Printable(stored.failure().detail));
            const QList<QuotaRecord> records = stored ? stored.value() : QList<QuotaRecord>();
            for (const QuotaRecord &record : records) {
                const auto known = m_records.find(record.provider);
                if (known == m_records.end() || known->second.origin != record.origin)
                    continue;
                // What its meter has said in this run is newer; what its turns met is not said by meters.
                const Capacity seen = known->second.seen;
                known->second = record;
                if (!meterOf(m_products.provider(record.provider)))
                    known->second.seen = seen;
                else if (seen.observedAt.isValid())
                    known->second.seen = mergedCapacity(record.seen, seen);
            }
            renew();
            done(); // what waits goes on with the run
            m_loaded = true;
        });
}

void Routing::setPolicy(const Policy &base,
                        const QList<Candidate> &enabled,
                        std::shared_ptr<const Route> route,
                        const QString &plugin)
{
    m_base = base;
    m_enabled = enabled;
    m_route = std::move(route);
    m_plugin = plugin;
    for (const Candidate &candidate : enabled) {
        const auto known = m_records.find(candidate.name);
        if (known != m_records.end() && known->second.origin == candidate.origin)
            continue;
        QuotaRecord fresh;
        fresh.provider = candidate.name;
        fresh.origin = candidate.origin;
        // Nothing speaks against it before its meter was asked.
        fresh.seen.state = meterOf(m_products.provider(candidate.name))
            ? Capacity::State::Available
            : Capacity::State::Unmetered;
        m_records.insert_or_assign(candidate.name, fresh);
    }
    const auto isEnabled = [this](const QString &name) {
        return std::any_of(m_enabled.begin(), m_enabled.end(), [&name](const Candidate &one) {
            return one.name == name;
        });
    };
    m_members.clear();
    if (m_route) {
        QStringList named;
        try {
            named = m_route->members();
        } catch (...) {
            qCWarning(lcRouting, "the route threw when it was asked for its members");
        }
        for (const QString &name : std::as_const(named)) {
            if (!isEnabled(name))
                qCWarning(lcRouting,
                          "the route's member \"%ls\" is no enabled provider",
                          qUtf16Printable(name));
            else if (!m_members.contains(name))
                m_members.append(name);
        }
    }
    if (m_members.isEmpty()) {
        m_route.reset();
        if (!base.provider.isEmpty())
            m_members.append(base.provider);
    }
    renew();
}

QuotaRecord &Routing::recordOf(const QString &name)
{
    QuotaRecord &record = m_records[name];
    record.provider = name;
    return record;
}

bool Routing::isRecovering(const QuotaRecord &record) const
{
    return record.attempts > 0 && believed(record, now()) != Capacity::State::Exhausted;
}

RouteMember Routing::member(const QString &name, bool cautious) const
{
    const auto it = m_records.find(name);
    if (it == m_records.end())
        return {name, Capacity::State::Unmetered, {}};
    const QuotaRecord &record = it->second;
    RouteMember member{name, believed(record, now()), {}};
    if (member.capacity == Capacity::State::Exhausted)
        member.triedAgainAt = QDateTime::fromMSecsSinceEpoch(*record.retryAt, Qt::UTC);
    else if (cautious && isRecovering(record))
        member.capacity = Capacity::State::Exhausted;
    return member;
}

RouteChoice Routing::choose(const QString &wanted, bool cautious) const
{
    RouteQuestion question{wanted, {}};
    // One that is wanted and no member has no substitute: it was chosen by name.
    const bool byName = !wanted.isEmpty() && !m_members.contains(wanted);
    const QStringList names = byName ? QStringList{wanted} : m_members;
    for (const QString &name : names)
        question.members.append(member(name, cautious));
    if (!m_route || byName)
        return choosePinned(question);
    QString mistake = u"it threw"_s;
    try {
        RouteChoice choice = m_route->choose(question);
        mistake = choiceMistake(question, choice);
        if (mistake.isEmpty())
            return choice;
    } catch (...) { }
    qCWarning(lcRouting,
              "the route %ls is not followed: %ls",
              qUtf16Printable(m_plugin),
              qUtf16Printable(mistake));
    return choosePinned(question);
}

/// The ways as things stand, and when they change by themselves.
void Routing::renew()
{
    Policy policy = m_base;
    if (!m_members.isEmpty())
        policy.provider = m_members.first();
    std::optional<qint64> next;
    const qint64 at = now();
    for (const auto &[name, record] : m_records) {
        if (isRecovering(record))
            policy.recovering.insert(name);
        if (believed(record, at) == Capacity::State::Exhausted && record.resetKnown)
            policy.resets.insert(name, *record.retryAt);
        if (const std::optional<qint64> change = changesAt(record, at))
            next = std::min(next.value_or(*change), *change);
    }
    QStringList wishes{QString()};
    for (const Candidate &candidate : std::as_const(m_enabled))
        wishes.append(candidate.name);
    for (const QString &wish : std::as_const(wishes)) {
        if (!wish.isEmpty() || !m_members.isEmpty())
            policy.ways.insert(wish, {choose(wish, false), choose(wish, true)});
    }
    if (next)
        m_timer->start(
            std::min(longestLook, std::chrono::milliseconds(std::max<qint64>(*next - at, 1))));
    else
        m_timer->stop();
    if (policy == m_ledger.policy())
        return;
    m_ledger.setPolicy(policy);
    if (m_loaded)
        m_ledger.wakeWaiting();
}

void Routing::timePassed()
{
    const qint64 at = now();
    for (const auto &[name, record] : m_records) {
        if (record.retryAt && *record.retryAt <= at)
            ask(name);
    }
    renew();
}

void Routing::watch(const QString &name, Provider *provider)
{
    answerReadings(name, {}); // the one before it answers nothing any more
    QuotaRecord &record = recordOf(name);
    CapacityMeter *const meter = meterOf(provider);
    if (!meter) {
        record.seen = Capacity{};
        record.seen.state = Capacity::State::Unmetered;
    } else {
        // Nothing speaks against it before it was asked.
        if (!record.seen.observedAt.isValid())
            record.seen.state = Capacity::State::Available;
        connect(meter, &CapacityMeter::capacityRead, this, [this, name](const Capacity &fresh) {
            heard(name, fresh, true);
        });
        connect(meter, &CapacityMeter::capacityChanged, this, [this, name](const Capacity &fresh) {
            heard(name, fresh, false);
        });
    }
    renew();
}

void Routing::providerChanged(const QString &name, Product::State state)
{
    if (state == Product::State::Ready)
        ask(name);
}

void Routing::ask(const QString &name)
{
    Provider *const provider = m_products.provider(name);
    CapacityMeter *const meter = meterOf(provider);
    if (!meter || provider->state() != Product::State::Ready || m_readings.contains(name))
        return;
    m_readings.insert({name, {}});
    meter->readCapacity();
}

void Routing::readCapacity(const QString &provider,
                           QObject *context,
                           std::function<void(const Capacity &)> done)
{
    Provider *const asked = m_products.provider(provider);
    if (!meterOf(asked) || asked->state() != Product::State::Ready) {
        QMetaObject::invokeMethod(
            context,
            [this, provider, done = std::move(done)] {
                Capacity known = capacity(provider).value_or(Capacity{});
                if (!meterOf(m_products.provider(provider)))
                    known.observedAt = m_clock.wall();
                done(known);
            },
            Qt::QueuedConnection);
        return;
    }
    ask(provider);
    m_readings[provider].append({context, std::move(done)});
}

void Routing::heard(const QString &name, const Capacity &fresh, bool asked)
{
    Capacity dated = fresh;
    if (!dated.observedAt.isValid())
        dated.observedAt = m_clock.wall();
    change(name, afterMeter(recordOf(name), dated, asked, now()));
    if (asked)
        answerReadings(name, fresh);
}

void Routing::answerReadings(const QString &name, const Capacity &fresh)
{
    const auto readings = m_readings.extract(name);
    if (readings.empty() || readings.mapped().isEmpty())
        return;
    // What it could not say is not known of now.
    Capacity read = shownCapacity(recordOf(name), now());
    if (fresh.state == Capacity::State::Unknown && read.state != Capacity::State::Exhausted)
        read.state = Capacity::State::Unknown;
    for (const Reading &reading : readings.mapped()) {
        if (reading.context)
            reading.done(read);
    }
}

void Routing::change(const QString &name, const QuotaRecord &record)
{
    QuotaRecord &kept = recordOf(name);
    if (kept == record)
        return;
    QuotaRecord dated = kept;
    dated.seen.observedAt = record.seen.observedAt;
    const bool onlyAge = dated == record;
    kept = record;
    if (onlyAge)
        return;
    if (m_loaded)
        m_ledger.keepCapacity(record);
    renew();
    Q_EMIT capacityChanged(name);
}

std::optional<Capacity> Routing::capacity(const QString &provider) const
{
    const auto it = m_records.find(provider);
    return it == m_records.end() ? std::nullopt : std::optional(shownCapacity(it->second, now()));
}

RouteView Routing::view() const
{
    return {m_route ? m_plugin : QString(), m_members, choose({}, false)};
}

void Routing::quotaReached(const QString &provider, const Failure &failure)
{
    const QuotaRecord record = afterExhaustion(recordOf(provider), failure, now());
    qCInfo(lcRouting,
           "the quota of %ls is used up, tried again at %ls%s",
           qUtf16Printable(provider),
           qUtf16Printable(
               QDateTime::fromMSecsSinceEpoch(*record.retryAt, Qt::UTC).toString(Qt::ISODate)),
           record.resetKnown ? " (its reset)" : "");
    change(provider, record);
}

void Routing::answered(const QString &provider, qint64 askedAt)
{
    if (askedAt < recordOf(provider).failedAt.value_or(0))
        return;
    change(provider, afterAnswer(recordOf(provider)));
}

void Routing::settled()
{
    if (!m_ledger.policy().recovering.isEmpty())
        m_ledger.wakeWaiting();
}

} // namespace hostline
