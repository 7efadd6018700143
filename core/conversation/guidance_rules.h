// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/turn.h>

#include <QString>

namespace hostline {

/// What the agent is told of its situation with each thread: permissions, stops, restarts. Stable, so that hosts can
/// cache it, and never shortened (C4). For the model, not for people: English.
[[nodiscard]] QString guidanceFor(Access access);

} // namespace hostline
