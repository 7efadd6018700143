// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/setting_key.h"

#include "settings/settings_problem.h"

#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array allTypes{SettingKey::Type::Text,
                              SettingKey::Type::Integer,
                              SettingKey::Type::Boolean,
                              SettingKey::Type::Table,
                              SettingKey::Type::TextList};

bool isInteger(const QJsonValue &value)
{
    return value.isDouble() && QJsonValue(value.toInteger()) == value;
}

bool isTextList(const QJsonValue &value)
{
    const QJsonArray elements = value.toArray();
    return value.isArray()
        && std::all_of(elements.begin(), elements.end(), [](const QJsonValue &element) {
               return element.isString();
           });
}

Failure invalid(const QString &detail)
{
    return Failure{.kind = FailureKind::InvalidConfiguration,
                   .detail = detail,
                   .subject = {},
                   .until = std::nullopt};
}

// Reads one declaration; collects what is wrong in it.
class Declaration
{
public:
    explicit Declaration(QJsonObject object)
        : m_object(std::move(object))
    { }

    SettingKey read()
    {
        SettingKey result;
        result.key = text("key"_L1);
        static const QRegularExpression form(u"^[a-z][a-z0-9_]*$"_s);
        if (!form.match(result.key).hasMatch())
            m_problems.append(u"\"key\" must be [a-z][a-z0-9_]*"_s);
        else if (result.key == "plugin"_L1 || result.key == "enabled"_L1)
            m_problems.append(u"this key is the core's own"_s);
        result.type = type();
        result.title = text("title"_L1);
        if (result.title.isEmpty())
            result.title = result.key;
        result.titleZh = text("title[zh_CN]"_L1);
        if (result.titleZh.isEmpty())
            result.titleZh = result.title;
        result.secret = take("secret"_L1, &QJsonValue::isBool, "a boolean"_L1).toBool();
        result.providers = take("providers"_L1, &QJsonValue::isBool, "a boolean"_L1).toBool();
        limits(result);
        choices(result);
        m_seen.append(u"default"_s);
        result.defaultValue = m_object.value("default"_L1);
        if (!result.defaultValue.isUndefined() && m_problems.isEmpty()) {
            const QString problem = valueProblem(result, result.defaultValue);
            if (!problem.isEmpty())
                m_problems.append(u"\"default\" "_s + problem);
        }
        for (const QString &member : m_object.keys()) {
            if (!m_seen.contains(member))
                m_problems.append(u"\"%1\": %2"_s.arg(member, unknownKeyText(member, m_seen)));
        }
        return result;
    }

    const QStringList &problems() const { return m_problems; }

private:
    QJsonValue
    take(QLatin1StringView name, bool (QJsonValue::*fits)() const, QLatin1StringView what)
    {
        m_seen.append(name);
        QJsonValue value = m_object.value(name);
        if (!value.isUndefined() && !(value.*fits)()) {
            m_problems.append(u"\"%1\" must be %2"_s.arg(name, what));
            return QJsonValue::Undefined;
        }
        return value;
    }

    QString text(QLatin1StringView name)
    {
        return take(name, &QJsonValue::isString, "text"_L1).toString();
    }

    SettingKey::Type type()
    {
        const QString name = text("type"_L1);
        QStringList known;
        for (SettingKey::Type candidate : allTypes) {
            if (name == toString(candidate))
                return candidate;
            known.append(toString(candidate));
        }
        m_problems.append(u"\"type\" must be one of %1"_s.arg(known.join(", "_L1)));
        return SettingKey::Type::Text;
    }

    std::optional<qint64> limit(QLatin1StringView name, const SettingKey &key)
    {
        const QJsonValue value = take(name, &QJsonValue::isDouble, "an integer"_L1);
        if (value.isUndefined())
            return std::nullopt;
        if (!isInteger(value) || key.type != SettingKey::Type::Integer) {
            m_problems.append(u"\"%1\" must be an integer, of an integer key"_s.arg(name));
            return std::nullopt;
        }
        return value.toInteger();
    }

    void limits(SettingKey &result)
    {
        result.minimum = limit("minimum"_L1, result);
        result.maximum = limit("maximum"_L1, result);
        if (result.minimum && result.maximum && *result.minimum > *result.maximum)
            m_problems.append(u"\"minimum\" is larger than \"maximum\""_s);
    }

    void choices(SettingKey &result)
    {
        const QJsonValue value = take("choices"_L1, &QJsonValue::isArray, "a list of texts"_L1);
        if (value.isUndefined())
            return;
        if (!isTextList(value) || value.toArray().isEmpty()
            || result.type != SettingKey::Type::Text) {
            m_problems.append(u"\"choices\" must be a list of texts, of a text key"_s);
            return;
        }
        const QJsonArray elements = value.toArray();
        for (const QJsonValue choice : elements)
            result.choices.append(choice.toString());
    }

    const QJsonObject m_object;
    QStringList m_seen;
    QStringList m_problems;
};

} // namespace

QString toString(SettingKey::Type type)
{
    switch (type) {
    case SettingKey::Type::Text:
        return u"text"_s;
    case SettingKey::Type::Integer:
        return u"integer"_s;
    case SettingKey::Type::Boolean:
        return u"boolean"_s;
    case SettingKey::Type::Table:
        return u"table"_s;
    case SettingKey::Type::TextList:
        return u"textList"_s;
    }
    Q_UNREACHABLE();
}

Result<QList<SettingKey>> parseSettingKeys(const QJsonArray &declarations)
{
    QList<SettingKey> keys;
    for (const QJsonValue value : declarations) {
        if (!value.isObject())
            return invalid(u"Settings[%1] is not an object"_s.arg(keys.size()));
        Declaration declaration(value.toObject());
        const SettingKey key = declaration.read();
        if (!declaration.problems().isEmpty()) {
            return invalid(u"Settings[%1] \"%2\": %3"_s.arg(
                QString::number(keys.size()), key.key, declaration.problems().join("; "_L1)));
        }
        const bool twice = std::any_of(keys.begin(), keys.end(), [&key](const SettingKey &earlier) {
            return earlier.key == key.key;
        });
        if (twice)
            return invalid(u"Settings[%1] \"%2\": declared twice"_s.arg(keys.size()).arg(key.key));
        keys.append(key);
    }
    return keys;
}

QString valueProblem(const SettingKey &key, const QJsonValue &value)
{
    switch (key.type) {
    case SettingKey::Type::Text:
        if (!value.isString())
            return u"must be text in quotes"_s;
        if (!key.choices.isEmpty() && !key.choices.contains(value.toString()))
            return u"must be one of \"%1\""_s.arg(key.choices.join("\", \""_L1));
        return {};
    case SettingKey::Type::Integer: {
        const bool inside = isInteger(value) && (!key.minimum || value.toInteger() >= *key.minimum)
            && (!key.maximum || value.toInteger() <= *key.maximum);
        if (inside)
            return {};
        if (key.minimum && key.maximum)
            return u"must be an integer from %1 to %2"_s.arg(*key.minimum).arg(*key.maximum);
        if (key.minimum)
            return u"must be an integer, at least %1"_s.arg(*key.minimum);
        if (key.maximum)
            return u"must be an integer, at most %1"_s.arg(*key.maximum);
        return u"must be an integer"_s;
    }
    case SettingKey::Type::Boolean:
        return value.isBool() ? QString() : u"must be true or false"_s;
    case SettingKey::Type::Table:
        return value.isObject() ? QString() : u"must be a table"_s;
    case SettingKey::Type::TextList:
        return isTextList(value) ? QString() : u"must be a list of texts, as [\"a\", \"b\"]"_s;
    }
    Q_UNREACHABLE();
}

} // namespace hostline
