// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/stop.h"

namespace hostline {

using namespace Qt::StringLiterals;

void stopRequest(Transaction &transaction,
                 UnitContext &context,
                 const RequestRow &request,
                 const ConversationRow &conversation)
{
    switch (request.state) {
    case RequestState::Settled:
        return;
    case RequestState::Queued:
    case RequestState::Waiting:
        settleRequest(
            transaction,
            context,
            request,
            conversation,
            {.failure = Failure{FailureKind::Stopped, u"stopped before it ran"_s, {}, {}}});
        return;
    case RequestState::Running:
        if (request.stopAskedAt)
            return;
        inbox_store::askStop(transaction, request.id, context.now());
        context.actions.append(StopAsked{request.id});
        context.changed(Change::Kind::RequestStopping, conversation.place, request.id);
        return;
    }
    Q_UNREACHABLE();
}

ButtonAnswer stopByButton(Transaction &transaction,
                          UnitContext &context,
                          const RequestId &id,
                          const Source &source)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, id);
    const std::optional<ConversationRow> conversation = request
        ? conversation_store::conversation(transaction, request->conversation)
        : std::nullopt;
    // Of what is said elsewhere not even this is told: that it is there.
    if (!conversation || conversation->deleted || conversation->place != placeOf(source))
        return {.notice = {NoticeId::CommandNothingToStop, {}}};
    const Language language = languageOf(*request, *conversation);
    if (!grantFor(inbox_store::liveGrants(transaction, source.channel), source))
        return {.notice = {NoticeId::RefusedNotAllowed, {}}, .language = language};
    if (request->state == RequestState::Settled)
        return {.notice = {NoticeId::CommandNothingToStop, {}}, .language = language};
    stopRequest(transaction, context, *request, *conversation);
    return {true, {NoticeId::CommandStopping, {}}, language};
}

bool stop(Transaction &transaction, UnitContext &context, const RequestId &id)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, id);
    if (!request)
        return false;
    const ConversationRow conversation =
        *conversation_store::conversation(transaction, request->conversation);
    if (conversation.deleted)
        return false;
    stopRequest(transaction, context, *request, conversation);
    return true;
}

} // namespace hostline
