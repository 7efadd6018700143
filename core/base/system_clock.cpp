// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/system_clock.h"

#include <QtCore/QTimer>

#include <algorithm>
#include <ctime>

namespace hostline {

namespace {

class SystemTimer final : public Timer
{
public:
    SystemTimer()
    {
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, &Timer::timedOut);
    }

    void start(std::chrono::milliseconds delay) override
    {
        // QTimer counts in int: a longer wait than its 24 days has no use here.
        constexpr std::chrono::milliseconds longest{std::numeric_limits<int>::max()};
        m_timer.start(std::clamp(delay, std::chrono::milliseconds::zero(), longest));
    }
    void stop() override { m_timer.stop(); }
    [[nodiscard]] bool isActive() const override { return m_timer.isActive(); }

private:
    QTimer m_timer;
};

} // namespace

QDateTime SystemClock::wall() const
{
    return QDateTime::currentDateTimeUtc();
}

std::chrono::milliseconds SystemClock::sinceBoot() const
{
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
}

std::unique_ptr<Timer> SystemClock::timer()
{
    return std::make_unique<SystemTimer>();
}

} // namespace hostline
