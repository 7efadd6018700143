// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/restore.h"

#include "ledger/allocate.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

struct Candidate
{
    RequestRow request;
    ConversationRow conversation;
    CandidateRow row;
};

/// What is prepared for the request, as long as it is open.
std::optional<Candidate>
candidateOf(Transaction &transaction, const RequestId &id, const BindingId &binding)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, id);
    if (!request || request->state != RequestState::Running)
        return std::nullopt;
    const std::optional<CandidateRow> row =
        conversation_store::preparing(transaction, request->conversation);
    if (!row || row->request != id || row->binding.id != binding)
        return std::nullopt;
    return Candidate{
        *request, *conversation_store::conversation(transaction, request->conversation), *row};
}

ThreadTarget targetOf(const BindingRow &binding)
{
    return {binding.provider, binding.model, binding.workspace};
}

} // namespace

bool prepare(Transaction &transaction, UnitContext &context, const PrepareArguments &arguments)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, arguments.request);
    if (!request || request->state != RequestState::Running
        || dispatch_store::live(transaction, request->id)
        || conversation_store::preparing(transaction, request->conversation))
        return false;
    const ConversationRow conversation =
        *conversation_store::conversation(transaction, request->conversation);
    if (endUngranted(transaction, context, *request, conversation))
        return false;
    const BindingRow row{
        .id = arguments.binding,
        .conversation = request->conversation,
        .provider = arguments.provider,
        .model = arguments.model,
        .workspace = arguments.workspace,
        .access = arguments.access,
        .nativeThread = arguments.nativeThread,
        .tailTurn = {},
    };
    conversation_store::insertPreparing(
        transaction, row, request->id, context.moment.run, context.now());
    return true;
}

bool publish(Transaction &transaction,
             UnitContext &context,
             const RequestId &id,
             const BindingId &binding)
{
    const std::optional<Candidate> candidate = candidateOf(transaction, id, binding);
    if (!candidate)
        return false;
    auto [request, conversation, row] = *candidate;
    if (endUngranted(transaction, context, request, conversation))
        return false;
    if (request.stopAskedAt) {
        settleRequest(
            transaction,
            context,
            request,
            conversation,
            {.failure = Failure{FailureKind::Stopped, u"stopped before it ran"_s, {}, {}}});
        return false;
    }
    if (!fits(targetOf(row.binding), wantedThread(context.policy(), conversation))) {
        conversation_store::abandon(transaction, binding, {});
        seekTurn(transaction, context, request, conversation);
        return false;
    }
    const std::optional<BindingRow> before =
        conversation_store::published(transaction, conversation.id);
    if (before) {
        conversation_store::retire(transaction, before->id);
        context.actions.append(
            ThreadLeft{before->id, before->provider, before->nativeThread, false});
    }
    conversation_store::publish(transaction, binding);
    // With a thread in place it was the person, the settings or the route that wanted another.
    if (!before && !conversation_store::leftForQuota(transaction, conversation.id))
        addSideNotice(
            transaction, context, request, conversation, {NoticeId::RequestContextRebuilt, {}});
    intendTurn(transaction, context, request, conversation);
    return true;
}

void abandon(Transaction &transaction, UnitContext &context, const AbandonArguments &arguments)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, arguments.request);
    if (!request)
        return;
    const bool remembered = arguments.draft && arguments.draft->failure && arguments.remembered;
    conversation_store::abandon(transaction,
                                arguments.binding,
                                remembered ? toString(arguments.draft->failure->kind) : QString());
    if (request->state != RequestState::Running || dispatch_store::live(transaction, request->id))
        return;
    ConversationRow conversation =
        *conversation_store::conversation(transaction, request->conversation);
    if (!arguments.draft) {
        seekTurn(transaction, context, *request, conversation);
        return;
    }
    ReplyDraft draft = *arguments.draft;
    if (!grantOf(transaction, *request, conversation))
        draft.withheld = true;
    settleRequest(transaction, context, *request, conversation, draft);
}

void tell(Transaction &transaction, UnitContext &context, const RequestId &id, const Notice &notice)
{
    const std::optional<RequestRow> request = inbox_store::request(transaction, id);
    if (!request || request->state == RequestState::Settled)
        return;
    addSideNotice(transaction,
                  context,
                  *request,
                  *conversation_store::conversation(transaction, request->conversation),
                  notice);
}

HistoryPage
readHistory(Transaction &transaction, const Policy &policy, const HistoryArguments &arguments)
{
    const std::optional<Candidate> candidate =
        candidateOf(transaction, arguments.request, arguments.binding);
    if (!candidate || candidate->request.stopAskedAt
        || !grantOf(transaction, candidate->request, candidate->conversation))
        return {.guard = HistoryPage::Guard::Stopped, .rows = {}};
    const ConversationRow &conversation = candidate->conversation;
    if (!fits(targetOf(candidate->row.binding), wantedThread(policy, conversation)))
        return {.guard = HistoryPage::Guard::Changed, .rows = {}};
    const qint64 own = conversation_store::ordinalOf(transaction, arguments.request);
    HistoryPage page{
        .guard = HistoryPage::Guard::Passed,
        .rows = conversation_store::history(
            transaction, conversation.id, arguments.from, own, arguments.characters),
    };
    if (arguments.from == 0)
        page.characters = conversation_store::historyCharacters(transaction, conversation.id, own);
    return page;
}

void abandonCandidates(Transaction &transaction, UnitContext &context)
{
    const QList<CandidateRow> left =
        conversation_store::preparingOfOthers(transaction, context.moment.run);
    for (const CandidateRow &row : left) {
        const BindingRow &binding = row.binding;
        conversation_store::abandon(transaction, binding.id, {});
        context.actions.append(
            ThreadLeft{binding.id, binding.provider, binding.nativeThread, true});
    }
}

} // namespace hostline
