// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/codex/codex_settings.h"
#include "support/codex/rehearsal_fixture.h"

#include <QJsonObject>
#include <QStringList>

namespace hostline::test {

/// Puts a value where a dotted key leads, table by table.
inline QJsonObject withValue(QJsonObject table, const QStringList &path, const QJsonValue &value)
{
    if (path.size() == 1)
        table.insert(path.first(), value);
    else
        table.insert(path.first(),
                     withValue(table.value(path.first()).toObject(), path.mid(1), value));
    return table;
}

/// The provider's settings for the real Codex and the rehearsal endpoint, as a settings file would give them.
inline codex::CodexSettings
settingsOf(RehearsalFixture &fixture,
           rehearsal::CodexCompaction compaction = rehearsal::CodexCompaction::Local)
{
    codex::CodexSettings settings;
    settings.command = fixture.program();
    settings.home = fixture.home();
    // A busy machine is no failure of Codex.
    settings.startTimeout = std::chrono::minutes(2);
    settings.callTimeout = std::chrono::minutes(2);
    const auto overrides = rehearsal::codexConfig(fixture.endpoint().url(), {}, compaction);
    for (const rehearsal::CodexOverride &each : overrides)
        settings.config = withValue(settings.config, each.key.split(QLatin1Char('.')), each.value);
    return settings;
}

} // namespace hostline::test
