// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "codex_plugin.h"

#include "plugins/codex/codex_provider.h"

namespace hostline::codex {

Result<std::unique_ptr<Provider>> CodexPlugin::create(PluginContext &context)
{
    Result<CodexSettings> settings = readSettings(context.settings());
    if (!settings)
        return settings.failure();
    return std::unique_ptr<Provider>(
        std::make_unique<CodexProvider>(context, std::move(settings).value()));
}

} // namespace hostline::codex
