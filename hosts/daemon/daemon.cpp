// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "daemon.h"

#include "service_manager.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QLoggingCategory>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string_view>

#include <sys/time.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hostline::daemon {

namespace {

Q_LOGGING_CATEGORY(lcDaemon, "hostline.daemon", QtInfoMsg)

/// The host ends within 15 s by itself. A disk that hangs keeps threads, and with them the destructors that wait for
/// them, so what ends the process then is a signal.
void endAfter(std::chrono::milliseconds limit)
{
    std::signal(SIGALRM, [](int) {
        static constexpr std::string_view lastWords =
            "hostlined: it did not stop in time (a disk that hangs, perhaps) and ends as it is; "
            "nothing stored is lost\n";
        [[maybe_unused]] const ssize_t written =
            ::write(STDERR_FILENO, lastWords.data(), lastWords.size());
        std::_Exit(static_cast<int>(ExitCode::Failed));
    });
    const auto seconds = std::chrono::floor<std::chrono::seconds>(limit);
    const std::chrono::microseconds rest = limit - seconds;
    itimerval timer{};
    timer.it_value = {.tv_sec = seconds.count(), .tv_usec = rest.count()};
    ::setitimer(ITIMER_REAL, &timer, nullptr);
}

constexpr auto longestStop = 14800ms;

Failure failureOf(const QString &detail)
{
    return Failure{.kind = FailureKind::NotFound, .detail = detail, .subject = {}, .until = {}};
}

} // namespace

Result<QString> addressIn(const StatusView &status, const QStringList &controlChannels)
{
    for (const ProductView &channel : status.channels) {
        if (!controlChannels.contains(channel.name))
            continue;
        if (channel.state == Product::State::Ready && !channel.address.isEmpty())
            return channel.address;
        return channel.failure.value_or(
            failureOf(u"the channel %1 is not ready"_s.arg(channel.name)));
    }
    return failureOf(u"the settings switch off the channel that people reach Hostline by: "_s
                     + controlChannels.join(u", "_s));
}

Daemon::Daemon(HostOptions options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_host(m_options)
{
    connect(&m_host, &Host::ready, this, &Daemon::lookForAddress);
    connect(&m_host, &Host::failed, this, [this](const Failure &failure) {
        end(exitCodeFor(failure, m_options.settingsFile), explanation(failure));
    });
    connect(&m_host, &Host::settingsRejected, this, [](const Failure &failure) {
        const QStringList lines = explanation(failure).split(u'\n');
        for (const QString &line : lines)
            qCWarning(lcDaemon).noquote() << "the settings were not taken:" << line;
    });
    connect(&m_host, &Host::stopped, this, [this] { end(m_code, m_complaint); });
}

void Daemon::start()
{
    m_host.start();
}

void Daemon::lookForAddress()
{
    if (m_phase != Phase::Starting)
        return;
    m_phase = Phase::LookingForAddress;
    connect(m_host.control(), &HostControl::answered, this, &Daemon::takeAnswer);
    m_query = m_host.control()->send(GetStatus{});
}

void Daemon::takeAnswer(const QueryId &query, const Answer &answer)
{
    if (m_phase != Phase::LookingForAddress || query != m_query)
        return;
    disconnect(m_host.control(), &HostControl::answered, this, nullptr);
    if (const auto *const status = std::get_if<StatusView>(&answer)) {
        takeStatus(*status);
    } else if (const auto *const failure = std::get_if<Failure>(&answer)) {
        m_code = exitCodeFor(*failure, m_options.settingsFile);
        m_complaint = explanation(*failure);
        stop();
    }
}

void Daemon::takeStatus(const StatusView &status)
{
    const Result<QString> address = addressIn(status, m_options.controlChannels);
    if (!address) {
        m_code = ExitCode::NoPage;
        m_complaint = explanation(address.failure()) + u"\nplugins are looked for in: "_s
            + m_options.pluginDirectories.join(u", "_s);
        stop();
        return;
    }
    m_phase = Phase::Serving;
    for (const ProductView &provider : status.providers) {
        if (provider.failure)
            qCWarning(lcDaemon).noquote() << "provider" << provider.name
                                          << "cannot answer yet:" << explanation(*provider.failure);
    }
    notifyServiceManager("READY=1");
    const QJsonObject line{{u"event"_s, u"ready"_s},
                           {u"pid"_s, QCoreApplication::applicationPid()},
                           {u"chat"_s, address.value()}};
    Q_EMIT ready(QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n');
}

void Daemon::stop()
{
    switch (m_phase) {
    case Phase::Starting:
    case Phase::LookingForAddress:
    case Phase::Serving:
        m_phase = Phase::Stopping;
        qCInfo(lcDaemon, "stopping");
        notifyServiceManager("STOPPING=1");
        endAfter(longestStop);
        m_host.stop();
        return;
    case Phase::Stopping:
        qCWarning(lcDaemon, "stopping at once");
        std::_Exit(static_cast<int>(m_code));
    case Phase::Over:
        return;
    }
}

void Daemon::reload()
{
    m_host.reload();
}

void Daemon::end(ExitCode code, const QString &complaint)
{
    if (std::exchange(m_phase, Phase::Over) == Phase::Over)
        return;
    Q_EMIT finished(code, complaint);
}

} // namespace hostline::daemon
