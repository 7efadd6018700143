// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/thread_parameters.h"

#include <QJsonArray>

namespace hostline::codex {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1String projectsKey = "projects"_L1;
constexpr QLatin1String serversKey = "mcp_servers"_L1;

bool isAtOrAbove(const QString &folder, const QString &workspace)
{
    return folder == workspace || folder == "/"_L1 || workspace.startsWith(folder + u'/');
}

/// Without every key, also a dotted one, of the tables that say what an agent can do.
QJsonObject withoutTools(const QJsonObject &config)
{
    static const QStringList tables{
        u"features"_s, serversKey, u"agents"_s, u"skills"_s, u"tools"_s, u"web_search"_s};
    QJsonObject rest;
    for (auto entry = config.begin(); entry != config.end(); ++entry) {
        if (!tables.contains(entry.key().section(u'.', 0, 0)))
            rest.insert(entry.key(), entry.value());
    }
    return rest;
}

} // namespace

QJsonObject reviewParameters(const ThreadSpec &spec,
                             const CodexSettings &settings,
                             const QJsonObject &userConfig,
                             const QString &directory)
{
    QJsonObject config = threadConfig(withoutTools(settings.config));
    QJsonObject features = config.value("features"_L1).toObject();
    for (const QString &feature : {u"shell_tool"_s,
                                   u"view_image"_s,
                                   u"goals"_s,
                                   u"sleep_tool"_s,
                                   u"current_time_reminder"_s,
                                   u"plugins"_s,
                                   u"apps"_s,
                                   u"hooks"_s})
        features.insert(feature, false);
    config.insert(u"features"_s, features);
    config.insert(u"agents"_s, QJsonObject{{u"enabled"_s, false}});
    config.insert(u"skills"_s, QJsonObject{{u"include_instructions"_s, false}});
    config.insert(u"web_search"_s, u"disabled"_s);
    config.insert(u"project_doc_max_bytes"_s, 0);
    config.insert(u"include_environment_context"_s, false);
    config.insert(u"include_permissions_instructions"_s, false);
    // An empty table would take none of the user's away. Ours are not sent at all: one without its command is refused.
    QJsonObject servers;
    const QStringList named = userConfig.value(serversKey).toObject().keys();
    for (const QString &server : named)
        servers.insert(server, QJsonObject{{u"enabled"_s, false}});
    if (!servers.isEmpty())
        config.insert(serversKey, servers);
    QJsonObject parameters{
        {u"cwd"_s, directory},
        {u"sandbox"_s, u"read-only"_s},
        {u"approvalPolicy"_s, u"never"_s},
        {u"environments"_s, QJsonArray{}},
        {u"ephemeral"_s, true},
        {u"experimentalRawEvents"_s, true},
        {u"config"_s, config},
        {u"developerInstructions"_s, spec.guidance},
    };
    const QString model = spec.model.isEmpty() ? settings.model : spec.model;
    if (!model.isEmpty())
        parameters.insert(u"model"_s, model);
    return parameters;
}

QString trustLevel(const QJsonObject &userConfig, const QString &workspace)
{
    const QJsonObject projects = userConfig.value(projectsKey).toObject();
    QString nearest;
    QString level;
    for (auto project = projects.begin(); project != projects.end(); ++project) {
        const QString said = project.value().toObject().value("trust_level"_L1).toString();
        if (said.isEmpty() || !isAtOrAbove(project.key(), workspace)
            || project.key().size() < nearest.size())
            continue;
        nearest = project.key();
        level = said;
    }
    return level.isEmpty() ? u"untrusted"_s : level;
}

QJsonObject
openParameters(const ThreadSpec &spec, const CodexSettings &settings, const QString &trust)
{
    QJsonObject config = threadConfig(settings.config);
    if (spec.access == Access::Write && !trust.isEmpty()) {
        QJsonObject projects = config.value(projectsKey).toObject();
        if (!projects.contains(spec.workspace))
            projects.insert(spec.workspace, QJsonObject{{u"trust_level"_s, trust}});
        config.insert(projectsKey, projects);
    }
    QJsonObject parameters{
        {u"cwd"_s, spec.workspace},
        {u"sandbox"_s, spec.access == Access::Write ? u"workspace-write"_s : u"read-only"_s},
        {u"approvalPolicy"_s, u"never"_s},
        {u"config"_s, config},
    };
    const QString model = spec.model.isEmpty() ? settings.model : spec.model;
    if (!model.isEmpty())
        parameters.insert(u"model"_s, model);
    if (!spec.guidance.isEmpty())
        parameters.insert(u"developerInstructions"_s, spec.guidance);
    if (!spec.nativeThread.isEmpty()) {
        parameters.insert(u"threadId"_s, spec.nativeThread);
        parameters.insert(u"excludeTurns"_s, true);
    }
    return parameters;
}

CompactionKind compactionOf(const QJsonObject &userConfig, const QJsonObject &config)
{
    const QString own = config.value("model_provider"_L1).toString();
    const QString id = own.isEmpty() ? userConfig.value("model_provider"_L1).toString() : own;
    QJsonObject provider;
    for (const QJsonObject &table : {config, userConfig}) {
        if (provider.isEmpty())
            provider = table.value("model_providers"_L1).toObject().value(id).toObject();
    }
    // Codex goes by these alone (0.171.0).
    const QString name = provider.value("name"_L1).toString();
    const bool azure = name.contains("azure"_L1, Qt::CaseInsensitive)
        || provider.value("base_url"_L1).toString().contains("azure"_L1, Qt::CaseInsensitive);
    return name.isEmpty() || name == "OpenAI"_L1 || azure ? remoteCompaction : localCompaction;
}

QJsonObject turnParameters(const TurnStart &start, const QString &nativeThread, Access threadAccess)
{
    const QJsonObject input{{u"type"_s, u"text"_s}, {u"text"_s, start.text}};
    QJsonObject parameters{
        {u"threadId"_s, nativeThread},
        {u"clientUserMessageId"_s, start.turn.toString()},
        {u"input"_s, QJsonArray{input}},
    };
    if (start.access != threadAccess)
        parameters.insert(
            u"sandboxPolicy"_s,
            QJsonObject{
                {u"type"_s, start.access == Access::Write ? u"workspaceWrite"_s : u"readOnly"_s}});
    if (!start.effort.isEmpty())
        parameters.insert(u"effort"_s, start.effort);
    return parameters;
}

} // namespace hostline::codex
