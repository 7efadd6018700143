// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/schema.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

QStringList firstTables()
{
    return {
        // What an earlier run claimed is settled by recovery; the data directory's lock makes its claims dead.
        u"create table runs ("
        " id text primary key, machine text not null, boot text not null, pid bigint not null,"
        " started_at bigint not null, ended_at bigint)"_s,

        // Empty channel, account, peer or sender: any.
        u"create table grants ("
        " id text primary key, channel text not null, account text not null, peer text not null, "
        "sender text not null,"
        " workspace text not null, access text not null check (access in ('read','write')),"
        " origin text not null check (origin in ('settings','person')), created_at bigint not null, revoked_at bigint)"_s,
        u"create index grants_live on grants (channel) where revoked_at is null"_s,

        u"create table conversations ("
        " id text primary key, channel text not null, account text not null, peer text not null, "
        "thread text not null,"
        " title text not null, language text not null, workspace text not null, provider text not "
        "null,"
        " next_seq bigint not null, next_ordinal bigint not null, waiting_from bigint,"
        " created_at bigint not null, changed_at bigint not null, closed_at bigint, deleted_at bigint)"_s,
        u"create unique index conversations_open on conversations (channel, account, peer, thread) where closed_at is null"_s,
        u"create index conversations_place on conversations (channel, account, peer, thread, id)"_s,
        u"create index conversations_changed on conversations (channel, changed_at)"_s,
        u"create index conversations_closed on conversations (changed_at) where closed_at is not null"_s,

        // The identities, kept for dedupe longer than what they brought.
        u"create table messages ("
        " channel text not null, account text not null, peer text not null, message_id text not "
        "null,"
        " digest text not null, disposition text not null check (disposition in "
        "('request','command')),"
        " request_id text not null, accepted_at bigint not null,"
        " primary key (channel, account, peer, message_id))"_s,
        u"create index messages_request on messages (request_id)"_s,

        u"create table requests ("
        " id text primary key, conversation_id text not null references conversations (id), seq "
        "bigint not null,"
        " kind text not null check (kind in ('question','command')),"
        " sender text not null, message_id text not null, reply_to text not null, body text not "
        "null,"
        " state text not null check (state in ('queued','running','waiting','settled')),"
        " waits_for text not null, wait_detail text not null, waiting_since bigint, run_id text "
        "not null, stop_asked_at bigint,"
        " sent_at bigint not null, accepted_at bigint not null, boot text not null, boot_ms bigint "
        "not null,"
        " started_at bigint, settled_at bigint, failure text not null, failure_detail text not "
        "null,"
        " stood_ms bigint not null)"_s,
        u"create unique index requests_order on requests (conversation_id, seq)"_s,
        u"create index requests_queue on requests (conversation_id, seq) where state = 'queued'"_s,
        u"create unique index requests_head on requests (conversation_id)"
        " where state = 'running' or state = 'waiting' and waits_for <> 'review'"_s,
        u"create index requests_unsettled on requests (id) where state <> 'settled'"_s,
        u"create index requests_settled on requests (settled_at) where state = 'settled'"_s,

        u"create table transcript ("
        " conversation_id text not null references conversations (id), ordinal bigint not null,"
        " role text not null check (role in ('user','assistant')), body text not null, request_id "
        "text not null,"
        " created_at bigint not null, primary key (conversation_id, ordinal))"_s,
        u"create index transcript_request on transcript (request_id)"_s,

        u"create table bindings ("
        " id text primary key, conversation_id text not null references conversations (id),"
        " provider text not null, model text not null, workspace text not null, access text not "
        "null,"
        " native_thread text not null, tail_turn text not null,"
        " state text not null check (state in ('preparing','published','retired','abandoned')),"
        " run_id text not null, created_at bigint not null)"_s,
        u"create index bindings_conversation on bindings (conversation_id)"_s,
        u"create unique index bindings_published on bindings (conversation_id) where state = 'published'"_s,
        u"create unique index bindings_preparing on bindings (conversation_id) where state = 'preparing'"_s,
        u"create unique index bindings_thread on bindings (provider, native_thread) where native_thread <> ''"_s,

        u"create table turns ("
        " id text primary key, conversation_id text not null references conversations (id),"
        " request_id text not null references requests (id), kind text not null check (kind in "
        "('ask','review')),"
        " ordinal bigint not null, binding_id text not null references bindings (id),"
        " state text not null check (state in ('intended','running','ended')), native_turn text "
        "not null,"
        " reach text not null, status text not null, failure text not null, detail text not null,"
        " run_id text not null, boot text not null, started_at bigint not null, ended_at bigint)"_s,
        u"create unique index turns_order on turns (request_id, kind, ordinal)"_s,
        u"create unique index turns_live on turns (conversation_id) where state <> 'ended' and kind = 'ask'"_s,
        u"create index turns_binding on turns (binding_id)"_s,
        u"create index turns_conversation on turns (conversation_id)"_s,

        // The one reply: its key is the request. Never updated but for its state.
        u"create table replies ("
        " request_id text primary key references requests (id), kind text not null check (kind in "
        "('answer','notice')),"
        " notice_id text not null, arguments text not null, body text not null, marks text not "
        "null, language text not null,"
        " turn_id text not null,"
        " state text not null check (state in "
        "('owed','sent','partly','withheld','gone','unknown')),"
        " created_at bigint not null)"_s,

        u"create index replies_owner on replies (created_at) where state in "
        "('withheld','unknown')"_s,

        u"create table deliveries ("
        " delivery_key text primary key, request_id text not null references requests (id),"
        " purpose text not null check (purpose in ('reply','notice')), subject text not null, "
        "ordinal bigint not null,"
        " parts bigint not null, notice_id text not null, arguments text not null, language text "
        "not null,"
        " format text not null, slice_from bigint not null, slice_to bigint not null,"
        " state text not null check (state in "
        "('intended','unknown','sent','refused','gone','withheld')),"
        " attempts bigint not null, not_before bigint not null, receipt text not null, run_id text "
        "not null,"
        " created_at bigint not null, settled_at bigint)"_s,
        u"create unique index deliveries_order on deliveries (request_id, purpose, subject, ordinal)"_s,
        u"create index deliveries_open on deliveries (delivery_key) where state = 'intended'"_s,

        u"create table spends ("
        " turn_id text primary key references turns (id), model text not null, input_tokens bigint "
        "not null,"
        " output_tokens bigint not null, created_at bigint not null)"_s,
    };
}

QStringList restorations()
{
    return {
        // What the person asked for; empty: as the settings say.
        u"alter table conversations add column wanted_model text not null default ''"_s,
        u"alter table conversations add column wanted_effort text not null default ''"_s,
        // For which request a thread was prepared, and why it came to nothing: the kind of a failure.
        u"alter table bindings add column request_id text not null default ''"_s,
        u"alter table bindings add column failure text not null default ''"_s,
    };
}

QStringList capacities()
{
    return {
        // What is known of a provider's quota, and which request is the attempt at one that was exhausted.
        u"create table capacity ("
        " provider text primary key, origin text not null,"
        " state text not null check (state in ('unknown','available','exhausted','unmetered')),"
        " windows text not null, resets_at bigint, observed_at bigint, attempts bigint not null,"
        " failed_at bigint, retry_at bigint, reset_known bigint not null, attempt text not null)"_s,
        u"create index requests_capacity on requests (id)"
        " where state = 'waiting' and waits_for = 'capacity'"_s,
        // Which provider answers, why, and whether the person was told that it is a substitute.
        u"alter table conversations add column allocated text not null default ''"_s,
        u"alter table conversations add column allocation_reason text not null default ''"_s,
        u"alter table conversations add column allocation_told bigint not null default 1"_s,
    };
}

QStringList reviews()
{
    return {
        // Of an interrupted turn that may be reviewed: what its host had recorded of it then.
        u"alter table turns add column digest text not null default ''"_s,
        u"create unique index turns_review on turns (request_id) where kind = 'review'"_s,
        u"create index requests_review on requests (conversation_id, seq)"
        " where state = 'waiting' and waits_for = 'review'"_s,
        // The thread lacks an answer that the conversation has.
        u"alter table bindings add column behind bigint not null default 0"_s,
    };
}

} // namespace

QList<Migration> ledgerMigrations()
{
    return {{1, firstTables()}, {2, restorations()}, {3, capacities()}, {4, reviews()}};
}

} // namespace hostline
