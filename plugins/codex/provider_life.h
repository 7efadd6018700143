// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/product.h>

namespace hostline::codex {

/// What can happen to the provider as a whole.
enum class Happening {
    StartAsked,
    StopAsked,
    LaunchRefused, ///< there is nothing to launch: no program
    ServerReady,
    ServerEnded, ///< and may be started again at once
    ServerEndedTooOften, ///< the restart budget is used up
    RetryDue,
};

/// What has to be done about it.
enum class Deed {
    Nothing,
    Launch,
    EndServer,
    RetryLater, ///< launch again after a pause
    ForgetRetry, ///< and be Stopped: there is no server to wait for
    ReportStopped, ///< the server that was to end has ended
};

struct Life
{
    Product::State state = Product::State::Stopped;
    bool startAgain = false; ///< start() came while stopping
    friend bool operator==(const Life &, const Life &) = default;
};

struct LifeStep
{
    Life life;
    Deed deed = Deed::Nothing;
    friend bool operator==(const LifeStep &, const LifeStep &) = default;
};

/// The one transition function of the provider's state. Pure.
[[nodiscard]] LifeStep next(const Life &life, Happening happening);

} // namespace hostline::codex
