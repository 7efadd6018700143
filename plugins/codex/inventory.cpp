// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/inventory.h"

#include "lib/codexwire/codex_errors.h"

#include <algorithm>

namespace hostline::codex {

using namespace Qt::StringLiterals;
using codexwire::ItemKind;
using codexwire::TurnStatus;

namespace {

TurnItem::Kind kindOf(ItemKind kind)
{
    switch (kind) {
    case ItemKind::UserMessage:
        return TurnItem::Kind::UserMessage;
    case ItemKind::AgentMessage:
        return TurnItem::Kind::AgentMessage;
    case ItemKind::Reasoning:
    case ItemKind::Plan:
        return TurnItem::Kind::Reasoning;
    case ItemKind::ContextCompaction:
        return TurnItem::Kind::Compaction;
    case ItemKind::CommandExecution:
    case ItemKind::FileChange:
    case ItemKind::McpToolCall:
    case ItemKind::DynamicToolCall:
    case ItemKind::CollabAgentToolCall:
    case ItemKind::WebSearch:
    case ItemKind::ImageView:
        return TurnItem::Kind::Effect;
    case ItemKind::Other:
        return TurnItem::Kind::Unknown;
    }
    return TurnItem::Kind::Unknown;
}

Inventory::State stateOf(TurnStatus status)
{
    switch (status) {
    case TurnStatus::InProgress:
        return Inventory::State::Running;
    case TurnStatus::Completed:
        return Inventory::State::Completed;
    case TurnStatus::Interrupted:
        return Inventory::State::Interrupted;
    case TurnStatus::Failed:
        return Inventory::State::Failed;
    case TurnStatus::Other:
        return Inventory::State::Unreadable;
    }
    return Inventory::State::Unreadable;
}

QString wordOf(codexwire::ItemStatus status)
{
    switch (status) {
    case codexwire::ItemStatus::Absent:
        return {};
    case codexwire::ItemStatus::InProgress:
        return u"inProgress"_s;
    case codexwire::ItemStatus::Completed:
        return u"completed"_s;
    case codexwire::ItemStatus::Failed:
        return u"failed"_s;
    case codexwire::ItemStatus::Declined:
        return u"declined"_s;
    case codexwire::ItemStatus::Other:
        return u"unknown"_s;
    }
    return {};
}

TurnItem itemOf(const codexwire::ThreadItem &item)
{
    TurnItem read{
        .kind = kindOf(item.kind),
        .id = item.id,
        .type = item.type,
        .text = item.text,
        .finalAnswer =
            item.kind == ItemKind::AgentMessage && item.phase == codexwire::Phase::FinalAnswer,
        .status = wordOf(item.status),
        .output = item.output,
        .exitCode = item.exitCode,
    };
    if (read.kind == TurnItem::Kind::Effect) {
        read.text = item.label.isEmpty() ? item.given : item.label;
        if (!item.label.isEmpty() && !item.given.isEmpty())
            read.text += u' ' + item.given;
        read.live = item.status == codexwire::ItemStatus::InProgress;
    }
    // A status that nobody knows may be one of an item that goes on.
    if (item.status == codexwire::ItemStatus::Other)
        read.kind = TurnItem::Kind::Unknown;
    return read;
}

bool has(const codexwire::Turn &turn, const TurnId &id)
{
    return std::any_of(
        turn.items.begin(), turn.items.end(), [&id](const codexwire::ThreadItem &item) {
            return item.kind == ItemKind::UserMessage && item.clientId == id.toString();
        });
}

} // namespace

TurnSearch::TurnSearch(TurnId id)
    : m_id(std::move(id))
{ }

bool TurnSearch::take(const codexwire::TurnPage &page)
{
    if (!m_newest && !page.turns.isEmpty())
        m_newest = page.turns.first();
    const auto turn = std::find_if(page.turns.begin(),
                                   page.turns.end(),
                                   [this](const codexwire::Turn &each) { return has(each, m_id); });
    if (turn != page.turns.end())
        m_found = *turn;
    return m_found || page.nextCursor.isEmpty();
}

Inventory TurnSearch::notFound() const
{
    Inventory inventory;
    inventory.turn = m_id;
    inventory.state = Inventory::State::Absent;
    if (m_newest && m_newest->items.isEmpty()) {
        inventory.state = m_newest->status == TurnStatus::InProgress ? Inventory::State::Running
                                                                     : Inventory::State::Empty;
        inventory.nativeTurn = m_newest->id;
    }
    return inventory;
}

Inventory inventoryOf(const TurnId &id,
                      const codexwire::Turn &turn,
                      const QList<codexwire::ThreadItem> &items)
{
    Inventory inventory;
    inventory.turn = id;
    inventory.nativeTurn = turn.id;
    inventory.state = stateOf(turn.status);
    inventory.items.reserve(items.size());
    for (const codexwire::ThreadItem &item : items)
        inventory.items.append(itemOf(item));
    switch (turn.status) {
    case TurnStatus::Completed:
        inventory.finalAnswer = codexwire::finalAnswer(items, true).value_or(QString());
        break;
    case TurnStatus::Interrupted:
        inventory.finalAnswer = codexwire::finalAnswer(items, false).value_or(QString());
        break;
    case TurnStatus::Failed:
        inventory.failure = codexwire::failureOfTurn(turn.error);
        break;
    case TurnStatus::InProgress:
        break;
    case TurnStatus::Other:
        inventory.failure = Failure{
            FailureKind::UnsupportedHost, u"the turn has a status that is not known"_s, {}, {}};
        break;
    }
    return inventory;
}

Inventory unreadable(const TurnId &id, const Failure &failure)
{
    Inventory inventory;
    inventory.turn = id;
    inventory.state = Inventory::State::Unreadable;
    inventory.failure = failure;
    return inventory;
}

} // namespace hostline::codex
