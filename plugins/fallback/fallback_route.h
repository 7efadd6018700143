// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/route.h>

namespace hostline::fallback {

enum class Policy {
    Pinned, ///< always the primary
    Preferred, ///< the person's choice, else the primary; no substitute
    Flexible, ///< the same, and the pool where its quota is exhausted
};

struct RouteSettings
{
    Policy policy = Policy::Flexible;
    QString primary;
    QStringList pool;

    friend bool operator==(const RouteSettings &, const RouteSettings &) = default;
};

/// The route's table, checked, with the default provider under "provider".
[[nodiscard]] RouteSettings settingsOf(const QJsonObject &table);

/// Ranks providers by their capacity (E2).
class FallbackRoute final : public Route
{
public:
    explicit FallbackRoute(RouteSettings settings);

    [[nodiscard]] QStringList members() const override;
    [[nodiscard]] RouteChoice choose(const RouteQuestion &question) const override;

private:
    RouteSettings m_settings;
};

} // namespace hostline::fallback
