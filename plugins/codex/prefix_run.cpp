// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/prefix_run.h"

#include "lib/codexwire/codex_errors.h"

#include <QJsonArray>

namespace hostline::codex {

using namespace Qt::StringLiterals;
using codexwire::CallResult;
using Result = PrefixOutcome::Result;

namespace {

constexpr std::chrono::milliseconds interruptPatience{5000};
constexpr QLatin1String injectMethod("thread/inject_items");
constexpr QLatin1String compactMethod("thread/compact/start");

QJsonObject itemOf(const HistoryMessage &message)
{
    const bool user = message.role == HistoryMessage::Role::User;
    const QJsonObject part{{u"type"_s, user ? u"input_text"_s : u"output_text"_s},
                           {u"text"_s, message.text}};
    QJsonObject item{{u"type"_s, u"message"_s},
                     {u"role"_s, user ? u"user"_s : u"assistant"_s},
                     {u"content"_s, QJsonArray{part}}};
    if (!user)
        item.insert(u"phase"_s, u"final_answer"_s);
    return item;
}

} // namespace

PrefixRun::PrefixRun(QString nativeThread, bool last, const Means &means, QObject *parent)
    : QObject(parent)
    , m_means(means)
    , m_patience(means.clock.timer())
    , m_last(last)
{
    m_track.thread = std::move(nativeThread);
    connect(m_patience.get(), &Timer::timedOut, this, [this] { finishWith(Result::Unknown); });
}

PrefixRun::~PrefixRun() = default;

void PrefixRun::begin(const QList<HistoryMessage> &messages)
{
    QJsonArray items;
    for (const HistoryMessage &message : messages)
        items.append(itemOf(message));
    m_means.client.call(injectMethod,
                        {{u"threadId"_s, m_track.thread}, {u"items"_s, items}},
                        m_means.callTimeout,
                        this,
                        [this](const CallResult &result) { onInjected(result); });
}

// Durable once it is answered, and never sent again: the same items would be there twice.
void PrefixRun::onInjected(const CallResult &result)
{
    switch (result.outcome) {
    case CallResult::Outcome::Answered:
        break;
    case CallResult::Outcome::Refused:
    case CallResult::Outcome::NotSent:
        finishWith(Result::Refused, codexwire::failureOfCall(result, injectMethod));
        return;
    case CallResult::Outcome::TimedOut:
    case CallResult::Outcome::Closed:
        return; // serverEnded() follows
    }
    if (m_abandoned) {
        finishWith(Result::Unknown);
        return;
    }
    if (m_last) {
        finishWith(Result::Restored);
        return;
    }
    m_compacting = true;
    m_means.client.call(compactMethod,
                        {{u"threadId"_s, m_track.thread}},
                        m_means.callTimeout,
                        this,
                        [this](const CallResult &taken) { onCompactionTaken(taken); });
    Q_EMIT compacting();
}

void PrefixRun::onCompactionTaken(const CallResult &result)
{
    switch (result.outcome) {
    case CallResult::Outcome::Answered:
        move({CompactionSign::What::Answered, {}, {}});
        return;
    case CallResult::Outcome::Refused:
    case CallResult::Outcome::NotSent:
        m_failure = codexwire::failureOfCall(result, compactMethod);
        move({CompactionSign::What::Refused, {}, {}});
        return;
    case CallResult::Outcome::TimedOut:
    case CallResult::Outcome::Closed:
        return;
    }
}

void PrefixRun::take(const codexwire::Event &event)
{
    if (m_finished || !m_compacting)
        return;
    if (const auto *usage = std::get_if<codexwire::TokenUsageEvent>(&event)) {
        if (usage->window > 0)
            m_end.window = usage->window;
        if (usage->turnId == m_track.turn && usage->inputTokens == 0 && usage->contextTokens > 0)
            m_end.hostTokens = usage->contextTokens;
    }
    const auto *ended = std::get_if<codexwire::TurnCompletedEvent>(&event);
    if (ended && ended->turn.id == m_track.turn && ended->turn.error)
        m_failure = codexwire::failureOfTurn(ended->turn.error);
    if (const std::optional<CompactionSign> sign = signOf(event))
        move(*sign);
}

void PrefixRun::move(const CompactionSign &sign)
{
    m_track = next(m_track, sign);
    switch (m_track.state) {
    case CompactionState::Done:
        finishWith(m_abandoned ? Result::Unknown : Result::Restored);
        return;
    case CompactionState::Failed:
        if (!m_failure && !m_abandoned)
            m_failure = Failure{
                FailureKind::Internal, u"the compaction ended without its result"_s, {}, {}};
        finishWith(Result::Unknown, m_failure);
        return;
    case CompactionState::Asked:
    case CompactionState::Begun:
    case CompactionState::Compacted:
    case CompactionState::Unanswered:
        if (m_abandoned)
            interrupt();
        return;
    }
}

void PrefixRun::abandon()
{
    if (m_finished || std::exchange(m_abandoned, true))
        return;
    m_patience->start(interruptPatience);
    interrupt();
}

// Before its turn is known there is nothing to interrupt yet.
void PrefixRun::interrupt()
{
    if (m_track.turn.isEmpty() || std::exchange(m_interrupted, true))
        return;
    m_means.client.call(u"turn/interrupt"_s,
                        {{u"threadId"_s, m_track.thread}, {u"turnId"_s, m_track.turn}},
                        m_means.callTimeout,
                        this,
                        [](const CallResult &) {});
}

void PrefixRun::serverEnded(const Failure &failure)
{
    finishWith(Result::Unknown, failure);
}

void PrefixRun::finishWith(Result result, const std::optional<Failure> &failure)
{
    if (std::exchange(m_finished, true))
        return;
    m_patience->stop();
    m_end.result = result;
    m_end.failure = failure;
    Q_EMIT finished(m_end);
}

} // namespace hostline::codex
