// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/exhausted.h"

#include "ledger/allocate.h"
#include "ledger/wait.h"

namespace hostline {

using namespace Qt::StringLiterals;

void exhausted(Transaction &transaction, UnitContext &context, const ExhaustedArguments &arguments)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, arguments.request);
    if (!request || request->state != RequestState::Running)
        return;
    const std::optional<TurnRow> live = dispatch_store::live(transaction, request->id);
    if ((live ? live->id : TurnId()) != arguments.turn)
        return;
    ConversationRow conversation =
        *conversation_store::conversation(transaction, request->conversation);
    const bool granted = grantOf(transaction, *request, conversation).has_value();
    if (request->stopAskedAt || !granted) {
        ReplyDraft draft{.failure = arguments.failure};
        if (request->stopAskedAt)
            draft.failure = Failure{FailureKind::Stopped, u"stopped by the person"_s, {}, {}};
        draft.withheld = !granted;
        settleRequest(transaction, context, *request, conversation, draft, arguments.ending);
        return;
    }
    const QString failure = toString(FailureKind::QuotaExhausted);
    if (live) {
        endTurn(transaction, context, *live, arguments.ending, arguments.failure);
        const BindingRow binding = *conversation_store::binding(transaction, live->binding);
        conversation_store::retire(transaction, binding.id, failure);
        context.actions.append(
            ThreadLeft{binding.id, binding.provider, binding.nativeThread, false});
    } else {
        conversation_store::abandon(transaction, arguments.candidate, failure);
    }
    seekTurn(transaction, context, *request, conversation);
}

void wakeWaiting(Transaction &transaction, UnitContext &context)
{
    const QList<RequestId> waiting = inbox_store::waitingForCapacity(transaction);
    for (const RequestId &request : waiting)
        resume(transaction, context, request);
}

void tellSwitch(Transaction &transaction,
                UnitContext &context,
                const RequestId &id,
                const Notice &notice)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, id);
    if (!request || request->state == RequestState::Settled)
        return;
    const ConversationRow conversation =
        *conversation_store::conversation(transaction, request->conversation);
    if (conversation.allocationTold)
        return;
    conversation_store::setAllocationTold(transaction, conversation.id);
    addSideNotice(transaction, context, *request, conversation, notice);
}

} // namespace hostline
