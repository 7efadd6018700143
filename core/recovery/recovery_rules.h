// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/capacity.h>
#include <hostline/failure.h>
#include <hostline/turn.h>

#include <optional>

namespace hostline {

/// What is known of an open request when nobody works on it: at a start, after its host went away, or when what it waited
/// for has changed. docs/recovery.md has the same as a table.
struct RecoveryFacts
{
    /// What the tables say of the request.
    enum class Stage {
        Settled, ///< it has its reply
        Queued,
        Unasked, ///< at the head of its conversation, without a turn
        Asked, ///< its turn may have run
        ReviewWanted, ///< its turn is over, and nothing is reserved yet
        ReviewReserved, ///< the review has its turn in the conversation, and nothing was sent
        ReviewHeld, ///< what the review was to be about has changed
        ReviewAsked, ///< by an earlier run
    };
    /// What opening the thread of the turn said: it is also the probe that nobody else runs it.
    enum class Thread { Open, ProviderAway, BusyElsewhere, Lost };
    enum class Capacity { Unread, None, Some };

    Stage stage = Stage::Asked;
    bool stopAsked = false;
    bool granted = true;
    Thread thread = Thread::Open;
    bool firstOfThread = false; ///< no other turn was ever asked in the thread
    bool sameBoot = true; ///< of this machine, since the turn was intended
    /// What two equal reads say; none: not read.
    std::optional<Inventory::State> native = {};
    bool finalAnswer = false; ///< the inventory has one

    bool reviews = false; ///< the settings want reviews
    bool canReview = false; ///< the provider that ran the turn has the ability
    bool sameQuestion = false; ///< the turn's message is the request's, as it was written
    bool openItem = false; ///< the turn has an item that has not ended, or one of an unknown kind
    bool sameDigest = false; ///< as when the review was decided on
    Capacity capacity = Capacity::Unread; ///< of the provider that ran the turn

    friend bool operator==(const RecoveryFacts &, const RecoveryFacts &) = default;
};

struct RecoveryStep
{
    enum class Kind {
        Nothing, ///< the outbox has the rest, or the person
        AwaitTurn, ///< in the order of the queue
        Bind, ///< as a fresh one
        SettleStopped,
        SettleWithheld,
        WaitForProvider,
        WaitForThread,
        RestartTurn, ///< it is known never to have been asked: the next ordinal, in the same thread
        RestartOnNewThread, ///< the same, and the host keeps nothing of the thread
        SettleRestarted, ///< the outcome is unknown, and is not tried again
        Adopt, ///< it still runs: wait for its end
        FinishAnswer,
        FinishRecoveredAnswer, ///< interrupted, but its final answer was complete: marked
        FinishFailed, ///< as the host says
        Hold, ///< cannot be read: told, and tried again
        WaitForReview, ///< the turn is over; a checked result may follow, and the queue is free
        WaitForCapacity,
        ReserveReview,
        AskReview,
        HoldReview, ///< told; only the person ends it
    };
    Kind kind = Kind::Hold;

    friend bool operator==(const RecoveryStep &, const RecoveryStep &) = default;
};

/// Whether a turn that failed is known to have had no effect: only what it may repeat is among its items (E3).
[[nodiscard]] bool hadNoEffect(const Inventory &inventory);

/// The recovery table.
[[nodiscard]] RecoveryStep decideRecovery(const RecoveryFacts &facts);

} // namespace hostline
