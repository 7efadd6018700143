// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/capacity_meter.h"

namespace hostline::codex {

using namespace Qt::StringLiterals;
using codexwire::CallResult;

CodexMeter::CodexMeter(const CodexSettings &settings,
                       Clock &clock,
                       std::function<codexwire::JsonRpcClient *()> client,
                       QObject *parent)
    : CapacityMeter(parent)
    , m_settings(settings)
    , m_clock(clock)
    , m_client(std::move(client))
{ }

CodexMeter::~CodexMeter() = default;

void CodexMeter::readCapacity()
{
    codexwire::JsonRpcClient *client = m_client();
    if (!client) {
        QMetaObject::invokeMethod(this, &CodexMeter::answerUnknown, Qt::QueuedConnection);
        return;
    }
    if (needsNoAccount(m_settings.config)) {
        QMetaObject::invokeMethod(
            this, [this] { answer(true); }, Qt::QueuedConnection);
        return;
    }
    client->call(limitsMethod, {}, m_settings.callTimeout, this, [this](const CallResult &result) {
        onLimits(result);
    });
}

void CodexMeter::onLimits(const CallResult &result)
{
    switch (result.outcome) {
    case CallResult::Outcome::Answered:
        m_limits = afterRead(m_limits, result.result, m_clock.wall());
        answer(false);
        return;
    case CallResult::Outcome::Refused:
        break;
    case CallResult::Outcome::NotSent:
    case CallResult::Outcome::TimedOut:
    case CallResult::Outcome::Closed:
        answerUnknown();
        return;
    }
    // Only prose says why it was refused: whether there is a quota at all is a typed field of the account.
    codexwire::JsonRpcClient *client = m_client();
    if (!client) {
        answerUnknown();
        return;
    }
    client->call(
        u"account/read"_s, {}, m_settings.callTimeout, this, [this](const CallResult &account) {
            onAccount(account);
        });
}

void CodexMeter::onAccount(const CallResult &result)
{
    if (result.outcome == CallResult::Outcome::Answered && isUnmetered(result.result))
        answer(true);
    else
        answerUnknown();
}

void CodexMeter::answer(bool unmetered)
{
    Q_EMIT capacityRead(capacityOf(m_limits, unmetered, m_clock.wall()));
}

void CodexMeter::answerUnknown()
{
    Capacity nothing;
    nothing.observedAt = m_clock.wall();
    Q_EMIT capacityRead(nothing);
}

void CodexMeter::take(const QString &method, const QJsonObject &params)
{
    if (method == "account/rateLimits/updated"_L1)
        learn(afterUpdate(m_limits, params));
}

std::optional<Failure> CodexMeter::ended(std::optional<Failure> failure)
{
    if (failure && failure->kind == FailureKind::QuotaExhausted) {
        learn(afterExhaustion(m_limits, m_clock.wall()));
        if (!failure->until)
            failure->until = m_limits.metUntil;
    }
    return failure;
}

void CodexMeter::answered()
{
    const Limits after = afterAnswer(m_limits);
    if (after != m_limits)
        learn(after);
}

// Also where nothing is new: it is as old as now.
void CodexMeter::learn(const Limits &limits)
{
    m_limits = limits;
    if (m_limits.said() || m_limits.met)
        Q_EMIT capacityChanged(capacityOf(m_limits, false, m_clock.wall()));
}

} // namespace hostline::codex
