// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/review.h"

#include "ledger/claim.h"
#include "ledger/thread_spec.h"
#include "recovery/recovery_rules.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

Failure restarted(const QString &detail)
{
    return {FailureKind::Restarted, detail, {}, {}};
}

Failure stopped()
{
    return {FailureKind::Stopped, u"stopped before its review"_s, {}, {}};
}

struct Open
{
    RequestRow request;
    ConversationRow conversation;
    ReviewRow review;
};

/// The reserved review that is at the head of its conversation and was not sent.
std::optional<Open> dueReview(Transaction &transaction, const RequestId &id, const TurnId &turn)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, id);
    if (!request || request->state != RequestState::Running)
        return std::nullopt;
    const std::optional<ReviewRow> review = dispatch_store::review(transaction, id);
    if (!review || review->turn.id != turn || review->state != ReviewRow::State::Ready)
        return std::nullopt;
    return Open{
        *request, *conversation_store::conversation(transaction, request->conversation), *review};
}

} // namespace

ReviewCase describeReview(Transaction &transaction,
                          const UnitContext &context,
                          const RequestRow &request,
                          const ConversationRow &conversation)
{
    const TurnRow asked = *dispatch_store::interrupted(transaction, request.id);
    const BindingRow where = *conversation_store::binding(transaction, asked.binding);
    const std::optional<BindingRow> current =
        conversation_store::published(transaction, conversation.id);
    ReviewCase described{
        .claim = describeClaim(transaction, context, request, conversation),
        .asked = asked.id,
        .digest = asked.digest,
        .isCurrent = current && current->id == where.id,
    };
    ClaimedRequest &claim = described.claim;
    claim.provider = where.provider;
    claim.model = where.model;
    claim.workspace = where.workspace;
    claim.nativeThread = where.nativeThread;
    described.askedIn = threadSpecOf(claim, where.id);
    claim.access = Access::Read;
    claim.marks.append({NoticeId::RequestReviewed, {}});
    claim.binding = {};
    claim.nativeThread.clear();
    claim.switched.reset();
    claim.migrates = false;
    claim.hasHistory = false;
    claim.review = true;
    if (const std::optional<ReviewRow> review = dispatch_store::review(transaction, request.id)) {
        claim.turn = review->turn.id;
        claim.binding = review->turn.binding;
    }
    return described;
}

void waitForReview(Transaction &transaction,
                   UnitContext &context,
                   const WaitForReviewArguments &arguments)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, arguments.request);
    const std::optional<TurnRow> live = dispatch_store::live(transaction, arguments.request);
    if (!request || request->state == RequestState::Settled || !live || live->id != arguments.turn)
        return;
    const ConversationRow conversation =
        *conversation_store::conversation(transaction, request->conversation);
    const TurnEnding ending{.how = TurnEnd::Failed,
                            .nativeTurn = arguments.nativeTurn,
                            .reach = Reach::Unknown,
                            .spend = {}};
    const bool granted = grantOf(transaction, *request, conversation).has_value();
    if (!granted || request->stopAskedAt || !context.policy().reviews) {
        ReplyDraft draft{
            .failure = request->stopAskedAt ? stopped() : restarted(u"interrupted by a restart"_s)};
        draft.withheld = !granted;
        settleRequest(transaction, context, *request, conversation, draft, ending);
        return;
    }
    const Failure failure = restarted(u"interrupted by a restart"_s);
    dispatch_store::end(transaction,
                        live->id,
                        ending.how,
                        ending.nativeTurn,
                        ending.reach,
                        toString(failure.kind),
                        failure.detail,
                        context.now());
    dispatch_store::setDigest(transaction, live->id, arguments.digest);
    if (!arguments.nativeTurn.isEmpty())
        conversation_store::setTail(transaction, live->binding, arguments.nativeTurn);
    if (request->state == RequestState::Waiting)
        endWait(transaction, context, conversation);
    inbox_store::wait(transaction, request->id, RequestView::WaitsFor::Review, {}, context.now());
    addSideNotice(transaction, context, *request, conversation, {NoticeId::RequestRestarted, {}});
    context.changed(Change::Kind::RequestWaiting, conversation.place, request->id);
    context.actions.append(
        ReviewWanted{describeReview(transaction, context, *request, conversation)});
    claimNext(transaction, context, conversation.id);
}

void reserveReview(Transaction &transaction, UnitContext &context, const RequestId &id)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, id);
    if (!request || request->state != RequestState::Waiting
        || request->waitsFor != RequestView::WaitsFor::Review || !context.moment.claims)
        return;
    const ConversationRow conversation =
        *conversation_store::conversation(transaction, request->conversation);
    if (endUngranted(transaction, context, *request, conversation))
        return;
    if (const std::optional<ReviewRow> review = dispatch_store::review(transaction, id)) {
        if (review->state == ReviewRow::State::Paused)
            dispatch_store::setReviewState(transaction, review->turn.id, ReviewRow::State::Ready);
    } else {
        const TurnRow asked = *dispatch_store::interrupted(transaction, id);
        BindingRow binding = *conversation_store::binding(transaction, asked.binding);
        binding.id = BindingId(context.newId());
        binding.access = Access::Read;
        binding.nativeThread.clear();
        binding.tailTurn.clear();
        binding.behind = false;
        conversation_store::insertReviewing(
            transaction, binding, context.moment.run, context.now());
        TurnRow turn;
        turn.id = TurnId(context.newId());
        turn.conversation = conversation.id;
        turn.request = id;
        turn.binding = binding.id;
        turn.boot = context.moment.boot;
        turn.startedAt = context.now();
        dispatch_store::reserveReview(transaction, turn, context.moment.run);
    }
    claimNext(transaction, context, conversation.id);
}

void pauseReview(Transaction &transaction,
                 UnitContext &context,
                 const PauseReviewArguments &arguments)
{
    const std::optional<Open> due = dueReview(transaction, arguments.request, arguments.review);
    if (!due)
        return;
    const auto &[request, conversation, review] = *due;
    if (request.stopAskedAt) {
        settleRequest(transaction, context, request, conversation, {.failure = stopped()});
        return;
    }
    dispatch_store::setReviewState(transaction,
                                   review.turn.id,
                                   arguments.held ? ReviewRow::State::Held
                                                  : ReviewRow::State::Paused);
    inbox_store::wait(transaction, request.id, RequestView::WaitsFor::Review, {}, context.now());
    if (arguments.held)
        addSideNotice(
            transaction, context, request, conversation, {NoticeId::RequestReviewHeld, {}});
    context.changed(Change::Kind::RequestWaiting, conversation.place, request.id);
    claimNext(transaction, context, conversation.id);
}

bool askReview(Transaction &transaction,
               UnitContext &context,
               const RequestId &id,
               const TurnId &turn,
               const QString &nativeThread)
{
    const std::optional<Open> due = dueReview(transaction, id, turn);
    if (!due)
        return false;
    const auto &[request, conversation, review] = *due;
    if (endUngranted(transaction, context, request, conversation))
        return false;
    if (request.stopAskedAt) {
        settleRequest(transaction, context, request, conversation, {.failure = stopped()});
        return false;
    }
    conversation_store::setNativeThread(transaction, review.turn.binding, nativeThread);
    dispatch_store::setReviewState(transaction, turn, ReviewRow::State::Asked);
    return true;
}

bool adoptReview(Transaction &transaction,
                 UnitContext &context,
                 const RequestRow &request,
                 const ConversationRow &conversation)
{
    using Stage = RecoveryFacts::Stage;
    const std::optional<ReviewRow> review = dispatch_store::review(transaction, request.id);
    RecoveryFacts facts{.stage = Stage::ReviewWanted};
    facts.stopAsked = request.stopAskedAt.has_value();
    facts.granted = grantOf(transaction, request, conversation).has_value();
    facts.reviews = context.policy().reviews;
    facts.canReview = true; // seen when it is its turn
    if (review) {
        const bool asked = review->state == ReviewRow::State::Asked;
        const bool held = review->state == ReviewRow::State::Held;
        facts.stage = asked ? Stage::ReviewAsked : held ? Stage::ReviewHeld : Stage::ReviewReserved;
    }
    switch (decideRecovery(facts).kind) {
    case RecoveryStep::Kind::SettleStopped:
        settleAlone(transaction, context, request, conversation, {.failure = stopped()});
        return true;
    case RecoveryStep::Kind::SettleWithheld: {
        ReplyDraft draft{.failure = restarted(u"the grant is gone"_s)};
        draft.withheld = true;
        settleAlone(transaction, context, request, conversation, draft);
        return true;
    }
    case RecoveryStep::Kind::SettleRestarted:
        if (review) {
            const BindingRow thread =
                *conversation_store::binding(transaction, review->turn.binding);
            context.actions.append(
                ThreadLeft{thread.id, thread.provider, thread.nativeThread, true});
        }
        settleAlone(transaction,
                    context,
                    request,
                    conversation,
                    {.failure = restarted(review ? u"its review was interrupted, too"_s
                                                 : u"reviews are off"_s)});
        return true;
    case RecoveryStep::Kind::Nothing:
        return false;
    default:
        break;
    }
    if (!review) {
        context.actions.append(
            ReviewWanted{describeReview(transaction, context, request, conversation)});
        return false;
    }
    if (request.state == RequestState::Running) {
        context.actions.append(
            ReviewDue{describeReview(transaction, context, request, conversation)});
        return false;
    }
    dispatch_store::setReviewState(transaction, review->turn.id, ReviewRow::State::Ready);
    return true;
}

} // namespace hostline
