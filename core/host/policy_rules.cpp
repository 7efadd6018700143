// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "host/policy_rules.h"

namespace hostline {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

Policy policyOf(const Settings &settings,
                const QSet<QString> &storedChannels,
                const QHash<QString, QString> &providerNames)
{
    Policy policy;
    policy.language = toString(settings.language);
    policy.provider = settings.route.provider;
    for (const PluginTable &table : settings.providers)
        policy.models.insert(table.name, table.values.value("model"_L1).toString());
    policy.providerNames = providerNames;
    policy.workspace = settings.defaultWorkspace;
    for (const Workspace &workspace : settings.workspaces)
        policy.workspaces.insert(workspace.name, {workspace.path, workspace.access});
    policy.limits = {
        .queued = settings.limits.queue,
        .textCharacters = settings.limits.textCharacters,
        .lateMs = milliseconds(settings.limits.late).count(),
        .queueAgeMs = milliseconds(settings.limits.queueAge).count(),
        .waitMs = milliseconds(settings.limits.wait).count(),
    };
    policy.retentionMs = milliseconds(settings.store.retention).count();
    policy.reviews = settings.recovery.reviews;
    policy.storedChannels = storedChannels;
    return policy;
}

TurnLimits turnLimitsOf(const Settings &settings)
{
    TurnLimits limits;
    limits.idle = settings.timeouts.idle;
    limits.hard = settings.timeouts.hard;
    limits.interrupt = settings.timeouts.interrupt;
    return limits;
}

QList<GrantRow> grantRowsOf(const Settings &settings)
{
    QList<GrantRow> rows;
    for (const GrantRule &rule : settings.grants) {
        rows.append({
            .id = {},
            .channel = rule.channel,
            .account = rule.account,
            .peer = rule.peer,
            .sender = rule.sender,
            .workspace = rule.workspace,
            .access = rule.access.value_or(Access::Write), // what the workspace allows, in the end
        });
    }
    return rows;
}

} // namespace hostline
