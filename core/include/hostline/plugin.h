// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/channel.h>
#include <hostline/plugin_context.h>
#include <hostline/provider.h>
#include <hostline/result.h>

#include <QtCore/QtPlugin>

#include <memory>

/// Plugins are shared objects whose root object implements one of these interfaces, with this metadata:
///
///   { "Id": "echo", "Kind": "provider" | "channel" | "route", "Version": "1.0", "ApiVersion": "1.0",
///     "Name": "Echo", "Name[zh_CN]": "回声",
///     "Capabilities": { … }, "Settings": [ { "key": "port", "type": "integer", "title": "Port", "default": 0, … } ] }
///
/// ApiVersion is the SDK's: same major, minor not newer than the host's. Capabilities of a channel:
///   "stored": true            its people read replies from the store: the reply's own commit is its delivery
///   "readBack": true          readBack() can tell whether a send happened
///   "idempotencySeconds": N   a send repeated with the same key within N seconds does not appear twice
///   "progress": true          showProgress() is wanted
/// The types of settings are text, integer, boolean, table, textList (core/settings).
namespace hostline {

inline constexpr int apiVersionMajor = 1;
inline constexpr int apiVersionMinor = 0;

class HOSTLINE_EXPORT ProviderPlugin
{
public:
    ProviderPlugin() = default;
    ProviderPlugin(const ProviderPlugin &) = delete;
    ProviderPlugin &operator=(const ProviderPlugin &) = delete;
    virtual ~ProviderPlugin();

    /// Makes one provider, not started. Core thread. `context` outlives it. A failure is an answer, not an exception.
    [[nodiscard]] virtual Result<std::unique_ptr<Provider>> create(PluginContext &context) = 0;
};

class HOSTLINE_EXPORT ChannelPlugin
{
public:
    ChannelPlugin() = default;
    ChannelPlugin(const ChannelPlugin &) = delete;
    ChannelPlugin &operator=(const ChannelPlugin &) = delete;
    virtual ~ChannelPlugin();

    [[nodiscard]] virtual Result<std::unique_ptr<Channel>> create(PluginContext &context) = 0;
};

} // namespace hostline

#define Hostline_ProviderPlugin_iid "io.hostline.ProviderPlugin/1"
#define Hostline_ChannelPlugin_iid "io.hostline.ChannelPlugin/1"
Q_DECLARE_INTERFACE(hostline::ProviderPlugin, Hostline_ProviderPlugin_iid)
Q_DECLARE_INTERFACE(hostline::ChannelPlugin, Hostline_ChannelPlugin_iid)
