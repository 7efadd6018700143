// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/id_source.h"

#include <QtCore/QRandomGenerator>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {
constexpr quint32 counterLimit = 0x1000;
constexpr quint32 counterStartMask =
    0x7ff; // a new millisecond starts in the lower half: room to count up
} // namespace

IdSource::~IdSource() = default;

TimeOrderedIds::TimeOrderedIds(const Clock &clock)
    : m_clock(clock)
{ }

QString TimeOrderedIds::next()
{
    const quint64 random = QRandomGenerator::system()->generate64();
    const qint64 now = m_clock.wall().toMSecsSinceEpoch();
    if (now <= m_millisecond && ++m_counter == counterLimit) {
        ++m_millisecond;
        m_counter = quint32(random) & counterStartMask;
    } else if (now > m_millisecond) {
        m_millisecond = now;
        m_counter = quint32(random) & counterStartMask;
    }

    const quint64 high = quint64(m_millisecond) << 16 | 0x7000 | m_counter;
    const quint64 low =
        (QRandomGenerator::system()->generate64() >> 2) | Q_UINT64_C(0x8000000000000000);
    QString id = u"%1%2"_s.arg(high, 16, 16, '0'_L1).arg(low, 16, 16, '0'_L1);
    for (const int dash : {20, 16, 12, 8})
        id.insert(dash, '-'_L1);
    return id;
}

} // namespace hostline
