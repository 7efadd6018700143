// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/plugin.h>

#include <QObject>

namespace hostline::codex {

class CodexPlugin : public QObject, public ProviderPlugin
{
    Q_OBJECT
    Q_INTERFACES(hostline::ProviderPlugin)
    Q_PLUGIN_METADATA(IID Hostline_ProviderPlugin_iid FILE "codex.json")

public:
    [[nodiscard]] Result<std::unique_ptr<Provider>> create(PluginContext &context) override;
};

} // namespace hostline::codex
