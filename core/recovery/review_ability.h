// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/history.h>
#include <hostline/provider.h>
#include <hostline/review.h>

namespace hostline {

/// The ability to review. The conversation's thread never learns the answer of a review: where a history cannot be restored
/// in another, there is none.
[[nodiscard]] inline ReviewProvider *reviewAbility(Provider *provider)
{
    return qobject_cast<HistoryProvider *>(provider) ? qobject_cast<ReviewProvider *>(provider)
                                                     : nullptr;
}

} // namespace hostline
