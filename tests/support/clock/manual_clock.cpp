// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/clock/manual_clock.h"

#include <QtCore/QTimeZone>

#include <algorithm>

using namespace std::chrono_literals;

namespace hostline {

class ManualTimer final : public Timer
{
public:
    explicit ManualTimer(ManualClock &clock)
        : m_clock(&clock)
    {
        clock.m_timers.append(this);
    }
    ~ManualTimer() override
    {
        stop();
        if (m_clock)
            m_clock->m_timers.removeOne(this);
    }

    void start(std::chrono::milliseconds delay) override
    {
        stop();
        if (!m_clock)
            return;
        m_due = m_clock->m_sinceBoot + std::max(delay, 0ms);
        m_clock->m_active.append(this);
    }
    void stop() override
    {
        if (m_clock)
            m_clock->m_active.removeOne(this);
    }
    [[nodiscard]] bool isActive() const override
    {
        return m_clock && m_clock->m_active.contains(this);
    }

    [[nodiscard]] std::chrono::milliseconds due() const { return m_due; }
    void detach() { m_clock = nullptr; }

private:
    ManualClock *m_clock;
    std::chrono::milliseconds m_due{};
};

ManualClock::ManualClock()
    : m_wall(QDate(2026, 1, 1), QTime(0, 0), Qt::UTC)
    , m_sinceBoot(1h)
{ }

ManualClock::~ManualClock()
{
    for (ManualTimer *timer : std::as_const(m_timers))
        timer->detach();
}

std::unique_ptr<Timer> ManualClock::timer()
{
    return std::make_unique<ManualTimer>(*this);
}

void ManualClock::advance(std::chrono::milliseconds span)
{
    const std::chrono::milliseconds end = m_sinceBoot + span;
    const auto moveTo = [this](std::chrono::milliseconds moment) {
        m_wall = m_wall.addMSecs((moment - m_sinceBoot).count());
        m_sinceBoot = moment;
    };
    while (true) {
        const auto next = std::ranges::min_element(m_active, {}, &ManualTimer::due);
        if (next == m_active.end() || (*next)->due() > end)
            break;
        ManualTimer *timer = *next;
        moveTo(std::max(timer->due(), m_sinceBoot));
        m_active.removeOne(timer);
        Q_EMIT timer->timedOut();
    }
    moveTo(end);
}

} // namespace hostline
