// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QJsonValue>
#include <QList>
#include <QString>

#include <optional>
#include <variant>

namespace hostline::codexwire {

/// Typed readers of the app-server's messages, 0.152 to 0.171. Pure: JSON in, values out; a missing or odd field reads as
/// its empty value, an unknown item type stays visible as Other, an unknown notification reads as UnknownEvent.

enum class ItemKind {
    UserMessage,
    AgentMessage,
    Reasoning,
    Plan,
    CommandExecution,
    FileChange,
    McpToolCall,
    DynamicToolCall,
    CollabAgentToolCall,
    WebSearch,
    ImageView,
    ContextCompaction,
    Other,
};

/// The phase of an agent message. Absent where the endpoint names none.
enum class Phase { Absent, Commentary, PartialAnswer, FinalAnswer, Other };

/// The state of an item that has one (commands, changes, calls).
enum class ItemStatus { Absent, InProgress, Completed, Failed, Declined, Other };

struct ThreadItem
{
    QString id;
    QString type; ///< as it came
    ItemKind kind = ItemKind::Other;
    ItemStatus status = ItemStatus::Absent;
    Phase phase = Phase::Absent; ///< agent messages only
    QString clientId; ///< user messages only: what we sent as clientUserMessageId
    QString text; ///< messages only
    QString label; ///< commands: the command line; calls: the tool; else empty
    QString given = {}; ///< effects but commands: what they were given, as compact JSON
    QString output = {}; ///< effects: what came of them; commands: text, else compact JSON
    std::optional<int> exitCode = {}; ///< commands only, when they have ended
    friend bool operator==(const ThreadItem &, const ThreadItem &) = default;
};

enum class TurnStatus { InProgress, Completed, Interrupted, Failed, Other };

struct TurnError
{
    QString message; ///< prose: for logs, never for a decision
    QJsonValue codexErrorInfo; ///< the typed field: a word, or an object with one member
    QString additionalDetails;
    friend bool operator==(const TurnError &, const TurnError &) = default;
};

struct Turn
{
    QString id;
    TurnStatus status = TurnStatus::Other;
    QList<ThreadItem> items;
    std::optional<TurnError> error;
    friend bool operator==(const Turn &, const Turn &) = default;
};

/// One page of thread/turns/list.
struct TurnPage
{
    QList<Turn> turns; ///< newest first
    QString nextCursor; ///< empty: there is no further page
    friend bool operator==(const TurnPage &, const TurnPage &) = default;
};

/// One page of thread/items/list of one turn.
struct ItemPage
{
    QList<ThreadItem> items; ///< oldest first
    QString nextCursor; ///< empty: there is no further page
    friend bool operator==(const ItemPage &, const ItemPage &) = default;
};

/// The answer to thread/start and thread/resume.
struct ThreadInfo
{
    QString id;
    QString model;
    QString cwd;
    bool hadTurn = false; ///< somebody asked something in it (its preview is the first question)
    friend bool operator==(const ThreadInfo &, const ThreadInfo &) = default;
};

// What happens in a turn. Each names its thread and turn, because the turns of sub-agents arrive on the same connection.
struct TurnStartedEvent
{
    QString threadId;
    Turn turn;
    friend bool operator==(const TurnStartedEvent &, const TurnStartedEvent &) = default;
};
struct TurnCompletedEvent
{
    QString threadId;
    Turn turn;
    friend bool operator==(const TurnCompletedEvent &, const TurnCompletedEvent &) = default;
};
struct ItemStartedEvent
{
    QString threadId;
    QString turnId;
    ThreadItem item;
    friend bool operator==(const ItemStartedEvent &, const ItemStartedEvent &) = default;
};
struct ItemCompletedEvent
{
    QString threadId;
    QString turnId;
    ThreadItem item;
    friend bool operator==(const ItemCompletedEvent &, const ItemCompletedEvent &) = default;
};
struct AgentDeltaEvent
{
    QString threadId;
    QString turnId;
    QString itemId;
    QString delta;
    friend bool operator==(const AgentDeltaEvent &, const AgentDeltaEvent &) = default;
};
struct ErrorEvent
{
    QString threadId;
    QString turnId;
    TurnError error;
    bool willRetry = false; ///< true: only progress, the turn goes on
    friend bool operator==(const ErrorEvent &, const ErrorEvent &) = default;
};
struct TokenUsageEvent
{
    QString threadId;
    QString turnId;
    qint64 inputTokens = 0; ///< of the last response
    qint64 cachedTokens = 0; ///< the part of it that was cached
    qint64 outputTokens = 0; ///< of the last response
    /// What the thread holds now; with inputTokens 0 an estimate of the host (4 bytes a token) after a compaction.
    qint64 contextTokens = 0;
    qint64 window = 0; ///< of the model, less 5 %; 0: not said
    /// Of all responses of the thread so far; 0: not said. Unchanged where the last response is only told again, as when a
    /// request was refused for the quota (observed, 0.171.0).
    qint64 totalTokens = 0;
    friend bool operator==(const TokenUsageEvent &, const TokenUsageEvent &) = default;
};
/// What the model said, as it said it; only of a thread that asked for it. Calls that the host refuses are no items.
struct RawItemEvent
{
    QString threadId;
    QString turnId;
    QString type; ///< in the words of the Responses API: "message", "function_call"
    friend bool operator==(const RawItemEvent &, const RawItemEvent &) = default;
};
/// Something else in a turn (reasoning, output of a command, …): a sign of life.
struct OtherTurnEvent
{
    QString threadId;
    QString turnId;
    friend bool operator==(const OtherTurnEvent &, const OtherTurnEvent &) = default;
};
struct UnknownEvent
{
    friend bool operator==(const UnknownEvent &, const UnknownEvent &) = default;
};

using Event = std::variant<TurnStartedEvent,
                           TurnCompletedEvent,
                           ItemStartedEvent,
                           ItemCompletedEvent,
                           AgentDeltaEvent,
                           ErrorEvent,
                           TokenUsageEvent,
                           OtherTurnEvent,
                           UnknownEvent,
                           RawItemEvent>;

[[nodiscard]] Event readEvent(const QString &method, const QJsonObject &params);
/// What an event is about; empty for an unknown one.
struct EventPlace
{
    QString threadId;
    QString turnId;
    friend bool operator==(const EventPlace &, const EventPlace &) = default;
};
[[nodiscard]] EventPlace placeOf(const Event &event);

[[nodiscard]] ThreadItem readItem(const QJsonObject &item);
[[nodiscard]] Turn readTurn(const QJsonObject &turn);
[[nodiscard]] TurnPage readTurnPage(const QJsonObject &result);
[[nodiscard]] ItemPage readItemPage(const QJsonObject &result);
[[nodiscard]] ThreadInfo readThreadInfo(const QJsonObject &result);

/// The native turn id in the answer to turn/start.
[[nodiscard]] QString readStartedTurnId(const QJsonObject &result);

/// The text that counts as the answer: the last non-empty agent message of phase final_answer.
/// With \a phaselessCounts the last non-empty one without a phase stands in for it (endpoints that name no phase);
/// never for an interrupted turn, whose last message may be anything.
[[nodiscard]] std::optional<QString> finalAnswer(const QList<ThreadItem> &items,
                                                 bool phaselessCounts);

/// True where the item is an effect on the world or may be one: anything but messages, reasoning, plans and compactions.
[[nodiscard]] bool isEffect(ItemKind kind);

} // namespace hostline::codexwire
