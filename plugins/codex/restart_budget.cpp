// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/restart_budget.h"

#include <algorithm>
#include <cmath>

namespace hostline::codex {

std::chrono::milliseconds RestartBudget::takeRestart(std::chrono::milliseconds now)
{
    const double refilled = double((now - m_at).count()) / double(refill.count());
    m_left = std::min(double(size), m_left + std::max(0.0, refilled));
    m_at = now;
    m_left -= 1;
    if (m_left >= 0)
        return std::chrono::milliseconds::zero();
    return std::chrono::milliseconds(
        static_cast<std::chrono::milliseconds::rep>(std::ceil(-m_left * double(refill.count()))));
}

std::chrono::milliseconds RestartBudget::pauseAfterFailure()
{
    constexpr int mostDoublings = 6;
    const std::chrono::milliseconds pause =
        std::chrono::seconds(1LL << std::min(m_failures, mostDoublings));
    ++m_failures;
    return std::min(pause, longestPause);
}

} // namespace hostline::codex
