// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/claim.h"

#include "ledger/settle.h"
#include "outbox/reply_rules.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

ReplyDraft ungranted()
{
    ReplyDraft draft;
    draft.failure = Failure{FailureKind::NotAllowed, u"the grant is gone"_s, {}, {}};
    draft.withheld = true;
    return draft;
}

/// Why a queued request is ended instead of claimed; none: it is not.
std::optional<ReplyDraft> unclaimable(Transaction &transaction,
                                      const UnitContext &context,
                                      const RequestRow &request,
                                      const ConversationRow &conversation)
{
    const AdmissionLimits &limits = context.policy().limits;
    const qint64 age = queueAge(request, context.now(), context.moment.boot, context.moment.bootMs);
    if (age > limits.queueAgeMs) {
        ReplyDraft draft;
        draft.failure =
            Failure{FailureKind::Expired, u"waited in the queue for too long"_s, {}, {}};
        draft.notice = Notice{NoticeId::RefusedExpired, {{u"limit"_s, limits.queueAgeMs}}};
        return draft;
    }
    return grantOf(transaction, request, conversation) ? std::nullopt : std::optional(ungranted());
}

} // namespace

std::optional<GrantRow>
grantOf(Transaction &transaction, const RequestRow &request, const ConversationRow &conversation)
{
    return grantFor(inbox_store::liveGrants(transaction, conversation.place.channel),
                    sourceOf(request, conversation));
}

void endWait(Transaction &transaction,
             const UnitContext &context,
             const ConversationRow &conversation)
{
    if (!conversation.waitingFrom)
        return;
    const Moment &moment = context.moment;
    const QList<RequestRow> queued = inbox_store::queued(transaction, conversation.id);
    for (const RequestRow &request : queued) {
        const qint64 stood =
            standstill(request, *conversation.waitingFrom, moment.now, moment.boot, moment.bootMs);
        inbox_store::standStill(transaction, request.id, stood);
    }
    conversation_store::setWaitingFrom(transaction, conversation.id, std::nullopt);
}

void goOn(Transaction &transaction,
          const UnitContext &context,
          RequestRow &request,
          ConversationRow &conversation)
{
    inbox_store::resume(transaction, request.id);
    request.state = RequestState::Running;
    endWait(transaction, context, conversation);
    conversation.waitingFrom.reset();
}

bool endUngranted(Transaction &transaction,
                  UnitContext &context,
                  const RequestRow &request,
                  const ConversationRow &conversation)
{
    if (grantOf(transaction, request, conversation))
        return false;
    settleRequest(transaction, context, request, conversation, ungranted());
    return true;
}

void claimNext(Transaction &transaction, UnitContext &context, const ConversationId &id)
{
    if (!context.moment.claims || inbox_store::head(transaction, id))
        return;
    const ConversationRow conversation = *conversation_store::conversation(transaction, id);
    while (const std::optional<RequestRow> request = inbox_store::nextQueued(transaction, id)) {
        if (const std::optional<ReplyDraft> draft =
                unclaimable(transaction, context, *request, conversation)) {
            settleAlone(transaction, context, *request, conversation, *draft);
            continue;
        }
        inbox_store::claim(transaction, request->id, context.moment.run, context.now());
        intendTurn(transaction, context, *request, conversation);
        context.changed(Change::Kind::RequestStarted, conversation.place, request->id);
        return;
    }
}

void intendTurn(Transaction &transaction,
                UnitContext &context,
                const RequestRow &request,
                const ConversationRow &conversation)
{
    if (endUngranted(transaction, context, request, conversation))
        return;
    if (const std::optional<BindingRow> binding =
            conversation_store::published(transaction, conversation.id)) {
        TurnRow turn;
        turn.id = TurnId(context.newId());
        turn.conversation = conversation.id;
        turn.request = request.id;
        turn.binding = binding->id;
        turn.boot = context.moment.boot;
        turn.startedAt = context.now();
        dispatch_store::intend(transaction, turn, context.moment.run);
    }
    context.actions.append(describeClaim(transaction, context, request, conversation));
}

ClaimedRequest describeClaim(Transaction &transaction,
                             const UnitContext &context,
                             const RequestRow &request,
                             const ConversationRow &conversation)
{
    const Policy &policy = context.policy();
    const std::optional<GrantRow> grant = grantOf(transaction, request, conversation);
    const Policy::Workspace workspace = policy.workspaces.value(
        conversation.workspace.isEmpty() ? policy.workspace : conversation.workspace);
    ClaimedRequest claim{
        .request = request.id,
        .conversation = conversation.id,
        .source = sourceOf(request, conversation),
        .replyTo = request.replyTo,
        .text = request.body,
        .provider = conversation.provider.isEmpty() ? policy.provider : conversation.provider,
        .workspace = workspace.path,
        .access = grant && grant->access == Access::Write ? workspace.access : Access::Read,
        .language = languageOf(request, conversation),
        .marks = replyMarks(
            isLate(request.sentAt, request.acceptedAt, policy.limits), request.sentAt, false),
        .stopAsked = request.stopAskedAt.has_value(),
    };
    const std::optional<BindingRow> binding =
        conversation_store::published(transaction, conversation.id);
    if (binding) {
        claim.binding = binding->id;
        claim.nativeThread = binding->nativeThread;
        claim.provider = binding->provider;
    }
    if (const std::optional<TurnRow> turn = dispatch_store::live(transaction, request.id)) {
        claim.turn = turn->id;
        claim.sameBoot = turn->boot == context.moment.boot;
        // The turns may have been pruned; the tail stays.
        claim.firstOfThread = (!binding || binding->tailTurn.isEmpty())
            && dispatch_store::askedCount(transaction, turn->binding, turn->id) == 0;
    }
    claim.model = policy.models.value(claim.provider);
    return claim;
}

} // namespace hostline
