// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/plugin_metadata.h"

#include <hostline/plugin.h>
#include <hostline/route.h>

#include <QtCore/QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

constexpr auto providerIid = Hostline_ProviderPlugin_iid ""_L1;
constexpr auto channelIid = Hostline_ChannelPlugin_iid ""_L1;
constexpr auto routeIid = Hostline_RoutePlugin_iid ""_L1;

constexpr std::array knownKeys{"Id"_L1,
                               "Kind"_L1,
                               "Version"_L1,
                               "ApiVersion"_L1,
                               "Name"_L1,
                               "Name[zh_CN]"_L1,
                               "Capabilities"_L1,
                               "Settings"_L1};
constexpr std::array channelSwitches{"stored"_L1, "readBack"_L1, "progress"_L1};
constexpr auto idempotencyKey = "idempotencySeconds"_L1;
constexpr double longestIdempotency = 366.0 * 24 * 3600;

bool contains(const auto &words, const QString &word)
{
    return std::any_of(
        words.begin(), words.end(), [&word](QLatin1StringView known) { return known == word; });
}

QString joined(const auto &words)
{
    QStringList list;
    for (const QLatin1StringView word : words)
        list << word;
    return list.join(", "_L1);
}

PluginKind kindFromIid(const QString &iid)
{
    if (iid == providerIid)
        return PluginKind::Provider;
    if (iid == routeIid)
        return PluginKind::Route;
    return iid == channelIid ? PluginKind::Channel : PluginKind::Unknown;
}

/// A text that must be there and must say something.
QStringList textMistakes(const QJsonObject &keys, QLatin1StringView key)
{
    const QJsonValue value = keys.value(key);
    if (value.isUndefined())
        return {u"%1 is missing"_s.arg(key)};
    if (!value.isString())
        return {u"%1 is not a text"_s.arg(key)};
    if (value.toString().trimmed().isEmpty())
        return {u"%1 is empty"_s.arg(key)};
    return {};
}

QStringList idMistakes(const QJsonObject &keys)
{
    static const QRegularExpression pattern(u"\\A[a-z0-9][a-z0-9_-]{0,63}\\z"_s);
    if (QStringList mistakes = textMistakes(keys, "Id"_L1); !mistakes.isEmpty())
        return mistakes;
    const QString id = keys.value("Id"_L1).toString();
    if (!pattern.match(id).hasMatch())
        return {u"Id \"%1\" is not made of a-z, 0-9, - and _ (64 at most)"_s.arg(id)};
    return {};
}

QStringList kindMistakes(const QJsonObject &keys, PluginKind kind)
{
    if (QStringList mistakes = textMistakes(keys, "Kind"_L1); !mistakes.isEmpty())
        return mistakes;
    const QString said = keys.value("Kind"_L1).toString();
    if (said != toString(PluginKind::Provider) && said != toString(PluginKind::Channel)
        && said != toString(PluginKind::Route))
        return {u"Kind \"%1\" is neither provider nor channel nor route"_s.arg(said)};
    if (said != toString(kind))
        return {u"Kind is %1, but the interface is that of a %2"_s.arg(said, toString(kind))};
    return {};
}

QStringList capabilityMistakes(const QJsonObject &keys, PluginKind kind)
{
    const QJsonValue value = keys.value("Capabilities"_L1);
    if (value.isUndefined())
        return {};
    if (!value.isObject())
        return {u"Capabilities is not an object"_s};
    QStringList mistakes;
    const QJsonObject capabilities = value.toObject();
    for (auto it = capabilities.begin(); it != capabilities.end(); ++it) {
        const QJsonValue setting = it.value();
        const double seconds = setting.toDouble(-1);
        if (kind == PluginKind::Channel && it.key() == idempotencyKey) {
            if (seconds < 0 || seconds > longestIdempotency || seconds != std::floor(seconds))
                mistakes << u"Capabilities.%1 is not a whole number of seconds"_s.arg(it.key());
        } else if (kind == PluginKind::Channel && contains(channelSwitches, it.key())) {
            if (!setting.isBool())
                mistakes << u"Capabilities.%1 is neither true nor false"_s.arg(it.key());
        } else {
            mistakes << u"Capabilities.%1 is unknown for a %2"_s.arg(it.key(), toString(kind));
        }
    }
    const bool sends = capabilities.value("readBack"_L1).toBool()
        || capabilities.value(idempotencyKey).toInt() > 0;
    if (mistakes.isEmpty() && capabilities.value("stored"_L1).toBool() && sends)
        mistakes
            << u"Capabilities: a stored channel sends nothing, so it has neither readBack nor %1"_s
                   .arg(idempotencyKey);
    return mistakes;
}

/// Also reads them, so that what was checked is what is used.
QStringList settingMistakes(const QJsonObject &keys, QList<SettingKey> &settings)
{
    const QJsonValue value = keys.value("Settings"_L1);
    if (value.isUndefined())
        return {};
    if (!value.isArray())
        return {u"Settings is not a list"_s};
    Result<QList<SettingKey>> parsed = parseSettingKeys(value.toArray());
    if (!parsed)
        return {u"Settings: "_s + parsed.failure().detail};
    settings = std::move(parsed).value();
    return {};
}

/// Every mistake, one line each, in the order of the keys.
QStringList metadataMistakes(const QJsonObject &keys, PluginKind kind, QList<SettingKey> &settings)
{
    QStringList mistakes = idMistakes(keys);
    mistakes << kindMistakes(keys, kind);
    mistakes << textMistakes(keys, "Version"_L1);
    mistakes << textMistakes(keys, "Name"_L1);
    if (keys.contains("Name[zh_CN]"_L1))
        mistakes << textMistakes(keys, "Name[zh_CN]"_L1);
    mistakes << capabilityMistakes(keys, kind);
    mistakes << settingMistakes(keys, settings);
    for (auto it = keys.begin(); it != keys.end(); ++it) {
        if (!contains(knownKeys, it.key()))
            mistakes << u"%1 is unknown; the keys are %2"_s.arg(it.key(), joined(knownKeys));
    }
    return mistakes;
}

ChannelTraits traitsOf(const QJsonObject &capabilities)
{
    ChannelTraits traits;
    traits.stored = capabilities.value("stored"_L1).toBool();
    traits.readBack = capabilities.value("readBack"_L1).toBool();
    traits.progress = capabilities.value("progress"_L1).toBool();
    traits.idempotency = std::chrono::seconds(capabilities.value(idempotencyKey).toInt());
    return traits;
}

QString sdkVersion()
{
    return u"%1.%2"_s.arg(apiVersionMajor).arg(apiVersionMinor);
}

std::optional<PluginFault> interfaceFault(const QString &iid)
{
    if (kindFromIid(iid) != PluginKind::Unknown)
        return std::nullopt;
    const auto stem = [](QLatin1StringView known) {
        return known.left(known.indexOf(u'/') + 1);
    };
    PluginFault fault{.kind = PluginFault::Kind::WrongInterface, .reason = {}, .mend = {}};
    if (iid.startsWith(stem(providerIid)) || iid.startsWith(stem(channelIid))
        || iid.startsWith(stem(routeIid))) {
        fault.reason = u"its interface is %1, of another major version of Hostline"_s.arg(iid);
        fault.mend = u"rebuild it with the SDK of this Hostline (%1)"_s.arg(sdkVersion());
    } else {
        fault.reason = u"its interface is \"%1\": it is a plugin of something else"_s.arg(iid);
        fault.mend = u"take it out of the plugin directory"_s;
    }
    return fault;
}

std::optional<PluginFault> apiFault(const QJsonObject &keys)
{
    const auto bad = [](const QString &reason) {
        return PluginFault{.kind = PluginFault::Kind::BadMetadata,
                           .reason = u"its metadata is wrong: "_s + reason,
                           .mend = u"mend the metadata (docs/plugins.md) and rebuild it"_s};
    };
    const auto wrong = [](const QString &reason, const QString &mend) {
        return PluginFault{
            .kind = PluginFault::Kind::WrongApiVersion, .reason = reason, .mend = mend};
    };
    if (const QStringList mistakes = textMistakes(keys, "ApiVersion"_L1); !mistakes.isEmpty())
        return bad(mistakes.first());
    const QString said = keys.value("ApiVersion"_L1).toString();
    const std::optional<ApiVersion> api = apiVersionFromString(said);
    if (!api)
        return bad(u"ApiVersion \"%1\" is not of the form 1.0"_s.arg(said));
    if (api->major != apiVersionMajor)
        return wrong(u"it was built for SDK %1, this Hostline has %2"_s.arg(said, sdkVersion()),
                     u"rebuild it with the SDK of this Hostline"_s);
    if (api->minor > apiVersionMinor)
        return wrong(u"it needs SDK %1, this Hostline has %2"_s.arg(said, sdkVersion()),
                     u"update Hostline, or rebuild the plugin with the older SDK"_s);
    return std::nullopt;
}

} // namespace

std::optional<ApiVersion> apiVersionFromString(const QString &text)
{
    static const QRegularExpression pattern(u"\\A(0|[1-9][0-9]{0,3})\\.(0|[1-9][0-9]{0,3})\\z"_s);
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    return ApiVersion{.major = match.captured(1).toInt(), .minor = match.captured(2).toInt()};
}

PluginSpec specFromMetadata(const QString &path, const QJsonObject &metadata)
{
    const QString iid = metadata.value("IID"_L1).toString();
    const QJsonObject keys = metadata.value("MetaData"_L1).toObject();
    PluginSpec spec;
    spec.path = path;
    spec.id = keys.value("Id"_L1).toString();
    spec.kind = kindFromIid(iid);
    spec.version = keys.value("Version"_L1).toString();
    spec.api = apiVersionFromString(keys.value("ApiVersion"_L1).toString()).value_or(ApiVersion{});
    spec.name = keys.value("Name"_L1).toString();
    spec.nameZh = keys.value("Name[zh_CN]"_L1).toString(spec.name);
    spec.fault = interfaceFault(iid);
    if (!spec.fault)
        spec.fault = apiFault(keys);
    if (spec.fault)
        return spec;
    QList<SettingKey> settings;
    if (const QStringList mistakes = metadataMistakes(keys, spec.kind, settings);
        !mistakes.isEmpty()) {
        spec.fault = PluginFault{.kind = PluginFault::Kind::BadMetadata,
                                 .reason = u"its metadata is wrong: "_s + mistakes.join("; "_L1),
                                 .mend = u"mend the metadata (docs/plugins.md) and rebuild it"_s};
        return spec;
    }
    if (spec.kind == PluginKind::Channel)
        spec.traits = traitsOf(keys.value("Capabilities"_L1).toObject());
    spec.settings = settings;
    return spec;
}

} // namespace hostline
