// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "outbox/delivery_rules.h"

namespace hostline {

using namespace std::chrono_literals;

namespace {

using Kind = DeliveryStep::Kind;
using Outcome = DeliveryOutcome::Result;

constexpr std::chrono::milliseconds firstPause = 1s;
constexpr std::chrono::milliseconds longestPause = 5min;
constexpr std::chrono::milliseconds patience = 24h;
constexpr std::chrono::milliseconds firstReadBackPause = 10s;
constexpr std::chrono::milliseconds longestReadBackPause = 1h;

std::chrono::milliseconds
doubling(std::chrono::milliseconds first, std::chrono::milliseconds longest, int times)
{
    return std::min(longest, first * (1 << std::clamp(times - 1, 0, 10)));
}

std::chrono::milliseconds pauseFor(int attempts, const DeliveryOutcome &outcome)
{
    return std::max(outcome.retryAfter.value_or(0ms), doubling(firstPause, longestPause, attempts));
}

DeliveryStep record(DeliveryState state)
{
    return {Kind::Record, state, 0ms};
}

/// What ends a delivery, whichever way it was learnt.
std::optional<DeliveryStep> ended(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Sent:
        return record(DeliveryState::Sent);
    case Outcome::Refused:
        return record(DeliveryState::Refused);
    case Outcome::Gone:
        return record(DeliveryState::Gone);
    case Outcome::NotSent:
    case Outcome::Unknown:
        return std::nullopt;
    }
    Q_UNREACHABLE();
}

/// Known not to have happened, so it may be tried again: as long as anybody may still wait for it.
DeliveryStep againLater(const DeliveryFacts &facts, const DeliveryOutcome &outcome)
{
    if (facts.age > patience)
        return record(DeliveryState::Refused);
    return {Kind::SendLater, DeliveryState::Intended, pauseFor(facts.attempts, outcome)};
}

/// The last way out of uncertainty: the same key again, where that cannot appear twice.
DeliveryStep byKey(const DeliveryFacts &facts, std::chrono::milliseconds pause)
{
    if (facts.age + pause < facts.traits.idempotency)
        return {Kind::SendLater, DeliveryState::Intended, pause};
    return record(DeliveryState::Unknown);
}

} // namespace

DeliveryStep afterSend(const DeliveryFacts &facts, const DeliveryOutcome &outcome)
{
    if (const std::optional<DeliveryStep> end = ended(outcome.result))
        return *end;
    if (outcome.result == Outcome::NotSent)
        return againLater(facts, outcome);
    if (facts.traits.readBack)
        return {Kind::ReadBack, DeliveryState::Intended, 0ms};
    return byKey(facts, pauseFor(facts.attempts, outcome));
}

DeliveryStep afterReadBack(const DeliveryFacts &facts, const DeliveryOutcome &outcome)
{
    if (const std::optional<DeliveryStep> end = ended(outcome.result))
        return *end;
    // What was tried once may just have been lost with the run or the line that tried it.
    if (outcome.result == Outcome::NotSent)
        return facts.attempts <= 1 ? DeliveryStep{Kind::SendNow, DeliveryState::Intended, 0ms}
                                   : againLater(facts, outcome);
    // A channel that has just lost its platform cannot tell now; it may when it is back.
    const DeliveryStep again = byKey(facts, pauseFor(facts.attempts, outcome));
    if (again.kind == Kind::SendLater || facts.doubt >= patience)
        return again;
    return {Kind::ReadBackLater,
            DeliveryState::Intended,
            doubling(firstReadBackPause, longestReadBackPause, facts.readBacks)};
}

DeliveryStep afterRestart(const DeliveryFacts &facts)
{
    if (facts.traits.readBack)
        return {Kind::ReadBack, DeliveryState::Intended, 0ms};
    if (facts.age < facts.traits.idempotency)
        return {Kind::SendNow, DeliveryState::Intended, 0ms};
    return record(DeliveryState::Unknown);
}

} // namespace hostline
