// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/turn_track.h"

#include "lib/codexwire/codex_errors.h"

#include <hostline/text.h>

#include <QRegularExpression>

#include <algorithm>

namespace hostline::codex {

using namespace Qt::StringLiterals;
using codexwire::ItemKind;

namespace {

/// Items during which silence is no sign of trouble.
bool takesItsTime(ItemKind kind)
{
    switch (kind) {
    case ItemKind::UserMessage:
    case ItemKind::AgentMessage:
    case ItemKind::Plan:
        return false;
    case ItemKind::Reasoning:
    case ItemKind::CommandExecution:
    case ItemKind::FileChange:
    case ItemKind::McpToolCall:
    case ItemKind::DynamicToolCall:
    case ItemKind::CollabAgentToolCall:
    case ItemKind::WebSearch:
    case ItemKind::ImageView:
    case ItemKind::ContextCompaction:
    case ItemKind::Other:
        return true;
    }
    return true;
}

Activity activityOfItem(const codexwire::ThreadItem &item)
{
    if (codexwire::isEffect(item.kind))
        return {Activity::Kind::Tool, activityLabel(item)};
    return {item.kind == ItemKind::AgentMessage ? Activity::Kind::Answering
                                                : Activity::Kind::Thinking,
            {}};
}

void reachAtLeast(TurnTrack &track, Reach reach)
{
    track.reach = std::max(track.reach, reach);
}

void show(TurnTrack &track, TurnNews &news, const Activity &activity)
{
    if (track.activity == activity)
        return;
    track.activity = activity;
    news.activity = activity;
}

void takeStart(TurnTrack &track, TurnNews &news, const codexwire::ThreadItem &item)
{
    if (item.kind == ItemKind::UserMessage)
        return;
    reachAtLeast(track, codexwire::isEffect(item.kind) ? Reach::ToolStarted : Reach::ModelAnswered);
    if (takesItsTime(item.kind))
        track.running.insert(item.id);
    if (item.kind == ItemKind::Reasoning)
        track.thoughts.insert(item.id);
    if (item.kind == ItemKind::CommandExecution)
        track.commands.insert(item.id);
    show(track, news, activityOfItem(item));
}

void takeEnd(TurnTrack &track, TurnNews &news, const codexwire::ThreadItem &item)
{
    if (item.kind == ItemKind::UserMessage)
        return;
    // Some items come completed only.
    reachAtLeast(track, codexwire::isEffect(item.kind) ? Reach::ToolStarted : Reach::ModelAnswered);
    if (track.running.remove(item.id) && !track.busy())
        show(track, news, {Activity::Kind::Thinking, {}});
}

} // namespace

TurnNews take(TurnTrack &track, const codexwire::Event &event)
{
    TurnNews news;
    news.heard = true;
    if (const auto *started = std::get_if<codexwire::ItemStartedEvent>(&event)) {
        takeStart(track, news, started->item);
    } else if (const auto *completed = std::get_if<codexwire::ItemCompletedEvent>(&event)) {
        takeEnd(track, news, completed->item);
    } else if (const auto *delta = std::get_if<codexwire::AgentDeltaEvent>(&event)) {
        reachAtLeast(track, Reach::ModelAnswered);
        show(track, news, {Activity::Kind::Answering, {}});
        news.item = delta->itemId;
        news.text = delta->delta;
    } else if (const auto *error = std::get_if<codexwire::ErrorEvent>(&event)) {
        if (error->willRetry) {
            track.running.subtract(
                std::exchange(track.thoughts, {})); // broken off, never completed
            show(track, news, {Activity::Kind::Retrying, {}});
        }
    } else if (const auto *usage = std::get_if<codexwire::TokenUsageEvent>(&event)) {
        // Before the model answered here it is the cost of an earlier turn.
        const bool answered =
            track.reach == Reach::ModelAnswered || track.reach == Reach::ToolStarted;
        const bool again = usage->totalTokens > 0 && usage->totalTokens == track.totalTokens;
        if (answered && !again) {
            track.inputTokens += usage->inputTokens;
            track.outputTokens += usage->outputTokens;
            track.totalTokens = usage->totalTokens;
        }
    }
    return news;
}

QString activityLabel(const codexwire::ThreadItem &item)
{
    static const QRegularExpression shell(uR"(^\S*/?(?:ba|z|da)?sh -l?c '?(.*?)'?$)"_s,
                                          QRegularExpression::DotMatchesEverythingOption);
    constexpr qsizetype longest = 80;
    QString label = item.label.isEmpty() ? item.type : item.label;
    if (const QRegularExpressionMatch match = shell.match(label); match.hasMatch())
        label = match.captured(1);
    return shortened(label.simplified(), longest);
}

TurnResult resultOfTurn(const TurnId &id,
                        const codexwire::Turn &turn,
                        const TurnTrack &track,
                        const QString &model)
{
    TurnResult result;
    result.turn = id;
    result.nativeTurn = turn.id;
    result.reach = track.reach;
    if (track.inputTokens > 0 || track.outputTokens > 0)
        result.spend = Spend{model, track.inputTokens, track.outputTokens};
    switch (turn.status) {
    case codexwire::TurnStatus::Completed:
        if (const std::optional<QString> answer = codexwire::finalAnswer(turn.items, true)) {
            result.status = TurnResult::Status::Completed;
            result.answer = *answer;
        } else {
            result.status = TurnResult::Status::Failed;
            result.failure =
                Failure{FailureKind::Internal, u"the turn completed without an answer"_s, {}, {}};
        }
        break;
    case codexwire::TurnStatus::Interrupted:
        result.status = TurnResult::Status::Interrupted;
        break;
    case codexwire::TurnStatus::Failed:
        result.status = TurnResult::Status::Failed;
        result.failure = codexwire::failureOfTurn(turn.error);
        if (result.failure->kind == FailureKind::ModelNotFound)
            result.failure->subject = model;
        break;
    case codexwire::TurnStatus::InProgress:
    case codexwire::TurnStatus::Other:
        result.status = TurnResult::Status::Lost;
        break;
    }
    return result;
}

} // namespace hostline::codex
