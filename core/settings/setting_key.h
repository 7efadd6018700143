// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/result.h>

#include <QJsonArray>
#include <QJsonValue>
#include <QList>
#include <QStringList>

#include <optional>

namespace hostline {

// One key that a plugin's table may have, as its metadata declares it:
//   "Settings": [ { "key": "port", "type": "integer", "default": 0, "minimum": 0, "maximum": 65535,
//                   "title": "Port", "title[zh_CN]": "..." } ]
struct SettingKey
{
    enum class Type {
        Text, // "text"; with choices: one of them
        Integer, // "integer", within minimum and maximum
        Boolean, // "boolean"
        Table, // "table": free form, handed over as it is
        TextList, // "textList"
    };

    QString key;
    Type type = Type::Text;
    QJsonValue defaultValue = QJsonValue::Undefined; // undefined: the key is absent unless set
    std::optional<qint64> minimum;
    std::optional<qint64> maximum;
    QStringList choices;
    bool secret = false; // never shown, logged or exported
    bool providers = false; // "text", "textList": names of enabled providers
    QString title; // falls back to the key
    QString titleZh; // falls back to title

    friend bool operator==(const SettingKey &, const SettingKey &) = default;
};

// "text", "integer", "boolean", "table", "textList".
QString toString(SettingKey::Type type);

// Pure. Anything that is not as above is an InvalidConfiguration that names the key: a declaration is a
// program's text, so it is checked as strictly as a settings file. Names of keys: [a-z][a-z0-9_]*;
// "plugin" and "enabled" are the core's own.
Result<QList<SettingKey>> parseSettingKeys(const QJsonArray &declarations);

// What is wrong with a value for this key, and what is allowed; empty: nothing.
QString valueProblem(const SettingKey &key, const QJsonValue &value);

} // namespace hostline
