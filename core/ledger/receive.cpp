// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/receive.h"

#include "ledger/claim.h"
#include "ledger/settle.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

int countOf(const QList<DeliveryRow> &parts, DeliveryState state)
{
    return static_cast<int>(
        std::count_if(parts.begin(), parts.end(), [state](const DeliveryRow &part) {
            return part.state == state;
        }));
}

std::optional<ReplyView::State> replyStateOf(const QList<DeliveryRow> &parts)
{
    if (countOf(parts, DeliveryState::Intended) > 0)
        return std::nullopt;
    if (countOf(parts, DeliveryState::Unknown) > 0)
        return ReplyView::State::Unknown;
    if (countOf(parts, DeliveryState::Gone) > 0)
        return ReplyView::State::Gone;
    if (countOf(parts, DeliveryState::Withheld) > 0)
        return ReplyView::State::Withheld;
    return countOf(parts, DeliveryState::Refused) > 0 ? ReplyView::State::Partly
                                                      : ReplyView::State::Sent;
}

} // namespace

void receive(Transaction &transaction, UnitContext &context, const ReceiveArguments &arguments)
{
    const std::optional<DeliveryRow> row = outbox_store::delivery(transaction, arguments.key);
    // An outcome stands: what was posted again after a failed commit may come behind it.
    if (!row || row->state != DeliveryState::Intended)
        return;
    outbox_store::record(transaction,
                         row->key,
                         arguments.state,
                         arguments.attempts,
                         arguments.notBefore,
                         arguments.receipt,
                         context.now());
    if (row->purpose != DeliveryPurpose::Reply || arguments.state == DeliveryState::Intended)
        return;
    QList<DeliveryRow> parts = outbox_store::deliveries(transaction, row->request);
    parts.removeIf([](const DeliveryRow &part) { return part.purpose != DeliveryPurpose::Reply; });
    const std::optional<ReplyView::State> state = replyStateOf(parts);
    if (!state)
        return;
    outbox_store::setReplyState(transaction, row->request, *state);
    const RequestRow request = *inbox_store::request(transaction, row->request);
    const ConversationRow conversation =
        *conversation_store::conversation(transaction, request.conversation);
    if (*state == ReplyView::State::Partly && parts.size() > 1) {
        addSideNotice(
            transaction,
            context,
            request,
            conversation,
            {NoticeId::DeliveryPartsMissing,
             {{u"sent"_s, countOf(parts, DeliveryState::Sent)}, {u"parts"_s, parts.size()}}});
    }
    context.changed(Change::Kind::RequestSettled, conversation.place, request.id);
    if (*state == ReplyView::State::Unknown || *state == ReplyView::State::Withheld)
        context.changed(Change::Kind::OwnerNoticed, conversation.place, request.id);
}

bool mayDeliver(Transaction &transaction, UnitContext &context, const DeliveryKey &key)
{
    const std::optional<DeliveryRow> row = outbox_store::delivery(transaction, key);
    if (!row || row->state != DeliveryState::Intended)
        return false;
    const RequestRow request = *inbox_store::request(transaction, row->request);
    const ConversationRow conversation =
        *conversation_store::conversation(transaction, request.conversation);
    if (!conversation.deleted && grantOf(transaction, request, conversation))
        return true;
    receive(transaction,
            context,
            {.key = key,
             .state = DeliveryState::Withheld,
             .attempts = row->attempts,
             .notBefore = 0,
             .receipt = {}});
    return false;
}

} // namespace hostline
