// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/json_rpc.h"

#include <QJsonDocument>

#include <limits>

namespace hostline::codexwire {

using namespace Qt::StringLiterals;

namespace {

QByteArray lineOf(const QJsonObject &object)
{
    QByteArray line = QJsonDocument(object).toJson(QJsonDocument::Compact);
    line += '\n';
    return line;
}

std::optional<qint64> wholeNumber(const QJsonValue &value)
{
    constexpr qint64 none = std::numeric_limits<qint64>::min();
    if (!value.isDouble() || value.toInteger(none) == none)
        return std::nullopt;
    return value.toInteger();
}

RpcError errorOf(const QJsonObject &object)
{
    return RpcError{object.value("code"_L1).toInt(),
                    object.value("message"_L1).toString(),
                    object.value("data"_L1).toObject()};
}

} // namespace

RpcMessage parseMessage(const QByteArray &line)
{
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(line, &problem);
    if (problem.error != QJsonParseError::NoError)
        return RpcMalformed{u"not JSON: %1 at %2"_s.arg(problem.errorString()).arg(problem.offset)};
    if (!document.isObject())
        return RpcMalformed{u"not an object"_s};
    const QJsonObject object = document.object();
    const QJsonValue id = object.value("id"_L1);
    const QJsonValue method = object.value("method"_L1);
    const bool hasId = id.isDouble() || id.isString();
    if (method.isString()) {
        const QJsonObject params = object.value("params"_L1).toObject();
        if (hasId)
            return RpcRequest{id, method.toString(), params};
        return RpcNotification{method.toString(), params};
    }
    const QJsonValue error = object.value("error"_L1);
    if (!hasId || (!error.isObject() && !object.contains("result"_L1)))
        return RpcMalformed{u"neither a reply nor a call"_s};
    const std::optional<qint64> number = wholeNumber(id);
    if (!number)
        return RpcMalformed{u"a reply to an id that is not ours"_s};
    RpcReply reply;
    reply.id = *number;
    if (error.isObject())
        reply.error = errorOf(error.toObject());
    else
        reply.result = object.value("result"_L1).toObject();
    return reply;
}

QByteArray requestLine(qint64 id, const QString &method, const QJsonObject &params)
{
    return lineOf(QJsonObject{{u"id"_s, id}, {u"method"_s, method}, {u"params"_s, params}});
}

QByteArray notificationLine(const QString &method, const QJsonObject &params)
{
    QJsonObject object{{u"method"_s, method}};
    if (!params.isEmpty())
        object.insert(u"params"_s, params);
    return lineOf(object);
}

QByteArray resultLine(const QJsonValue &id, const QJsonObject &result)
{
    return lineOf(QJsonObject{{u"id"_s, id}, {u"result"_s, result}});
}

QByteArray errorLine(const QJsonValue &id, int code, const QString &message)
{
    return lineOf(QJsonObject{
        {u"id"_s, id}, {u"error"_s, QJsonObject{{u"code"_s, code}, {u"message"_s, message}}}});
}

} // namespace hostline::codexwire
