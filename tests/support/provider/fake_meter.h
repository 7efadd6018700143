// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/capacity.h>
#include <hostline/clock.h>

namespace hostline {

/// The fake provider's quota: what a test says it is. Unmetered until then.
class FakeMeter final : public CapacityMeter
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FakeMeter)
public:
    explicit FakeMeter(Clock &clock);

    void readCapacity() override;

    // The host's side.
    /// What the next reading finds. Its observedAt is made here.
    void setCapacity(const Capacity &capacity) { m_capacity = capacity; }
    void setState(Capacity::State state, std::optional<QDateTime> resetsAt = {});
    /// The host says it by itself: capacityChanged, from inside this call.
    void say(const Capacity &capacity);
    /// It cannot be asked: a reading finds Unknown.
    void setSilent(bool silent) { m_silent = silent; }
    /// Readings are not answered until answerNow().
    void setHanging(bool hanging) { m_hanging = hanging; }
    void answerNow();
    /// A turn has just ended for the quota. -> when it resets, where that is known.
    std::optional<QDateTime> exhausted();

    [[nodiscard]] const Capacity &capacity() const { return m_capacity; }
    [[nodiscard]] int reads() const { return m_reads; }

private:
    void answer();

    Clock &m_clock;
    Capacity m_capacity{.state = Capacity::State::Unmetered};
    bool m_silent = false;
    bool m_hanging = false;
    int m_reads = 0;
    int m_unanswered = 0;
};

} // namespace hostline
