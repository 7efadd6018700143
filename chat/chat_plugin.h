// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/plugin.h>

#include <QObject>

namespace hostline::chat {

/// Makes the Chat channel. It needs HostControl: only the instance that the host program granted it can be made.
class ChatPlugin final : public QObject, public ChannelPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID Hostline_ChannelPlugin_iid FILE "chat.json")
    Q_INTERFACES(hostline::ChannelPlugin)

public:
    [[nodiscard]] Result<std::unique_ptr<Channel>> create(PluginContext &context) override;
};

} // namespace hostline::chat
