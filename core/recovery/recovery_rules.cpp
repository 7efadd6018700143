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

RecoveryStep decideRecovery(const RecoveryFacts &facts)
{
    using Kind = RecoveryStep::Kind;
    if (facts.stopAsked)
        return {Kind::SettleStopped};
    if (facts.thread == RecoveryFacts::Thread::Lost)
        return {facts.firstOfThread && facts.sameBoot ? Kind::RestartOnNewThread
                                                      : Kind::SettleRestarted};
    switch (facts.native.value_or(Inventory::State::Unreadable)) {
    case Inventory::State::Absent:
    case Inventory::State::Empty:
        // The host never syncs its files: after another boot "not there" proves nothing.
        return {facts.sameBoot ? Kind::RestartTurn : Kind::SettleRestarted};
    case Inventory::State::Running:
        return {Kind::Adopt};
    case Inventory::State::Completed:
        return {facts.finalAnswer ? Kind::FinishAnswer : Kind::FinishFailed};
    case Inventory::State::Failed:
        return {Kind::FinishFailed};
    case Inventory::State::Interrupted:
        return {facts.finalAnswer ? Kind::FinishRecoveredAnswer : Kind::SettleRestarted};
    case Inventory::State::Unreadable:
        return {Kind::Hold};
    }
    Q_UNREACHABLE();
}

} // namespace hostline
