// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/restart_turn.h"

#include "ledger/claim.h"
#include "ledger/settle.h"

namespace hostline {

using namespace Qt::StringLiterals;

void restartTurn(Transaction &transaction,
                 UnitContext &context,
                 const RequestId &id,
                 const TurnId &turnId,
                 bool threadLost)
{
    std::optional<RequestRow> request = inbox_store::request(transaction, id);
    const std::optional<TurnRow> live = dispatch_store::live(transaction, id);
    if (!request || request->state == RequestState::Settled || !live || live->id != turnId)
        return;
    ConversationRow conversation =
        *conversation_store::conversation(transaction, request->conversation);
    dispatch_store::end(transaction,
                        turnId,
                        TurnEnd::Voided,
                        {},
                        Reach::NotAccepted,
                        {},
                        u"the host never had it"_s,
                        context.now());
    if (threadLost)
        conversation_store::retire(transaction, live->binding);
    if (request->stopAskedAt) {
        settleRequest(
            transaction,
            context,
            *request,
            conversation,
            {.failure = Failure{FailureKind::Stopped, u"stopped before it ran"_s, {}, {}}});
        return;
    }
    if (request->state == RequestState::Waiting) {
        goOn(transaction, context, *request, conversation);
        context.changed(Change::Kind::RequestStarted, conversation.place, id);
    }
    intendTurn(transaction, context, *request, conversation);
}

} // namespace hostline
