// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/adopt_run.h"

#include "ledger/allocate.h"
#include "ledger/receive.h"
#include "ledger/restore.h"
#include "ledger/review.h"
#include "ledger/settle.h"
#include "ledger/wait.h"
#include "outbox/outbox_store.h"
#include "recovery/run_store.h"

namespace hostline {

namespace {

void adoptRequests(Transaction &transaction, UnitContext &context)
{
    inbox_store::adopt(transaction, context.moment.run);
    QList<ConversationId> queues; // in the order of their first request, so that the unit replays
    const QList<RequestRow> unsettled = inbox_store::unsettled(transaction);
    for (RequestRow request : unsettled) {
        if (request.state == RequestState::Queued) {
            if (!queues.contains(request.conversation))
                queues.append(request.conversation);
            continue;
        }
        ConversationRow conversation =
            *conversation_store::conversation(transaction, request.conversation);
        // What its turn met stays true over a restart (E4).
        if (request.waitsFor == RequestView::WaitsFor::Capacity) {
            resume(transaction, context, request.id);
            continue;
        }
        // The turn of one that is reviewed is over.
        if (dispatch_store::interrupted(transaction, request.id)) {
            if (adoptReview(transaction, context, request, conversation)
                && !queues.contains(request.conversation))
                queues.append(request.conversation);
            continue;
        }
        if (request.state == RequestState::Waiting)
            goOn(transaction, context, request, conversation);
        if (!dispatch_store::live(transaction, request.id)) {
            seekTurn(transaction, context, request, conversation);
            continue;
        }
        ClaimedRequest claim = describeClaim(transaction, context, request, conversation);
        claim.found = true;
        context.actions.append(claim);
    }
    for (const ConversationId &conversation : std::as_const(queues))
        claimNext(transaction, context, conversation);
}

void adoptDeliveries(Transaction &transaction, UnitContext &context)
{
    const QList<DeliveryRow> intended = outbox_store::intended(transaction);
    for (const DeliveryRow &row : intended) {
        const RequestRow request = *inbox_store::request(transaction, row.request);
        const ConversationRow conversation =
            *conversation_store::conversation(transaction, request.conversation);
        if (!mayDeliver(transaction, context, row.key))
            continue;
        // Intended while nobody knew its channel as one whose people read from the store.
        if (context.policy().isStored(conversation.place.channel)) {
            receive(transaction,
                    context,
                    {.key = row.key,
                     .state = DeliveryState::Sent,
                     .attempts = row.attempts,
                     .notBefore = 0,
                     .receipt = {}});
            continue;
        }
        const std::optional<ReplyRow> reply = row.purpose == DeliveryPurpose::Reply
            ? outbox_store::reply(transaction, row.request)
            : std::nullopt;
        DeliveryIntended intention = intentionOf(row, reply, request, conversation);
        intention.uncertain = true;
        context.actions.append(intention);
    }
}

} // namespace

void adoptRun(Transaction &transaction, UnitContext &context, const RunArguments &arguments)
{
    run_store::begin(transaction,
                     context.moment.run,
                     arguments.machine,
                     context.moment.boot,
                     arguments.pid,
                     context.now());
    abandonCandidates(transaction, context);
    adoptRequests(transaction, context);
    adoptDeliveries(transaction, context);
}

void endRun(Transaction &transaction, UnitContext &context)
{
    run_store::end(transaction, context.moment.run, context.now());
}

} // namespace hostline
