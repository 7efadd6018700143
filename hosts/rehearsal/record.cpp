// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "record.h"

#include <QJsonArray>

namespace hostline::rehearsal {

using namespace Qt::StringLiterals;

namespace {

QJsonObject toJson(const InputItem &item)
{
    QJsonObject object{{u"type"_s, item.type},
                       {u"text"_s, item.text.left(longestLoggedText)},
                       {u"characters"_s, item.text.size()}};
    if (!item.role.isEmpty())
        object[u"role"_s] = item.role;
    return object;
}

} // namespace

QJsonObject toJson(const Record &record)
{
    QJsonArray input;
    for (const auto &item : record.request.input)
        input.append(toJson(item));
    return {{u"time"_s, record.time.toUTC().toString(Qt::ISODateWithMs)},
            {u"number"_s, record.number},
            {u"attempt"_s, record.attempt},
            {u"kind"_s, toText(record.request.kind)},
            {u"thread"_s, record.request.thread},
            {u"turn"_s, record.request.turn},
            {u"model"_s, record.request.model},
            {u"user_agent"_s, record.userAgent},
            {u"bytes"_s, record.request.bytes},
            {u"input_bytes"_s, record.request.inputBytes},
            {u"input"_s, input},
            {u"tools"_s, QJsonArray::fromStringList(record.request.tools)},
            {u"additional_tools"_s, QJsonArray::fromStringList(record.request.additionalTools)},
            {u"status"_s, record.status},
            {u"rule"_s, record.rule}};
}

} // namespace hostline::rehearsal
