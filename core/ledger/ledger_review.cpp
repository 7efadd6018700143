// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// The ledger's units of reviews.
#include "ledger/ledger.h"

namespace hostline {

void Ledger::waitForReview(const WaitForReviewArguments &arguments)
{
    postUntilDone({[arguments](Transaction &transaction, UnitContext &unit) {
                       hostline::waitForReview(transaction, unit, arguments);
                       return true;
                   },
                   {},
                   arguments.request});
}

void Ledger::reserveReview(const RequestId &request)
{
    postUntilDone({[request](Transaction &transaction, UnitContext &unit) {
                       hostline::reserveReview(transaction, unit, request);
                       return true;
                   },
                   {},
                   request});
}

void Ledger::pauseReview(const PauseReviewArguments &arguments)
{
    postUntilDone({[arguments](Transaction &transaction, UnitContext &unit) {
                       hostline::pauseReview(transaction, unit, arguments);
                       return true;
                   },
                   {},
                   arguments.request});
}

void Ledger::askReview(QObject *context,
                       const RequestId &request,
                       const TurnId &review,
                       const QString &nativeThread,
                       std::function<void(bool)> done)
{
    postBool(
        context,
        request,
        [request, review, nativeThread](Transaction &transaction, UnitContext &unit) {
            return hostline::askReview(transaction, unit, request, review, nativeThread);
        },
        std::move(done));
}

} // namespace hostline
