// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/plugin_table.h"

#include <algorithm>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

void appendTexts(QStringList &texts, const QJsonValue &value)
{
    if (value.isString())
        texts.append(value.toString());
    else if (value.isDouble())
        texts.append(value.toVariant().toString());
    for (const QJsonValue each : value.toArray())
        appendTexts(texts, each);
    const QJsonObject members = value.toObject();
    for (const QString &member : members.keys())
        appendTexts(texts, members.value(member));
}

Failure inOrder(const PluginTable &table, QList<SettingsProblem> problems)
{
    std::stable_sort(problems.begin(), problems.end(), [](const auto &left, const auto &right) {
        return left.position.line < right.position.line;
    });
    return settingsFailure(table.file, problems);
}

} // namespace

QStringList secretsOf(const PluginTable &table, const QList<SettingKey> &keys)
{
    QStringList secrets;
    for (const SettingKey &key : keys) {
        if (key.secret)
            appendTexts(secrets, table.values.value(key.key));
    }
    return secrets;
}

Result<QJsonObject> checkPluginTable(const PluginTable &table, const QList<SettingKey> &keys)
{
    QList<SettingsProblem> problems;
    const auto report = [&](const QString &key, const QString &what) {
        problems.append({.file = table.file,
                         .position = table.positions.value(key, table.position),
                         .key = joinedKey(table.section, key),
                         .what = what});
    };
    QStringList known{u"plugin"_s, u"enabled"_s};
    for (const SettingKey &key : keys)
        known.append(key.key);

    QJsonObject checked;
    for (const SettingKey &key : keys) {
        const QJsonValue value = table.values.value(key.key);
        if (value.isUndefined()) {
            if (!key.defaultValue.isUndefined())
                checked.insert(key.key, key.defaultValue);
            continue;
        }
        const QString problem = valueProblem(key, value);
        if (problem.isEmpty())
            checked.insert(key.key, value);
        else
            report(key.key, problem);
    }
    for (const QString &key : table.values.keys()) {
        if (!known.contains(key))
            report(key, unknownKeyText(key, known));
    }
    if (problems.isEmpty())
        return checked;
    return inOrder(table, problems);
}

Result<Done> checkProviderNames(const PluginTable &table,
                                const QList<SettingKey> &keys,
                                const QStringList &enabled)
{
    QList<SettingsProblem> problems;
    for (const SettingKey &key : keys) {
        if (!key.providers)
            continue;
        QStringList names;
        appendTexts(names, table.values.value(key.key));
        for (const QString &name : std::as_const(names)) {
            if (!enabled.contains(name))
                problems.append({.file = table.file,
                                 .position = table.positions.value(key.key, table.position),
                                 .key = joinedKey(table.section, key.key),
                                 .what = u"\"%1\" is no enabled provider; there are: %2"_s.arg(
                                     name, enabled.isEmpty() ? u"none"_s : enabled.join(", "_L1))});
        }
    }
    if (problems.isEmpty())
        return Done{};
    return inOrder(table, problems);
}

} // namespace hostline
