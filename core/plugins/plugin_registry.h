// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/guarded_channel.h"
#include "plugins/plugin_library.h"

#include <hostline/plugin_context.h>
#include <hostline/result.h>

#include <QtCore/QMultiMap>
#include <QtCore/QStringList>

#include <memory>
#include <vector>

namespace hostline {

class Provider;
class Route;

/// Every plugin that the program can see, usable or not. Core thread.
///
/// Directories are searched in the order given, files in the order of their names, so the outcome never depends on a
/// file system. Of two plugins with one id the first whose metadata is in order is used. A file counts as a candidate
/// when its name is that of a shared library.
class PluginRegistry
{
public:
    /// Reads the metadata of everything in the directories; loads nothing. One that does not exist is empty; a relative
    /// path, and one that cannot be searched, is listed as a plugin that cannot be used.
    explicit PluginRegistry(const QStringList &directories);

    [[nodiscard]] QList<PluginSpec> specs() const;
    /// The one plugin that stands for an id: usable, or the first that has it; nothing: no such plugin.
    [[nodiscard]] std::optional<PluginSpec> find(const QString &id) const;

    /// Loads all that are usable, so that specs() tells the whole truth.
    void loadAll();

    /// Makes a product (not started), loading the plugin first if need be. `context` outlives it. Failures are
    /// InvalidConfiguration, with the mending step as their subject, or what the plugin answered.
    [[nodiscard]] Result<std::unique_ptr<Provider>> createProvider(const QString &id,
                                                                   PluginContext &context);
    [[nodiscard]] Result<GuardedChannel> createChannel(const QString &id, PluginContext &context);
    /// Failures as above. `settings`: checked, as RoutePlugin::create() gets them.
    [[nodiscard]] Result<std::unique_ptr<Route>> createRoute(const QString &id,
                                                             const QJsonObject &settings);

    /// `instances`: plugin id -> names of its products in the settings.
    [[nodiscard]] QList<PluginView> views(const QMultiMap<QString, QString> &instances) const;

private:
    void search(const QString &directory);
    void add(std::unique_ptr<PluginLibrary> library);
    [[nodiscard]] PluginLibrary *library(const QString &id) const;
    [[nodiscard]] Result<PluginLibrary *> loaded(const QString &id, PluginKind kind);

    std::vector<std::unique_ptr<PluginLibrary>> m_libraries;
};

} // namespace hostline
