// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/fallback/fallback_plugin.h"

#include "plugins/fallback/fallback_route.h"

namespace hostline::fallback {

using namespace Qt::StringLiterals;

Result<std::unique_ptr<Route>> FallbackPlugin::create(const QJsonObject &settings)
{
    RouteSettings route = settingsOf(settings);
    if (route.primary.isEmpty())
        return Failure{FailureKind::InvalidConfiguration,
                       u"the route has no primary provider"_s,
                       u"name one as \"primary\" in [route]"_s,
                       {}};
    return std::unique_ptr<Route>(std::make_unique<FallbackRoute>(std::move(route)));
}

} // namespace hostline::fallback
