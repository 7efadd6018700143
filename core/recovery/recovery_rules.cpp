// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "recovery/recovery_rules.h"

#include <algorithm>

namespace hostline {

bool hadNoEffect(const Inventory &inventory)
{
    return std::none_of(inventory.items.begin(), inventory.items.end(), [](const TurnItem &item) {
        return item.kind == TurnItem::Kind::Effect || item.kind == TurnItem::Kind::Unknown;
    });
}

namespace {

using Kind = RecoveryStep::Kind;
using Stage = RecoveryFacts::Stage;
using Thread = RecoveryFacts::Thread;

/// Rows 8 to 13.
Kind afterTurn(const RecoveryFacts &facts)
{
    switch (facts.native.value_or(Inventory::State::Unreadable)) {
    case Inventory::State::Absent:
    case Inventory::State::Empty:
        // The host never syncs its files: after another boot "not there" proves nothing.
        return facts.sameBoot ? Kind::RestartTurn : Kind::SettleRestarted;
    case Inventory::State::Running:
        return Kind::Adopt;
    case Inventory::State::Completed:
        return facts.finalAnswer ? Kind::FinishAnswer : Kind::FinishFailed;
    case Inventory::State::Failed:
        return Kind::FinishFailed;
    case Inventory::State::Interrupted: {
        if (facts.finalAnswer)
            return Kind::FinishRecoveredAnswer;
        const bool qualifies =
            facts.reviews && facts.canReview && facts.sameQuestion && !facts.openItem;
        return qualifies ? Kind::WaitForReview : Kind::SettleRestarted;
    }
    case Inventory::State::Unreadable:
        return Kind::Hold;
    }
    Q_UNREACHABLE();
}

/// Row 14, before it is reserved: the thread is not looked at.
Kind beforeReservation(const RecoveryFacts &facts)
{
    if (!facts.reviews)
        return Kind::SettleRestarted;
    if (facts.thread == Thread::ProviderAway)
        return Kind::WaitForProvider;
    if (!facts.canReview)
        return Kind::SettleRestarted;
    return facts.capacity == RecoveryFacts::Capacity::Some ? Kind::ReserveReview
                                                           : Kind::WaitForCapacity;
}

/// Row 14, when it is its turn: everything once more (D5).
Kind beforeReview(const RecoveryFacts &facts)
{
    if (!facts.canReview)
        return Kind::SettleRestarted;
    if (facts.capacity != RecoveryFacts::Capacity::Some)
        return Kind::WaitForCapacity;
    if (facts.native.value_or(Inventory::State::Unreadable) == Inventory::State::Unreadable)
        return Kind::Hold;
    const bool same = facts.native == Inventory::State::Interrupted && !facts.finalAnswer
        && facts.sameQuestion && !facts.openItem && facts.sameDigest;
    return same ? Kind::AskReview : Kind::HoldReview;
}

/// Rows 6, 8 and 13: what the probe says comes before what was read.
std::optional<Kind> byThread(const RecoveryFacts &facts)
{
    switch (facts.thread) {
    case Thread::Open:
        return std::nullopt;
    case Thread::ProviderAway:
        return Kind::WaitForProvider;
    case Thread::BusyElsewhere:
        return Kind::WaitForThread;
    case Thread::Lost:
        return facts.stage == Stage::Asked && facts.firstOfThread && facts.sameBoot
            ? Kind::RestartOnNewThread
            : Kind::SettleRestarted;
    }
    Q_UNREACHABLE();
}

} // namespace

RecoveryStep decideRecovery(const RecoveryFacts &facts)
{
    if (facts.stage == Stage::Settled)
        return {Kind::Nothing};
    if (facts.stopAsked)
        return {Kind::SettleStopped};
    if (!facts.granted)
        return {Kind::SettleWithheld};
    switch (facts.stage) {
    case Stage::Settled:
    case Stage::ReviewHeld:
        return {Kind::Nothing};
    case Stage::Queued:
        return {Kind::AwaitTurn};
    case Stage::Unasked:
        return {Kind::Bind};
    case Stage::Asked:
        return {byThread(facts).value_or(afterTurn(facts))};
    case Stage::ReviewWanted:
        return {beforeReservation(facts)};
    case Stage::ReviewReserved:
        return {byThread(facts).value_or(beforeReview(facts))};
    case Stage::ReviewAsked:
        return {Kind::SettleRestarted};
    }
    Q_UNREACHABLE();
}

} // namespace hostline
