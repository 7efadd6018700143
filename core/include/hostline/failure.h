// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/export.h>

#include <QtCore/QDateTime>
#include <QtCore/QString>

#include <optional>

namespace hostline {

/// Why something did not end well. Closed: new kinds are added at the end, with their row in the policy table
/// (core/notices/failure_policy). A provider takes the kind from typed fields of its host, never from prose.
enum class FailureKind {
    QuotaExhausted, ///< the account's quota is used up; `until` when it resets, if known
    RateLimited,
    ContextTooLarge,
    SignedOut,
    Overloaded,
    UpstreamPolicy, ///< refused by the model's owner
    ModelNotFound, ///< `subject`: the model
    ConnectionLost, ///< the way to the model broke or could not be made
    IdleTimeout,
    HardTimeout,
    StartTimeout,
    Stopped, ///< by the person
    Restarted, ///< Hostline or the host restarted; the outcome is unknown
    ProviderUnavailable,
    ThreadBusyElsewhere, ///< `subject`: the holder, if known
    ThreadLost,
    UnsupportedHost, ///< `subject`: the version seen
    InvalidConfiguration,
    InvalidInput,
    NotAllowed, ///< no grant
    QueueFull,
    Expired,
    StoreUnavailable, ///< it cannot be read or written now (a full disk): the same may work later
    NotFound,
    Conflict,
    Internal,
};

/// The stable text of a kind, as stored and as sent over the API: "quota_exhausted".
[[nodiscard]] HOSTLINE_EXPORT QString toString(FailureKind kind);
[[nodiscard]] HOSTLINE_EXPORT std::optional<FailureKind> failureKindFromString(const QString &text);

/// A failure is a value. Nothing in it is shown to a person as it is: notices are made from the kind,
/// `subject` and `until`; `detail` is for the log and for `failure.detail` of the API.
struct Failure
{
    FailureKind kind = FailureKind::Internal;
    QString
        detail; ///< English, one line (of broken settings one for each problem), without secrets
    QString subject; ///< what a notice may name: a holder, a version, a model, a mending step
    std::optional<QDateTime> until; ///< UTC; when trying again makes sense

    friend bool operator==(const Failure &, const Failure &) = default;
};

/// The mending step: the subject, where its kind gives it no meaning of its own.
[[nodiscard]] HOSTLINE_EXPORT QString stepOf(const Failure &failure);

} // namespace hostline
