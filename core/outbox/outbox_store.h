// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "notices/language.h"
#include "notices/notice.h"
#include "store/store.h"

#include <hostline/delivery.h>
#include <hostline/views.h>

#include <optional>

namespace hostline {

/// Rows of replies and deliveries. Inside a unit only.

struct ReplyRow
{
    RequestId request;
    ReplyView::Kind kind = ReplyView::Kind::Answer;
    std::optional<Notice> notice; ///< kind Notice
    QString body; ///< kind Answer: exactly what the model wrote
    QList<Notice> marks;
    Language language = Language::En; ///< resolved: what notice and marks are rendered in, for good
    TurnId turn;
    ReplyView::State state = ReplyView::State::Owed;
    qint64 createdAt = 0;

    friend bool operator==(const ReplyRow &, const ReplyRow &) = default;
};

enum class DeliveryState { Intended, Unknown, Sent, Refused, Gone, Withheld };

struct DeliveryRow
{
    DeliveryKey key;
    RequestId request;
    DeliveryPurpose purpose = DeliveryPurpose::Reply;
    QString subject; ///< reply: empty; notice: its text id
    Part part;
    int parts = 1;
    std::optional<Notice> notice; ///< purpose Notice
    Language language = Language::En;
    DeliveryState state = DeliveryState::Intended;
    int attempts = 0;
    qint64 notBefore = 0;
    QString receipt;
    QString run;
    qint64 createdAt = 0;

    friend bool operator==(const DeliveryRow &, const DeliveryRow &) = default;
};

namespace outbox_store {

void insertReply(Transaction &transaction, const ReplyRow &reply);
[[nodiscard]] std::optional<ReplyRow> reply(Transaction &transaction, const RequestId &request);
void setReplyState(Transaction &transaction, const RequestId &request, ReplyView::State state);

/// The text only: that there was a reply stays.
void eraseText(Transaction &transaction, const RequestId &request);
void remove(Transaction &transaction, const RequestId &request);

/// False when the same (request, purpose, subject, ordinal) is there already: a notice is said once.
bool insertDelivery(Transaction &transaction, const DeliveryRow &delivery);
[[nodiscard]] std::optional<DeliveryRow> delivery(Transaction &transaction, const DeliveryKey &key);
[[nodiscard]] QList<DeliveryRow> deliveries(Transaction &transaction, const RequestId &request);
/// Every delivery that is still to be sent, oldest first.
[[nodiscard]] QList<DeliveryRow> intended(Transaction &transaction);
void record(Transaction &transaction,
            const DeliveryKey &key,
            DeliveryState state,
            int attempts,
            qint64 notBefore,
            const QString &receipt,
            qint64 now);

} // namespace outbox_store

[[nodiscard]] QString toString(ReplyView::State state);
[[nodiscard]] QString toString(DeliveryState state);
[[nodiscard]] QString noticesToJson(const QList<Notice> &notices);
[[nodiscard]] QList<Notice> noticesFromJson(const QString &json);

} // namespace hostline
