// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <compare>
#include <optional>

namespace hostline::codexwire {

struct CodexVersion
{
    int major = 0;
    int minor = 0;
    int patch = 0;
    [[nodiscard]] QString toString() const;
    friend auto operator<=>(const CodexVersion &,
                            const CodexVersion &) = default; // NOLINT(modernize-use-nullptr)
};

/// 0.152: the first version with both the lock against a second writer and durable tool items (observed).
inline constexpr CodexVersion oldestCodex{0, 152, 0};
/// The one that Hostline is built and tested with: that of tools/codex/package.json (a test compares them).
inline constexpr CodexVersion pinnedCodex{0, 171, 0};

/// The version out of initialize's `userAgent` ("<client name>/0.171.0 (Debian ...) ..."), the only place that has it.
/// A pre-release tail ("0.171.0-alpha.2") counts as its version.
[[nodiscard]] std::optional<CodexVersion> versionOfUserAgent(const QString &userAgent);

/// The same out of `codex --version` ("codex-cli 0.171.0").
[[nodiscard]] std::optional<CodexVersion> versionOfProgramText(const QString &text);

} // namespace hostline::codexwire
