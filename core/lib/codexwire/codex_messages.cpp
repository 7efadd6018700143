// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/codex_messages.h"

#include <hostline/overloaded.h>

#include <QJsonArray>
#include <QJsonDocument>

#include <array>
#include <utility>

namespace hostline::codexwire {

using namespace Qt::StringLiterals;

namespace {

template<typename Value, std::size_t Size>
Value lookUp(const std::array<std::pair<QLatin1String, Value>, Size> &table,
             const QString &word,
             Value absent,
             Value other)
{
    if (word.isEmpty())
        return absent;
    for (const auto &[name, value] : table) {
        if (word == name)
            return value;
    }
    return other;
}

constexpr std::array<std::pair<QLatin1String, ItemKind>, 12> kinds{{
    {"userMessage"_L1, ItemKind::UserMessage},
    {"agentMessage"_L1, ItemKind::AgentMessage},
    {"reasoning"_L1, ItemKind::Reasoning},
    {"plan"_L1, ItemKind::Plan},
    {"commandExecution"_L1, ItemKind::CommandExecution},
    {"fileChange"_L1, ItemKind::FileChange},
    {"mcpToolCall"_L1, ItemKind::McpToolCall},
    {"dynamicToolCall"_L1, ItemKind::DynamicToolCall},
    {"collabAgentToolCall"_L1, ItemKind::CollabAgentToolCall},
    {"webSearch"_L1, ItemKind::WebSearch},
    {"imageView"_L1, ItemKind::ImageView},
    {"contextCompaction"_L1, ItemKind::ContextCompaction},
}};

constexpr std::array<std::pair<QLatin1String, Phase>, 3> phases{{
    {"commentary"_L1, Phase::Commentary},
    {"partial_answer"_L1, Phase::PartialAnswer},
    {"final_answer"_L1, Phase::FinalAnswer},
}};

constexpr std::array<std::pair<QLatin1String, ItemStatus>, 4> itemStatuses{{
    {"inProgress"_L1, ItemStatus::InProgress},
    {"completed"_L1, ItemStatus::Completed},
    {"failed"_L1, ItemStatus::Failed},
    {"declined"_L1, ItemStatus::Declined},
}};

constexpr std::array<std::pair<QLatin1String, TurnStatus>, 4> turnStatuses{{
    {"inProgress"_L1, TurnStatus::InProgress},
    {"completed"_L1, TurnStatus::Completed},
    {"interrupted"_L1, TurnStatus::Interrupted},
    {"failed"_L1, TurnStatus::Failed},
}};

QString labelOf(ItemKind kind, const QJsonObject &item)
{
    switch (kind) {
    case ItemKind::CommandExecution:
        return item.value("command"_L1).toString();
    case ItemKind::McpToolCall: {
        const QString server = item.value("server"_L1).toString();
        const QString tool = item.value("tool"_L1).toString();
        return server.isEmpty() ? tool : server + u'.' + tool;
    }
    case ItemKind::DynamicToolCall:
    case ItemKind::CollabAgentToolCall:
        return item.value("tool"_L1).toString();
    case ItemKind::UserMessage:
    case ItemKind::AgentMessage:
    case ItemKind::Reasoning:
    case ItemKind::Plan:
    case ItemKind::FileChange:
    case ItemKind::WebSearch:
    case ItemKind::ImageView:
    case ItemKind::ContextCompaction:
    case ItemKind::Other:
        return {};
    }
    return {};
}

QString compact(const QJsonObject &object)
{
    return object.isEmpty()
        ? QString()
        : QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QString textOf(const QJsonArray &content)
{
    QString text;
    for (const QJsonValue part : content)
        text += part.toObject().value("text"_L1).toString();
    return text;
}

/// What an effect was given and what came of it, whatever its kind calls it.
void readEffect(ThreadItem &read, const QJsonObject &item)
{
    if (read.kind == ItemKind::CommandExecution) {
        read.output = item.value("aggregatedOutput"_L1).toString();
        if (const QJsonValue code = item.value("exitCode"_L1); code.isDouble())
            read.exitCode = code.toInt();
        return;
    }
    QJsonObject given;
    QJsonObject came;
    for (auto member = item.begin(); member != item.end(); ++member) {
        const QString key = member.key();
        if (key == "id"_L1 || key == "type"_L1 || key == "status"_L1 || member->isNull())
            continue;
        const bool outcome = key == "result"_L1 || key == "error"_L1 || key == "contentItems"_L1
            || key == "success"_L1 || key == "agentsStates"_L1;
        (outcome ? came : given).insert(key, *member);
    }
    read.given = compact(given);
    read.output = compact(came);
}

TurnError readError(const QJsonObject &error)
{
    return TurnError{error.value("message"_L1).toString(),
                     error.value("codexErrorInfo"_L1),
                     error.value("additionalDetails"_L1).toString()};
}

QString textAt(const QJsonObject &object, QLatin1String key)
{
    return object.value(key).toString();
}

TokenUsageEvent readUsage(const QJsonObject &params)
{
    const QJsonObject usage = params.value("tokenUsage"_L1).toObject();
    const QJsonObject last = usage.value("last"_L1).toObject();
    return TokenUsageEvent{textAt(params, "threadId"_L1),
                           textAt(params, "turnId"_L1),
                           last.value("inputTokens"_L1).toInteger(),
                           last.value("cachedInputTokens"_L1).toInteger(),
                           last.value("outputTokens"_L1).toInteger(),
                           last.value("totalTokens"_L1).toInteger(),
                           usage.value("modelContextWindow"_L1).toInteger(),
                           usage.value("total"_L1).toObject().value("totalTokens"_L1).toInteger()};
}

} // namespace

ThreadItem readItem(const QJsonObject &item)
{
    ThreadItem read;
    read.id = textAt(item, "id"_L1);
    read.type = textAt(item, "type"_L1);
    read.kind = lookUp(kinds, read.type, ItemKind::Other, ItemKind::Other);
    read.status =
        lookUp(itemStatuses, textAt(item, "status"_L1), ItemStatus::Absent, ItemStatus::Other);
    read.label = labelOf(read.kind, item);
    if (read.kind == ItemKind::AgentMessage) {
        read.phase = lookUp(phases, textAt(item, "phase"_L1), Phase::Absent, Phase::Other);
        read.text = textAt(item, "text"_L1);
    } else if (read.kind == ItemKind::UserMessage) {
        read.clientId = textAt(item, "clientId"_L1);
        read.text = textOf(item.value("content"_L1).toArray());
    } else if (isEffect(read.kind) && read.kind != ItemKind::Other) {
        readEffect(read, item);
    }
    return read;
}

Turn readTurn(const QJsonObject &turn)
{
    Turn read;
    read.id = textAt(turn, "id"_L1);
    read.status =
        lookUp(turnStatuses, textAt(turn, "status"_L1), TurnStatus::Other, TurnStatus::Other);
    const QJsonArray items = turn.value("items"_L1).toArray();
    read.items.reserve(items.size());
    for (const QJsonValue item : items)
        read.items.append(readItem(item.toObject()));
    const QJsonValue error = turn.value("error"_L1);
    if (error.isObject())
        read.error = readError(error.toObject());
    return read;
}

TurnPage readTurnPage(const QJsonObject &result)
{
    TurnPage page;
    const QJsonArray turns = result.value("data"_L1).toArray();
    page.turns.reserve(turns.size());
    for (const QJsonValue turn : turns)
        page.turns.append(readTurn(turn.toObject()));
    page.nextCursor = textAt(result, "nextCursor"_L1);
    return page;
}

ItemPage readItemPage(const QJsonObject &result)
{
    ItemPage page;
    const QJsonArray entries = result.value("data"_L1).toArray();
    page.items.reserve(entries.size());
    for (const QJsonValue entry : entries)
        page.items.append(readItem(entry.toObject().value("item"_L1).toObject()));
    page.nextCursor = textAt(result, "nextCursor"_L1);
    return page;
}

ThreadInfo readThreadInfo(const QJsonObject &result)
{
    const QJsonObject thread = result.value("thread"_L1).toObject();
    return ThreadInfo{textAt(thread, "id"_L1),
                      textAt(result, "model"_L1),
                      textAt(result, "cwd"_L1),
                      !textAt(thread, "preview"_L1).isEmpty()};
}

QString readStartedTurnId(const QJsonObject &result)
{
    return textAt(result.value("turn"_L1).toObject(), "id"_L1);
}

Event readEvent(const QString &method, const QJsonObject &params)
{
    const QString thread = textAt(params, "threadId"_L1);
    if (method == "turn/started"_L1)
        return TurnStartedEvent{thread, readTurn(params.value("turn"_L1).toObject())};
    if (method == "turn/completed"_L1)
        return TurnCompletedEvent{thread, readTurn(params.value("turn"_L1).toObject())};
    const QString turn = textAt(params, "turnId"_L1);
    if (thread.isEmpty() || turn.isEmpty())
        return UnknownEvent{};
    if (method == "item/started"_L1)
        return ItemStartedEvent{thread, turn, readItem(params.value("item"_L1).toObject())};
    if (method == "item/completed"_L1)
        return ItemCompletedEvent{thread, turn, readItem(params.value("item"_L1).toObject())};
    if (method == "item/agentMessage/delta"_L1)
        return AgentDeltaEvent{
            thread, turn, textAt(params, "itemId"_L1), textAt(params, "delta"_L1)};
    if (method == "error"_L1)
        return ErrorEvent{thread,
                          turn,
                          readError(params.value("error"_L1).toObject()),
                          params.value("willRetry"_L1).toBool()};
    if (method == "thread/tokenUsage/updated"_L1)
        return readUsage(params);
    if (method == "rawResponseItem/completed"_L1)
        return RawItemEvent{thread, turn, textAt(params.value("item"_L1).toObject(), "type"_L1)};
    return OtherTurnEvent{thread, turn};
}

EventPlace placeOf(const Event &event)
{
    return std::visit(Overloaded{
                          [](const TurnStartedEvent &each) {
                              return EventPlace{each.threadId, each.turn.id};
                          },
                          [](const TurnCompletedEvent &each) {
                              return EventPlace{each.threadId, each.turn.id};
                          },
                          [](const UnknownEvent &) { return EventPlace{}; },
                          [](const auto &each) {
                              return EventPlace{each.threadId, each.turnId};
                          },
                      },
                      event);
}

std::optional<QString> finalAnswer(const QList<ThreadItem> &items, bool phaselessCounts)
{
    std::optional<QString> phaseless;
    for (auto item = items.crbegin(); item != items.crend(); ++item) {
        if (item->kind != ItemKind::AgentMessage || item->text.isEmpty())
            continue;
        if (item->phase == Phase::FinalAnswer)
            return item->text;
        if (item->phase == Phase::Absent && !phaseless)
            phaseless = item->text;
    }
    return phaselessCounts ? phaseless : std::nullopt;
}

bool isEffect(ItemKind kind)
{
    switch (kind) {
    case ItemKind::UserMessage:
    case ItemKind::AgentMessage:
    case ItemKind::Reasoning:
    case ItemKind::Plan:
    case ItemKind::ContextCompaction:
        return false;
    case ItemKind::CommandExecution:
    case ItemKind::FileChange:
    case ItemKind::McpToolCall:
    case ItemKind::DynamicToolCall:
    case ItemKind::CollabAgentToolCall:
    case ItemKind::WebSearch:
    case ItemKind::ImageView:
    case ItemKind::Other:
        return true;
    }
    return true;
}

} // namespace hostline::codexwire
