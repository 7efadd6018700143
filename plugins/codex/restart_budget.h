// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace hostline::codex {

/// How often the child may be started again (C1): a few times at once, then only as fast as the budget refills, and
/// slower while starting itself keeps failing. Pure; time is handed in (since boot).
class RestartBudget
{
public:
    static constexpr int size = 5;
    static constexpr std::chrono::milliseconds refill = std::chrono::minutes(1);
    static constexpr std::chrono::milliseconds longestPause = std::chrono::minutes(1);

    /// Takes one start and says how long to wait for it: 0 while the budget lasts.
    [[nodiscard]] std::chrono::milliseconds takeRestart(std::chrono::milliseconds now);

    /// The pause after a start that failed: 1 s, doubling to a minute. started() ends the row.
    [[nodiscard]] std::chrono::milliseconds pauseAfterFailure();
    void started() { m_failures = 0; }

private:
    double m_left = size;
    std::chrono::milliseconds m_at{0};
    int m_failures = 0;
};

} // namespace hostline::codex
