// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "fake_channel.h"

#include <hostline/plugin.h>

using namespace Qt::StringLiterals;

namespace hostline {

/// One source, three plugins: they differ in what their metadata declares.
class FakeChannelPlugin : public QObject, public ChannelPlugin
{
    Q_OBJECT
    Q_INTERFACES(hostline::ChannelPlugin)
    Q_PLUGIN_METADATA(IID Hostline_ChannelPlugin_iid FILE "fake_channel.json")
public:
    Result<std::unique_ptr<Channel>> create(PluginContext &context) override
    {
        if (context.settings().value("socket"_L1).toString().isEmpty())
            return Failure{.kind = FailureKind::InvalidConfiguration,
                           .detail = u"no socket is named"_s,
                           .subject = u"set `socket` to the path of a fake platform"_s,
                           .until = {}};
        return std::unique_ptr<Channel>(std::make_unique<FakeChannel>(context));
    }
};

} // namespace hostline

#include "fake_channel_plugin.moc"
