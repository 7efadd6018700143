// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/id_source.h"
#include "plugins/plugin_registry.h"
#include "plugins/product_set.h"
#include "settings/settings.h"

#include <hostline/clock.h>
#include <hostline/control.h>
#include <hostline/route.h>

#include <functional>

namespace hostline {

/// Makes products from their tables in the settings. A table that a plugin cannot take is a problem that stands in the
/// status; the others go on.
class ProductBuilder
{
public:
    struct Parts
    {
        PluginRegistry &registry;
        ProductSet &products;
        Clock &clock;
        IdSource &ids;
        QString dataDirectory;
        QStringList controlChannels;
        HostControl *control;
    };
    explicit ProductBuilder(Parts parts);

    /// Made and put into the set, not started; false: failures() says why not.
    bool buildProvider(const PluginTable &table);
    bool buildChannel(const PluginTable &table);

    /// Null: there is none, or failures() says why it cannot be made: then the default provider answers.
    [[nodiscard]] std::shared_ptr<const Route> buildRoute(const RouteSettings &route);

    /// Of enabled tables that could not be made: name -> why.
    /// By the section of the table ("providers.NAME").
    [[nodiscard]] const QMap<QString, Failure> &failures() const { return m_failures; }
    /// Whether the plugin of the table says that its people read replies from the store.
    [[nodiscard]] bool isStored(const PluginTable &table) const;
    [[nodiscard]] QString displayName(const PluginTable &table) const;
    /// Every table's values checked against its plugin's keys. Plugins that are missing are no mistake of the file.
    [[nodiscard]] QStringList mistakes(const Settings &settings) const;

private:
    using Maker = std::function<Result<Done>(std::unique_ptr<PluginContext>)>;
    bool build(const PluginTable &table, HostControl *control, const Maker &make);
    [[nodiscard]] Result<QJsonObject> checked(const PluginTable &table) const;
    [[nodiscard]] std::unique_ptr<PluginContext>
    contextFor(const PluginTable &table, const QJsonObject &values, HostControl *control);

    Parts m_parts;
    QMap<QString, Failure> m_failures;
};

} // namespace hostline
