// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "dispatch/dispatch_store.h"

namespace hostline {

using namespace Qt::StringLiterals;

QString toString(Reach reach)
{
    switch (reach) {
    case Reach::NotSent:
        return u"not_sent"_s;
    case Reach::NotAccepted:
        return u"not_accepted"_s;
    case Reach::Accepted:
        return u"accepted"_s;
    case Reach::ModelAnswered:
        return u"model_answered"_s;
    case Reach::ToolStarted:
        return u"tool_started"_s;
    case Reach::Unknown:
        return u"unknown"_s;
    }
    Q_UNREACHABLE();
}

namespace dispatch_store {

namespace {

const auto turnColumns =
    u"id, conversation_id, request_id, ordinal, binding_id, native_turn, boot, started_at,"
    " digest"_s;

TurnRow turnOf(const Row &row)
{
    return {
        .id = TurnId(row.text(0)),
        .conversation = ConversationId(row.text(1)),
        .request = RequestId(row.text(2)),
        .ordinal = static_cast<int>(row.integer(3)),
        .binding = BindingId(row.text(4)),
        .nativeTurn = row.text(5),
        .boot = row.text(6),
        .startedAt = row.integer(7),
        .digest = row.text(8),
    };
}

QString toText(TurnEnd how)
{
    switch (how) {
    case TurnEnd::Answered:
        return u"answered"_s;
    case TurnEnd::Failed:
        return u"failed"_s;
    case TurnEnd::Voided:
        return u"voided"_s;
    }
    Q_UNREACHABLE();
}

void insertTurn(Transaction &transaction,
                const TurnRow &row,
                const QString &kind,
                const QString &run)
{
    transaction.execute(u"insert into turns (id, conversation_id, request_id, kind, ordinal, "
                        u"binding_id, state, native_turn,"
                        " reach, status, failure, detail, run_id, boot, started_at)"
                        " values (?, ?, ?, ?, ?, ?, 'intended', '', '', '', '', '', ?, ?, ?)"_s,
                        {row.id.toString(),
                         row.conversation.toString(),
                         row.request.toString(),
                         kind,
                         row.ordinal,
                         row.binding.toString(),
                         run,
                         row.boot,
                         row.startedAt});
}

// While a review is intended, its status says whether its turn may come.
const auto pausedText = u"paused"_s;
const auto heldText = u"held"_s;

ReviewRow::State reviewStateOf(const QString &state, const QString &status)
{
    if (state == "ended"_L1)
        return ReviewRow::State::Ended;
    if (state == "running"_L1)
        return ReviewRow::State::Asked;
    return status == heldText  ? ReviewRow::State::Held
        : status == pausedText ? ReviewRow::State::Paused
                               : ReviewRow::State::Ready;
}

} // namespace

TurnRow intend(Transaction &transaction, const TurnRow &turn, const QString &run)
{
    TurnRow row = turn;
    const auto count =
        transaction.first(u"select count(*) from turns where request_id = ? and kind = 'ask'"_s,
                          {turn.request.toString()});
    row.ordinal = static_cast<int>(count->integer(0)) + 1;
    insertTurn(transaction, row, u"ask"_s, run);
    return row;
}

std::optional<TurnRow> live(Transaction &transaction, const RequestId &request)
{
    const auto row = transaction.first(
        u"select "_s + turnColumns
            + u" from turns where request_id = ? and kind = 'ask' and state <> 'ended'"_s,
        {request.toString()});
    return row ? std::optional(turnOf(*row)) : std::nullopt;
}

int askedCount(Transaction &transaction, const BindingId &binding, const TurnId &except)
{
    const auto row = transaction.first(
        u"select count(*) from turns where binding_id = ? and id <> ? and status <> 'voided'"_s,
        {binding.toString(), except.toString()});
    return static_cast<int>(row->integer(0));
}

void end(Transaction &transaction,
         const TurnId &id,
         TurnEnd how,
         const QString &nativeTurn,
         Reach reach,
         const QString &failure,
         const QString &detail,
         qint64 now)
{
    transaction.execute(
        u"update turns set state = 'ended', status = ?, native_turn = ?, reach = ?, failure = ?, "
        u"detail = ?,"
        " ended_at = ? where id = ? and state <> 'ended'"_s,
        {toText(how), nativeTurn, toString(reach), failure, detail, now, id.toString()});
}

std::optional<TurnRow> interrupted(Transaction &transaction, const RequestId &request)
{
    const auto row = transaction.first(
        u"select "_s + turnColumns
            + u" from turns where request_id = ? and kind = 'ask' and digest <> ''"
              " order by ordinal desc limit 1"_s,
        {request.toString()});
    return row ? std::optional(turnOf(*row)) : std::nullopt;
}

void setDigest(Transaction &transaction, const TurnId &id, const QString &digest)
{
    transaction.execute(u"update turns set digest = ? where id = ?"_s, {digest, id.toString()});
}

std::optional<ReviewRow> review(Transaction &transaction, const RequestId &request)
{
    const auto row = transaction.first(
        u"select "_s + turnColumns
            + u", state, status from turns where request_id = ? and kind = 'review'"_s,
        {request.toString()});
    if (!row)
        return std::nullopt;
    return ReviewRow{turnOf(*row), reviewStateOf(row->text(9), row->text(10))};
}

void reserveReview(Transaction &transaction, const TurnRow &turn, const QString &run)
{
    insertTurn(transaction, turn, u"review"_s, run);
}

void setReviewState(Transaction &transaction, const TurnId &id, ReviewRow::State state)
{
    const bool asked = state == ReviewRow::State::Asked;
    const QString status = state == ReviewRow::State::Paused ? pausedText
        : state == ReviewRow::State::Held                    ? heldText
                                                             : QString();
    transaction.execute(u"update turns set state = ?, status = ? where id = ? and kind = 'review'"
                        " and state <> 'ended'"_s,
                        {asked ? u"running"_s : u"intended"_s, status, id.toString()});
}

void insertSpend(Transaction &transaction, const TurnId &id, const Spend &spend, qint64 now)
{
    transaction.execute(
        u"insert into spends (turn_id, model, input_tokens, output_tokens, created_at) values (?, ?, ?, ?, ?)"_s,
        {id.toString(), spend.model, spend.inputTokens, spend.outputTokens, now});
}

QList<Spend> spends(Transaction &transaction, const RequestId &request)
{
    QList<Spend> spends;
    transaction.each(u"select s.model, s.input_tokens, s.output_tokens from turns t"
                     " join spends s on s.turn_id = t.id where t.request_id = ?"
                     " order by t.kind, t.ordinal"_s,
                     {request.toString()},
                     [&spends](const Row &row) {
                         spends.append({row.text(0), row.integer(1), row.integer(2)});
                     });
    return spends;
}

void remove(Transaction &transaction, const RequestId &request)
{
    transaction.execute(
        u"delete from spends where turn_id in (select id from turns where request_id = ?)"_s,
        {request.toString()});
    transaction.execute(u"delete from turns where request_id = ?"_s, {request.toString()});
}

} // namespace dispatch_store

} // namespace hostline
