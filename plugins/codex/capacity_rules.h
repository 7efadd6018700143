// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/capacity.h>

#include <QJsonObject>

#include <map>
#include <optional>

namespace hostline::codex {

/// What Codex said of the account's quotas, from typed fields alone (E1, C14). Pure.

/// One of them: "codex" is what ordinary use is counted by, others belong to single models.
struct Limit
{
    std::optional<Capacity::Window> primary;
    std::optional<Capacity::Window> secondary;
    std::optional<Capacity::Window> individual; ///< that a workspace gives to its member
    bool reached = false; ///< the host named a kind of limit that is reached
    bool spendStopped = false; ///< by the workspace's spend control
    bool credits = false; ///< bought apart: they go on where a window is used up
    friend bool operator==(const Limit &, const Limit &) = default;
};

struct Limits
{
    std::map<QString, Limit> byId;
    std::optional<bool> allowed; ///< the host's own word on ordinary use, where it has one
    bool met = false; ///< a turn ended for it, and none was answered since
    std::optional<QDateTime> metUntil; ///< met: when that is over, where it was known then
    friend bool operator==(const Limits &, const Limits &) = default;

    /// The host has named a number or a limit.
    [[nodiscard]] bool said() const { return !byId.empty() || allowed.has_value(); }
};

/// The answer to account/rateLimits/read: all that there is.
[[nodiscard]] Limits
afterRead(const Limits &before, const QJsonObject &result, const QDateTime &now);
/// account/rateLimits/updated: in pieces, where null means "not said".
[[nodiscard]] Limits afterUpdate(const Limits &before, const QJsonObject &params);
[[nodiscard]] Limits afterExhaustion(const Limits &before, const QDateTime &now);
[[nodiscard]] Limits afterAnswer(const Limits &before);

/// When the quota that is used up is reset, where a typed field says so: the latest of the windows that are at their limit.
[[nodiscard]] std::optional<QDateTime> resetOf(const Limits &limits, const QDateTime &now);

/// \a unmetered: the host is configured so that it knows of no quota.
[[nodiscard]] Capacity capacityOf(const Limits &limits, bool unmetered, const QDateTime &now);

/// Of Hostline's own overrides (CodexSettings::config): threads go to a model provider that is defined there and needs no sign-in.
/// What Codex says of its account has nothing to do with them then.
[[nodiscard]] bool needsNoAccount(const QJsonObject &config);

/// The answer to account/read, where limits cannot be read: true for a model provider of one's own and for accounts that pay by
/// use (a key, a cloud), false where the limits of a sign-in are only not to be had now.
[[nodiscard]] bool isUnmetered(const QJsonObject &account);

} // namespace hostline::codex
