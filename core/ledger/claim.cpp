// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/claim.h"

#include "ledger/allocate.h"
#include "ledger/review.h"
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

struct Choice
{
    ThreadChoice step = ThreadChoice::Make;
    std::optional<BindingRow> published;
    bool hasHistory = false; ///< it migrates
};

Choice chosenThread(Transaction &transaction,
                    const UnitContext &context,
                    const RequestRow &request,
                    const ConversationRow &conversation)
{
    Choice choice;
    choice.published = conversation_store::published(transaction, conversation.id);
    const bool isThere = choice.published.has_value();
    const bool isFit = isThere && !choice.published->behind
        && fits({choice.published->provider, choice.published->model, choice.published->workspace},
                wantedThread(context.policy(), conversation));
    if (isFit) {
        choice.step = chooseThread(true, true, true, false);
        return choice;
    }
    choice.hasHistory = conversation_store::hasHistory(
        transaction, conversation.id, conversation_store::ordinalOf(transaction, request.id));
    choice.step = chooseThread(isThere,
                               false,
                               conversation_store::hadThread(transaction, conversation.id),
                               choice.hasHistory);
    return choice;
}

// A restoration may take many calls of a model. One that came to nothing is not made again for each question.
constexpr qint64 failedRestorationMs = 30LL * 60'000;
constexpr int mostPreparations = 3; // C10: a restart cuts one off each time

/// Why the request is not to migrate (again).
std::optional<ReplyDraft> unrestorable(Transaction &transaction,
                                       const UnitContext &context,
                                       const RequestRow &request,
                                       const ConversationRow &conversation)
{
    const Policy &policy = context.policy();
    const ThreadTarget wanted = wantedThread(policy, conversation);
    QJsonObject arguments{{u"provider"_s, policy.providerName(wanted.provider)}};
    ReplyDraft draft;
    if (const auto failed = conversation_store::failedSince(transaction,
                                                            {.id = {},
                                                             .conversation = conversation.id,
                                                             .provider = wanted.provider,
                                                             .model = wanted.model,
                                                             .workspace = wanted.workspace,
                                                             .nativeThread = {},
                                                             .tailTurn = {}},
                                                            context.now() - failedRestorationMs)) {
        arguments.insert(u"until"_s, failed->at + failedRestorationMs);
        draft.failure =
            Failure{failureKindFromString(failed->failure).value_or(FailureKind::Internal),
                    u"the history could not be restored shortly before"_s,
                    {},
                    {}};
    } else if (conversation_store::preparedCount(transaction, conversation.id, request.id)
               >= mostPreparations) {
        draft.failure = Failure{FailureKind::Restarted,
                                u"the restoration of the history was cut off again and again"_s,
                                {},
                                {}};
    } else {
        return std::nullopt;
    }
    draft.notice = Notice{NoticeId::FailedNotRestored, arguments};
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

/// The same, once its provider is known.
std::optional<ReplyDraft> unmovable(Transaction &transaction,
                                    const UnitContext &context,
                                    const RequestRow &request,
                                    const ConversationRow &conversation)
{
    return chosenThread(transaction, context, request, conversation).step == ThreadChoice::Migrate
        ? unrestorable(transaction, context, request, conversation)
        : std::nullopt;
}

/// Whoever was asked first: a question, or the reserved review of one.
std::optional<RequestRow> nextInOrder(Transaction &transaction, const ConversationId &id)
{
    const std::optional<RequestRow> queued = inbox_store::nextQueued(transaction, id);
    const std::optional<RequestRow> review = inbox_store::nextReview(transaction, id);
    return review && (!queued || review->seq < queued->seq) ? review : queued;
}

} // namespace

ThreadTarget wantedThread(const Policy &policy, const ConversationRow &conversation)
{
    const QString wished = wishedProvider(policy, conversation);
    QString provider = conversation.allocated;
    if (provider.isEmpty())
        provider = policy.wayFor(conversation.provider).choice.provider;
    if (provider.isEmpty())
        provider = wished;
    // The names of models are those of their provider: what was chosen for one says nothing to its substitute.
    const bool chosen = !conversation.wantedModel.isEmpty() && provider == wished;
    const QString workspace =
        conversation.workspace.isEmpty() ? policy.workspace : conversation.workspace;
    return {
        .provider = provider,
        .model = chosen ? conversation.wantedModel : policy.models.value(provider),
        .workspace = policy.workspaces.value(workspace).path,
    };
}

std::optional<GrantRow>
grantOf(Transaction &transaction, const RequestRow &request, const ConversationRow &conversation)
{
    QList<GrantRow> grants = inbox_store::liveGrants(transaction, conversation.place.channel);
    if (!conversation.workspace.isEmpty())
        grants = grantsIn(conversation.workspace, grants);
    return grantFor(grants, sourceOf(request, conversation));
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
    ConversationRow conversation = *conversation_store::conversation(transaction, id);
    while (const std::optional<RequestRow> request = nextInOrder(transaction, id)) {
        if (request->state == RequestState::Waiting) {
            if (!grantOf(transaction, *request, conversation)) {
                settleAlone(transaction, context, *request, conversation, ungranted());
                continue;
            }
            inbox_store::claim(transaction, request->id, context.moment.run, context.now());
            context.actions.append(
                ReviewDue{describeReview(transaction, context, *request, conversation)});
            context.changed(Change::Kind::RequestStarted, conversation.place, request->id);
            return;
        }
        if (const std::optional<ReplyDraft> draft =
                unclaimable(transaction, context, *request, conversation)) {
            settleAlone(transaction, context, *request, conversation, *draft);
            continue;
        }
        if (!allocate(transaction, context, *request, conversation)) {
            inbox_store::claim(transaction, request->id, context.moment.run, context.now());
            waitForCapacity(transaction, context, *request, conversation);
            return;
        }
        if (const std::optional<ReplyDraft> draft =
                unmovable(transaction, context, *request, conversation)) {
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
    const Choice choice = chosenThread(transaction, context, request, conversation);
    if (choice.step == ThreadChoice::Migrate) {
        if (const std::optional<ReplyDraft> draft =
                unrestorable(transaction, context, request, conversation)) {
            settleRequest(transaction, context, request, conversation, *draft);
            return;
        }
    } else if (choice.step == ThreadChoice::Use) {
        TurnRow turn;
        turn.id = TurnId(context.newId());
        turn.conversation = conversation.id;
        turn.request = request.id;
        turn.binding = choice.published->id;
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
    const ThreadTarget wanted = wantedThread(policy, conversation);
    ClaimedRequest claim{
        .request = request.id,
        .conversation = conversation.id,
        .source = sourceOf(request, conversation),
        .replyTo = request.replyTo,
        .text = request.body,
        .provider = wanted.provider,
        .model = wanted.model,
        .workspace = wanted.workspace,
        .access = grant && grant->access == Access::Write ? workspace.access : Access::Read,
        .language = languageOf(request, conversation),
        .marks = replyMarks(
            isLate(request.sentAt, request.acceptedAt, policy.limits), request.sentAt, false),
        .stopAsked = request.stopAskedAt.has_value(),
        .effort = wanted.provider == wishedProvider(policy, conversation)
            ? conversation.wantedEffort
            : QString(),
        .switched = switchNotice(policy, conversation),
    };
    const Choice choice = chosenThread(transaction, context, request, conversation);
    const std::optional<TurnRow> turn = dispatch_store::live(transaction, request.id);
    const std::optional<BindingRow> &binding = choice.published;
    // A turn that may have run is looked for where it was asked, whatever is wanted since.
    if (binding && (turn || choice.step == ThreadChoice::Use)) {
        claim.binding = binding->id;
        claim.nativeThread = binding->nativeThread;
        claim.provider = binding->provider;
        claim.model = binding->model;
        if (!claim.workspace.isEmpty())
            claim.workspace = binding->workspace;
    } else if (choice.step == ThreadChoice::Migrate) {
        claim.migrates = true;
        claim.hasHistory = choice.hasHistory;
    }
    if (turn) {
        claim.turn = turn->id;
        claim.sameBoot = turn->boot == context.moment.boot;
        // The turns may have been pruned; the tail stays.
        claim.firstOfThread = (!binding || binding->tailTurn.isEmpty())
            && dispatch_store::askedCount(transaction, turn->binding, turn->id) == 0;
    }
    return claim;
}

} // namespace hostline
