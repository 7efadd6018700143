// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/clock.h>

namespace hostline {

/// The machine's own time. Its timers need an event loop on the thread that made them.
class SystemClock final : public Clock
{
public:
    [[nodiscard]] QDateTime wall() const override;
    [[nodiscard]] std::chrono::milliseconds sinceBoot() const override;
    [[nodiscard]] std::unique_ptr<Timer> timer() override;
};

} // namespace hostline
