// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/chat_plugin.h"

#include "chat/chat_channel.h"

namespace hostline::chat {

using namespace Qt::StringLiterals;

Result<std::unique_ptr<Channel>> ChatPlugin::create(PluginContext &context)
{
    if (!context.control()) {
        return Failure{FailureKind::NotAllowed,
                       u"This program does not let the Chat channel control it."_s,
                       u"Start hostlined, which does."_s,
                       {}};
    }
    return std::unique_ptr<Channel>(std::make_unique<ChatChannel>(context));
}

} // namespace hostline::chat
