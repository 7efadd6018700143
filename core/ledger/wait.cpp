// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/wait.h"

#include "ledger/allocate.h"

namespace hostline {

using namespace Qt::StringLiterals;

void wait(Transaction &transaction, UnitContext &context, const WaitArguments &arguments)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, arguments.request);
    if (!request || request->state == RequestState::Settled
        || request->state == RequestState::Queued)
        return;
    const ConversationRow conversation =
        *conversation_store::conversation(transaction, request->conversation);
    const std::optional<TurnRow> live = dispatch_store::live(transaction, request->id);
    if (live && live->id == arguments.unsentTurn)
        dispatch_store::end(transaction,
                            arguments.unsentTurn,
                            TurnEnd::Voided,
                            {},
                            Reach::NotSent,
                            {},
                            arguments.detail,
                            context.now());
    if (request->stopAskedAt) {
        settleRequest(
            transaction,
            context,
            *request,
            conversation,
            {.failure = Failure{FailureKind::Stopped, u"stopped while it waited"_s, {}, {}}});
        return;
    }
    if (!conversation.waitingFrom)
        conversation_store::setWaitingFrom(transaction, conversation.id, context.now());
    inbox_store::wait(transaction, request->id, arguments.what, arguments.detail, context.now());
    addSideNotice(transaction, context, *request, conversation, arguments.notice);
    context.changed(Change::Kind::RequestWaiting, conversation.place, request->id);
}

void resume(Transaction &transaction, UnitContext &context, const RequestId &id)
{
    std::optional<RequestRow> request = inbox_store::request(transaction, id);
    if (!request || request->state != RequestState::Waiting
        || request->waitsFor == RequestView::WaitsFor::Review || !context.moment.claims)
        return;
    ConversationRow conversation =
        *conversation_store::conversation(transaction, request->conversation);
    const bool isLive = dispatch_store::live(transaction, id).has_value();
    if (!isLive && !allocate(transaction, context, *request, conversation)) {
        if (request->waitsFor != RequestView::WaitsFor::Capacity)
            waitForCapacity(transaction, context, *request, conversation);
        return;
    }
    goOn(transaction, context, *request, conversation);
    context.changed(Change::Kind::RequestStarted, conversation.place, id);
    if (isLive) {
        ClaimedRequest claim = describeClaim(transaction, context, *request, conversation);
        claim.found = true;
        context.actions.append(claim);
        return;
    }
    intendTurn(transaction, context, *request, conversation);
}

} // namespace hostline
