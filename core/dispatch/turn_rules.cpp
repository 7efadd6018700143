// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "dispatch/turn_rules.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

/// Why a provider did not even send a turn, where opening its thread again tells more.
bool mayPass(FailureKind kind)
{
    return kind == FailureKind::ProviderUnavailable || kind == FailureKind::Restarted
        || kind == FailureKind::ThreadBusyElsewhere || kind == FailureKind::ThreadLost
        || kind == FailureKind::NotFound;
}

} // namespace

TurnPhase nextPhase(TurnPhase phase, TurnEvent event)
{
    switch (event) {
    case TurnEvent::StopAsked:
    case TurnEvent::LimitPassed:
        return phase == TurnPhase::Running ? TurnPhase::Interrupting : phase;
    case TurnEvent::InterruptPassed:
        return phase == TurnPhase::Interrupting ? TurnPhase::Ending : phase;
    case TurnEvent::EndPassed:
        return phase == TurnPhase::Ending ? TurnPhase::Ended : phase;
    case TurnEvent::Finished:
        return TurnPhase::Ended;
    }
    Q_UNREACHABLE();
}

TurnOutcome outcomeOfReview(const TurnResult &result, EndReason reason)
{
    using Kind = TurnOutcome::Kind;
    const auto without = [](const QString &why) {
        return TurnOutcome{Kind::Fail, Failure{FailureKind::Restarted, why, {}, {}}};
    };
    if (reason == EndReason::Shutdown)
        return {Kind::LeaveToRecovery, {}};
    if (reason == EndReason::Acted || result.reach == Reach::ToolStarted)
        return without(u"its review tried to act"_s);
    if (result.status == TurnResult::Status::Completed && !result.answer.isEmpty())
        return {Kind::Answered, {}};
    if (reason == EndReason::Stopped)
        return {Kind::Fail, Failure{FailureKind::Stopped, u"stopped in its review"_s, {}, {}}};
    return without(result.failure ? u"its review failed: "_s + result.failure->detail
                                  : u"its review came to no answer"_s);
}

TurnOutcome outcomeOf(const TurnResult &result, EndReason reason)
{
    using Kind = TurnOutcome::Kind;
    using Status = TurnResult::Status;
    // An answer that came before the end took hold is an answer; only an orderly stop leaves it to be read back.
    if (reason == EndReason::Shutdown)
        return {Kind::LeaveToRecovery, {}};
    if (result.status == Status::Completed) {
        if (!result.answer.isEmpty())
            return {Kind::Answered, {}};
        return {Kind::Fail,
                result.failure.value_or(Failure{
                    FailureKind::Internal, u"the turn completed without an answer"_s, {}, {}})};
    }
    switch (reason) {
    case EndReason::Stopped:
        return {Kind::Fail, Failure{FailureKind::Stopped, u"stopped by the person"_s, {}, {}}};
    case EndReason::Idle:
        return {Kind::Fail,
                Failure{FailureKind::IdleTimeout, u"nothing was heard of the turn"_s, {}, {}}};
    case EndReason::Hard:
        return {Kind::Fail, Failure{FailureKind::HardTimeout, u"the turn ran too long"_s, {}, {}}};
    case EndReason::None:
    case EndReason::Acted:
    case EndReason::Shutdown:
        break;
    }
    switch (result.status) {
    case Status::Lost:
        return {Kind::ReadBack, {}};
    case Status::Interrupted:
        return {
            Kind::Fail,
            Failure{FailureKind::Stopped, u"interrupted at the host by somebody else"_s, {}, {}}};
    case Status::Failed:
        if (result.reach == Reach::NotSent && result.failure && mayPass(result.failure->kind))
            return {Kind::Unsent, result.failure};
        if (result.reach < Reach::ToolStarted && result.failure
            && result.failure->kind == FailureKind::QuotaExhausted)
            return {Kind::Exhausted, result.failure};
        [[fallthrough]];
    case Status::Completed:
        return {Kind::Fail,
                result.failure.value_or(
                    Failure{FailureKind::Internal, u"the turn failed without a reason"_s, {}, {}})};
    }
    Q_UNREACHABLE();
}

} // namespace hostline
