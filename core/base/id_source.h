// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/clock.h>

#include <QtCore/QString>

namespace hostline {

/// Makes the ids of everything. Tests inject one that counts. Core thread only.
class IdSource
{
public:
    IdSource() = default;
    IdSource(const IdSource &) = delete;
    IdSource &operator=(const IdSource &) = delete;
    virtual ~IdSource();

    /// A new id, never given before. Ids of one source rise strictly when compared as text.
    [[nodiscard]] virtual QString next() = 0;
};

/// Ids in the shape of UUID version 7 (RFC 9562 §5.7, counter in rand_a): 48 bits of wall milliseconds, a 12 bit counter,
/// 62 random bits; 36 characters. A clock that steps back does not bring the ids of this source back.
class TimeOrderedIds final : public IdSource
{
public:
    explicit TimeOrderedIds(const Clock &clock); ///< the clock outlives it

    [[nodiscard]] QString next() override;

private:
    const Clock &m_clock;
    qint64 m_millisecond = 0;
    quint32 m_counter = 0;
};

} // namespace hostline
