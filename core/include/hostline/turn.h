// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/failure.h>
#include <hostline/id.h>

#include <QtCore/QList>

#include <optional>

namespace hostline {

/// How far a turn is known to have got. Ordered.
enum class Reach { NotSent, NotAccepted, Accepted, ModelAnswered, ToolStarted, Unknown };

/// What the agent may do in its workspace.
enum class Access { Read, Write };

/// A native thread to open: a new one, or (nativeThread set) the same one again.
struct ThreadSpec
{
    BindingId binding;
    QString nativeThread; ///< empty: make a new one
    QString workspace; ///< absolute directory
    QString model; ///< empty: the host's own choice
    QString guidance; ///< stable developer instructions, sent unshortened at each opening
    Access access = Access::Read;

    friend bool operator==(const ThreadSpec &, const ThreadSpec &) = default;
};

struct ThreadOpened
{
    BindingId binding;
    QString nativeThread;

    friend bool operator==(const ThreadOpened &, const ThreadOpened &) = default;
};

struct TurnStart
{
    TurnId turn; ///< goes out as the client id and is found again by readTurn
    BindingId binding; ///< an open thread
    QString text;
    Access access = Access::Read; ///< of this turn, whatever its thread was opened with
    QString effort =
        {}; ///< how much the model thinks, in the host's own word; empty: the host's own choice

    friend bool operator==(const TurnStart &, const TurnStart &) = default;
};

struct Spend
{
    QString model;
    qint64 inputTokens = 0;
    qint64 outputTokens = 0;

    friend bool operator==(const Spend &, const Spend &) = default;
};

struct TurnResult
{
    enum class Status {
        Completed, ///< `answer` is the final answer
        Interrupted, ///< ended by interruptTurn
        Failed, ///< `failure` says why
        Lost, ///< the host went away with the turn: the outcome is unknown, the core reads it back
    };
    TurnId turn;
    QString nativeTurn;
    Status status = Status::Lost;
    QString answer; ///< Markdown, exactly as the model wrote it
    Reach reach = Reach::Unknown;
    std::optional<Failure> failure;
    std::optional<Spend> spend;

    friend bool operator==(const TurnResult &, const TurnResult &) = default;
};

/// What the person may see of a running turn besides its text.
struct Activity
{
    enum class Kind { Thinking, Answering, Tool, Retrying };
    Kind kind = Kind::Thinking;
    QString label; ///< Tool: what runs, one short line

    friend bool operator==(const Activity &, const Activity &) = default;
};

/// One item that the host recorded for a turn.
struct TurnItem
{
    enum class Kind { UserMessage, AgentMessage, Reasoning, Compaction, Effect, Unknown };
    Kind kind = Kind::Unknown; ///< Effect: any kind of tool call, terminal or not
    QString id;
    QString type; ///< the host's own word
    QString
        text; ///< what was said. Effect: what was done, a command line, a tool and what it was given
    bool finalAnswer = false; ///< an agent message that the host marks as the final answer
    bool live = false; ///< Effect: the host has not seen its end
    QString status = {}; ///< Effect: how it ended, in the host's own word
    QString output = {}; ///< Effect: what came of it, as far as the host kept it
    std::optional<int> exitCode = {}; ///< Effect: of a command

    friend bool operator==(const TurnItem &, const TurnItem &) = default;
};

/// A turn as read back from the host.
struct Inventory
{
    enum class State {
        Absent, ///< the thread knows no such turn
        Empty, ///< the turn exists without its user message: it was never asked
        Running,
        Interrupted,
        Failed,
        Completed,
        Unreadable, ///< `failure` says why; may become readable
    };
    TurnId turn;
    State state = State::Unreadable;
    QString nativeTurn;
    QString
        finalAnswer; ///< Completed: the answer. Interrupted: a completed item marked as the final answer, else empty
    QList<TurnItem> items;
    std::optional<Failure> failure;

    friend bool operator==(const Inventory &, const Inventory &) = default;
};

} // namespace hostline

Q_DECLARE_METATYPE(hostline::ThreadOpened)
Q_DECLARE_METATYPE(hostline::TurnResult)
Q_DECLARE_METATYPE(hostline::Activity)
Q_DECLARE_METATYPE(hostline::Inventory)
