// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include <hostline/capacity.h>
#include <hostline/channel.h>
#include <hostline/control.h>
#include <hostline/plugin.h>
#include <hostline/provider.h>
#include <hostline/review.h>
#include <hostline/route.h>

#include <QtCore/QThread>

#include <array>

namespace hostline {

namespace {

struct KindName
{
    FailureKind kind;
    QLatin1StringView name;
};

using namespace Qt::StringLiterals;

constexpr std::array kindNames{
    KindName{FailureKind::QuotaExhausted, "quota_exhausted"_L1},
    KindName{FailureKind::RateLimited, "rate_limited"_L1},
    KindName{FailureKind::ContextTooLarge, "context_too_large"_L1},
    KindName{FailureKind::SignedOut, "signed_out"_L1},
    KindName{FailureKind::Overloaded, "overloaded"_L1},
    KindName{FailureKind::UpstreamPolicy, "upstream_policy"_L1},
    KindName{FailureKind::ModelNotFound, "model_not_found"_L1},
    KindName{FailureKind::ConnectionLost, "connection_lost"_L1},
    KindName{FailureKind::IdleTimeout, "idle_timeout"_L1},
    KindName{FailureKind::HardTimeout, "hard_timeout"_L1},
    KindName{FailureKind::StartTimeout, "start_timeout"_L1},
    KindName{FailureKind::Stopped, "stopped"_L1},
    KindName{FailureKind::Restarted, "restarted"_L1},
    KindName{FailureKind::ProviderUnavailable, "provider_unavailable"_L1},
    KindName{FailureKind::ThreadBusyElsewhere, "thread_busy_elsewhere"_L1},
    KindName{FailureKind::ThreadLost, "thread_lost"_L1},
    KindName{FailureKind::UnsupportedHost, "unsupported_host"_L1},
    KindName{FailureKind::InvalidConfiguration, "invalid_configuration"_L1},
    KindName{FailureKind::InvalidInput, "invalid_input"_L1},
    KindName{FailureKind::NotAllowed, "not_allowed"_L1},
    KindName{FailureKind::QueueFull, "queue_full"_L1},
    KindName{FailureKind::Expired, "expired"_L1},
    KindName{FailureKind::StoreUnavailable, "store_unavailable"_L1},
    KindName{FailureKind::NotFound, "not_found"_L1},
    KindName{FailureKind::Conflict, "conflict"_L1},
    KindName{FailureKind::Internal, "internal"_L1},
};
static_assert(kindNames.size() == static_cast<size_t>(FailureKind::Internal) + 1,
              "every kind has a name");

} // namespace

QString toString(FailureKind kind)
{
    return kindNames[static_cast<size_t>(kind)].name;
}

std::optional<FailureKind> failureKindFromString(const QString &text)
{
    for (const KindName &entry : kindNames) {
        if (entry.name == text)
            return entry.kind;
    }
    return std::nullopt;
}

QString toString(RequestState state)
{
    switch (state) {
    case RequestState::Queued:
        return u"queued"_s;
    case RequestState::Running:
        return u"running"_s;
    case RequestState::Waiting:
        return u"waiting"_s;
    case RequestState::Settled:
        return u"settled"_s;
    }
    Q_UNREACHABLE();
}

Place placeOf(const Source &source)
{
    return {source.channel, source.account, source.peer, source.thread};
}

Timer::Timer() = default;
Timer::~Timer() = default;
Clock::~Clock() = default;
PluginContext::~PluginContext() = default;
ProviderPlugin::~ProviderPlugin() = default;
CapacityMeter::CapacityMeter(QObject *parent)
    : QObject(parent)
{ }
CapacityMeter::~CapacityMeter() = default;
MeteredProvider::~MeteredProvider() = default;
ReviewProvider::ReviewProvider() = default;
ReviewProvider::~ReviewProvider() = default;
Route::Route() = default;
Route::~Route() = default;
RoutePlugin::RoutePlugin() = default;
RoutePlugin::~RoutePlugin() = default;
ChannelPlugin::~ChannelPlugin() = default;

QString stepOf(const Failure &failure)
{
    const bool ownMeaning = failure.kind == FailureKind::UnsupportedHost
        || failure.kind == FailureKind::ThreadBusyElsewhere
        || failure.kind == FailureKind::ModelNotFound;
    return ownMeaning ? QString() : failure.subject;
}

Product::Product(QObject *parent)
    : QObject(parent)
{ }
Product::~Product() = default;

void Product::setState(State state, std::optional<Failure> failure)
{
    Q_ASSERT(QThread::currentThread() == thread());
    if (state == m_state && failure == m_failure)
        return;
    m_state = state;
    m_failure = std::move(failure);
    Q_EMIT stateChanged(state);
}

void Product::setVersion(const QString &version)
{
    m_version = version;
}

void Product::setAddress(const QString &address)
{
    m_address = address;
}

Provider::Provider(QObject *parent)
    : Product(parent)
{ }
Provider::~Provider() = default;
void Provider::outcomeRecorded(const TurnId &) { }

Channel::Channel(QObject *parent)
    : Product(parent)
{ }
Channel::~Channel() = default;

QList<Part> Channel::plan(const Body &body, const Source &) const
{
    return {{0, {}, 0, body.text.size()}};
}
void Channel::finishAction(const ActionResult &) { }
void Channel::deliver(const Delivery &delivery)
{
    QMetaObject::invokeMethod(
        this,
        [this, key = delivery.key] {
            Q_EMIT delivered({key,
                              DeliveryOutcome::Result::Refused,
                              {},
                              {},
                              u"this channel does not deliver"_s});
        },
        Qt::QueuedConnection);
}
void Channel::readBack(const Delivery &delivery)
{
    QMetaObject::invokeMethod(
        this,
        [this, key = delivery.key] {
            Q_EMIT delivered({key,
                              DeliveryOutcome::Result::Unknown,
                              {},
                              {},
                              u"this channel cannot read back"_s});
        },
        Qt::QueuedConnection);
}
void Channel::showProgress(const Progress &) { }

HostControl::HostControl(QObject *parent)
    : QObject(parent)
{ }
HostControl::~HostControl() = default;

} // namespace hostline
