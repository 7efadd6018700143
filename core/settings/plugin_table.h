// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "settings/setting_key.h"
#include "settings/settings_problem.h"

#include <QHash>
#include <QJsonObject>

namespace hostline {

// One [providers.NAME] or [channels.NAME]: an instance of a plugin.
struct PluginTable
{
    QString name;
    QString plugin; // the id of the plugin; as the name unless set
    bool enabled = true;
    QJsonObject values; // every other key, not yet checked: see checkPluginTable()

    QString file; // for problems
    QString section; // "providers.NAME"
    SourcePosition position; // of the table
    QHash<QString, SourcePosition> positions; // of the keys in `values`

    friend bool operator==(const PluginTable &, const PluginTable &) = default;
};

// Pure. Every text and number that stands under a key that is declared secret, whether or not the table is right.
QStringList secretsOf(const PluginTable &table, const QList<SettingKey> &keys);

// Pure. Checks a table against the keys that its plugin declares. The values, with defaults filled in for what
// is absent; or InvalidConfiguration with every problem and its line (settingsFailure()).
Result<QJsonObject> checkPluginTable(const PluginTable &table, const QList<SettingKey> &keys);

// Pure. Of the keys that are to name providers, those that name another: InvalidConfiguration with every line.
Result<Done> checkProviderNames(const PluginTable &table,
                                const QList<SettingKey> &keys,
                                const QStringList &enabled);

} // namespace hostline
