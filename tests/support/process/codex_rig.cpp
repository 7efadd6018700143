// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/process/codex_rig.h"

namespace hostline::test {

CodexLives::CodexLives(Clock &clock)
    : m_clock(clock)
    , m_child(std::make_shared<std::optional<codexwire::ProcessMark>>())
{ }

std::unique_ptr<Provider> CodexLives::begin(const codex::CodexSettings &settings,
                                            const QString &directory)
{
    ScriptedContext &context =
        *m_contexts.emplace_back(std::make_unique<ScriptedContext>(m_clock, directory));
    auto provider = std::make_unique<codex::CodexProvider>(context, settings);
    const QString markFile = directory + QStringLiteral("/app-server.mark");
    const auto child = m_child;
    QObject::connect(provider.get(),
                     &Product::stateChanged,
                     provider.get(),
                     [child, markFile](Product::State state) {
                         if (state == Product::State::Ready)
                             *child = codexwire::readMark(markFile);
                     });
    return provider;
}

std::optional<codexwire::ProcessMark> CodexLives::child() const
{
    return *m_child;
}

bool CodexLives::childLives() const
{
    return *m_child && codexwire::markOfProcess((*m_child)->pid) == *m_child;
}

void CodexLives::killChild()
{
    if (*m_child)
        codexwire::killMarked(**m_child);
}

} // namespace hostline::test
