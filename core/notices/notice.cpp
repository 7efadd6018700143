// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "notices/notice.h"

#include "notices/notice_texts.h"

#include <QJsonArray>
#include <QStringList>

#include <algorithm>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

NoticeSpec specOf(const NoticeText &text)
{
    return NoticeSpec{.id = text.id,
                      .name = QString::fromLatin1(text.name),
                      .arguments = {text.arguments.begin(), text.arguments.end()}};
}

bool hasType(const QJsonValue &value, ArgumentType type)
{
    switch (type) {
    case ArgumentType::Text:
    case ArgumentType::Word:
        return value.isString();
    case ArgumentType::Integer:
    case ArgumentType::Time:
    case ArgumentType::Duration:
        return value.isDouble() && QJsonValue(value.toInteger()) == value;
    case ArgumentType::List: {
        const QJsonArray entries = value.toArray();
        return value.isArray()
            && std::all_of(entries.begin(), entries.end(), [](const auto &entry) {
                   return entry.isObject();
               });
    }
    }
    Q_UNREACHABLE();
}

} // namespace

QList<NoticeSpec> noticeSpecs()
{
    QList<NoticeSpec> specs;
    for (const NoticeText &text : noticeTexts())
        specs.append(specOf(text));
    return specs;
}

NoticeSpec noticeSpec(NoticeId id)
{
    return specOf(noticeText(id));
}

QString toString(NoticeId id)
{
    return QString::fromLatin1(noticeText(id).name);
}

std::optional<NoticeId> noticeIdFromString(QStringView text)
{
    for (const NoticeText &known : noticeTexts()) {
        if (text == QLatin1StringView(known.name))
            return known.id;
    }
    return std::nullopt;
}

QStringList argumentProblems(const Notice &notice)
{
    QStringList problems;
    const NoticeText &text = noticeText(notice.id);
    for (const NoticeArgument &argument : text.arguments) {
        const QString key = QString::fromLatin1(argument.key);
        const QJsonValue value = notice.arguments.value(key);
        if (value.isUndefined() || value.isNull()) {
            if (argument.required)
                problems.append(u"%1: argument \"%2\" is missing"_s.arg(toString(notice.id), key));
        } else if (!hasType(value, argument.type)) {
            problems.append(
                u"%1: argument \"%2\" has the wrong type"_s.arg(toString(notice.id), key));
        }
    }
    for (const QString &key : notice.arguments.keys()) {
        const bool known = std::any_of(
            text.arguments.begin(), text.arguments.end(), [&key](const NoticeArgument &argument) {
                return key == QLatin1StringView(argument.key);
            });
        if (!known)
            problems.append(u"%1: argument \"%2\" is unknown"_s.arg(toString(notice.id), key));
    }
    return problems;
}

} // namespace hostline
