// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "conversation/conversation_store.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace conversation_store {

namespace {

const auto conversationColumns =
    u"id, channel, account, peer, thread, title, language, workspace, provider, next_seq,"
    " next_ordinal, waiting_from, created_at, changed_at, closed_at, deleted_at, wanted_model,"
    " wanted_effort, allocated, allocation_reason, allocation_told"_s;
const auto bindingColumns =
    u"id, conversation_id, provider, model, workspace, access, native_thread, tail_turn,"
    " behind"_s;

/// What passes by itself: no failure of the thread.
QString quotaExhausted()
{
    return toString(FailureKind::QuotaExhausted);
}

ConversationRow conversationOf(const Row &row)
{
    return {
        .id = ConversationId(row.text(0)),
        .place = {row.text(1), row.text(2), row.text(3), row.text(4)},
        .title = row.text(5),
        .language = row.text(6),
        .workspace = row.text(7),
        .provider = row.text(8),
        .nextSeq = row.integer(9),
        .nextOrdinal = row.integer(10),
        .waitingFrom = row.integerOrNull(11),
        .createdAt = row.integer(12),
        .changedAt = row.integer(13),
        .closedAt = row.integerOrNull(14),
        .deleted = !row.isNull(15),
        .wantedModel = row.text(16),
        .wantedEffort = row.text(17),
        .allocated = row.text(18),
        .allocationReason = row.text(19),
        .allocationTold = row.flag(20),
    };
}

BindingRow bindingOf(const Row &row)
{
    return {
        .id = BindingId(row.text(0)),
        .conversation = ConversationId(row.text(1)),
        .provider = row.text(2),
        .model = row.text(3),
        .workspace = row.text(4),
        .access = row.text(5) == "write"_L1 ? Access::Write : Access::Read,
        .nativeThread = row.text(6),
        .tailTurn = row.text(7),
        .behind = row.integer(8) != 0,
    };
}

std::optional<ConversationRow>
firstConversation(Transaction &transaction, const QString &where, const QVariantList &binds)
{
    const auto row = transaction.first(
        u"select "_s + conversationColumns + u" from conversations where "_s + where, binds);
    return row ? std::optional(conversationOf(*row)) : std::nullopt;
}

std::optional<BindingRow>
firstBinding(Transaction &transaction, const QString &where, const QVariantList &binds)
{
    const auto row = transaction.first(
        u"select "_s + bindingColumns + u" from bindings where "_s + where, binds);
    return row ? std::optional(bindingOf(*row)) : std::nullopt;
}

} // namespace

std::optional<ConversationRow> openAt(Transaction &transaction, const Place &place)
{
    return firstConversation(
        transaction,
        u"channel = ? and account = ? and peer = ? and thread = ? and closed_at is null"_s,
        {place.channel, place.account, place.peer, place.thread});
}

std::optional<ConversationRow> conversation(Transaction &transaction, const ConversationId &id)
{
    return firstConversation(transaction, u"id = ?"_s, {id.toString()});
}

QList<ConversationRow> at(Transaction &transaction, const Place &place)
{
    QList<ConversationRow> rows;
    transaction.each(
        u"select "_s + conversationColumns
            + u" from conversations where channel = ? and account = ? and peer = ? and thread = ?"
              " and deleted_at is null order by id"_s,
        {place.channel, place.account, place.peer, place.thread},
        [&rows](const Row &row) { rows.append(conversationOf(row)); });
    return rows;
}

void insert(Transaction &transaction, const ConversationRow &conversation)
{
    transaction.execute(
        u"insert into conversations ("_s + conversationColumns
            + u") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, null, ?, ?, ?, ?, ?)"_s,
        {conversation.id.toString(),
         conversation.place.channel,
         conversation.place.account,
         conversation.place.peer,
         conversation.place.thread,
         conversation.title,
         conversation.language,
         conversation.workspace,
         conversation.provider,
         conversation.nextSeq,
         conversation.nextOrdinal,
         nullable(conversation.waitingFrom),
         conversation.createdAt,
         conversation.changedAt,
         conversation.wantedModel,
         conversation.wantedEffort,
         conversation.allocated,
         conversation.allocationReason,
         conversation.allocationTold ? 1 : 0});
}

qint64 takeSeq(Transaction &transaction, const ConversationId &id, qint64 now)
{
    const auto row =
        transaction.first(u"select next_seq from conversations where id = ?"_s, {id.toString()});
    transaction.execute(
        u"update conversations set next_seq = next_seq + 1, changed_at = ? where id = ?"_s,
        {now, id.toString()});
    return row->integer(0);
}

void setWaitingFrom(Transaction &transaction,
                    const ConversationId &id,
                    std::optional<qint64> waitingFrom)
{
    transaction.execute(u"update conversations set waiting_from = ? where id = ?"_s,
                        {nullable(waitingFrom), id.toString()});
}

void setWorkspace(Transaction &transaction,
                  const ConversationId &id,
                  const QString &workspace,
                  qint64 now)
{
    transaction.execute(u"update conversations set workspace = ?, changed_at = ? where id = ?"_s,
                        {workspace, now, id.toString()});
}

void setProvider(Transaction &transaction,
                 const ConversationId &id,
                 const QString &provider,
                 qint64 now)
{
    transaction.execute(
        u"update conversations set provider = ?, allocated = '', changed_at = ? where id = ?"_s,
        {provider, now, id.toString()});
}

void allocate(Transaction &transaction,
              const ConversationId &id,
              const QString &provider,
              const QString &reason,
              bool told)
{
    transaction.execute(u"update conversations set allocated = ?, allocation_reason = ?,"
                        " allocation_told = ? where id = ?"_s,
                        {provider, reason, told ? 1 : 0, id.toString()});
}

void setAllocationTold(Transaction &transaction, const ConversationId &id)
{
    transaction.execute(u"update conversations set allocation_told = 1 where id = ?"_s,
                        {id.toString()});
}

void setWanted(Transaction &transaction,
               const ConversationId &id,
               const QString &model,
               const QString &effort,
               qint64 now)
{
    transaction.execute(u"update conversations set wanted_model = ?, wanted_effort = ?, changed_at "
                        u"= ? where id = ?"_s,
                        {model, effort, now, id.toString()});
}

void rename(Transaction &transaction, const ConversationId &id, const QString &title, qint64 now)
{
    transaction.execute(u"update conversations set title = ?, changed_at = ? where id = ?"_s,
                        {title, now, id.toString()});
}

void setLanguage(Transaction &transaction,
                 const ConversationId &id,
                 const QString &language,
                 qint64 now)
{
    transaction.execute(u"update conversations set language = ?, changed_at = ? where id = ?"_s,
                        {language, now, id.toString()});
}

void close(Transaction &transaction, const ConversationId &id, qint64 now)
{
    transaction.execute(
        u"update conversations set closed_at = ?, changed_at = ? where id = ? and closed_at is null"_s,
        {now, now, id.toString()});
}

void erase(Transaction &transaction, const ConversationId &id, qint64 now)
{
    transaction.execute(
        u"update conversations set deleted_at = ?, closed_at = coalesce(closed_at, ?), title = '' where id = ?"_s,
        {now, now, id.toString()});
    transaction.execute(u"delete from transcript where conversation_id = ?"_s, {id.toString()});
}

void appendTranscript(Transaction &transaction,
                      const ConversationId &id,
                      TranscriptRole role,
                      const QString &body,
                      const RequestId &request,
                      qint64 now)
{
    // Only empty messages are dropped; everything else is kept byte for byte.
    if (body.isEmpty())
        return;
    const auto row = transaction.first(u"select next_ordinal from conversations where id = ?"_s,
                                       {id.toString()});
    transaction.execute(
        u"update conversations set next_ordinal = next_ordinal + 1, changed_at = ? where id = ?"_s,
        {now, id.toString()});
    transaction.execute(
        u"insert into transcript (conversation_id, ordinal, role, body, request_id, created_at) values (?, ?, ?, ?, ?, ?)"_s,
        {id.toString(),
         row->integer(0),
         role == TranscriptRole::User ? u"user"_s : u"assistant"_s,
         body,
         request.toString(),
         now});
}

qint64 ordinalOf(Transaction &transaction, const RequestId &request)
{
    const auto row = transaction.first(
        u"select ordinal from transcript where request_id = ? and role = 'user'"_s,
        {request.toString()});
    return row ? row->integer(0) : 0;
}

HistoryRows history(Transaction &transaction,
                    const ConversationId &id,
                    qint64 from,
                    qint64 before,
                    qsizetype characters)
{
    HistoryRows rows{.messages = {}, .next = from};
    qsizetype read = 0;
    const auto take = [&rows, &read](HistoryMessage::Role role, const QString &text) {
        if (text.isEmpty())
            return;
        rows.messages.append({role, text});
        read += text.size();
    };
    while (read < characters) {
        // By the request, not by the order of the rows; the request itself may have been pruned.
        const auto row = transaction.first(
            u"select question.ordinal, question.body, answer.body from transcript question"
            " left join transcript answer on answer.request_id = question.request_id"
            " and answer.role = 'assistant'"
            " where question.conversation_id = ? and question.role = 'user'"
            " and question.ordinal >= ? and question.ordinal < ?"
            " order by question.ordinal limit 1"_s,
            {id.toString(), rows.next, before});
        if (!row) {
            rows.isEnd = true;
            return rows;
        }
        take(HistoryMessage::Role::User, row->text(1));
        if (!row->isNull(2))
            take(HistoryMessage::Role::Assistant, row->text(2));
        rows.next = row->integer(0) + 1;
    }
    return rows;
}

bool hasHistory(Transaction &transaction, const ConversationId &id, qint64 before)
{
    return transaction
        .first(u"select 1 from transcript where conversation_id = ? and ordinal < ?"
               " and role = 'user' limit 1"_s,
               {id.toString(), before})
        .has_value();
}

qint64 historyCharacters(Transaction &transaction, const ConversationId &id, qint64 before)
{
    const auto row = transaction.first(
        u"select coalesce(sum(length(question.body) + coalesce(length(answer.body), 0)), 0)"
        " from transcript question left join transcript answer"
        " on answer.request_id = question.request_id and answer.role = 'assistant'"
        " where question.conversation_id = ? and question.role = 'user' and question.ordinal < ?"_s,
        {id.toString(), before});
    return row->integer(0);
}

std::optional<BindingRow> published(Transaction &transaction, const ConversationId &id)
{
    return firstBinding(
        transaction, u"conversation_id = ? and state = 'published'"_s, {id.toString()});
}

std::optional<BindingRow> binding(Transaction &transaction, const BindingId &id)
{
    return firstBinding(transaction, u"id = ?"_s, {id.toString()});
}

namespace {

void insertBinding(Transaction &transaction,
                   const BindingRow &binding,
                   const QString &state,
                   const RequestId &request,
                   const QString &run,
                   qint64 now)
{
    transaction.execute(u"insert into bindings ("_s + bindingColumns
                            + u", state, request_id, run_id, created_at)"
                              " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"_s,
                        {binding.id.toString(),
                         binding.conversation.toString(),
                         binding.provider,
                         binding.model,
                         binding.workspace,
                         binding.access == Access::Write ? u"write"_s : u"read"_s,
                         binding.nativeThread,
                         binding.tailTurn,
                         binding.behind ? 1 : 0,
                         state,
                         request.toString(),
                         run,
                         now});
}

CandidateRow candidateOf(const Row &row)
{
    return {bindingOf(row), RequestId(row.text(9)), row.text(10)};
}

} // namespace

void insertPublished(Transaction &transaction,
                     const BindingRow &binding,
                     const QString &run,
                     qint64 now)
{
    insertBinding(transaction, binding, u"published"_s, {}, run, now);
}

void insertPreparing(Transaction &transaction,
                     const BindingRow &binding,
                     const RequestId &request,
                     const QString &run,
                     qint64 now)
{
    insertBinding(transaction, binding, u"preparing"_s, request, run, now);
}

std::optional<CandidateRow> preparing(Transaction &transaction, const ConversationId &id)
{
    const auto row = transaction.first(
        u"select "_s + bindingColumns
            + u", request_id, run_id from bindings where conversation_id = ? and state = 'preparing'"_s,
        {id.toString()});
    return row ? std::optional(candidateOf(*row)) : std::nullopt;
}

QList<CandidateRow> preparingOfOthers(Transaction &transaction, const QString &run)
{
    QList<CandidateRow> rows;
    transaction.each(
        u"select "_s + bindingColumns
            + u", request_id, run_id from bindings where state = 'preparing' and run_id <> ?"_s,
        {run},
        [&rows](const Row &row) { rows.append(candidateOf(row)); });
    return rows;
}

void publish(Transaction &transaction, const BindingId &id)
{
    transaction.execute(
        u"update bindings set state = 'published' where id = ? and state = 'preparing'"_s,
        {id.toString()});
}

void abandon(Transaction &transaction, const BindingId &id, const QString &failure)
{
    transaction.execute(u"update bindings set state = 'abandoned', failure = ? where id = ?"
                        " and state = 'preparing'"_s,
                        {failure, id.toString()});
}

void abandonFor(Transaction &transaction, const ConversationId &id, const RequestId &request)
{
    transaction.execute(u"update bindings set state = 'abandoned' where conversation_id = ?"
                        " and state = 'preparing' and request_id = ?"_s,
                        {id.toString(), request.toString()});
}

bool hadThread(Transaction &transaction, const ConversationId &id)
{
    return transaction
        .first(u"select 1 from bindings where conversation_id = ?"
               " and state in ('published','retired') limit 1"_s,
               {id.toString()})
        .has_value();
}

int preparedCount(Transaction &transaction, const ConversationId &id, const RequestId &request)
{
    const auto row = transaction.first(
        u"select count(*) from bindings where conversation_id = ? and request_id = ?"
        " and state in ('preparing','abandoned') and failure <> ?"_s,
        {id.toString(), request.toString(), quotaExhausted()});
    return static_cast<int>(row->integer(0));
}

std::optional<FailedRow> failedSince(Transaction &transaction, const BindingRow &like, qint64 since)
{
    const auto row = transaction.first(
        u"select failure, created_at from bindings where conversation_id = ? and state = "
        u"'abandoned'"
        " and failure <> '' and failure <> ? and provider = ? and model = ? and workspace = ?"
        " and created_at > ? limit 1"_s,
        {like.conversation.toString(),
         quotaExhausted(),
         like.provider,
         like.model,
         like.workspace,
         since});
    return row ? std::optional(FailedRow{row->text(0), row->integer(1)}) : std::nullopt;
}

void forgetFailures(Transaction &transaction, const ConversationId &id)
{
    transaction.execute(
        u"update bindings set failure = '' where conversation_id = ? and failure <> ''"
        " and failure <> ?"_s,
        {id.toString(), quotaExhausted()});
}

void retire(Transaction &transaction, const BindingId &id, const QString &failure)
{
    transaction.execute(u"update bindings set state = 'retired', failure = ? where id = ?"_s,
                        {failure, id.toString()});
}

bool leftForQuota(Transaction &transaction, const ConversationId &id)
{
    const auto row = transaction.first(
        u"select failure from bindings where conversation_id = ? and state = 'retired'"
        " and not exists (select 1 from turns where turns.binding_id = bindings.id"
        " and turns.kind = 'review') order by created_at desc, id desc limit 1"_s,
        {id.toString()});
    return row && row->text(0) == quotaExhausted();
}

void insertReviewing(Transaction &transaction,
                     const BindingRow &binding,
                     const QString &run,
                     qint64 now)
{
    insertBinding(transaction, binding, u"retired"_s, {}, run, now);
}

void setNativeThread(Transaction &transaction, const BindingId &id, const QString &nativeThread)
{
    transaction.execute(u"update bindings set native_thread = ? where id = ?"_s,
                        {nativeThread, id.toString()});
}

void setBehind(Transaction &transaction, const ConversationId &id)
{
    transaction.execute(
        u"update bindings set behind = 1 where conversation_id = ? and state = 'published'"_s,
        {id.toString()});
}

void setTail(Transaction &transaction, const BindingId &id, const QString &nativeTurn)
{
    transaction.execute(u"update bindings set tail_turn = ? where id = ?"_s,
                        {nativeTurn, id.toString()});
}

void removeTranscript(Transaction &transaction, const RequestId &request)
{
    transaction.execute(u"delete from transcript where request_id = ?"_s, {request.toString()});
}

QList<ConversationId> emptyClosedBefore(Transaction &transaction, qint64 bound, int limit)
{
    QList<ConversationId> ids;
    transaction.each(
        u"select id from conversations where closed_at is not null and changed_at < ?"
        " and not exists (select 1 from requests where requests.conversation_id = conversations.id)"
        " limit ?"_s,
        {bound, limit},
        [&ids](const Row &row) { ids.append(ConversationId(row.text(0))); });
    return ids;
}

void remove(Transaction &transaction, const ConversationId &id)
{
    for (const QString &table : {u"transcript"_s, u"bindings"_s})
        transaction.execute(u"delete from "_s + table + u" where conversation_id = ?"_s,
                            {id.toString()});
    transaction.execute(u"delete from conversations where id = ?"_s, {id.toString()});
}

} // namespace conversation_store

} // namespace hostline
