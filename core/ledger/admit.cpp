// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/admit.h"

#include "ledger/claim.h"
#include "ledger/conversation_orders.h"
#include "ledger/run_command.h"
#include "ledger/settle.h"
#include "notices/failure_policy.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype refusedTextLength = 60;

/// The first code units of a text, never half a code point.
QString beginOf(const QString &text, qsizetype length)
{
    const bool cutsPair = length < text.size() && text.at(length - 1).isHighSurrogate();
    return text.left(cutsPair ? length - 1 : length);
}

ConversationRow ensureConversation(Transaction &transaction,
                                   UnitContext &context,
                                   const Source &source,
                                   const GrantRow &grant,
                                   const QString &title)
{
    const Place place = placeOf(source);
    if (std::optional<ConversationRow> open = conversation_store::openAt(transaction, place)) {
        if (open->title.isEmpty() && !title.isEmpty()) {
            conversation_store::rename(transaction, open->id, title, context.now());
            open->title = title;
        }
        return *open;
    }
    ConversationRow row;
    row.id = ConversationId(context.newId());
    row.place = place;
    row.title = title;
    row.language = context.policy().language;
    row.workspace = grant.workspace;
    row.createdAt = row.changedAt = context.now();
    // Names and language of a place outlive the conversations there.
    const QList<ConversationRow> earlier = conversation_store::at(transaction, place);
    if (!earlier.isEmpty()) {
        row.language = earlier.last().language;
        if (!earlier.last().title.isEmpty())
            row.title = earlier.last().title;
    }
    conversation_store::insert(transaction, row);
    context.changed(Change::Kind::ConversationChanged, place);
    return row;
}

RequestRow insertRequest(Transaction &transaction,
                         UnitContext &context,
                         const InboundMessage &message,
                         const ConversationRow &conversation,
                         RequestView::Kind kind,
                         qint64 sentAt,
                         const QString &digest)
{
    RequestRow request;
    request.id = RequestId(context.newId());
    request.conversation = conversation.id;
    request.seq = conversation_store::takeSeq(transaction, conversation.id, context.now());
    request.kind = kind;
    request.sender = message.source.sender;
    request.messageId = message.messageId;
    request.replyTo = message.replyTo;
    request.body = message.text;
    request.sentAt = sentAt;
    request.acceptedAt = context.now();
    request.boot = context.moment.boot;
    request.bootMs = context.moment.bootMs;
    inbox_store::insertRequest(transaction, request);
    inbox_store::insertMessage(
        transaction, message.source, message.messageId, digest, kind, request.id, context.now());
    return request;
}

Failure refusalOf(FailureKind kind, qsizetype characters)
{
    switch (kind) {
    case FailureKind::NotAllowed:
        return {kind, u"no grant covers the sender"_s, {}, {}};
    case FailureKind::QueueFull:
        return {kind, u"the conversation's queue is full"_s, {}, {}};
    default:
        return {
            kind, characters == 0 ? u"the message is empty"_s : u"the text is too long"_s, {}, {}};
    }
}

} // namespace

Notice
refusalNotice(const Failure &failure, const AdmissionLimits &limits, const InboundMessage &message)
{
    const qint64 length = message.text.size();
    if (failure.kind == FailureKind::InvalidInput) {
        if (length > limits.textCharacters)
            return {NoticeId::RefusedTooLong,
                    {{u"limit"_s, limits.textCharacters}, {u"length"_s, length}}};
        // Its sender sees that it is empty; the detail is English.
        return {NoticeId::FailedInvalidInput, {}};
    }
    return failureReply(failure, {.queueLimit = limits.queued, .textLimit = limits.textCharacters});
}

Language
refusalLanguage(Transaction &transaction, const UnitContext &context, const InboundMessage &message)
{
    const QList<ConversationRow> all = conversation_store::at(transaction, placeOf(message.source));
    const QString wish = all.isEmpty() ? context.policy().language : all.last().language;
    return resolvedLanguage(languageFromString(wish).value_or(Language::Auto), message.text);
}

Admission admit(Transaction &transaction, UnitContext &context, const InboundMessage &message)
{
    const Source &source = message.source;
    const std::optional<GrantRow> grant =
        grantFor(inbox_store::liveGrants(transaction, source.channel), source);
    const std::optional<ConversationRow> open =
        conversation_store::openAt(transaction, placeOf(source));
    AdmissionFacts facts{
        .digest = contentDigest(message.text),
        .known = inbox_store::message(transaction, source, message.messageId),
        .granted = grant.has_value(),
        .queued = open ? inbox_store::queuedCount(transaction, open->id) : 0,
        .characters = message.text.size(),
        .blank = message.text.trimmed().isEmpty(),
        .command = parseCommand(message.text),
        .sentAt = message.sentAt.isValid() ? message.sentAt.toMSecsSinceEpoch() : context.now(),
        .now = context.now(),
    };
    const AdmissionPlan plan = planAdmission(facts, context.policy().limits);

    using Kind = AdmissionPlan::Kind;
    using Result = Admission::Result;
    switch (plan.kind) {
    case Kind::Replay:
    case Kind::Conflict: {
        const std::optional<RequestRow> earlier =
            inbox_store::request(transaction, facts.known->request);
        return {message.tag,
                plan.kind == Kind::Replay ? Result::Replayed : Result::Conflict,
                facts.known->request,
                earlier ? earlier->state : RequestState::Settled,
                {},
                {}};
    }
    case Kind::Refuse: {
        const Failure failure = refusalOf(*plan.refusal, facts.blank ? 0 : facts.characters);
        Admission refused{message.tag, Result::Refused, {}, RequestState::Settled, failure, {}};
        // Strangers leave nothing behind; where people read from the store, the answer to the call tells them.
        if (failure.kind == FailureKind::NotAllowed || context.policy().isStored(source.channel)
            || facts.blank)
            return refused;
        const ConversationRow conversation =
            ensureConversation(transaction, context, source, *grant, {});
        InboundMessage kept = message;
        kept.text = beginOf(kept.text, refusedTextLength);
        const RequestRow request = insertRequest(transaction,
                                                 context,
                                                 kept,
                                                 conversation,
                                                 RequestView::Kind::Question,
                                                 facts.sentAt,
                                                 facts.digest);
        settleRequest(transaction,
                      context,
                      request,
                      conversation,
                      {.failure = failure,
                       .notice = refusalNotice(failure, context.policy().limits, message),
                       .language = refusalLanguage(transaction, context, message)});
        refused.request = request.id;
        return refused;
    }
    case Kind::RunCommand:
    case Kind::ExpireCommand: {
        const ConversationRow conversation =
            ensureConversation(transaction, context, source, *grant, {});
        // Before its own request is there: a command neither counts nor stops itself.
        const Notice answer = plan.kind == Kind::RunCommand
            ? runCommand(transaction, context, *facts.command, conversation, source)
            : Notice{NoticeId::CommandExpired,
                     {{u"command"_s, facts.command->name}, {u"sent_at"_s, facts.sentAt}}};
        const RequestRow request = insertRequest(transaction,
                                                 context,
                                                 message,
                                                 conversation,
                                                 RequestView::Kind::Command,
                                                 facts.sentAt,
                                                 facts.digest);
        // The language may just have changed.
        settleRequest(transaction,
                      context,
                      request,
                      *conversation_store::conversation(transaction, conversation.id),
                      {.notice = answer});
        return {message.tag, Result::Created, request.id, RequestState::Settled, {}, {}};
    }
    case Kind::AcceptQuestion: {
        const ConversationRow conversation =
            ensureConversation(transaction, context, source, *grant, automaticTitle(message.text));
        const RequestRow request = insertRequest(transaction,
                                                 context,
                                                 message,
                                                 conversation,
                                                 RequestView::Kind::Question,
                                                 facts.sentAt,
                                                 facts.digest);
        conversation_store::appendTranscript(transaction,
                                             conversation.id,
                                             TranscriptRole::User,
                                             request.body,
                                             request.id,
                                             context.now());
        context.changed(Change::Kind::RequestQueued, conversation.place, request.id);
        claimNext(transaction, context, conversation.id);
        const RequestRow now = *inbox_store::request(transaction, request.id);
        if (now.state == RequestState::Queued && !context.policy().isStored(source.channel))
            addSideNotice(transaction,
                          context,
                          request,
                          conversation,
                          {NoticeId::RequestQueued, {{u"position"_s, facts.queued + 1}}});
        return {message.tag, Result::Created, request.id, now.state, {}, {}};
    }
    }
    Q_UNREACHABLE();
}

} // namespace hostline
