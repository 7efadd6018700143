// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/process_mark.h"
#include "plugins/codex/codex_provider.h"
#include "support/process/scripted_context.h"

#include <memory>
#include <optional>
#include <vector>

namespace hostline::test {

/// Codex providers and the child that the newest of them runs.
class CodexLives
{
public:
    /// \a clock outlives the lives and their providers.
    explicit CodexLives(Clock &clock);

    /// A provider, not started, with a directory of its own, whose child is observed from now on.
    [[nodiscard]] std::unique_ptr<Provider> begin(const codex::CodexSettings &settings,
                                                  const QString &directory);

    /// The child of the newest provider that became ready; kept after its end.
    [[nodiscard]] std::optional<codexwire::ProcessMark> child() const;
    [[nodiscard]] bool childLives() const;
    /// kill -9.
    void killChild();

private:
    Clock &m_clock;
    std::vector<std::unique_ptr<ScriptedContext>> m_contexts;
    std::shared_ptr<std::optional<codexwire::ProcessMark>> m_child;
};

} // namespace hostline::test
