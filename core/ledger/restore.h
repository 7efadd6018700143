// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conversation/conversation_store.h"
#include "ledger/settle.h"
#include "ledger/unit_context.h"
#include "store/store.h"

namespace hostline {

struct PrepareArguments
{
    RequestId request;
    BindingId binding;
    QString provider;
    QString model;
    QString workspace;
    Access access = Access::Read;
    QString nativeThread;
};

/// A native thread was made that is to take over the history of the conversation, for the request at its head: its id is
/// stored, and nothing else changes (C2, C4). False when the request no longer needs it: the thread is to be abandoned.
[[nodiscard]] bool
prepare(Transaction &transaction, UnitContext &context, const PrepareArguments &arguments);

/// The candidate holds the whole history: it becomes the conversation's thread in place of the one before, and the turn of
/// the request is intended, in one commit. False when the request was stopped, its grant is gone or another thread is
/// wanted by now: the candidate is abandoned and the request is seen to.
[[nodiscard]] bool publish(Transaction &transaction,
                           UnitContext &context,
                           const RequestId &request,
                           const BindingId &binding);

struct AbandonArguments
{
    RequestId request;
    BindingId binding;
    /// Why it came to nothing: the request ends with it, what was published before stays (C7). None: it was only in the way,
    /// and the request begins anew.
    std::optional<ReplyDraft> draft = {};
    bool remembered = true; ///< the next questions are told at once, for a while
};
void abandon(Transaction &transaction, UnitContext &context, const AbandonArguments &arguments);

/// Says something beside the reply of a request that is open.
void tell(Transaction &transaction,
          UnitContext &context,
          const RequestId &request,
          const Notice &notice);

struct HistoryArguments
{
    RequestId request;
    BindingId binding; ///< the candidate
    qint64 from = 0;
    qsizetype characters = 0; ///< about; 0: only the guard
};
struct HistoryPage
{
    enum class Guard {
        Passed,
        Stopped, ///< nobody waits for it any more, or its grant is gone
        Changed, ///< another thread is wanted by now
    };
    Guard guard = Guard::Passed;
    HistoryRows rows;
    qint64 characters = 0; ///< of the whole history; with the first page
};
/// A query: whether the restoration may go on (C10), and the next part of what it restores.
[[nodiscard]] HistoryPage
readHistory(Transaction &transaction, const Policy &policy, const HistoryArguments &arguments);

/// Threads that an earlier run began and did not publish are never used (C10).
void abandonCandidates(Transaction &transaction, UnitContext &context);

} // namespace hostline
