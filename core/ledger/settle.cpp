// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/settle.h"

#include "ledger/claim.h"
#include "notices/failure_policy.h"
#include "outbox/outbox_store.h"
#include "outbox/reply_rules.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

const Part wholeBody{0, {}, 0, -1};

Notice noticeOf(const ReplyDraft &draft,
                const UnitContext &context,
                const RequestRow &request,
                const ConversationRow &conversation)
{
    if (draft.notice)
        return *draft.notice;
    const Policy &policy = context.policy();
    const FailureContext facts{
        .provider = policy.providerName(wantedThread(policy, conversation).provider),
        .limit = draft.limit,
        .queueLimit = policy.limits.queued,
        .textLimit = policy.limits.textCharacters,
        .reference = request.id.toString(),
    };
    return failureReply(draft.failure.value_or(Failure{}), facts);
}

QList<Notice>
marksOf(const ReplyDraft &draft, const UnitContext &context, const RequestRow &request)
{
    if (request.kind != RequestView::Kind::Question)
        return {};
    if (draft.marks)
        return *draft.marks + replyMarks(false, 0, draft.recovered);
    const bool late = isLate(request.sentAt, request.acceptedAt, context.policy().limits);
    return replyMarks(late, request.sentAt, draft.recovered);
}

/// Stored at once as sent where people read from the store; else intended, and an action for the outbox.
void insertDelivery(Transaction &transaction,
                    UnitContext &context,
                    const RequestRow &request,
                    const ConversationRow &conversation,
                    DeliveryRow row,
                    const std::optional<ReplyRow> &reply)
{
    const bool stored = context.policy().isStored(conversation.place.channel);
    row.key = DeliveryKey(context.newId());
    row.request = request.id;
    row.state = stored ? DeliveryState::Sent : DeliveryState::Intended;
    row.run = context.moment.run;
    row.createdAt = context.now();
    if (!outbox_store::insertDelivery(transaction, row) || stored)
        return;
    context.actions.append(intentionOf(row, reply, request, conversation));
}

void insertReplyDeliveries(Transaction &transaction,
                           UnitContext &context,
                           const RequestRow &request,
                           const ConversationRow &conversation,
                           const ReplyRow &reply,
                           const QList<Part> &parts)
{
    const QList<Part> planned = parts.isEmpty() ? QList<Part>{wholeBody} : parts;
    for (const Part &part : planned) {
        DeliveryRow row;
        row.purpose = DeliveryPurpose::Reply;
        row.part = part;
        row.parts = static_cast<int>(planned.size());
        row.language = reply.language;
        insertDelivery(transaction, context, request, conversation, row, reply);
    }
}

void endLiveTurn(Transaction &transaction,
                 UnitContext &context,
                 const RequestRow &request,
                 const TurnEnding &ending,
                 const ReplyDraft &draft,
                 RequestSettled &settled)
{
    std::optional<TurnRow> turn = dispatch_store::live(transaction, request.id);
    const std::optional<ReviewRow> review =
        turn ? std::nullopt : dispatch_store::review(transaction, request.id);
    if (review && review->state != ReviewRow::State::Ended)
        turn = review->turn;
    if (!turn)
        return;
    settled.turn = turn->id;
    const std::optional<BindingRow> binding =
        conversation_store::binding(transaction, turn->binding);
    settled.provider = binding ? binding->provider : QString();
    // The thread of a review is nobody's afterwards.
    if (review && binding && !binding->nativeThread.isEmpty())
        context.actions.append(
            ThreadLeft{binding->id, binding->provider, binding->nativeThread, false});
    endTurn(transaction, context, *turn, ending, draft.failure);
}

} // namespace

void endTurn(Transaction &transaction,
             UnitContext &context,
             const TurnRow &turn,
             const TurnEnding &ending,
             const std::optional<Failure> &failure)
{
    dispatch_store::end(transaction,
                        turn.id,
                        ending.how,
                        ending.nativeTurn,
                        ending.reach,
                        failure ? toString(failure->kind) : QString(),
                        failure ? failure->detail : QString(),
                        context.now());
    if (ending.spend)
        dispatch_store::insertSpend(transaction, turn.id, *ending.spend, context.now());
    if (!ending.nativeTurn.isEmpty())
        conversation_store::setTail(transaction, turn.binding, ending.nativeTurn);
}

DeliveryIntended intentionOf(const DeliveryRow &row,
                             const std::optional<ReplyRow> &reply,
                             const RequestRow &request,
                             const ConversationRow &conversation)
{
    return {
        .key = row.key,
        .request = request.id,
        .purpose = row.purpose,
        .target = sourceOf(request, conversation),
        .replyTo = request.replyTo,
        .part = row.part,
        .parts = row.parts,
        .answer = reply ? reply->body : QString(),
        .notice = reply ? reply->notice : row.notice,
        .marks = reply ? reply->marks : QList<Notice>{},
        .language = row.language,
        .attempts = row.attempts,
        .createdAt = row.createdAt,
        .composedAt = reply ? reply->createdAt : row.createdAt,
    };
}

Source sourceOf(const RequestRow &request, const ConversationRow &conversation)
{
    const Place &place = conversation.place;
    return {place.channel, place.account, place.peer, place.thread, request.sender};
}

Language languageOf(const RequestRow &request, const ConversationRow &conversation)
{
    return resolvedLanguage(languageFromString(conversation.language).value_or(Language::Auto),
                            request.body);
}

void settleRequest(Transaction &transaction,
                   UnitContext &context,
                   const RequestRow &request,
                   const ConversationRow &conversation,
                   const ReplyDraft &draft,
                   const TurnEnding &ending)
{
    if (request.state == RequestState::Settled)
        return;
    settleAlone(transaction, context, request, conversation, draft, ending);
    claimNext(transaction, context, conversation.id);
}

void settleAlone(Transaction &transaction,
                 UnitContext &context,
                 const RequestRow &request,
                 const ConversationRow &conversation,
                 const ReplyDraft &draft,
                 const TurnEnding &ending)
{
    if (request.state == RequestState::Settled)
        return;
    RequestSettled settled{request.id, conversation.id, {}, {}};
    endLiveTurn(transaction, context, request, ending, draft, settled);

    if (settled.turn.isNull() && request.state == RequestState::Running)
        conversation_store::abandonFor(transaction, conversation.id, request.id);

    const bool answered = draft.answer.has_value();
    ReplyRow reply{
        .request = request.id,
        .kind = answered ? ReplyView::Kind::Answer : ReplyView::Kind::Notice,
        .notice = answered ? std::nullopt
                           : std::optional(noticeOf(draft, context, request, conversation)),
        .body = conversation.deleted ? QString() : draft.answer.value_or(QString()),
        .marks = marksOf(draft, context, request),
        .language = draft.language.value_or(languageOf(request, conversation)),
        .turn = settled.turn,
        .state = ReplyView::State::Owed,
        .createdAt = draft.composedAt ? draft.composedAt : context.now(),
    };
    // Of a deleted place there is no text left to send.
    if (draft.withheld || (answered && conversation.deleted))
        reply.state = ReplyView::State::Withheld;
    else if (context.policy().isStored(conversation.place.channel))
        reply.state = ReplyView::State::Sent;
    outbox_store::insertReply(transaction, reply);
    if (answered && !conversation.deleted)
        conversation_store::appendTranscript(transaction,
                                             conversation.id,
                                             TranscriptRole::Assistant,
                                             reply.body,
                                             request.id,
                                             context.now());
    inbox_store::settle(transaction,
                        request.id,
                        draft.failure ? toString(draft.failure->kind) : QString(),
                        draft.failure ? draft.failure->detail : QString(),
                        context.now());
    if (request.state == RequestState::Waiting && request.waitsFor != RequestView::WaitsFor::Review)
        endWait(transaction, context, conversation);

    context.actions.append(settled);
    if (reply.state == ReplyView::State::Owed)
        insertReplyDeliveries(transaction, context, request, conversation, reply, draft.parts);
    context.changed(Change::Kind::RequestSettled, conversation.place, request.id);
    if (reply.state == ReplyView::State::Withheld)
        context.changed(Change::Kind::OwnerNoticed, conversation.place, request.id);
}

void addSideNotice(Transaction &transaction,
                   UnitContext &context,
                   const RequestRow &request,
                   const ConversationRow &conversation,
                   const Notice &notice)
{
    DeliveryRow row;
    row.purpose = DeliveryPurpose::Notice;
    row.subject = toString(notice.id);
    row.part = wholeBody;
    row.notice = notice;
    row.language = languageOf(request, conversation);
    insertDelivery(transaction, context, request, conversation, row, std::nullopt);
    context.changed(Change::Kind::RequestNoticed, conversation.place, request.id);
}

} // namespace hostline
