// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inbox/inbox_store.h"
#include "notices/notice_catalogue.h"
#include "outbox/outbox_store.h"
#include "store/store.h"

#include <hostline/control.h>

namespace hostline {

/// The read side: what HostControl shows, as rows; nothing of a deleted place. Queries only; on the store's reader thread.
/// Notices stay data here.
struct RequestRecord
{
    RequestRow row;
    Place place;
    int position = 0;
    std::optional<ReplyRow> reply;
    QList<DeliveryRow> notices; ///< side messages
    QList<Spend> spends;
};

struct Counts
{
    int queued = 0;
    int running = 0;
    int waiting = 0;
};

/// A reply that was withheld or whose delivery is unknown.
struct OwnerRecord
{
    RequestId request;
    QString channel;
    QString sender;
    bool withheld = false; ///< else: delivery unknown
    qint64 at = 0;
};

namespace view_store {

[[nodiscard]] std::optional<RequestRecord> request(Transaction &transaction, const RequestId &id);
/// Newest first, by id below `before`.
[[nodiscard]] QList<RequestRecord> requests(Transaction &transaction,
                                            const QList<RequestState> &states,
                                            int limit,
                                            const QString &before);
/// Last changed first; one for each place. `before` and the returned cursor are opaque; InvalidInput: a `before` that was
/// never returned.
[[nodiscard]] Result<ConversationList> conversations(Transaction &transaction,
                                                     const ListConversations &question);
[[nodiscard]] std::optional<ConversationView> conversation(Transaction &transaction,
                                                           const Place &place);
/// Newest `limit` requests of the place before the cursor, oldest first.
[[nodiscard]] QList<RequestRecord>
dialogue(Transaction &transaction, const Place &place, int limit, const QString &before);
/// Newest first, in titles (no request then), questions and answers.
[[nodiscard]] QList<SearchHit> search(Transaction &transaction, const Search &question);
/// Newest first.
[[nodiscard]] QList<OwnerRecord> ownerRecords(Transaction &transaction, qint64 since);

[[nodiscard]] Counts counts(Transaction &transaction);

} // namespace view_store

} // namespace hostline
