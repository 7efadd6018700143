// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>

#include <chrono>

namespace hostline::chat {

/// Codes of login links: each valid once and for ten minutes, the newest few only. Lost with the run. Pure in time.
class LoginCodes
{
public:
    static constexpr std::chrono::milliseconds validity = std::chrono::minutes(10);
    static constexpr qsizetype most = 16;

    /// @param now since boot @param code from the system's randomness
    void add(const QByteArray &code, std::chrono::milliseconds now);
    /// True once for a valid code.
    [[nodiscard]] bool redeem(QByteArrayView code, std::chrono::milliseconds now);

private:
    struct Code
    {
        QByteArray text;
        std::chrono::milliseconds until;
    };
    QList<Code> m_codes; // oldest first
};

} // namespace hostline::chat
