// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/settings_difference.h"

namespace hostline {

namespace {

TableChanges tableChanges(const QMap<QString, PluginTable> &before,
                          const QMap<QString, PluginTable> &after)
{
    const auto isThere = [](const QMap<QString, PluginTable> &tables, const QString &name) {
        return tables.value(name, PluginTable{.enabled = false}).enabled;
    };
    TableChanges changes;
    for (const PluginTable &table : after) {
        if (!table.enabled)
            continue;
        const PluginTable earlier = before.value(table.name);
        if (!isThere(before, table.name))
            changes.added.append(table.name);
        else if (earlier.plugin != table.plugin || earlier.values != table.values)
            changes.changed.append(table.name);
    }
    for (const PluginTable &table : before) {
        if (table.enabled && !isThere(after, table.name))
            changes.removed.append(table.name);
    }
    return changes;
}

} // namespace

SettingsDifference difference(const Settings &before, const Settings &after)
{
    return {.providers = tableChanges(before.providers, after.providers),
            .channels = tableChanges(before.channels, after.channels),
            .language = before.language != after.language,
            .store = before.store != after.store,
            .route = before.route != after.route,
            .workspaces = before.workspaces != after.workspaces
                || before.defaultWorkspace != after.defaultWorkspace,
            .grants = before.grants != after.grants,
            .limits = before.limits != after.limits,
            .timeouts = before.timeouts != after.timeouts,
            .recovery = before.recovery != after.recovery};
}

} // namespace hostline
