// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/allocate.h"

#include "ledger/settle.h"
#include "routing/routing_store.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

/// One attempt at a time at a provider that was exhausted (E4).
bool takeAttempt(Transaction &transaction, const QString &provider, const RequestId &request)
{
    const RequestId other = routing_store::attempt(transaction, provider);
    if (other == request)
        return true;
    if (!other.isNull()) {
        const std::optional<RequestRow> row = inbox_store::request(transaction, other);
        if (row && row->state == RequestState::Running
            && conversation_store::conversation(transaction, row->conversation)->allocated
                == provider)
            return false;
    }
    routing_store::setAttempt(transaction, provider, request);
    return true;
}

} // namespace

QString wishedProvider(const Policy &policy, const ConversationRow &conversation)
{
    return conversation.provider.isEmpty() ? policy.provider : conversation.provider;
}

bool allocate(Transaction &transaction,
              UnitContext &context,
              const RequestRow &request,
              ConversationRow &conversation)
{
    const Policy &policy = context.policy();
    const Policy::Way way = policy.wayFor(conversation.provider);
    RouteChoice choice = way.choice;
    if (policy.recovering.contains(choice.provider)
        && !takeAttempt(transaction, choice.provider, request.id))
        choice = way.cautious;
    if (choice.reason == RouteChoice::Reason::Exhausted)
        return false;
    const QString reason = storedText(choice.reason);
    const bool same = conversation.allocated == choice.provider;
    if (same && conversation.allocationReason == reason)
        return true;
    if (!same)
        conversation.allocationTold = choice.provider == wishedProvider(policy, conversation);
    conversation.allocated = choice.provider;
    conversation.allocationReason = reason;
    conversation_store::allocate(
        transaction, conversation.id, choice.provider, reason, conversation.allocationTold);
    return true;
}

void waitForCapacity(Transaction &transaction,
                     UnitContext &context,
                     const RequestRow &request,
                     const ConversationRow &conversation)
{
    const Policy &policy = context.policy();
    QJsonObject arguments{
        {u"provider"_s, policy.providerName(wishedProvider(policy, conversation))}};
    // A gap of ours is no reset.
    const std::optional<QDateTime> until = policy.wayFor(conversation.provider).choice.until;
    if (until && policy.resets.values().contains(until->toMSecsSinceEpoch()))
        arguments.insert(u"until"_s, until->toMSecsSinceEpoch());
    if (!conversation.waitingFrom)
        conversation_store::setWaitingFrom(transaction, conversation.id, context.now());
    inbox_store::wait(transaction, request.id, RequestView::WaitsFor::Capacity, {}, context.now());
    addSideNotice(transaction,
                  context,
                  request,
                  conversation,
                  {NoticeId::RequestWaitingForCapacity, arguments});
    context.changed(Change::Kind::RequestWaiting, conversation.place, request.id);
}

void seekTurn(Transaction &transaction,
              UnitContext &context,
              const RequestRow &request,
              ConversationRow &conversation)
{
    if (allocate(transaction, context, request, conversation))
        intendTurn(transaction, context, request, conversation);
    else if (!endUngranted(transaction, context, request, conversation))
        waitForCapacity(transaction, context, request, conversation);
}

std::optional<Notice> switchNotice(const Policy &policy, const ConversationRow &conversation)
{
    if (conversation.allocationTold || conversation.allocated.isEmpty())
        return std::nullopt;
    const QString wished = wishedProvider(policy, conversation);
    QJsonObject arguments{{u"provider"_s, policy.providerName(wished)},
                          {u"route"_s, policy.providerName(conversation.allocated)}};
    if (policy.resets.contains(wished))
        arguments.insert(u"until"_s, policy.resets.value(wished));
    return Notice{NoticeId::RequestSwitchedRoute, arguments};
}

} // namespace hostline
