// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/plugin_context.h>

namespace hostline::test {

/// What a plugin gets from the core, made of what a test hands in.
class ScriptedContext : public PluginContext
{
public:
    /// \a directory exists; \a clock outlives the context.
    ScriptedContext(Clock &clock, QString directory);
    ~ScriptedContext() override;

    [[nodiscard]] QString name() const override { return QStringLiteral("codex"); }
    [[nodiscard]] QJsonObject settings() const override { return {}; }
    [[nodiscard]] Clock &clock() override { return m_clock; }
    [[nodiscard]] QString newId() override;
    [[nodiscard]] QString directory() override { return m_directory; }
    [[nodiscard]] QString dataDirectory() override { return m_directory; }
    [[nodiscard]] HostControl *control() override { return nullptr; }
    void hideInLog(const QString &secret) override { Q_UNUSED(secret) }

private:
    Clock &m_clock;
    QString m_directory;
    int m_lastId = 0;
};

} // namespace hostline::test
