// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>

#include <optional>
#include <utility>

namespace hostline::rehearsal {

/// An account's quota: so many requests in a window, which begins with the first of them. Requests that are refused for it
/// do not count.
struct Quota
{
    int requests = 0; ///< 0: it is used up from the start
    int seconds = 3600; ///< the length of the window; at its end all is as at the beginning

    bool operator==(const Quota &) const = default;
};

struct QuotaUse
{
    int requests = 0;
    std::optional<QDateTime> since; ///< UTC

    bool operator==(const QuotaUse &) const = default;
};

/// What a quota means for one request.
struct QuotaVerdict
{
    QuotaUse use; ///< from now on
    bool refused = false;
    int resetSeconds = 0; ///< until the window's end
    QList<std::pair<QByteArray, QByteArray>>
        headers; ///< x-codex-primary-*: what Codex learns of it

    bool operator==(const QuotaVerdict &) const = default;
};

/// Pure.
[[nodiscard]] QuotaVerdict charge(const Quota &quota, const QuotaUse &use, const QDateTime &now);

} // namespace hostline::rehearsal
