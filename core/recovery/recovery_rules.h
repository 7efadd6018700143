// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/failure.h>
#include <hostline/turn.h>

#include <optional>

namespace hostline {

/// What is known of a request that is at the head of its conversation and whose live turn may have run: it was an earlier
/// run's, or its host went away, or what it waited for has changed. Opening its thread was the probe that nobody else runs it.
struct RecoveryFacts
{
    enum class Thread { Open, Lost };
    bool stopAsked = false;
    Thread thread = Thread::Open;
    bool firstOfThread = false; ///< no other turn was ever asked in the thread
    bool sameBoot = true; ///< of this machine, since the turn was intended
    /// What two equal reads say; none when the thread is lost.
    std::optional<Inventory::State> native;
    bool finalAnswer = false; ///< the inventory has one

    friend bool operator==(const RecoveryFacts &, const RecoveryFacts &) = default;
};

struct RecoveryStep
{
    enum class Kind {
        SettleStopped,
        RestartTurn, ///< it is known never to have been asked: the next ordinal, in the same thread
        RestartOnNewThread, ///< the same, and the host keeps nothing of the thread
        SettleRestarted, ///< the outcome is unknown, and is not tried again
        Adopt, ///< it still runs: wait for its end
        FinishAnswer,
        FinishRecoveredAnswer, ///< interrupted, but its final answer was complete: marked
        FinishFailed, ///< as the host says
        Hold, ///< cannot be read: told, and tried again
    };
    Kind kind = Kind::Hold;

    friend bool operator==(const RecoveryStep &, const RecoveryStep &) = default;
};

/// Whether a turn that failed is known to have had no effect: only what it may repeat is among its items (E3).
[[nodiscard]] bool hadNoEffect(const Inventory &inventory);

/// The rows of the recovery table that need nothing but the native turn (rows 2 and 8 to 13).
[[nodiscard]] RecoveryStep decideRecovery(const RecoveryFacts &facts);

} // namespace hostline
