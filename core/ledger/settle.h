// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conversation/conversation_store.h"
#include "dispatch/dispatch_store.h"
#include "inbox/inbox_store.h"
#include "ledger/unit_context.h"
#include "outbox/outbox_rows.h"

#include <hostline/failure.h>

#include <chrono>

namespace hostline {

/// The one reply of a request, before it is a row: an answer, a failure (its notice is made from it) or a notice.
struct ReplyDraft
{
    std::optional<QString> answer;
    std::optional<Failure> failure;
    std::optional<Notice> notice;
    bool recovered = false; ///< the answer was read back after a restart
    bool withheld = false; ///< the person may not have it any more
    QList<Part> parts; ///< of the composed answer; empty: one part, the whole
    /// In which words the parts were planned, as the claim has them: their slices fit no other text. None: as it is now.
    std::optional<Language> language = {};
    std::optional<QList<Notice>> marks = {}; ///< without `recovered`
    qint64 composedAt = 0; ///< when the driver composed it, so that the slices fit; 0: now
    std::chrono::milliseconds limit{}; ///< failure by a timeout: which

    friend bool operator==(const ReplyDraft &, const ReplyDraft &) = default;
};

/// How the request's turn ended, if it has one.
struct TurnEnding
{
    TurnEnd how = TurnEnd::Failed;
    QString nativeTurn;
    Reach reach = Reach::Unknown;
    std::optional<Spend> spend;

    friend bool operator==(const TurnEnding &, const TurnEnding &) = default;
};

/// Ends a request for good: live turn ended, transcript, reply, deliveries, and the next of its conversation claimed.
/// Does nothing when it is settled already. A part of a unit, used by every unit that ends requests.
void settleRequest(Transaction &transaction,
                   UnitContext &context,
                   const RequestRow &request,
                   const ConversationRow &conversation,
                   const ReplyDraft &draft,
                   const TurnEnding &ending = {});

/// The same without claiming the next, for the claim itself: it goes on by its own loop, however long the queue.
void settleAlone(Transaction &transaction,
                 UnitContext &context,
                 const RequestRow &request,
                 const ConversationRow &conversation,
                 const ReplyDraft &draft,
                 const TurnEnding &ending = {});

/// Ends a turn of a request that goes on without it.
void endTurn(Transaction &transaction,
             UnitContext &context,
             const TurnRow &turn,
             const TurnEnding &ending,
             const std::optional<Failure> &failure);

/// Says something beside the reply, once for each request and notice.
void addSideNotice(Transaction &transaction,
                   UnitContext &context,
                   const RequestRow &request,
                   const ConversationRow &conversation,
                   const Notice &notice);

/// A delivery's row as the outbox needs it; `reply` when it is a part of one.
[[nodiscard]] DeliveryIntended intentionOf(const DeliveryRow &row,
                                           const std::optional<ReplyRow> &reply,
                                           const RequestRow &request,
                                           const ConversationRow &conversation);

/// Where the messages of the request come from and its replies go.
[[nodiscard]] Source sourceOf(const RequestRow &request, const ConversationRow &conversation);
[[nodiscard]] Language languageOf(const RequestRow &request, const ConversationRow &conversation);

} // namespace hostline
