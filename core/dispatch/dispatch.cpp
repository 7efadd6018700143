// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "dispatch/dispatch.h"

#include "ledger/ledger.h"
#include "plugins/product_set.h"

#include <QLoggingCategory>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcDispatch, "hostline.core.dispatch", QtInfoMsg)

} // namespace

Dispatch::Dispatch(Ledger &ledger, ProductSet &products, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_ledger(ledger)
    , m_products(products)
    , m_clock(clock)
{
    connect(&products, &ProductSet::providerAdded, this, &Dispatch::watch);
}

Dispatch::~Dispatch() = default;

void Dispatch::watch(const QString &, Provider *provider)
{
    connect(provider, &Provider::turnStarted, this, [this](const TurnId &turn, const QString &) {
        heard(turn, false);
    });
    connect(provider, &Provider::turnHeard, this, &Dispatch::heard);
    connect(provider,
            &Provider::textAppended,
            this,
            [this](const TurnId &turn, const QString &item, const QString &text) {
                // Whether a review's text may be shown is known when it has ended.
                if (ActiveTurn *const active = find(turn);
                    active && active->phase == TurnPhase::Running && !active->claim.review) {
                    tellSwitch(*active);
                    Q_EMIT textAppended(active->claim, item, text);
                }
            });
    connect(provider,
            &Provider::activityChanged,
            this,
            [this](const TurnId &turn, const Activity &activity) {
                ActiveTurn *const active = find(turn);
                if (!active || active->phase != TurnPhase::Running)
                    return;
                if (active->claim.review && activity.kind == Activity::Kind::Tool) {
                    apply(*active, TurnEvent::LimitPassed, EndReason::Acted);
                } else {
                    if (activity.kind == Activity::Kind::Tool)
                        tellSwitch(*active);
                    Q_EMIT activityChanged(active->claim, activity);
                }
            });
    connect(provider, &Provider::turnFinished, this, &Dispatch::finished);
}

Dispatch::ActiveTurn &Dispatch::add(const ClaimedRequest &claim)
{
    ActiveTurn &turn = m_turns[claim.turn.toString()];
    turn = ActiveTurn{claim,
                      TurnPhase::Running,
                      EndReason::None,
                      m_clock.wall().toMSecsSinceEpoch(),
                      m_clock.timer(),
                      m_clock.timer(),
                      m_clock.timer()};
    const auto onTime = [this, id = claim.turn](Timer *timer, TurnEvent event, EndReason reason) {
        connect(timer, &Timer::timedOut, this, [this, id, event, reason] {
            if (ActiveTurn *const active = find(id))
                apply(*active, event, reason);
        });
    };
    onTime(turn.idleTimer.get(), TurnEvent::LimitPassed, EndReason::Idle);
    onTime(turn.hardTimer.get(), TurnEvent::LimitPassed, EndReason::Hard);
    connect(turn.endTimer.get(), &Timer::timedOut, this, [this, id = claim.turn] {
        if (ActiveTurn *const active = find(id))
            apply(*active,
                  active->phase == TurnPhase::Interrupting ? TurnEvent::InterruptPassed
                                                           : TurnEvent::EndPassed);
    });
    turn.idleTimer->start(m_limits.idle);
    turn.hardTimer->start(m_limits.hard);
    return turn;
}

void Dispatch::start(const ClaimedRequest &claim)
{
    Provider *const provider = m_products.provider(claim.provider);
    if (claim.stopAsked || !provider) {
        m_ledger.finish({
            .request = claim.request,
            .turn = claim.turn,
            .draft = {.failure = claim.stopAsked
                          ? Failure{FailureKind::Stopped, u"stopped before it ran"_s, {}, {}}
                          : Failure{claim.review ? FailureKind::Restarted
                                                 : FailureKind::ProviderUnavailable,
                                    u"the provider is gone"_s,
                                    {},
                                    {}}},
            .ending =
                {.how = TurnEnd::Voided, .nativeTurn = {}, .reach = Reach::NotSent, .spend = {}},
        });
        return;
    }
    add(claim);
    provider->startTurn({claim.turn, claim.binding, claim.text, claim.access, claim.effort});
}

void Dispatch::adopt(const ClaimedRequest &claim)
{
    ActiveTurn &turn = add(claim);
    turn.claim.found = false; // what it says now comes live
    if (claim.stopAsked)
        apply(turn, TurnEvent::StopAsked, EndReason::Stopped);
}

void Dispatch::finishRead(const ClaimedRequest &claim,
                          const QString &answer,
                          const QString &nativeTurn,
                          bool recovered)
{
    TurnResult result;
    result.turn = claim.turn;
    result.nativeTurn = nativeTurn;
    result.answer = answer;
    result.reach = Reach::ModelAnswered;
    ClaimedRequest marked = claim;
    marked.found = recovered;
    settle(marked, result, {TurnOutcome::Kind::Answered, {}}, EndReason::None);
}

void Dispatch::stop(const RequestId &request)
{
    for (auto &[id, turn] : m_turns) {
        if (turn.claim.request == request) {
            apply(turn, TurnEvent::StopAsked, EndReason::Stopped);
            return;
        }
    }
}

void Dispatch::settled(const RequestSettled &settled)
{
    if (settled.turn.isNull())
        return;
    if (Provider *const provider = m_products.provider(settled.provider))
        provider->outcomeRecorded(settled.turn);
}

void Dispatch::interruptAll()
{
    // A provider answers none of this from inside its slot, so the table stays as it is meanwhile.
    for (auto &[id, turn] : m_turns) {
        turn.reason = EndReason::Shutdown;
        apply(turn, TurnEvent::StopAsked, EndReason::Shutdown);
        turn.endTimer->stop();
    }
}

void Dispatch::endAll()
{
    for (auto &[id, turn] : m_turns) {
        turn.reason = EndReason::Shutdown;
        turn.phase = TurnPhase::Ending;
        turn.endTimer->stop();
        if (Provider *const provider = m_products.provider(turn.claim.provider))
            provider->endTurn(turn.claim.turn);
    }
}

void Dispatch::apply(ActiveTurn &turn, TurnEvent event, EndReason reason)
{
    const TurnPhase phase = nextPhase(turn.phase, event);
    if (phase == turn.phase)
        return;
    turn.phase = phase;
    if (turn.reason == EndReason::None)
        turn.reason = reason;
    Provider *const provider = m_products.provider(turn.claim.provider);
    const TurnId id = turn.claim.turn;
    switch (phase) {
    case TurnPhase::Running:
        break;
    case TurnPhase::Interrupting:
        turn.idleTimer->stop();
        turn.hardTimer->stop();
        turn.endTimer->start(m_limits.interrupt);
        if (provider)
            provider->interruptTurn(id);
        break;
    case TurnPhase::Ending:
        qCWarning(lcDispatch, "a turn did not end when it was interrupted; its host is ended");
        turn.endTimer->start(m_limits.end);
        if (provider)
            provider->endTurn(id);
        break;
    case TurnPhase::Ended: {
        TurnResult lost;
        lost.turn = id;
        finished(lost);
        break;
    }
    }
}

void Dispatch::heard(const TurnId &id, bool busy)
{
    ActiveTurn *const turn = find(id);
    if (!turn || turn->phase != TurnPhase::Running)
        return;
    if (busy)
        turn->idleTimer->stop();
    else
        turn->idleTimer->start(m_limits.idle);
}

/// Not before its model answers: its quota may be used up as well.
void Dispatch::tellSwitch(ActiveTurn &turn)
{
    if (const std::optional<Notice> notice = std::exchange(turn.claim.switched, std::nullopt))
        m_ledger.tellSwitch(turn.claim.request, *notice);
}

void Dispatch::finished(const TurnResult &result)
{
    ActiveTurn *const turn = find(result.turn);
    if (!turn)
        return;
    if (result.status == TurnResult::Status::Completed)
        tellSwitch(*turn);
    const ClaimedRequest claim = turn->claim;
    const EndReason reason = turn->reason;
    const qint64 askedAt = turn->askedAt;
    remove(result.turn);
    Q_EMIT turnEnded(claim);
    const TurnOutcome outcome =
        claim.review ? outcomeOfReview(result, reason) : outcomeOf(result, reason);
    if (outcome.kind == TurnOutcome::Kind::Answered)
        Q_EMIT modelAnswered(claim.provider, askedAt);
    settle(claim, result, outcome, reason);
    if (m_turns.empty())
        Q_EMIT idle();
}

void Dispatch::settle(const ClaimedRequest &claim,
                      const TurnResult &result,
                      const TurnOutcome &outcome,
                      EndReason reason)
{
    FinishArguments finish{
        .request = claim.request,
        .turn = claim.turn,
        .draft = {},
        .ending = {.how = TurnEnd::Failed,
                   .nativeTurn = result.nativeTurn,
                   .reach = result.reach,
                   .spend = result.spend},
    };
    // What a review comes to says less than how it ended.
    const std::optional<Failure> &met = claim.review ? result.failure : outcome.failure;
    const bool isQuota = met && met->kind == FailureKind::QuotaExhausted;
    if (isQuota)
        Q_EMIT quotaReached(claim.provider, *met);
    switch (outcome.kind) {
    case TurnOutcome::Kind::LeaveToRecovery:
        return;
    case TurnOutcome::Kind::ReadBack: {
        ClaimedRequest found = claim;
        found.found = true;
        Q_EMIT turnLost(found);
        return;
    }
    case TurnOutcome::Kind::Unsent:
        Q_EMIT turnUnsent(claim, *outcome.failure);
        return;
    case TurnOutcome::Kind::Exhausted:
        m_ledger.exhausted({.request = claim.request,
                            .turn = claim.turn,
                            .candidate = {},
                            .failure = *outcome.failure,
                            .ending = finish.ending});
        return;
    case TurnOutcome::Kind::Answered:
        finish.ending.how = TurnEnd::Answered;
        finish.draft.answer = result.answer;
        finish.draft.recovered = claim.found;
        finish.draft.composedAt = m_clock.wall().toMSecsSinceEpoch();
        if (m_planner)
            finish.draft.parts =
                m_planner(result.answer, claim, claim.found, finish.draft.composedAt);
        // What a review is, its claim alone says.
        if (!finish.draft.parts.isEmpty() || claim.review) {
            finish.draft.language = claim.language;
            finish.draft.marks = claim.marks;
        }
        break;
    case TurnOutcome::Kind::Fail:
        qCInfo(lcDispatch,
               "a turn failed (%ls): %ls",
               qUtf16Printable(toString(outcome.failure->kind)),
               qUtf16Printable(outcome.failure->detail));
        finish.draft.failure = outcome.failure;
        if (const auto reset = m_ledger.policy().resets.constFind(claim.provider);
            isQuota && !outcome.failure->until && reset != m_ledger.policy().resets.constEnd())
            finish.draft.failure->until = QDateTime::fromMSecsSinceEpoch(*reset, Qt::UTC);
        if (reason == EndReason::Idle)
            finish.draft.limit = m_limits.idle;
        else if (reason == EndReason::Hard)
            finish.draft.limit = m_limits.hard;
        break;
    }
    m_ledger.finish(finish);
}

void Dispatch::remove(const TurnId &turn)
{
    // A timer may be the caller.
    auto node = m_turns.extract(turn.toString());
    for (std::unique_ptr<Timer> *timer :
         {&node.mapped().idleTimer, &node.mapped().hardTimer, &node.mapped().endTimer})
        timer->release()->deleteLater();
}

Dispatch::ActiveTurn *Dispatch::find(const TurnId &turn)
{
    const auto it = m_turns.find(turn.toString());
    return it == m_turns.end() ? nullptr : &it->second;
}

} // namespace hostline
