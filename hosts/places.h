// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QString>

/// Where the programs of this house look, and what they name, when nobody says otherwise: each of them the same.
namespace hostline::hosts {

inline constexpr QLatin1StringView channelName("chat");
inline constexpr QLatin1StringView providerName("codex");
inline constexpr QLatin1StringView workspaceName("default");

/// $XDG_DATA_HOME, or ~/.local/share. The data directory is `hostline` in it.
[[nodiscard]] QString dataHome();

/// The user's settings file, $XDG_CONFIG_HOME (or ~/.config) /hostline/hostline.toml, if there is one; else empty.
[[nodiscard]] QString userSettingsFile();

/// The settings file that ./run wrote for the daemon of this data, if it did; else empty.
[[nodiscard]] QString settingsOfRun(const QString &dataDirectory);

} // namespace hostline::hosts
