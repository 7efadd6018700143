// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/channel_traits.h"
#include "outbox/outbox_rows.h"

#include <hostline/delivery.h>

#include <chrono>

namespace hostline {

/// What is known of a delivery when the next step is decided. Times in milliseconds.
struct DeliveryFacts
{
    ChannelTraits traits;
    int attempts = 0; ///< that were made, with the one whose outcome is at hand
    std::chrono::milliseconds age{0}; ///< since it was intended
    int readBacks = 0; ///< that could not tell, one after the other, with the one at hand
    std::chrono::milliseconds doubt{0}; ///< since this run knows that it does not know

    friend bool operator==(const DeliveryFacts &, const DeliveryFacts &) = default;
};

struct DeliveryStep
{
    enum class Kind {
        Record, ///< it ended: `state`
        SendLater, ///< after `delay`, with the same key
        SendNow,
        ReadBack,
        ReadBackLater, ///< after `delay`, and at once when the channel is ready again
    };
    Kind kind = Kind::Record;
    DeliveryState state = DeliveryState::Unknown;
    std::chrono::milliseconds delay{0};

    friend bool operator==(const DeliveryStep &, const DeliveryStep &) = default;
};

/// B2. A send may be repeated only if it is known not to have happened, or if the channel does not show a key twice within
/// its window. Everything else is read back, for as long as a day where the channel cannot tell yet, or held and told.
[[nodiscard]] DeliveryStep afterSend(const DeliveryFacts &facts, const DeliveryOutcome &outcome);
[[nodiscard]] DeliveryStep afterReadBack(const DeliveryFacts &facts,
                                         const DeliveryOutcome &outcome);
/// An earlier run intended it; whether it was sent is not known.
[[nodiscard]] DeliveryStep afterRestart(const DeliveryFacts &facts);

} // namespace hostline
