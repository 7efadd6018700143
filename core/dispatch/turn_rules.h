// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/failure.h>
#include <hostline/turn.h>

#include <chrono>
#include <optional>

namespace hostline {

/// C17, from the settings.
struct TurnLimits
{
    std::chrono::milliseconds idle{180'000}; ///< without any event; stands while an item runs
    std::chrono::milliseconds hard{7'200'000};
    std::chrono::milliseconds interrupt{5'000}; ///< then the host process is ended
    std::chrono::milliseconds end{10'000}; ///< then the turn counts as lost

    friend bool operator==(const TurnLimits &, const TurnLimits &) = default;
};

enum class TurnPhase { Running, Interrupting, Ending, Ended };
enum class TurnEvent { StopAsked, LimitPassed, InterruptPassed, EndPassed, Finished };

/// The one transition of a turn at its provider. The effect of entering Interrupting is to interrupt it, of entering Ending
/// to end it, of entering Ended to settle its request.
[[nodiscard]] TurnPhase nextPhase(TurnPhase phase, TurnEvent event);

/// Why we ended a turn ourselves.
enum class EndReason {
    None,
    Stopped,
    Idle,
    Hard,
    Acted, ///< a review, which may not
    Shutdown,
};

/// What becomes of the request when its turn has ended at the provider.
struct TurnOutcome
{
    enum class Kind {
        Answered,
        Fail,
        Exhausted, ///< its provider's quota was used up before any effect: another may be asked the same (E3)
        Unsent, ///< not sent for what may pass: its thread is opened again
        ReadBack, ///< the host went away with it: only reading it back tells
        LeaveToRecovery, ///< an orderly stop: it leaves what kill -9 leaves
    };
    Kind kind = Kind::Fail;
    std::optional<Failure> failure;

    friend bool operator==(const TurnOutcome &, const TurnOutcome &) = default;
};
[[nodiscard]] TurnOutcome outcomeOf(const TurnResult &result, EndReason reason);
/// The same of a review: an answer in which nothing was done, or nothing. It is never asked again (D5, D7).
[[nodiscard]] TurnOutcome outcomeOfReview(const TurnResult &result, EndReason reason);

} // namespace hostline
