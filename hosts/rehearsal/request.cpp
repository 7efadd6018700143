// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "request.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

namespace hostline::rehearsal {

using namespace Qt::StringLiterals;

namespace {

constexpr auto compactionType = "compaction"_L1;
constexpr auto compactionTrigger = "compaction_trigger"_L1;
constexpr auto compactionPrompt = "You are performing a CONTEXT CHECKPOINT COMPACTION"_L1;

QString textOf(const QJsonValue &content)
{
    if (content.isString())
        return content.toString();
    QString text;
    const auto parts = content.toArray();
    for (const auto &part : parts)
        text += part.toObject().value("text"_L1).toString();
    return text;
}

InputItem itemOf(const QJsonObject &object)
{
    InputItem item;
    item.type = object.value("type"_L1).toString(u"message"_s);
    item.role = object.value("role"_L1).toString();
    if (item.type == "function_call"_L1)
        item.text = object.value("arguments"_L1).toString();
    else if (item.type == compactionType)
        item.text = QString::fromUtf8(
            QByteArray::fromBase64(object.value("encrypted_content"_L1).toString().toLatin1()));
    else if (item.type.endsWith("_output"_L1))
        item.text = textOf(object.value("output"_L1));
    else
        item.text = textOf(object.value("content"_L1));
    return item;
}

QStringList toolNames(const QJsonArray &tools)
{
    QStringList names;
    for (const auto &value : tools) {
        const auto tool = value.toObject();
        const auto name = tool.value("name"_L1).toString(tool.value("type"_L1).toString());
        const auto members = tool.value("tools"_L1).toArray();
        if (members.isEmpty())
            names.append(name);
        for (const auto &member : members)
            names.append(name + u'.' + member.toObject().value("name"_L1).toString());
    }
    return names;
}

bool isQuestion(const InputItem &item)
{
    return item.type == "message"_L1 && item.role == "user"_L1 && !isHostNote(item.text);
}

bool isOutput(const InputItem &item)
{
    return item.type.endsWith("_output"_L1);
}

} // namespace

QString toText(RequestKind kind)
{
    switch (kind) {
    case RequestKind::Turn:
        return u"turn"_s;
    case RequestKind::Compaction:
        return u"compaction"_s;
    }
    return {};
}

std::optional<ModelRequest> readRequest(const QByteArray &body, const QByteArray &turnMetadata)
{
    const auto document = QJsonDocument::fromJson(body);
    const auto input = document.object().value("input"_L1);
    if (!document.isObject() || !(input.isArray() || input.isString()))
        return std::nullopt;

    ModelRequest request;
    const auto object = document.object();
    request.bytes = body.size();
    request.model = object.value("model"_L1).toString();
    request.tools = toolNames(object.value("tools"_L1).toArray());
    if (input.isString()) {
        request.input.append({u"message"_s, u"user"_s, input.toString()});
        request.inputBytes = input.toString().toUtf8().size();
    } else {
        const auto items = input.toArray();
        request.inputBytes = QJsonDocument(items).toJson(QJsonDocument::Compact).size();
        for (const auto &value : items) {
            const auto item = value.toObject();
            request.input.append(itemOf(item));
            if (request.input.constLast().type == "additional_tools"_L1)
                request.additionalTools += toolNames(item.value("tools"_L1).toArray());
        }
    }

    const auto metadata = QJsonDocument::fromJson(turnMetadata).object();
    request.thread = metadata.value("thread_id"_L1).toString();
    request.turn = metadata.value("turn_id"_L1).toString();
    const bool summaryAsked = !request.input.isEmpty()
        && request.input.constLast().role == "user"_L1
        && request.input.constLast().text.startsWith(compactionPrompt);
    request.wantsItem =
        !request.input.isEmpty() && request.input.constLast().type == compactionTrigger;
    if (metadata.value("request_kind"_L1).toString() == "compaction"_L1 || summaryAsked
        || request.wantsItem)
        request.kind = RequestKind::Compaction;
    return request;
}

bool isHostNote(const QString &text)
{
    static constexpr std::array starts{
        "<environment_context>"_L1,
        "<turn_aborted>"_L1,
        "<user_instructions>"_L1,
        "# AGENTS.md instructions"_L1,
        "Another language model started to solve this problem"_L1,
        compactionPrompt,
    };
    return std::any_of(
        starts.begin(), starts.end(), [&text](auto start) { return text.startsWith(start); });
}

QString questionOf(const ModelRequest &request)
{
    const auto found = std::find_if(request.input.crbegin(), request.input.crend(), isQuestion);
    return found == request.input.crend() ? QString() : found->text;
}

int outputsSinceQuestion(const ModelRequest &request)
{
    const auto question = std::find_if(request.input.crbegin(), request.input.crend(), isQuestion);
    return int(std::count_if(request.input.crbegin(), question, isOutput));
}

QList<InputItem> dialogueOf(const ModelRequest &request)
{
    QList<InputItem> dialogue;
    for (const auto &item : request.input) {
        if (isQuestion(item) || (item.type == "message"_L1 && item.role == "assistant"_L1))
            dialogue.append(item);
    }
    return dialogue;
}

} // namespace hostline::rehearsal
