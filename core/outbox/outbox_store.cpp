// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "outbox/outbox_store.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

template<typename State, size_t size>
State stateFromString(const QString &text, const State (&states)[size])
{
    for (const State state : states) {
        if (toString(state) == text)
            return state;
    }
    return states[size - 1];
}

QString toJson(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

std::optional<Notice> noticeOf(const QString &id, const QString &arguments)
{
    const std::optional<NoticeId> known = noticeIdFromString(id);
    if (!known)
        return std::nullopt;
    return Notice{*known, QJsonDocument::fromJson(arguments.toUtf8()).object()};
}

const auto deliveryColumns =
    u"delivery_key, request_id, purpose, subject, ordinal, parts, notice_id, arguments, language, "
    u"format,"
    " slice_from, slice_to, state, attempts, not_before, receipt, run_id, created_at"_s;

DeliveryRow deliveryOf(const Row &row)
{
    using enum DeliveryState;
    return {
        .key = DeliveryKey(row.text(0)),
        .request = RequestId(row.text(1)),
        .purpose = row.text(2) == "notice"_L1 ? DeliveryPurpose::Notice : DeliveryPurpose::Reply,
        .subject = row.text(3),
        .part = {static_cast<int>(row.integer(4)), row.text(9), row.integer(10), row.integer(11)},
        .parts = static_cast<int>(row.integer(5)),
        .notice = noticeOf(row.text(6), row.text(7)),
        .language = languageFromString(row.text(8)).value_or(Language::En),
        .state = stateFromString(row.text(12), {Intended, Unknown, Sent, Gone, Withheld, Refused}),
        .attempts = static_cast<int>(row.integer(13)),
        .notBefore = row.integer(14),
        .receipt = row.text(15),
        .run = row.text(16),
        .createdAt = row.integer(17),
    };
}

QList<DeliveryRow>
allDeliveries(Transaction &transaction, const QString &where, const QVariantList &binds)
{
    QList<DeliveryRow> rows;
    transaction.each(u"select "_s + deliveryColumns + u" from deliveries where "_s + where,
                     binds,
                     [&rows](const Row &row) { rows.append(deliveryOf(row)); });
    return rows;
}

} // namespace

QString toString(ReplyView::State state)
{
    switch (state) {
    case ReplyView::State::Owed:
        return u"owed"_s;
    case ReplyView::State::Sent:
        return u"sent"_s;
    case ReplyView::State::Partly:
        return u"partly"_s;
    case ReplyView::State::Withheld:
        return u"withheld"_s;
    case ReplyView::State::Gone:
        return u"gone"_s;
    case ReplyView::State::Unknown:
        return u"unknown"_s;
    }
    Q_UNREACHABLE();
}

QString toString(DeliveryState state)
{
    switch (state) {
    case DeliveryState::Intended:
        return u"intended"_s;
    case DeliveryState::Unknown:
        return u"unknown"_s;
    case DeliveryState::Sent:
        return u"sent"_s;
    case DeliveryState::Refused:
        return u"refused"_s;
    case DeliveryState::Gone:
        return u"gone"_s;
    case DeliveryState::Withheld:
        return u"withheld"_s;
    }
    Q_UNREACHABLE();
}

QString noticesToJson(const QList<Notice> &notices)
{
    QJsonArray array;
    for (const Notice &notice : notices)
        array.append(
            QJsonObject{{u"id"_s, toString(notice.id)}, {u"arguments"_s, notice.arguments}});
    return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}

QList<Notice> noticesFromJson(const QString &json)
{
    QList<Notice> notices;
    const QJsonArray array = QJsonDocument::fromJson(json.toUtf8()).array();
    for (const QJsonValue value : array) {
        if (const auto id = noticeIdFromString(value.toObject().value("id"_L1).toString()))
            notices.append({*id, value.toObject().value("arguments"_L1).toObject()});
    }
    return notices;
}

namespace outbox_store {

void insertReply(Transaction &transaction, const ReplyRow &reply)
{
    transaction.execute(u"insert into replies (request_id, kind, notice_id, arguments, body, "
                        u"marks, language, turn_id, state, created_at)"
                        " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"_s,
                        {reply.request.toString(),
                         reply.kind == ReplyView::Kind::Answer ? u"answer"_s : u"notice"_s,
                         reply.notice ? toString(reply.notice->id) : QString(),
                         reply.notice ? toJson(reply.notice->arguments) : QString(),
                         reply.body,
                         noticesToJson(reply.marks),
                         toString(reply.language),
                         reply.turn.toString(),
                         toString(reply.state),
                         reply.createdAt});
}

std::optional<ReplyRow> reply(Transaction &transaction, const RequestId &request)
{
    const auto row = transaction.first(
        u"select kind, notice_id, arguments, body, marks, language, turn_id, state, created_at"
        " from replies where request_id = ?"_s,
        {request.toString()});
    if (!row)
        return std::nullopt;
    using enum ReplyView::State;
    return ReplyRow{
        .request = request,
        .kind = row->text(0) == "answer"_L1 ? ReplyView::Kind::Answer : ReplyView::Kind::Notice,
        .notice = noticeOf(row->text(1), row->text(2)),
        .body = row->text(3),
        .marks = noticesFromJson(row->text(4)),
        .language = languageFromString(row->text(5)).value_or(Language::En),
        .turn = TurnId(row->text(6)),
        .state = stateFromString(row->text(7), {Owed, Sent, Partly, Withheld, Gone, Unknown}),
        .createdAt = row->integer(8),
    };
}

void setReplyState(Transaction &transaction, const RequestId &request, ReplyView::State state)
{
    transaction.execute(u"update replies set state = ? where request_id = ?"_s,
                        {toString(state), request.toString()});
}

void eraseText(Transaction &transaction, const RequestId &request)
{
    transaction.execute(u"update replies set body = '', arguments = '' where request_id = ?"_s,
                        {request.toString()});
}

void remove(Transaction &transaction, const RequestId &request)
{
    transaction.execute(u"delete from deliveries where request_id = ?"_s, {request.toString()});
    transaction.execute(u"delete from replies where request_id = ?"_s, {request.toString()});
}

bool insertDelivery(Transaction &transaction, const DeliveryRow &delivery)
{
    return transaction.execute(
               u"insert into deliveries ("_s + deliveryColumns
                   + u") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                     " on conflict (request_id, purpose, subject, ordinal) do nothing"_s,
               {delivery.key.toString(),
                delivery.request.toString(),
                delivery.purpose == DeliveryPurpose::Reply ? u"reply"_s : u"notice"_s,
                delivery.subject,
                delivery.part.ordinal,
                delivery.parts,
                delivery.notice ? toString(delivery.notice->id) : QString(),
                delivery.notice ? toJson(delivery.notice->arguments) : QString(),
                toString(delivery.language),
                delivery.part.format,
                delivery.part.from,
                delivery.part.to,
                toString(delivery.state),
                delivery.attempts,
                delivery.notBefore,
                delivery.receipt,
                delivery.run,
                delivery.createdAt})
        > 0;
}

std::optional<DeliveryRow> delivery(Transaction &transaction, const DeliveryKey &key)
{
    const QList<DeliveryRow> rows =
        allDeliveries(transaction, u"delivery_key = ?"_s, {key.toString()});
    return rows.isEmpty() ? std::nullopt : std::optional(rows.first());
}

QList<DeliveryRow> deliveries(Transaction &transaction, const RequestId &request)
{
    return allDeliveries(
        transaction, u"request_id = ? order by delivery_key"_s, {request.toString()});
}

QList<DeliveryRow> intended(Transaction &transaction)
{
    return allDeliveries(transaction, u"state = 'intended' order by delivery_key"_s, {});
}

void record(Transaction &transaction,
            const DeliveryKey &key,
            DeliveryState state,
            int attempts,
            qint64 notBefore,
            const QString &receipt,
            qint64 now)
{
    const bool open = state == DeliveryState::Intended;
    transaction.execute(u"update deliveries set state = ?, attempts = ?, not_before = ?, receipt = "
                        u"?, settled_at = ?"
                        " where delivery_key = ?"_s,
                        {toString(state),
                         attempts,
                         notBefore,
                         receipt,
                         open ? QVariant() : QVariant(now),
                         key.toString()});
}

} // namespace outbox_store

} // namespace hostline
