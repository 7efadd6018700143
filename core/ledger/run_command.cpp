// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/run_command.h"

#include "ledger/allocate.h"
#include "ledger/conversation_orders.h"
#include "ledger/stop.h"

#include <hostline/text.h>

#include <QJsonArray>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype excerptLength = 40;

QString excerpt(const QString &text)
{
    return shortened(text.simplified(), excerptLength);
}

Notice
status(Transaction &transaction, const UnitContext &context, const ConversationRow &conversation)
{
    const Policy &policy = context.policy();
    const QString name =
        conversation.workspace.isEmpty() ? policy.workspace : conversation.workspace;
    QJsonObject arguments{
        {u"waiting"_s, inbox_store::queuedCount(transaction, conversation.id)},
        {u"provider"_s, policy.providerName(wantedThread(policy, conversation).provider)},
        {u"workspace"_s, name},
        {u"access"_s, toString(policy.workspaces.value(name).access)},
        {u"language"_s, conversation.language},
    };
    for (const auto &[key, chosen] : {std::pair{u"model"_s, conversation.wantedModel},
                                      std::pair{u"effort"_s, conversation.wantedEffort}}) {
        if (!chosen.isEmpty())
            arguments.insert(key, chosen);
    }
    const std::optional<RequestRow> head = inbox_store::head(transaction, conversation.id);
    if (head && head->state == RequestState::Waiting)
        arguments.insert(u"waits_since"_s, head->waitingSince.value_or(head->acceptedAt));
    else if (head)
        arguments.insert(u"running_since"_s, head->startedAt.value_or(head->acceptedAt));
    return {NoticeId::CommandStatus, arguments};
}

Notice queue(Transaction &transaction, const ConversationRow &conversation)
{
    const QList<RequestRow> waiting = inbox_store::queued(transaction, conversation.id);
    QJsonArray entries;
    for (const RequestRow &request : waiting)
        entries.append(
            QJsonObject{{u"position"_s, entries.size() + 1}, {u"text"_s, excerpt(request.body)}});
    QJsonObject arguments{{u"waiting"_s, waiting.size()}, {u"entries"_s, entries}};
    if (const std::optional<RequestRow> head = inbox_store::head(transaction, conversation.id)) {
        arguments.insert(u"running_since"_s, head->startedAt.value_or(head->acceptedAt));
        arguments.insert(u"running"_s, excerpt(head->body));
    }
    return {NoticeId::CommandQueue, arguments};
}

Notice stop(Transaction &transaction, UnitContext &context, const ConversationRow &conversation)
{
    std::optional<RequestRow> target = inbox_store::head(transaction, conversation.id);
    if (!target)
        target = inbox_store::nextQueued(transaction, conversation.id);
    if (const QList<RequestRow> reviews =
            inbox_store::waitingForReview(transaction, conversation.id);
        !target && !reviews.isEmpty())
        target = reviews.first();
    if (!target)
        return {NoticeId::CommandNothingToStop, {}};
    stopRequest(transaction, context, *target, conversation);
    return {NoticeId::CommandStopping, {}};
}

QJsonObject given(const QString &key, const QString &value)
{
    return value.isEmpty() ? QJsonObject{} : QJsonObject{{key, value}};
}

/// What is chosen is asked for by the next question; a thread that failed before is tried again.
void choose(Transaction &transaction,
            UnitContext &context,
            const ConversationRow &conversation,
            const QString &model,
            const QString &effort)
{
    conversation_store::setWanted(transaction, conversation.id, model, effort, context.now());
    context.changed(Change::Kind::ConversationChanged, conversation.place);
}

/// Of the provider that the person wants: a substitute has its own.
QString modelOf(const Policy &policy, const ConversationRow &conversation)
{
    return conversation.wantedModel.isEmpty()
        ? policy.models.value(wishedProvider(policy, conversation))
        : conversation.wantedModel;
}

Notice model(Transaction &transaction,
             UnitContext &context,
             const QString &argument,
             const ConversationRow &conversation)
{
    if (argument.isEmpty())
        return {NoticeId::CommandModel, given(u"model"_s, modelOf(context.policy(), conversation))};
    ConversationRow chosen = conversation;
    chosen.wantedModel = argument == noChoice ? QString() : argument;
    choose(transaction, context, conversation, chosen.wantedModel, conversation.wantedEffort);
    conversation_store::forgetFailures(transaction, conversation.id);
    return {NoticeId::CommandModelSet, given(u"model"_s, modelOf(context.policy(), chosen))};
}

Notice effort(Transaction &transaction,
              UnitContext &context,
              const QString &argument,
              const ConversationRow &conversation)
{
    if (argument.isEmpty())
        return {NoticeId::CommandEffort, given(u"effort"_s, conversation.wantedEffort)};
    const QString level = argument == noChoice ? QString() : argument;
    choose(transaction, context, conversation, conversation.wantedModel, level);
    return {NoticeId::CommandEffortSet, given(u"effort"_s, level)};
}

Notice workspace(Transaction &transaction,
                 UnitContext &context,
                 const QString &argument,
                 const ConversationRow &conversation,
                 const Source &source)
{
    const Policy &policy = context.policy();
    if (argument.isEmpty())
        return {NoticeId::CommandWorkspace,
                {{u"workspace"_s,
                  conversation.workspace.isEmpty() ? policy.workspace : conversation.workspace}}};
    const bool granted =
        grantFor(
            grantsIn(argument, inbox_store::liveGrants(transaction, conversation.place.channel)),
            source)
            .has_value();
    if (!policy.workspaces.contains(argument) || !granted)
        return {NoticeId::CommandWorkspaceRefused, {{u"workspace"_s, argument}}};
    conversation_store::setWorkspace(transaction, conversation.id, argument, context.now());
    conversation_store::forgetFailures(transaction, conversation.id);
    context.changed(Change::Kind::ConversationChanged, conversation.place);
    return {NoticeId::CommandWorkspaceSet, {{u"workspace"_s, argument}}};
}

} // namespace

Notice runCommand(Transaction &transaction,
                  UnitContext &context,
                  const Command &command,
                  const ConversationRow &conversation,
                  const Source &source)
{
    switch (command.kind) {
    case Command::Kind::Help:
        return {NoticeId::CommandHelp, {}};
    case Command::Kind::Status:
        return status(transaction, context, conversation);
    case Command::Kind::Stop:
        return stop(transaction, context, conversation);
    case Command::Kind::New:
        // What is open there goes on and is answered; the next message begins anew.
        conversation_store::close(transaction, conversation.id, context.now());
        context.changed(Change::Kind::ConversationChanged, conversation.place);
        return {NoticeId::CommandNewConversation, {}};
    case Command::Kind::Queue:
        return queue(transaction, conversation);
    case Command::Kind::Language:
        if (command.argument.isEmpty())
            return {NoticeId::CommandLanguage, {{u"language"_s, conversation.language}}};
        conversation_store::setLanguage(
            transaction, conversation.id, command.argument, context.now());
        context.changed(Change::Kind::ConversationChanged, conversation.place);
        return {NoticeId::CommandLanguageSet, {{u"language"_s, command.argument}}};
    case Command::Kind::Model:
        return model(transaction, context, command.argument, conversation);
    case Command::Kind::Effort:
        return effort(transaction, context, command.argument, conversation);
    case Command::Kind::Workspace:
        return workspace(transaction, context, command.argument, conversation, source);
    case Command::Kind::Close:
        closeConversation(transaction, context, conversation);
        return {NoticeId::CommandConversationClosed, {}};
    case Command::Kind::NotAvailable:
        return {NoticeId::CommandNotAvailable, {{u"command"_s, command.name}}};
    case Command::Kind::Unknown:
        return {NoticeId::CommandUnknown, {{u"command"_s, command.name}}};
    case Command::Kind::WrongUse:
        return {NoticeId::CommandWrongUse,
                {{u"command"_s, command.name}, {u"usage"_s, usageOf(command.name)}}};
    }
    Q_UNREACHABLE();
}

} // namespace hostline
