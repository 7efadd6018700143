// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.h"

#include <hostline/turn.h>

#include <optional>

namespace hostline {

/// Rows of turns and spends. Inside a unit only.

/// How a turn's row ended.
enum class TurnEnd {
    Answered,
    Failed,
    Voided, ///< known never to have been asked: another turn of the same request may follow
};

struct TurnRow
{
    TurnId id;
    ConversationId conversation;
    RequestId request;
    int ordinal = 1;
    BindingId binding;
    QString nativeTurn;
    QString boot;
    qint64 startedAt = 0;
    QString digest; ///< of its record, where a review may follow

    friend bool operator==(const TurnRow &, const TurnRow &) = default;
};

/// The one review of a request, ever.
struct ReviewRow
{
    enum class State {
        Ready, ///< its turn in the conversation may come
        Paused, ///< something that it needs was not there when its turn came
        Held, ///< what it is about has changed
        Asked, ///< written, or about to be
        Ended,
    };
    TurnRow turn;
    State state = State::Ready;

    friend bool operator==(const ReviewRow &, const ReviewRow &) = default;
};

namespace dispatch_store {

/// The next turn of the request, intended.
TurnRow intend(Transaction &transaction, const TurnRow &turn, const QString &run);
/// The one turn of the request that has not ended.
[[nodiscard]] std::optional<TurnRow> live(Transaction &transaction, const RequestId &request);
/// How many turns of the binding were not voided: 0 means that the host keeps nothing of its thread, unless the binding has
/// a tail (its turns may have been pruned).
[[nodiscard]] int
askedCount(Transaction &transaction, const BindingId &binding, const TurnId &except);
void end(Transaction &transaction,
         const TurnId &id,
         TurnEnd how,
         const QString &nativeTurn,
         Reach reach,
         const QString &failure,
         const QString &detail,
         qint64 now);

/// The turn of the request that a review is about: interrupted, with a digest.
[[nodiscard]] std::optional<TurnRow> interrupted(Transaction &transaction,
                                                 const RequestId &request);
void setDigest(Transaction &transaction, const TurnId &id, const QString &digest);
[[nodiscard]] std::optional<ReviewRow> review(Transaction &transaction, const RequestId &request);
void reserveReview(Transaction &transaction, const TurnRow &turn, const QString &run);
void setReviewState(Transaction &transaction, const TurnId &id, ReviewRow::State state);
void insertSpend(Transaction &transaction, const TurnId &id, const Spend &spend, qint64 now);

/// One receipt for each turn of the request that cost anything, in their order (E6).
[[nodiscard]] QList<Spend> spends(Transaction &transaction, const RequestId &request);

void remove(Transaction &transaction, const RequestId &request);

} // namespace dispatch_store

[[nodiscard]] QString toString(Reach reach);

} // namespace hostline
