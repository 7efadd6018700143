// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "fake_meter.h"

#include <utility>

namespace hostline {

FakeMeter::FakeMeter(Clock &clock)
    : m_clock(clock)
{ }

void FakeMeter::readCapacity()
{
    ++m_reads;
    if (m_hanging)
        ++m_unanswered;
    else
        QMetaObject::invokeMethod(this, &FakeMeter::answer, Qt::QueuedConnection);
}

void FakeMeter::answer()
{
    Capacity found = m_silent ? Capacity() : m_capacity;
    found.observedAt = m_clock.wall();
    Q_EMIT capacityRead(found);
}

void FakeMeter::answerNow()
{
    for (int left = std::exchange(m_unanswered, 0); left > 0; --left)
        answer();
}

void FakeMeter::setState(Capacity::State state, std::optional<QDateTime> resetsAt)
{
    m_capacity.state = state;
    m_capacity.resetsAt = std::move(resetsAt);
}

void FakeMeter::say(const Capacity &capacity)
{
    m_capacity = capacity;
    Capacity said = capacity;
    said.observedAt = m_clock.wall();
    Q_EMIT capacityChanged(said);
}

std::optional<QDateTime> FakeMeter::exhausted()
{
    m_capacity.state = Capacity::State::Exhausted;
    say(m_capacity);
    return m_capacity.resetsAt;
}

} // namespace hostline
