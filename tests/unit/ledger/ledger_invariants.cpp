// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger_invariants.h"

#include "inbox/inbox_store.h"
#include "outbox/outbox_store.h"

#include <QtCore/QSet>

namespace hostline::test {

using namespace Qt::StringLiterals;

namespace {

struct Rule
{
    const char *name;
    const char *counterexamples; ///< a query whose every row breaks the rule
};

// clang-format off
constexpr Rule rules[] = {
    {"B1: a settled request has its one reply",
     "select id from requests where state = 'settled'"
     " and not exists (select 1 from replies where request_id = requests.id)"},
    {"B1: an open request has no reply",
     "select id from requests where state <> 'settled'"
     " and exists (select 1 from replies where request_id = requests.id)"},
    {"A5: a conversation has one head at most",
     "select conversation_id from requests where state = 'running' or state = 'waiting' and waits_for <> 'review'"
     " group by conversation_id having count(*) > 1"},
    {"A5: nobody is begun before somebody who waits in front",
     "select later.id from requests queued join requests later on later.conversation_id = queued.conversation_id"
     " and later.seq > queued.seq where queued.state = 'queued' and later.started_at is not null"},
    {"A5: a command is never begun",
     "select id from requests where kind = 'command' and started_at is not null"},
    {"A12: a command is answered in its own commit",
     "select id from requests where kind = 'command' and state <> 'settled'"},
    {"a live turn belongs to the head",
     "select turns.id from turns join requests on requests.id = turns.request_id"
     " where turns.state <> 'ended' and requests.state not in ('running', 'waiting')"},
    {"a request has one live turn at most",
     "select request_id from turns where state <> 'ended' group by request_id having count(*) > 1"},
    {"a live turn is in the published thread",
     "select turns.id from turns join bindings on bindings.id = turns.binding_id"
     " where turns.state <> 'ended' and turns.kind = 'ask' and bindings.state <> 'published'"},
    {"D6: a review is in a thread that is nobody's",
     "select turns.id from turns join bindings on bindings.id = turns.binding_id"
     " where turns.kind = 'review' and bindings.state <> 'retired'"},
    {"D4: a request has one review at most",
     "select request_id from turns where kind = 'review' group by request_id having count(*) > 1"},
    {"D3: what waits for its review has an interrupted turn with a digest",
     "select id from requests where state = 'waiting' and waits_for = 'review' and not exists"
     " (select 1 from turns where request_id = requests.id and kind = 'ask' and state = 'ended' and digest <> '')"},
    {"D4: a review that was asked has the head of its conversation",
     "select turns.id from turns join requests on requests.id = turns.request_id"
     " where turns.kind = 'review' and turns.state = 'running' and requests.state <> 'running'"},
    {"an ended turn says when and how",
     "select id from turns where state = 'ended' and (ended_at is null or status = '')"},
    {"a running request with a thread has a turn",
     "select requests.id from requests join bindings on bindings.conversation_id = requests.conversation_id"
     " and bindings.state = 'published' join conversations on conversations.id = requests.conversation_id"
     " where requests.state = 'running' and conversations.wanted_model in ('', bindings.model) and bindings.behind = 0"
     " and conversations.allocated in ('', bindings.provider)"
     " and not exists (select 1 from turns where request_id = requests.id and state <> 'ended')"},
    {"a delivered part belongs to a reply",
     "select delivery_key from deliveries where purpose = 'reply'"
     " and not exists (select 1 from replies where request_id = deliveries.request_id)"},
    {"a side message has its notice",
     "select delivery_key from deliveries where purpose = 'notice' and (notice_id = '' or subject = '')"},
    {"B5: the parts of a reply are numbered from 0 and all there",
     "select request_id from deliveries where purpose = 'reply' group by request_id"
     " having count(*) <> max(parts) or min(ordinal) <> 0 or max(ordinal) <> count(*) - 1"},
    {"a withheld reply is not delivered",
     "select deliveries.delivery_key from deliveries join replies on replies.request_id = deliveries.request_id"
     " where deliveries.purpose = 'reply' and deliveries.state = 'intended' and replies.state = 'withheld'"},
    {"an owed reply has a part that is open",
     "select request_id from replies where state = 'owed' and not exists (select 1 from deliveries"
     " where deliveries.request_id = replies.request_id and purpose = 'reply' and state = 'intended')"},
    {"a waiting request says for what and since when",
     "select id from requests where state = 'waiting' and (waits_for = '' or waiting_since is null)"},
    {"only a waiting request waits",
     "select id from requests where state <> 'waiting' and waits_for <> ''"},
    {"a settled request says when",
     "select id from requests where (state = 'settled') <> (settled_at is not null)"},
    {"a conversation has one published thread at most",
     "select conversation_id from bindings where state = 'published' group by conversation_id having count(*) > 1"},
    {"C5: user and assistant are in the order of the questions",
     "select transcript.request_id from transcript where role = 'assistant' and not exists"
     " (select 1 from transcript question where question.request_id = transcript.request_id"
     " and question.role = 'user' and question.ordinal < transcript.ordinal)"},
};
// clang-format on

QStringList actionFaults(Transaction &transaction, const UnitContext &context)
{
    QStringList faults;
    QSet<QString> settled;
    for (const Action &action : context.actions) {
        if (const auto *one = std::get_if<RequestSettled>(&action)) {
            if (settled.contains(one->request.toString()))
                faults << u"settled twice: "_s + one->request.toString();
            settled.insert(one->request.toString());
            const auto reply = outbox_store::reply(transaction, one->request);
            if (reply && reply->notice)
                faults << argumentProblems(*reply->notice);
            if (reply && reply->language == Language::Auto)
                faults << u"H1: a reply without a language"_s;
        } else if (const auto *delivery = std::get_if<DeliveryIntended>(&action)) {
            if (delivery->notice)
                faults << argumentProblems(*delivery->notice);
        } else if (const auto *claim = std::get_if<ClaimedRequest>(&action)) {
            const auto row = inbox_store::request(transaction, claim->request);
            if (!row)
                faults << u"claimed, but not there: "_s + claim->request.toString();
            else if (row->state == RequestState::Running && row->run != context.moment.run)
                faults << u"claimed for another run: "_s + claim->request.toString();
            else if (row->kind == RequestView::Kind::Command)
                faults << u"a command was claimed"_s;
        }
    }
    return faults;
}

} // namespace

QStringList ledgerFaults(Transaction &transaction, const UnitContext &context)
{
    QStringList faults = actionFaults(transaction, context);
    for (const Rule &rule : rules) {
        transaction.each(
            QString::fromLatin1(rule.counterexamples), {}, [&faults, &rule](const Row &row) {
                faults << QString::fromLatin1(rule.name) + u": not so for "_s + row.text(0);
            });
    }
    if (context.moment.claims) {
        transaction.each(
            u"select conversation_id from requests group by conversation_id"
            " having sum(state = 'queued') > 0 and sum(state = 'running' or state = 'waiting' and waits_for <> 'review') = 0"_s,
            {},
            [&faults](const Row &row) {
                faults << u"nobody is at the head of a queue (A8): "_s + row.text(0);
            });
    }
    return faults;
}

QStringList ledgerRows(Transaction &transaction)
{
    QStringList rows;
    QStringList tables;
    transaction.each(
        u"select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name"_s,
        {},
        [&tables](const Row &row) { tables << row.text(0); });
    for (const QString &table : std::as_const(tables)) {
        QStringList columns;
        transaction.each(u"select name from pragma_table_info(?)"_s,
                         {table},
                         [&columns](const Row &row) { columns << row.text(0); });
        transaction.each(u"select quote("_s + columns.join(u")||'|'||quote("_s) + u") from "_s
                             + table + u" order by 1"_s,
                         {},
                         [&](const Row &row) { rows << table + u": "_s + row.text(0); });
    }
    return rows;
}

} // namespace hostline::test
