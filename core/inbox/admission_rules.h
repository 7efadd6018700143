// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inbox/command_rules.h"
#include "inbox/inbox_rows.h"

#include <hostline/failure.h>
#include <hostline/message.h>

#include <optional>

namespace hostline {

/// Limits of A6 and A9, from the settings.
struct AdmissionLimits
{
    int queued = 20; ///< waiting questions of one conversation
    qint64 textCharacters = 1'048'576;
    qint64 lateMs = 5LL * 60'000;
    qint64 queueAgeMs = 24LL * 3'600'000;
    qint64 waitMs = 8LL * 24 * 3'600'000;

    friend bool operator==(const AdmissionLimits &, const AdmissionLimits &) = default;
};

/// What is known when a message asks to be let in.
struct AdmissionFacts
{
    QString digest;
    std::optional<MessageRow> known; ///< the same identity, from before
    bool granted = false;
    int queued = 0; ///< in the conversation now
    qint64 characters = 0;
    bool blank = false;
    std::optional<Command> command;
    qint64 sentAt = 0;
    qint64 now = 0;
};

struct AdmissionPlan
{
    enum class Kind { Replay, Conflict, Refuse, RunCommand, ExpireCommand, AcceptQuestion };
    Kind kind = Kind::Refuse;
    std::optional<FailureKind> refusal;

    friend bool operator==(const AdmissionPlan &, const AdmissionPlan &) = default;
};

/// A4: one decision for every message.
[[nodiscard]] AdmissionPlan planAdmission(const AdmissionFacts &facts,
                                          const AdmissionLimits &limits);

/// Admitted long after it was sent (A9). A clock that is behind makes nothing late.
[[nodiscard]] bool isLate(qint64 sentAt, qint64 acceptedAt, const AdmissionLimits &limits);

/// Of the text as people see it: line ends and composed characters do not make two messages of one (A3).
[[nodiscard]] QString contentDigest(const QString &text);

/// The most particular grant that covers the source, if any.
[[nodiscard]] std::optional<GrantRow> grantFor(const QList<GrantRow> &grants, const Source &source);

/// Those that allow work in the workspace of this name.
[[nodiscard]] QList<GrantRow> grantsIn(const QString &workspace, const QList<GrantRow> &grants);

/// A6: how long a queued request has waited for its turn, less the time for which its age stood still; a wall clock that
/// jumped within this boot is corrected.
[[nodiscard]] qint64
queueAge(const RequestRow &request, qint64 now, const QString &boot, qint64 bootMs);

/// A6: for how long the age of a queued request stood still when a wait of its conversation's head ends that began then.
[[nodiscard]] qint64 standstill(
    const RequestRow &request, qint64 waitingFrom, qint64 now, const QString &boot, qint64 bootMs);

/// A6: how long a request has waited for something outside, likewise corrected.
[[nodiscard]] qint64
waitAge(const RequestRow &request, qint64 now, const QString &boot, qint64 bootMs);

} // namespace hostline
