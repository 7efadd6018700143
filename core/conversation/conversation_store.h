// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.h"

#include <hostline/turn.h>
#include <hostline/views.h>

#include <optional>

namespace hostline {

/// Rows of conversations, transcript and bindings. Inside a unit only.

struct ConversationRow
{
    ConversationId id;
    Place place;
    QString title;
    QString language; ///< "zh", "en", "both", "auto"
    QString workspace; ///< name; empty: the default one
    QString provider; ///< name; empty: the default one
    qint64 nextSeq = 1;
    qint64 nextOrdinal = 1;
    std::optional<qint64> waitingFrom; ///< since when its head waits for something outside
    qint64 createdAt = 0;
    qint64 changedAt = 0;
    std::optional<qint64> closedAt;
    bool deleted = false; ///< its texts are gone, and nothing is written into it any more

    friend bool operator==(const ConversationRow &, const ConversationRow &) = default;
};

struct BindingRow
{
    BindingId id;
    ConversationId conversation;
    QString provider;
    QString model;
    QString workspace; ///< path
    Access access = Access::Read;
    QString nativeThread;
    QString tailTurn; ///< the newest turn of ours that the host is known to have recorded

    friend bool operator==(const BindingRow &, const BindingRow &) = default;
};

enum class TranscriptRole { User, Assistant };

namespace conversation_store {

[[nodiscard]] std::optional<ConversationRow> openAt(Transaction &transaction, const Place &place);
[[nodiscard]] std::optional<ConversationRow> conversation(Transaction &transaction,
                                                          const ConversationId &id);
/// Open and closed ones of a place, oldest first; deleted ones never.
[[nodiscard]] QList<ConversationRow> at(Transaction &transaction, const Place &place);
void insert(Transaction &transaction, const ConversationRow &conversation);
/// Takes the next place in the conversation's order.
[[nodiscard]] qint64 takeSeq(Transaction &transaction, const ConversationId &id, qint64 now);
void setWaitingFrom(Transaction &transaction,
                    const ConversationId &id,
                    std::optional<qint64> waitingFrom);
void rename(Transaction &transaction, const ConversationId &id, const QString &title, qint64 now);
void setLanguage(Transaction &transaction,
                 const ConversationId &id,
                 const QString &language,
                 qint64 now);
void close(Transaction &transaction, const ConversationId &id, qint64 now);
/// Marks it deleted; its title and transcript go.
void erase(Transaction &transaction, const ConversationId &id, qint64 now);

void appendTranscript(Transaction &transaction,
                      const ConversationId &id,
                      TranscriptRole role,
                      const QString &body,
                      const RequestId &request,
                      qint64 now);

[[nodiscard]] std::optional<BindingRow> published(Transaction &transaction,
                                                  const ConversationId &id);
[[nodiscard]] std::optional<BindingRow> binding(Transaction &transaction, const BindingId &id);
void insertPublished(Transaction &transaction,
                     const BindingRow &binding,
                     const QString &run,
                     qint64 now);
void retire(Transaction &transaction, const BindingId &id);
void setTail(Transaction &transaction, const BindingId &id, const QString &nativeTurn);

void removeTranscript(Transaction &transaction, const RequestId &request);
[[nodiscard]] QList<ConversationId>
emptyClosedBefore(Transaction &transaction, qint64 bound, int limit);
/// With its bindings and what is left of its transcript.
void remove(Transaction &transaction, const ConversationId &id);

} // namespace conversation_store

} // namespace hostline
