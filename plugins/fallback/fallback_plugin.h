// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/route.h>

#include <QtCore/QObject>

namespace hostline::fallback {

/// The root object of the plugin.
class FallbackPlugin final : public QObject, public RoutePlugin
{
    Q_OBJECT
    Q_INTERFACES(hostline::RoutePlugin)
    Q_PLUGIN_METADATA(IID Hostline_RoutePlugin_iid FILE "fallback.json")
public:
    [[nodiscard]] Result<std::unique_ptr<Route>> create(const QJsonObject &settings) override;
};

} // namespace hostline::fallback
