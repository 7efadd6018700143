// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "host/view_store.h"

#include "conversation/conversation_store.h"
#include "dispatch/dispatch_store.h"

namespace hostline::view_store {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostRows = 500;
constexpr int mostOwnerRecords = 20;
constexpr qsizetype excerptMargin = 60;

RequestRecord recordOf(Transaction &transaction, const RequestId &id)
{
    RequestRecord record;
    record.row = *inbox_store::request(transaction, id);
    record.place = conversation_store::conversation(transaction, record.row.conversation)->place;
    if (record.row.state == RequestState::Queued) {
        const auto ahead = transaction.first(
            u"select count(*) from requests where conversation_id = ? and state = 'queued' and seq <= ?"_s,
            {record.row.conversation.toString(), record.row.seq});
        record.position = static_cast<int>(ahead->integer(0));
    }
    record.reply = outbox_store::reply(transaction, id);
    const QList<DeliveryRow> deliveries = outbox_store::deliveries(transaction, id);
    for (const DeliveryRow &delivery : deliveries) {
        if (delivery.purpose == DeliveryPurpose::Notice)
            record.notices.append(delivery);
    }
    record.spends = dispatch_store::spends(transaction, id);
    return record;
}

QList<RequestRecord>
recordsOf(Transaction &transaction, const QString &sql, const QVariantList &binds)
{
    QList<RequestId> ids;
    transaction.each(sql, binds, [&ids](const Row &row) { ids.append(RequestId(row.text(0))); });
    QList<RequestRecord> records;
    for (const RequestId &id : std::as_const(ids))
        records.append(recordOf(transaction, id));
    return records;
}

int clampLimit(int limit)
{
    return std::clamp(limit, 1, mostRows);
}

QDateTime time(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC);
}

QVariantList bindsOf(const Place &place)
{
    return {place.channel, place.account, place.peer, place.thread};
}

/// A `like` pattern that finds the text itself.
QString likePattern(const QString &text)
{
    QString pattern = text;
    pattern.replace(u'\\', u"\\\\"_s).replace(u'%', u"\\%"_s).replace(u'_', u"\\_"_s);
    return u'%' + pattern + u'%';
}

QString excerptOf(const QString &body, const QString &text)
{
    const qsizetype at = std::max<qsizetype>(0, body.indexOf(text, 0, Qt::CaseInsensitive));
    qsizetype from = std::max<qsizetype>(0, at - excerptMargin);
    qsizetype to = std::min(body.size(), from + text.size() + 2 * excerptMargin);
    if (from > 0 && body.at(from).isLowSurrogate())
        ++from;
    if (to < body.size() && body.at(to).isLowSurrogate())
        --to;
    return (from > 0 ? u"…"_s : QString()) + body.sliced(from, to - from).simplified()
        + (to < body.size() ? u"…"_s : QString());
}

/// A row of the list of places, as its order sees it: no two are equal.
struct ListPosition
{
    qint64 changedAt = std::numeric_limits<qint64>::max();
    QString newest; ///< conversation of the place
};

QString cursorOf(const ListPosition &position)
{
    return QString::number(position.changedAt) + u'.' + position.newest;
}

std::optional<ListPosition> positionOf(const QString &cursor)
{
    const qsizetype dot = cursor.indexOf(u'.');
    bool isNumber = false;
    const qint64 changedAt =
        QStringView(cursor).left(std::max<qsizetype>(dot, 0)).toLongLong(&isNumber);
    if (!isNumber || dot + 1 == cursor.size())
        return std::nullopt;
    return ListPosition{changedAt, cursor.mid(dot + 1)};
}

} // namespace

std::optional<RequestRecord> request(Transaction &transaction, const RequestId &id)
{
    const std::optional<RequestRow> row = inbox_store::request(transaction, id);
    // Of a deleted place only identities are kept, so that no message of it counts as new (A2).
    if (!row || conversation_store::conversation(transaction, row->conversation)->deleted)
        return std::nullopt;
    return recordOf(transaction, id);
}

QList<RequestRecord> requests(Transaction &transaction,
                              const QList<RequestState> &states,
                              int limit,
                              const QString &before)
{
    QStringList wanted;
    for (const RequestState state : states)
        wanted.append(u'\'' + toString(state) + u'\'');
    const QString where =
        wanted.isEmpty() ? u"state <> 'settled'"_s : u"state in ("_s + wanted.join(u',') + u')';
    return recordsOf(transaction,
                     u"select id from requests where "_s + where
                         + u" and (? = '' or id < ?) and not exists (select 1 from conversations c"
                           " where c.id = requests.conversation_id and c.deleted_at is not null)"
                           " order by id desc limit ?"_s,
                     {before, before, clampLimit(limit)});
}

std::optional<ConversationView> conversation(Transaction &transaction, const Place &place)
{
    const QList<ConversationRow> all = conversation_store::at(transaction, place);
    if (all.isEmpty())
        return std::nullopt;
    const ConversationRow &newest = all.last();
    const auto open = transaction.first(
        u"select count(*) from requests r join conversations c on c.id = r.conversation_id"
        " where r.state <> 'settled' and c.channel = ? and c.account = ? and c.peer = ? and c.thread = ?"_s,
        bindsOf(place));
    return ConversationView{
        .place = place,
        .open = newest.closedAt ? ConversationId() : newest.id,
        .title = newest.title,
        .language = newest.language,
        .provider = newest.provider,
        .model = newest.wantedModel,
        .effort = newest.wantedEffort,
        .workspace = newest.workspace,
        .createdAt = time(all.first().createdAt),
        .changedAt = time(newest.changedAt),
        .openRequests = static_cast<int>(open->integer(0)),
    };
}

Result<ConversationList> conversations(Transaction &transaction, const ListConversations &question)
{
    const int limit = clampLimit(question.limit);
    const std::optional<ListPosition> before =
        question.before.isEmpty() ? ListPosition{} : positionOf(question.before);
    if (!before)
        return Failure{
            FailureKind::InvalidInput, u"The cursor “before” is none that was given."_s, {}, {}};
    QList<std::pair<Place, ListPosition>> places;
    transaction.each(
        u"select channel, account, peer, thread, max(changed_at) as changed, max(id) as newest"
        " from conversations where (? = '' or channel = ?) and deleted_at is null"
        " group by channel, account, peer, thread"
        " having (max(changed_at) < ? or max(changed_at) = ? and max(id) < ?)"
        " and (? = 1 or max(case when closed_at is null then 1 else 0 end) = 1)"
        " order by changed desc, newest desc limit ?"_s,
        {question.channel,
         question.channel,
         before->changedAt,
         before->changedAt,
         before->newest,
         question.withClosed ? 1 : 0,
         limit + 1},
        [&places](const Row &row) {
            places.append({{row.text(0), row.text(1), row.text(2), row.text(3)},
                           {row.integer(4), row.text(5)}});
        });
    ConversationList list;
    for (int i = 0; i < std::min<qsizetype>(limit, places.size()); ++i)
        list.conversations.append(*conversation(transaction, places.at(i).first));
    if (places.size() > limit)
        list.before = cursorOf(places.at(limit - 1).second);
    return list;
}

QList<RequestRecord>
dialogue(Transaction &transaction, const Place &place, int limit, const QString &before)
{
    QList<RequestRecord> records =
        recordsOf(transaction,
                  u"select r.id from requests r join conversations c on c.id = r.conversation_id"
                  " where c.channel = ? and c.account = ? and c.peer = ? and c.thread = ?"
                  " and c.deleted_at is null and (? = '' or r.id < ?) order by r.id desc limit ?"_s,
                  bindsOf(place) + QVariantList{before, before, clampLimit(limit)});
    std::reverse(records.begin(), records.end());
    return records;
}

QList<SearchHit> search(Transaction &transaction, const Search &question)
{
    QList<SearchHit> hits;
    if (question.text.trimmed().isEmpty())
        return hits;
    const QString pattern = likePattern(question.text);
    // A place has the title of its newest conversation.
    transaction.each(
        u"select c.channel, c.account, c.peer, c.thread, c.title, t.request_id, t.body, "
        u"t.created_at as at"
        " from transcript t join conversations c on c.id = t.conversation_id"
        " where (? = '' or c.channel = ?) and c.deleted_at is null and t.body like ? escape '\\'"
        " union all"
        " select c.channel, c.account, c.peer, c.thread, c.title, '', c.title, c.changed_at"
        " from conversations c"
        " where (? = '' or c.channel = ?) and c.deleted_at is null and c.title like ? escape '\\'"
        " and not exists (select 1 from conversations n where n.channel = c.channel"
        " and n.account = c.account and n.peer = c.peer and n.thread = c.thread"
        " and n.id > c.id and n.deleted_at is null)"
        " order by at desc limit ?"_s,
        {question.channel,
         question.channel,
         pattern,
         question.channel,
         question.channel,
         pattern,
         clampLimit(question.limit)},
        [&hits, &question](const Row &row) {
            hits.append({
                .place = {row.text(0), row.text(1), row.text(2), row.text(3)},
                .title = row.text(4),
                .request = RequestId(row.text(5)),
                .excerpt = excerptOf(row.text(6), question.text),
                .at = time(row.integer(7)),
            });
        });
    return hits;
}

QList<OwnerRecord> ownerRecords(Transaction &transaction, qint64 since)
{
    QList<OwnerRecord> records;
    transaction.each(
        u"select p.request_id, c.channel, r.sender, p.state, p.created_at from replies p"
        " join requests r on r.id = p.request_id join conversations c on c.id = r.conversation_id"
        " where p.state in ('withheld','unknown') and p.created_at >= ? and c.deleted_at is null"
        " order by p.created_at desc limit ?"_s,
        {since, mostOwnerRecords},
        [&records](const Row &row) {
            records.append({RequestId(row.text(0)),
                            row.text(1),
                            row.text(2),
                            row.text(3) == "withheld"_L1,
                            row.integer(4)});
        });
    return records;
}

Counts counts(Transaction &transaction)
{
    Counts counts;
    transaction.each(
        u"select state, count(*) from requests where state <> 'settled' group by state"_s,
        {},
        [&counts](const Row &row) {
            switch (requestStateFromString(row.text(0))) {
            case RequestState::Queued:
                counts.queued = static_cast<int>(row.integer(1));
                break;
            case RequestState::Running:
                counts.running = static_cast<int>(row.integer(1));
                break;
            case RequestState::Waiting:
                counts.waiting = static_cast<int>(row.integer(1));
                break;
            case RequestState::Settled:
                break;
            }
        });
    return counts;
}

} // namespace hostline::view_store
