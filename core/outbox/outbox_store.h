// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "outbox/outbox_rows.h"
#include "store/store.h"

namespace hostline {

/// Rows of replies and deliveries. Inside a unit only.

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
