// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/clock.h>

#include <QtCore/QList>

namespace hostline {

class ManualTimer;

/// A clock that stands still until a test moves it. Starts at 2026-01-01T00:00:00Z, one hour after boot.
class ManualClock final : public Clock
{
public:
    ManualClock();
    ~ManualClock() override; ///< timers may outlive it; they do not fire any more

    [[nodiscard]] QDateTime wall() const override { return m_wall; }
    [[nodiscard]] std::chrono::milliseconds sinceBoot() const override { return m_sinceBoot; }
    [[nodiscard]] std::unique_ptr<Timer> timer() override;

    /// Moves both times on, step by step through every timer that falls due, in the order of their times (equal times:
    /// in the order of their starts). Timers fire inside this call; one that is started meanwhile and falls due within
    /// the span fires, too.
    void advance(std::chrono::milliseconds span);
    /// The wall jumps; no timer notices.
    void setWall(const QDateTime &wall) { m_wall = wall.toUTC(); }

    [[nodiscard]] int activeTimers() const { return int(m_active.size()); }

private:
    friend class ManualTimer;

    QDateTime m_wall;
    std::chrono::milliseconds m_sinceBoot;
    QList<ManualTimer *> m_timers;
    QList<ManualTimer *> m_active; ///< in the order of their starts
};

} // namespace hostline
