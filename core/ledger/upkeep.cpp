// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/upkeep.h"

#include "ledger/claim.h"
#include "ledger/stop.h"
#include "outbox/outbox_store.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

constexpr int pruneStep = 500;
constexpr qint64 identityMs = 7LL * 86'400'000; // A2

bool sameGrant(const GrantRow &a, const GrantRow &b)
{
    GrantRow other = b;
    other.id = a.id;
    return a == other;
}

} // namespace

void expire(Transaction &transaction, UnitContext &context)
{
    const AdmissionLimits &limits = context.policy().limits;
    const Moment &moment = context.moment;
    const qint64 shortest = std::min(limits.queueAgeMs, limits.waitMs);
    const QList<RequestRow> candidates = inbox_store::overdue(
        transaction, moment.now - shortest, moment.boot, moment.bootMs - shortest);
    for (const RequestRow &candidate : candidates) {
        // Ending one may have ended or claimed the next.
        const RequestRow request = *inbox_store::request(transaction, candidate.id);
        const ConversationRow conversation =
            *conversation_store::conversation(transaction, request.conversation);
        ReplyDraft draft{.failure =
                             Failure{FailureKind::Expired, u"waited for too long"_s, {}, {}}};
        if (request.state == RequestState::Waiting) {
            if (waitAge(request, moment.now, moment.boot, moment.bootMs) <= limits.waitMs)
                continue;
            draft.notice = Notice{NoticeId::RefusedWaitedTooLong, {{u"limit"_s, limits.waitMs}}};
        } else if (request.state == RequestState::Queued) {
            const std::optional<RequestRow> head = inbox_store::head(transaction, conversation.id);
            const bool standsStill = head && head->state == RequestState::Waiting;
            const qint64 age = queueAge(request, moment.now, moment.boot, moment.bootMs);
            if (standsStill || age <= limits.queueAgeMs)
                continue;
            draft.notice = Notice{NoticeId::RefusedExpired, {{u"limit"_s, limits.queueAgeMs}}};
        } else {
            continue;
        }
        settleRequest(transaction, context, request, conversation, draft);
    }
}

Pruned prune(Transaction &transaction, UnitContext &context)
{
    const qint64 bound = context.now() - std::max(context.policy().retentionMs, identityMs);
    Pruned pruned;
    const QList<RequestRow> old = inbox_store::settledBefore(transaction, bound, pruneStep);
    for (const RequestRow &request : old) {
        outbox_store::remove(transaction, request.id);
        dispatch_store::remove(transaction, request.id);
        // An open dialogue keeps its whole transcript: a new thread is made from it.
        if (conversation_store::conversation(transaction, request.conversation)->closedAt)
            conversation_store::removeTranscript(transaction, request.id);
        inbox_store::remove(transaction, request.id);
        ++pruned.requests;
    }
    const QList<ConversationId> closed =
        conversation_store::emptyClosedBefore(transaction, bound, pruneStep);
    for (const ConversationId &id : closed) {
        conversation_store::remove(transaction, id);
        ++pruned.conversations;
    }
    return pruned;
}

void applyGrants(Transaction &transaction, UnitContext &context, const QList<GrantRow> &grants)
{
    const QList<GrantRow> existing = inbox_store::settingsGrants(transaction);
    for (const GrantRow &row : existing) {
        const bool wanted =
            std::any_of(grants.begin(), grants.end(), [&row](const GrantRow &grant) {
                return sameGrant(grant, row);
            });
        if (!wanted)
            inbox_store::revokeGrant(transaction, row.id, context.now());
    }
    for (const GrantRow &grant : grants) {
        const bool there =
            std::any_of(existing.begin(), existing.end(), [&grant](const GrantRow &row) {
                return sameGrant(grant, row);
            });
        if (there)
            continue;
        GrantRow row = grant;
        row.id = context.newId();
        inbox_store::insertGrant(transaction, row, context.now());
    }
}

void endRevoked(Transaction &transaction, UnitContext &context)
{
    const QList<RequestRow> unsettled = inbox_store::unsettled(transaction);
    for (const RequestRow &candidate : unsettled) {
        // Ending one may have ended or claimed the next.
        const RequestRow request = *inbox_store::request(transaction, candidate.id);
        const ConversationRow conversation =
            *conversation_store::conversation(transaction, request.conversation);
        if (request.state == RequestState::Settled || grantOf(transaction, request, conversation))
            continue;
        if (request.state == RequestState::Running)
            stopRequest(transaction, context, request, conversation);
        else
            endUngranted(transaction, context, request, conversation);
    }
}

} // namespace hostline
