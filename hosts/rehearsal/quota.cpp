// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "quota.h"

#include <algorithm>

namespace hostline::rehearsal {

QuotaVerdict charge(const Quota &quota, const QuotaUse &use, const QDateTime &now)
{
    QuotaVerdict verdict;
    verdict.use = use;
    if (!use.since || use.since->addSecs(quota.seconds) <= now)
        verdict.use = {0, QDateTime::fromSecsSinceEpoch(now.toSecsSinceEpoch(), Qt::UTC)};
    verdict.refused = verdict.use.requests >= quota.requests;
    if (!verdict.refused)
        ++verdict.use.requests;
    const QDateTime end = verdict.use.since->addSecs(quota.seconds);
    verdict.resetSeconds = int(end.toSecsSinceEpoch() - now.toSecsSinceEpoch());
    const int used = quota.requests > 0 ? int(100LL * verdict.use.requests / quota.requests) : 100;
    constexpr int minute = 60;
    verdict.headers = {
        {"x-codex-primary-used-percent", QByteArray::number(used)},
        {"x-codex-primary-window-minutes", QByteArray::number(std::max(1, quota.seconds / minute))},
        {"x-codex-primary-reset-at", QByteArray::number(end.toSecsSinceEpoch())},
    };
    return verdict;
}

} // namespace hostline::rehearsal
