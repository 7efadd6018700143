// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "codex_config.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace hostline::rehearsal {

using namespace Qt::StringLiterals;

namespace {

// A JSON string, number or boolean is the same in TOML.
QString tomlValue(const QJsonValue &value)
{
    const auto list =
        QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
    return list.mid(1, list.size() - 2);
}

} // namespace

QList<CodexOverride>
codexConfig(const QUrl &url, const CodexPatience &patience, CodexCompaction compaction)
{
    const auto provider = u"model_providers.rehearsal."_s;
    // Codex goes by this name alone (0.171.0).
    const auto name = compaction == CodexCompaction::Remote ? u"OpenAI"_s : u"Hostline rehearsal"_s;
    return {
        {u"model"_s, u"rehearsal"_s},
        {u"model_provider"_s, u"rehearsal"_s},
        {provider + u"name"_s, name},
        {provider + u"base_url"_s, url.toString()},
        {provider + u"wire_api"_s, u"responses"_s},
        {provider + u"requires_openai_auth"_s, false},
        {provider + u"request_max_retries"_s, patience.requestRetries},
        {provider + u"stream_max_retries"_s, patience.streamRetries},
        {provider + u"stream_idle_timeout_ms"_s, patience.idleTimeoutMs},
        {u"features.plugins"_s, false},
        {u"features.unbounded_connection_retries"_s, false},
    };
}

QStringList codexArguments(const QList<CodexOverride> &config)
{
    QStringList arguments;
    for (const auto &one : config)
        arguments << u"-c"_s << one.key + u'=' + tomlValue(one.value);
    return arguments;
}

QString codexToml(const QList<CodexOverride> &config)
{
    QString toml;
    for (const auto &one : config)
        toml += one.key + u" = "_s + tomlValue(one.value) + u'\n';
    return toml;
}

} // namespace hostline::rehearsal
