// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/plugin_spec.h"

#include <QtCore/QPluginLoader>

#include <memory>

namespace hostline {

class ChannelPlugin;
class ProviderPlugin;
class RoutePlugin;

/// One plugin file. Its metadata is read without running any of its code; load() runs it, once. It is never unloaded:
/// code of a plugin may stand in queued events, static objects and other plugins' libraries. Core thread.
class PluginLibrary
{
public:
    /// Reads the metadata. `path` is absolute.
    explicit PluginLibrary(const QString &path);
    /// A place that is known to hold no plugin: listed, never read.
    PluginLibrary(const QString &path, const PluginFault &fault);

    [[nodiscard]] const PluginSpec &spec() const { return m_spec; }
    /// It will not be loaded; an earlier fault stays.
    void refuse(const PluginFault &fault);

    /// Loads it and checks its root object; true if it can be used. What fails once is not tried again.
    bool load();

    /// The root object; null unless loaded and of this kind. Owned by Qt, lives until the program ends.
    [[nodiscard]] ProviderPlugin *provider() const { return m_provider; }
    [[nodiscard]] ChannelPlugin *channel() const { return m_channel; }
    [[nodiscard]] RoutePlugin *route() const { return m_route; }

private:
    std::unique_ptr<QPluginLoader> m_loader;
    PluginSpec m_spec;
    ProviderPlugin *m_provider = nullptr;
    ChannelPlugin *m_channel = nullptr;
    RoutePlugin *m_route = nullptr;
};

} // namespace hostline
