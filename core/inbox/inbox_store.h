// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inbox/inbox_rows.h"
#include "store/store.h"

namespace hostline {

/// Rows of grants, messages and requests. Inside a unit only.

namespace inbox_store {

[[nodiscard]] QList<GrantRow> liveGrants(Transaction &transaction, const QString &channel);
[[nodiscard]] QList<GrantRow> settingsGrants(Transaction &transaction);
void insertGrant(Transaction &transaction, const GrantRow &grant, qint64 now);
void revokeGrant(Transaction &transaction, const QString &id, qint64 now);

[[nodiscard]] std::optional<MessageRow>
message(Transaction &transaction, const Source &source, const QString &messageId);
void insertMessage(Transaction &transaction,
                   const Source &source,
                   const QString &messageId,
                   const QString &digest,
                   RequestView::Kind kind,
                   const RequestId &request,
                   qint64 now);

void insertRequest(Transaction &transaction, const RequestRow &request);
[[nodiscard]] std::optional<RequestRow> request(Transaction &transaction, const RequestId &id);
/// Running, or waiting for anything but a review: at most one in a conversation.
[[nodiscard]] std::optional<RequestRow> head(Transaction &transaction,
                                             const ConversationId &conversation);
[[nodiscard]] std::optional<RequestRow> nextQueued(Transaction &transaction,
                                                   const ConversationId &conversation);
/// Whose reserved review waits for its turn in the conversation.
[[nodiscard]] std::optional<RequestRow> nextReview(Transaction &transaction,
                                                   const ConversationId &conversation);
/// Everything of the conversation that waits for its review, oldest first.
[[nodiscard]] QList<RequestRow> waitingForReview(Transaction &transaction,
                                                 const ConversationId &conversation);
[[nodiscard]] QList<RequestRow> queued(Transaction &transaction,
                                       const ConversationId &conversation);
[[nodiscard]] int queuedCount(Transaction &transaction, const ConversationId &conversation);
/// Every request that is not settled, oldest first.
[[nodiscard]] QList<RequestRow> unsettled(Transaction &transaction);
/// Those that wait for capacity, oldest first.
[[nodiscard]] QList<RequestId> waitingForCapacity(Transaction &transaction);
/// For the sweep: those queued or waiting that were accepted before this, by the wall or by the clock of this boot.
[[nodiscard]] QList<RequestRow>
overdue(Transaction &transaction, qint64 acceptedBefore, const QString &boot, qint64 bootBefore);

void claim(Transaction &transaction, const RequestId &id, const QString &run, qint64 now);
/// Another run's running or waiting request becomes this run's.
void adopt(Transaction &transaction, const QString &run);
void wait(Transaction &transaction,
          const RequestId &id,
          RequestView::WaitsFor what,
          const QString &detail,
          qint64 now);
/// Since when it first waited stays: a wait that begins again does not begin anew.
void resume(Transaction &transaction, const RequestId &id);
/// Its age in the queue stood still for this long.
void standStill(Transaction &transaction, const RequestId &id, qint64 ms);
void askStop(Transaction &transaction, const RequestId &id, qint64 now);
void settle(Transaction &transaction,
            const RequestId &id,
            const QString &failure,
            const QString &detail,
            qint64 now);

[[nodiscard]] QList<RequestRow> of(Transaction &transaction, const ConversationId &conversation);
/// Whose reply is not owed, nor in doubt, and that have nothing left to be sent; not those that alone tell that the
/// thread in use has been used (C3).
[[nodiscard]] QList<RequestRow> settledBefore(Transaction &transaction, qint64 bound, int limit);
/// The text only: the row and its identity stay.
void eraseText(Transaction &transaction, const RequestId &id);
void remove(Transaction &transaction, const RequestId &id);

} // namespace inbox_store

[[nodiscard]] QString toString(RequestView::WaitsFor what);
[[nodiscard]] RequestView::WaitsFor waitsForFromString(const QString &text);
[[nodiscard]] QString toString(RequestView::Kind kind);
[[nodiscard]] QString toString(Access access);
[[nodiscard]] Access accessFromString(const QString &text);
[[nodiscard]] RequestState requestStateFromString(const QString &text);

} // namespace hostline
