// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "inbox/inbox_store.h"

namespace hostline {

using namespace Qt::StringLiterals;

QString toString(RequestView::WaitsFor what)
{
    switch (what) {
    case RequestView::WaitsFor::Nothing:
        return {};
    case RequestView::WaitsFor::Provider:
        return u"provider"_s;
    case RequestView::WaitsFor::Thread:
        return u"thread"_s;
    case RequestView::WaitsFor::Readable:
        return u"readable"_s;
    case RequestView::WaitsFor::Capacity:
        return u"capacity"_s;
    case RequestView::WaitsFor::Review:
        return u"review"_s;
    }
    Q_UNREACHABLE();
}

RequestView::WaitsFor waitsForFromString(const QString &text)
{
    using enum RequestView::WaitsFor;
    for (const RequestView::WaitsFor what : {Provider, Thread, Readable, Capacity, Review}) {
        if (toString(what) == text)
            return what;
    }
    return Nothing;
}

QString toString(RequestView::Kind kind)
{
    return kind == RequestView::Kind::Command ? u"command"_s : u"question"_s;
}

QString toString(Access access)
{
    return access == Access::Write ? u"write"_s : u"read"_s;
}

Access accessFromString(const QString &text)
{
    return text == "write"_L1 ? Access::Write : Access::Read;
}

RequestState requestStateFromString(const QString &text)
{
    using enum RequestState;
    for (const RequestState state : {Queued, Running, Waiting}) {
        if (toString(state) == text)
            return state;
    }
    return Settled;
}

namespace inbox_store {

namespace {

const auto grantColumns = u"id, channel, account, peer, sender, workspace, access"_s;
const auto requestColumns =
    u"id, conversation_id, seq, kind, sender, message_id, reply_to, body, state, waits_for, "
    u"wait_detail,"
    " waiting_since, run_id, stop_asked_at, sent_at, accepted_at, boot, boot_ms, started_at,"
    " settled_at, failure, failure_detail, stood_ms"_s;

GrantRow grantOf(const Row &row)
{
    return {row.text(0),
            row.text(1),
            row.text(2),
            row.text(3),
            row.text(4),
            row.text(5),
            accessFromString(row.text(6))};
}

RequestRow requestOf(const Row &row)
{
    return {
        .id = RequestId(row.text(0)),
        .conversation = ConversationId(row.text(1)),
        .seq = row.integer(2),
        .kind =
            row.text(3) == "command"_L1 ? RequestView::Kind::Command : RequestView::Kind::Question,
        .sender = row.text(4),
        .messageId = row.text(5),
        .replyTo = row.text(6),
        .body = row.text(7),
        .state = requestStateFromString(row.text(8)),
        .waitsFor = waitsForFromString(row.text(9)),
        .waitDetail = row.text(10),
        .waitingSince = row.integerOrNull(11),
        .run = row.text(12),
        .stopAskedAt = row.integerOrNull(13),
        .sentAt = row.integer(14),
        .acceptedAt = row.integer(15),
        .boot = row.text(16),
        .bootMs = row.integer(17),
        .startedAt = row.integerOrNull(18),
        .settledAt = row.integerOrNull(19),
        .failure = row.text(20),
        .failureDetail = row.text(21),
        .stoodMs = row.integer(22),
    };
}

std::optional<RequestRow>
firstRequest(Transaction &transaction, const QString &where, const QVariantList &binds)
{
    const auto row = transaction.first(
        u"select "_s + requestColumns + u" from requests where "_s + where, binds);
    return row ? std::optional(requestOf(*row)) : std::nullopt;
}

QList<RequestRow>
allRequests(Transaction &transaction, const QString &where, const QVariantList &binds = {})
{
    QList<RequestRow> rows;
    transaction.each(u"select "_s + requestColumns + u" from requests where "_s + where,
                     binds,
                     [&rows](const Row &row) { rows.append(requestOf(row)); });
    return rows;
}

} // namespace

QList<GrantRow> liveGrants(Transaction &transaction, const QString &channel)
{
    QList<GrantRow> rows;
    transaction.each(
        u"select "_s + grantColumns
            + u" from grants where revoked_at is null and (channel = ? or channel = '') order by id"_s,
        {channel},
        [&rows](const Row &row) { rows.append(grantOf(row)); });
    return rows;
}

QList<GrantRow> settingsGrants(Transaction &transaction)
{
    QList<GrantRow> rows;
    transaction.each(u"select "_s + grantColumns
                         + u" from grants where revoked_at is null and origin = 'settings'"_s,
                     {},
                     [&rows](const Row &row) { rows.append(grantOf(row)); });
    return rows;
}

void insertGrant(Transaction &transaction, const GrantRow &grant, qint64 now)
{
    transaction.execute(u"insert into grants (id, channel, account, peer, sender, workspace, "
                        u"access, origin, created_at)"
                        " values (?, ?, ?, ?, ?, ?, ?, 'settings', ?)"_s,
                        {grant.id,
                         grant.channel,
                         grant.account,
                         grant.peer,
                         grant.sender,
                         grant.workspace,
                         toString(grant.access),
                         now});
}

void revokeGrant(Transaction &transaction, const QString &id, qint64 now)
{
    transaction.execute(u"update grants set revoked_at = ? where id = ? and revoked_at is null"_s,
                        {now, id});
}

std::optional<MessageRow>
message(Transaction &transaction, const Source &source, const QString &messageId)
{
    const auto row =
        transaction.first(u"select digest, request_id from messages"
                          " where channel = ? and account = ? and peer = ? and message_id = ?"_s,
                          {source.channel, source.account, source.peer, messageId});
    return row ? std::optional(MessageRow{row->text(0), RequestId(row->text(1))}) : std::nullopt;
}

void insertMessage(Transaction &transaction,
                   const Source &source,
                   const QString &messageId,
                   const QString &digest,
                   RequestView::Kind kind,
                   const RequestId &request,
                   qint64 now)
{
    transaction.execute(u"insert into messages (channel, account, peer, message_id, digest, "
                        u"disposition, request_id, accepted_at)"
                        " values (?, ?, ?, ?, ?, ?, ?, ?)"_s,
                        {source.channel,
                         source.account,
                         source.peer,
                         messageId,
                         digest,
                         kind == RequestView::Kind::Command ? u"command"_s : u"request"_s,
                         request.toString(),
                         now});
}

void insertRequest(Transaction &transaction, const RequestRow &request)
{
    transaction.execute(
        u"insert into requests ("_s + requestColumns
            + u") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"_s,
        {request.id.toString(),
         request.conversation.toString(),
         request.seq,
         toString(request.kind),
         request.sender,
         request.messageId,
         request.replyTo,
         request.body,
         toString(request.state),
         toString(request.waitsFor),
         request.waitDetail,
         nullable(request.waitingSince),
         request.run,
         nullable(request.stopAskedAt),
         request.sentAt,
         request.acceptedAt,
         request.boot,
         request.bootMs,
         nullable(request.startedAt),
         nullable(request.settledAt),
         request.failure,
         request.failureDetail,
         request.stoodMs});
}

std::optional<RequestRow> request(Transaction &transaction, const RequestId &id)
{
    return firstRequest(transaction, u"id = ?"_s, {id.toString()});
}

std::optional<RequestRow> head(Transaction &transaction, const ConversationId &conversation)
{
    return firstRequest(
        transaction,
        u"conversation_id = ? and (state = 'running' or state = 'waiting' and waits_for <> 'review')"_s,
        {conversation.toString()});
}

std::optional<RequestRow> nextQueued(Transaction &transaction, const ConversationId &conversation)
{
    return firstRequest(transaction,
                        u"conversation_id = ? and state = 'queued' order by seq limit 1"_s,
                        {conversation.toString()});
}

std::optional<RequestRow> nextReview(Transaction &transaction, const ConversationId &conversation)
{
    return firstRequest(transaction,
                        u"conversation_id = ? and state = 'waiting' and waits_for = 'review'"
                        " and exists (select 1 from turns where turns.request_id = requests.id"
                        " and turns.kind = 'review' and turns.state = 'intended'"
                        " and turns.status = '') order by seq limit 1"_s,
                        {conversation.toString()});
}

QList<RequestRow> waitingForReview(Transaction &transaction, const ConversationId &conversation)
{
    return allRequests(
        transaction,
        u"conversation_id = ? and state = 'waiting' and waits_for = 'review' order by seq"_s,
        {conversation.toString()});
}

QList<RequestRow> queued(Transaction &transaction, const ConversationId &conversation)
{
    return allRequests(transaction,
                       u"conversation_id = ? and state = 'queued' order by seq"_s,
                       {conversation.toString()});
}

int queuedCount(Transaction &transaction, const ConversationId &conversation)
{
    const auto row = transaction.first(
        u"select count(*) from requests where conversation_id = ? and state = 'queued'"_s,
        {conversation.toString()});
    return static_cast<int>(row->integer(0));
}

QList<RequestRow> unsettled(Transaction &transaction)
{
    return allRequests(transaction, u"state <> 'settled' order by id"_s);
}

QList<RequestId> waitingForCapacity(Transaction &transaction)
{
    QList<RequestId> ids;
    transaction.each(
        u"select id from requests where state = 'waiting' and waits_for = 'capacity' order by id"_s,
        {},
        [&ids](const Row &row) { ids.append(RequestId(row.text(0))); });
    return ids;
}

QList<RequestRow>
overdue(Transaction &transaction, qint64 acceptedBefore, const QString &boot, qint64 bootBefore)
{
    return allRequests(transaction,
                       u"state <> 'settled' and state <> 'running'"
                       " and (accepted_at < ? or boot = ? and boot_ms < ?) order by id"_s,
                       {acceptedBefore, boot, bootBefore});
}

void claim(Transaction &transaction, const RequestId &id, const QString &run, qint64 now)
{
    transaction.execute(
        u"update requests set state = 'running', waits_for = '', wait_detail = '', run_id = ?, started_at = coalesce(started_at, ?) where id = ?"_s,
        {run, now, id.toString()});
}

void adopt(Transaction &transaction, const QString &run)
{
    transaction.execute(
        u"update requests set run_id = ? where state <> 'settled' and state <> 'queued' and run_id <> ?"_s,
        {run, run});
}

void wait(Transaction &transaction,
          const RequestId &id,
          RequestView::WaitsFor what,
          const QString &detail,
          qint64 now)
{
    transaction.execute(u"update requests set state = 'waiting', waits_for = ?, wait_detail = ?,"
                        " waiting_since = coalesce(waiting_since, ?) where id = ?"_s,
                        {toString(what), detail, now, id.toString()});
}

void resume(Transaction &transaction, const RequestId &id)
{
    transaction.execute(
        u"update requests set state = 'running', waits_for = '', wait_detail = '' where id = ?"_s,
        {id.toString()});
}

void standStill(Transaction &transaction, const RequestId &id, qint64 ms)
{
    transaction.execute(u"update requests set stood_ms = stood_ms + ? where id = ?"_s,
                        {ms, id.toString()});
}

void askStop(Transaction &transaction, const RequestId &id, qint64 now)
{
    transaction.execute(
        u"update requests set stop_asked_at = coalesce(stop_asked_at, ?) where id = ?"_s,
        {now, id.toString()});
}

void settle(Transaction &transaction,
            const RequestId &id,
            const QString &failure,
            const QString &detail,
            qint64 now)
{
    transaction.execute(
        u"update requests set state = 'settled', waits_for = '', wait_detail = '', waiting_since = "
        u"null,"
        " settled_at = ?, failure = ?, failure_detail = ? where id = ? and state <> 'settled'"_s,
        {now, failure, detail, id.toString()});
}

QList<RequestRow> of(Transaction &transaction, const ConversationId &conversation)
{
    return allRequests(
        transaction, u"conversation_id = ? order by seq"_s, {conversation.toString()});
}

QList<RequestRow> settledBefore(Transaction &transaction, qint64 bound, int limit)
{
    return allRequests(
        transaction,
        u"state = 'settled' and settled_at < ?"
        " and not exists (select 1 from replies where replies.request_id = requests.id"
        " and replies.state in ('owed','unknown'))"
        " and not exists (select 1 from deliveries where deliveries.request_id = requests.id"
        " and deliveries.state = 'intended')"
        // While the dialogue is open, that its thread was used is known by this turn alone.
        " and not exists (select 1 from turns join bindings on bindings.id = turns.binding_id"
        " join conversations on conversations.id = turns.conversation_id"
        " where turns.request_id = requests.id and turns.status <> 'voided'"
        " and conversations.closed_at is null"
        " and bindings.state = 'published' and bindings.tail_turn = '') limit ?"_s,
        {bound, limit});
}

void eraseText(Transaction &transaction, const RequestId &id)
{
    transaction.execute(u"update requests set body = '' where id = ?"_s, {id.toString()});
}

void remove(Transaction &transaction, const RequestId &id)
{
    transaction.execute(u"delete from messages where request_id = ?"_s, {id.toString()});
    transaction.execute(u"delete from requests where id = ?"_s, {id.toString()});
}

} // namespace inbox_store

} // namespace hostline
