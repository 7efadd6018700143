// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "conversation/conversation_store.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace conversation_store {

namespace {

const auto conversationColumns =
    u"id, channel, account, peer, thread, title, language, workspace, provider, next_seq,"
    " next_ordinal, waiting_from, created_at, changed_at, closed_at, deleted_at"_s;
const auto bindingColumns =
    u"id, conversation_id, provider, model, workspace, access, native_thread, tail_turn"_s;

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
    transaction.execute(u"insert into conversations ("_s + conversationColumns
                            + u") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, null)"_s,
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
                         conversation.changedAt});
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

std::optional<BindingRow> published(Transaction &transaction, const ConversationId &id)
{
    return firstBinding(
        transaction, u"conversation_id = ? and state = 'published'"_s, {id.toString()});
}

std::optional<BindingRow> binding(Transaction &transaction, const BindingId &id)
{
    return firstBinding(transaction, u"id = ?"_s, {id.toString()});
}

void insertPublished(Transaction &transaction,
                     const BindingRow &binding,
                     const QString &run,
                     qint64 now)
{
    transaction.execute(
        u"insert into bindings ("_s + bindingColumns
            + u", state, run_id, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, 'published', ?, ?)"_s,
        {binding.id.toString(),
         binding.conversation.toString(),
         binding.provider,
         binding.model,
         binding.workspace,
         binding.access == Access::Write ? u"write"_s : u"read"_s,
         binding.nativeThread,
         binding.tailTurn,
         run,
         now});
}

void retire(Transaction &transaction, const BindingId &id)
{
    transaction.execute(u"update bindings set state = 'retired' where id = ?"_s, {id.toString()});
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
