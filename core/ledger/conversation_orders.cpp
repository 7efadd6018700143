// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/conversation_orders.h"

#include "ledger/stop.h"
#include "ledger/wait.h"
#include "outbox/outbox_store.h"

#include <hostline/text.h>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype titleLength = 60;

Failure notFound()
{
    return {FailureKind::NotFound, u"no such conversation"_s, {}, {}};
}

void stopOpenRequests(Transaction &transaction,
                      UnitContext &context,
                      const ConversationRow &conversation)
{
    // The reviews and the queue first, so that the end of the head claims none of them.
    const QList<RequestRow> behind = inbox_store::waitingForReview(transaction, conversation.id)
        + inbox_store::queued(transaction, conversation.id);
    for (const RequestRow &request : behind)
        stopRequest(transaction, context, request, conversation);
    if (const std::optional<RequestRow> head = inbox_store::head(transaction, conversation.id))
        stopRequest(transaction, context, *head, conversation);
}

Result<Place> changeNewest(Transaction &transaction,
                           UnitContext &context,
                           const Place &place,
                           const std::function<void(const ConversationRow &)> &change)
{
    const QList<ConversationRow> all = conversation_store::at(transaction, place);
    if (all.isEmpty())
        return notFound();
    change(all.last());
    context.changed(Change::Kind::ConversationChanged, place);
    return place;
}

/// Empty where nothing was asked yet: the first question will name it.
QString titleOfFirstQuestion(Transaction &transaction, const Place &place)
{
    const QList<ConversationRow> conversations = conversation_store::at(transaction, place);
    for (const ConversationRow &conversation : conversations) {
        const QList<RequestRow> requests = inbox_store::of(transaction, conversation.id);
        for (const RequestRow &request : requests) {
            if (request.kind != RequestView::Kind::Question)
                continue;
            if (QString title = automaticTitle(request.body); !title.isEmpty())
                return title;
        }
    }
    return {};
}

} // namespace

QString automaticTitle(const QString &question)
{
    return shortened(question.trimmed().section(u'\n', 0, 0).simplified(), titleLength);
}

void closeConversation(Transaction &transaction,
                       UnitContext &context,
                       const ConversationRow &conversation)
{
    conversation_store::close(transaction, conversation.id, context.now());
    context.changed(Change::Kind::ConversationChanged, conversation.place);
    stopOpenRequests(transaction, context, conversation);
}

Result<Place> createConversation(Transaction &transaction,
                                 UnitContext &context,
                                 const Place &place,
                                 const QString &title)
{
    if (conversation_store::openAt(transaction, place))
        return Failure{FailureKind::Conflict, u"a conversation is open at this place"_s, {}, {}};
    ConversationRow row;
    row.id = ConversationId(context.newId());
    row.place = place;
    row.title = title;
    row.language = context.policy().language;
    row.createdAt = row.changedAt = context.now();
    // Names and language of a place outlive the conversations there.
    const QList<ConversationRow> earlier = conversation_store::at(transaction, place);
    if (!earlier.isEmpty()) {
        row.language = earlier.last().language;
        if (title.isEmpty())
            row.title = earlier.last().title;
    }
    conversation_store::insert(transaction, row);
    context.changed(Change::Kind::ConversationChanged, place);
    return place;
}

Result<Place> renameConversation(Transaction &transaction,
                                 UnitContext &context,
                                 const Place &place,
                                 const QString &title)
{
    return changeNewest(transaction, context, place, [&](const ConversationRow &row) {
        conversation_store::rename(transaction,
                                   row.id,
                                   title.isEmpty() ? titleOfFirstQuestion(transaction, place)
                                                   : title,
                                   context.now());
    });
}

Result<Place> setConversationLanguage(Transaction &transaction,
                                      UnitContext &context,
                                      const Place &place,
                                      const QString &language)
{
    if (!languageFromString(language))
        return Failure{FailureKind::InvalidInput, u"language is zh, en, both or auto"_s, {}, {}};
    return changeNewest(transaction, context, place, [&](const ConversationRow &row) {
        conversation_store::setLanguage(transaction, row.id, language, context.now());
    });
}

Result<Place> preferForConversation(Transaction &transaction,
                                    UnitContext &context,
                                    const PreferForConversation &wish)
{
    const Policy &policy = context.policy();
    const QString provider = wish.provider.value_or(QString());
    if (!provider.isEmpty() && !policy.models.contains(provider))
        return Failure{FailureKind::InvalidInput, u"no such provider"_s, {}, {}};
    const QString workspace = wish.workspace.value_or(QString());
    if (!workspace.isEmpty() && !policy.workspaces.contains(workspace))
        return Failure{FailureKind::InvalidInput, u"no such workspace"_s, {}, {}};
    return changeNewest(transaction, context, wish.place, [&](const ConversationRow &row) {
        if (wish.provider)
            conversation_store::setProvider(transaction, row.id, provider, context.now());
        if (wish.model || wish.effort)
            conversation_store::setWanted(transaction,
                                          row.id,
                                          wish.model.value_or(row.wantedModel),
                                          wish.effort.value_or(row.wantedEffort),
                                          context.now());
        if (wish.workspace)
            conversation_store::setWorkspace(transaction, row.id, workspace, context.now());
        // A thread that failed before is tried again, and what waits for the one it had is asked there.
        conversation_store::forgetFailures(transaction, row.id);
        const std::optional<RequestRow> head = inbox_store::head(transaction, row.id);
        if (wish.provider && head && head->state == RequestState::Waiting)
            resume(transaction, context, head->id);
    });
}

Result<Place> closePlace(Transaction &transaction, UnitContext &context, const Place &place)
{
    const std::optional<ConversationRow> open = conversation_store::openAt(transaction, place);
    if (open)
        closeConversation(transaction, context, *open);
    else if (conversation_store::at(transaction, place).isEmpty())
        return notFound();
    return place;
}

Result<Place> deletePlace(Transaction &transaction, UnitContext &context, const Place &place)
{
    const QList<ConversationRow> all = conversation_store::at(transaction, place);
    if (all.isEmpty())
        return notFound();
    for (const ConversationRow &conversation : all) {
        stopOpenRequests(transaction, context, conversation);
        conversation_store::erase(transaction, conversation.id, context.now());
        const QList<RequestRow> requests = inbox_store::of(transaction, conversation.id);
        for (const RequestRow &request : requests) {
            inbox_store::eraseText(transaction, request.id);
            outbox_store::eraseText(transaction, request.id);
        }
    }
    context.changed(Change::Kind::ConversationDeleted, place);
    return place;
}

} // namespace hostline
