// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/finish.h"

#include "ledger/claim.h"

namespace hostline {

void finish(Transaction &transaction, UnitContext &context, const FinishArguments &arguments)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, arguments.request);
    if (!request || request->state == RequestState::Settled)
        return;
    if (!arguments.turn.isNull()) {
        const std::optional<TurnRow> live = dispatch_store::live(transaction, request->id);
        const std::optional<ReviewRow> review = dispatch_store::review(transaction, request->id);
        const bool ofReview =
            review && review->turn.id == arguments.turn && review->state != ReviewRow::State::Ended;
        if (!ofReview && (!live || live->id != arguments.turn))
            return;
        // Its thread never saw this answer.
        if (ofReview && arguments.draft.answer)
            conversation_store::setBehind(transaction, request->conversation);
    }
    const ConversationRow conversation =
        *conversation_store::conversation(transaction, request->conversation);
    ReplyDraft draft = arguments.draft;
    if (!arguments.lost.isNull())
        conversation_store::retire(transaction, arguments.lost);
    if (!grantOf(transaction, *request, conversation))
        draft.withheld = true;
    settleRequest(transaction, context, *request, conversation, draft, arguments.ending);
}

} // namespace hostline
