// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/codex_settings.h"

#include "lib/codexwire/native_binary.h"

namespace hostline::codex {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1String featuresKey = "features"_L1;

} // namespace

Result<CodexSettings> readSettings(const QJsonObject &table)
{
    CodexSettings settings;
    if (const QString command = table.value("command"_L1).toString(); !command.isEmpty())
        settings.command = codexwire::withoutTilde(command);
    settings.home = codexwire::withoutTilde(table.value("home"_L1).toString());
    settings.model = table.value("model"_L1).toString();
    settings.config = table.value("config"_L1).toObject();
    settings.window = table.value("window"_L1).toInteger();
    if (settings.window < 0)
        return Failure{
            FailureKind::InvalidConfiguration, u"window must not be less than 0"_s, {}, {}};
    settings.startTimeout = std::chrono::seconds(
        table.value("start_timeout"_L1).toInteger(settings.startTimeout.count()));
    settings.callTimeout = std::chrono::seconds(
        table.value("call_timeout"_L1).toInteger(settings.callTimeout.count()));
    if (settings.startTimeout <= std::chrono::seconds::zero())
        return Failure{
            FailureKind::InvalidConfiguration, u"start_timeout must be more than 0"_s, {}, {}};
    if (settings.callTimeout <= std::chrono::seconds::zero())
        return Failure{
            FailureKind::InvalidConfiguration, u"call_timeout must be more than 0"_s, {}, {}};
    return settings;
}

QJsonObject threadConfig(const QJsonObject &config)
{
    constexpr QLatin1String unbounded = "unbounded_connection_retries"_L1;
    QJsonObject whole = config;
    QJsonObject features = config.value(featuresKey).toObject();
    if (!features.contains(unbounded) && !config.contains(featuresKey + u'.' + unbounded)) {
        features.insert(unbounded, false);
        whole.insert(featuresKey, features);
    }
    return whole;
}

QStringList featureArguments(const QJsonObject &config)
{
    QStringList arguments;
    const QJsonObject whole = threadConfig(config);
    const auto add = [&arguments](const QString &key, const QJsonValue &value) {
        if (value.isBool())
            arguments << u"-c"_s << key + (value.toBool() ? u"=true"_s : u"=false"_s);
    };
    const QJsonObject features = whole.value(featuresKey).toObject();
    for (auto feature = features.begin(); feature != features.end(); ++feature)
        add(featuresKey + u'.' + feature.key(), feature.value());
    for (auto entry = whole.begin(); entry != whole.end(); ++entry) {
        if (entry.key().startsWith(featuresKey + u'.'))
            add(entry.key(), entry.value());
    }
    return arguments;
}

} // namespace hostline::codex
