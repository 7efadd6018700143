// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/settle.h"

namespace hostline {

/// Where the reviewed turn was asked, and what the review is about.
[[nodiscard]] ReviewCase describeReview(Transaction &transaction,
                                        const UnitContext &context,
                                        const RequestRow &request,
                                        const ConversationRow &conversation);

struct WaitForReviewArguments
{
    RequestId request;
    TurnId turn; ///< interrupted
    QString nativeTurn;
    QString digest;
};
/// The turn ends as interrupted by a restart, which nothing rewrites later; the person is told, and the queue goes on
/// (row 12). The request keeps owing its reply.
void waitForReview(Transaction &transaction,
                   UnitContext &context,
                   const WaitForReviewArguments &arguments);

/// There is capacity: the one review is reserved, or may have its turn again, and takes its place in the conversation (D4).
void reserveReview(Transaction &transaction, UnitContext &context, const RequestId &request);

struct PauseReviewArguments
{
    RequestId request;
    TurnId review;
    bool held = false; ///< for good; told
};
/// Its turn came, and it cannot be asked (now): the queue goes on.
void pauseReview(Transaction &transaction,
                 UnitContext &context,
                 const PauseReviewArguments &arguments);

/// The review is about to be written: from here on it is never asked again (D5). False when it is not to be: stopped, or
/// the grant is gone; its thread is to be abandoned.
[[nodiscard]] bool askReview(Transaction &transaction,
                             UnitContext &context,
                             const RequestId &request,
                             const TurnId &review,
                             const QString &nativeThread);

/// At a start: what an earlier run left of it. True: its conversation is to be claimed in.
[[nodiscard]] bool adoptReview(Transaction &transaction,
                               UnitContext &context,
                               const RequestRow &request,
                               const ConversationRow &conversation);

} // namespace hostline
