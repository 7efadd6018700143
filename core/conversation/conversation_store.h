// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.h"

#include <hostline/history.h>
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
    QString provider; ///< name, as the person wants; empty: the default one
    qint64 nextSeq = 1;
    qint64 nextOrdinal = 1;
    std::optional<qint64> waitingFrom; ///< since when its head waits for something outside
    qint64 createdAt = 0;
    qint64 changedAt = 0;
    std::optional<qint64> closedAt;
    bool deleted = false; ///< its texts are gone, and nothing is written into it any more
    QString wantedModel; ///< empty: as the settings say
    QString wantedEffort; ///< empty: the host's own choice
    QString allocated =
        {}; ///< the provider that answers; empty: not decided since the person chose
    QString allocationReason = {};
    bool allocationTold = true; ///< false: that it is a substitute is still to be said

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
    bool behind = false; ///< it lacks an answer that the conversation has: never asked again

    friend bool operator==(const BindingRow &, const BindingRow &) = default;
};

/// A thread that is being made from a history; published when the whole of it is there.
struct CandidateRow
{
    BindingRow binding;
    RequestId request; ///< for which it is made
    QString run;
};

struct FailedRow
{
    QString failure; ///< its kind
    qint64 at = 0;
};

enum class TranscriptRole { User, Assistant };

/// A piece of the history of a conversation.
struct HistoryRows
{
    QList<HistoryMessage> messages;
    qint64 next = 0; ///< where the rest begins
    bool isEnd = false;
};

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
void setWorkspace(Transaction &transaction,
                  const ConversationId &id,
                  const QString &workspace,
                  qint64 now);
void setProvider(Transaction &transaction,
                 const ConversationId &id,
                 const QString &provider,
                 qint64 now);
/// Which provider answers from now on (E2).
void allocate(Transaction &transaction,
              const ConversationId &id,
              const QString &provider,
              const QString &reason,
              bool told);
void setAllocationTold(Transaction &transaction, const ConversationId &id);
void setWanted(Transaction &transaction,
               const ConversationId &id,
               const QString &model,
               const QString &effort,
               qint64 now);
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

/// The place of the question in the transcript; 0: it has none.
[[nodiscard]] qint64 ordinalOf(Transaction &transaction, const RequestId &request);
/// The exchanges asked before `before`, from `from` on, in the order of their questions and each answer behind its own
/// (C4, C5): a question that waited was stored in front of the answer that it waited for. Reads on until it has this many
/// characters, so that a long history is never in memory as a whole.
[[nodiscard]] HistoryRows history(Transaction &transaction,
                                  const ConversationId &id,
                                  qint64 from,
                                  qint64 before,
                                  qsizetype characters);
[[nodiscard]] bool hasHistory(Transaction &transaction, const ConversationId &id, qint64 before);
[[nodiscard]] qint64
historyCharacters(Transaction &transaction, const ConversationId &id, qint64 before);

[[nodiscard]] std::optional<BindingRow> published(Transaction &transaction,
                                                  const ConversationId &id);
[[nodiscard]] std::optional<BindingRow> binding(Transaction &transaction, const BindingId &id);
void insertPublished(Transaction &transaction,
                     const BindingRow &binding,
                     const QString &run,
                     qint64 now);
void insertPreparing(Transaction &transaction,
                     const BindingRow &binding,
                     const RequestId &request,
                     const QString &run,
                     qint64 now);
[[nodiscard]] std::optional<CandidateRow> preparing(Transaction &transaction,
                                                    const ConversationId &id);
/// Of every conversation, those of other runs than this.
[[nodiscard]] QList<CandidateRow> preparingOfOthers(Transaction &transaction, const QString &run);
void publish(Transaction &transaction, const BindingId &id);
/// `failure`: why it came to nothing; empty: it was only in the way.
void abandon(Transaction &transaction, const BindingId &id, const QString &failure);
/// What is being prepared for the request, if anything.
void abandonFor(Transaction &transaction, const ConversationId &id, const RequestId &request);
/// Whether a thread was ever in use.
[[nodiscard]] bool hadThread(Transaction &transaction, const ConversationId &id);
/// Preparations for the request that were cut off.
[[nodiscard]] int
preparedCount(Transaction &transaction, const ConversationId &id, const RequestId &request);
/// A thread of the same kind, begun after `since`, whose history could not be restored.
[[nodiscard]] std::optional<FailedRow>
failedSince(Transaction &transaction, const BindingRow &like, qint64 since);
/// What failed before is tried again.
void forgetFailures(Transaction &transaction, const ConversationId &id);
/// `failure`: why it cannot be used; empty: it is lost, or another is wanted.
void retire(Transaction &transaction, const BindingId &id, const QString &failure = {});
/// Whether its newest thread was given up for its provider's quota.
[[nodiscard]] bool leftForQuota(Transaction &transaction, const ConversationId &id);
/// The thread that a review was made in: never the conversation's own. Its native name comes later.
void insertReviewing(Transaction &transaction,
                     const BindingRow &binding,
                     const QString &run,
                     qint64 now);
void setNativeThread(Transaction &transaction, const BindingId &id, const QString &nativeThread);
/// The conversation has got an answer that its thread does not know.
void setBehind(Transaction &transaction, const ConversationId &id);
void setTail(Transaction &transaction, const BindingId &id, const QString &nativeTurn);

void removeTranscript(Transaction &transaction, const RequestId &request);
[[nodiscard]] QList<ConversationId>
emptyClosedBefore(Transaction &transaction, qint64 bound, int limit);
/// With its bindings and what is left of its transcript.
void remove(Transaction &transaction, const ConversationId &id);

} // namespace conversation_store

} // namespace hostline
