// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inbox/admission_rules.h"

#include <hostline/route.h>
#include <hostline/turn.h>

#include <QHash>
#include <QSet>
#include <QString>

namespace hostline {

/// What the settings and the host program decide, as the units need it. Plain values, replaced whole at a reload.
struct Policy
{
    struct Workspace
    {
        QString path;
        Access access = Access::Read;

        friend bool operator==(const Workspace &, const Workspace &) = default;
    };
    QString language = QStringLiteral("auto"); ///< of new conversations
    QString provider; ///< the primary one: it answers where the person has chosen none
    QHash<QString, QString> models; ///< provider -> configured model
    QHash<QString, QString> providerNames; ///< provider -> what people call it
    QString workspace; ///< name of the default one
    QHash<QString, Workspace> workspaces;
    AdmissionLimits limits;
    qint64 retentionMs = 90LL * 86'400'000;
    bool reviews = true; ///< what a restart interrupted may be reviewed (D4)
    QSet<QString>
        storedChannels; ///< their people read replies from the store: the commit is the delivery

    /// How the route answers as things stand.
    struct Way
    {
        RouteChoice choice;
        /// The same while another request is the attempt at a provider that was exhausted.
        RouteChoice cautious;

        friend bool operator==(const Way &, const Way &) = default;
    };
    QHash<QString, Way> ways; ///< by the provider that the person wants; empty name: none
    QSet<QString> recovering; ///< their turns ended for the quota; one attempt at a time
    QHash<QString, qint64> resets; ///< exhausted ones -> when it is reset, where the host says so

    [[nodiscard]] Way wayFor(const QString &wanted) const
    {
        using Reason = RouteChoice::Reason;
        const RouteChoice itself{wanted.isEmpty() ? Reason::Primary : Reason::Wanted,
                                 wanted.isEmpty() ? provider : wanted,
                                 {}};
        return ways.value(wanted, {itself, itself});
    }
    [[nodiscard]] bool isStored(const QString &channel) const
    {
        return storedChannels.contains(channel);
    }
    [[nodiscard]] QString providerName(const QString &name) const
    {
        return providerNames.value(name, name);
    }

    friend bool operator==(const Policy &, const Policy &) = default;
};

} // namespace hostline
