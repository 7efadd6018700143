// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/plugin_spec.h"

#include <QtCore/QJsonObject>

/// What a plugin says of itself, before any of its code runs. Pure.
namespace hostline {

/// The spec of the file at `path` from what QPluginLoader::metaData() gave. Its fault names the interface or the SDK
/// version when these are wrong (the rest may then be of a form that we do not know), else every mistake in the keys.
[[nodiscard]] PluginSpec specFromMetadata(const QString &path, const QJsonObject &metadata);

/// "1.0" -> {1, 0}; anything else: nothing.
[[nodiscard]] std::optional<ApiVersion> apiVersionFromString(const QString &text);

} // namespace hostline
