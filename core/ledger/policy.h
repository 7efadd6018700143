// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inbox/admission_rules.h"

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
    QString provider; ///< the default one
    QHash<QString, QString> models; ///< provider -> configured model
    QHash<QString, QString> providerNames; ///< provider -> what people call it
    QString workspace; ///< name of the default one
    QHash<QString, Workspace> workspaces;
    AdmissionLimits limits;
    qint64 retentionMs = 90LL * 86'400'000;
    QSet<QString>
        storedChannels; ///< their people read replies from the store: the commit is the delivery

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
