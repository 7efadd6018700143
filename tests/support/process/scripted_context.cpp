// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/process/scripted_context.h"

namespace hostline::test {

ScriptedContext::ScriptedContext(Clock &clock, QString directory)
    : m_clock(clock)
    , m_directory(std::move(directory))
{ }

ScriptedContext::~ScriptedContext() = default;

QString ScriptedContext::newId()
{
    return QStringLiteral("id-%1").arg(++m_lastId);
}

} // namespace hostline::test
