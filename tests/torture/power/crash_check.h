// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "torture/power/system_calls.h"

#include <QtCore/QHash>
#include <QtCore/QSet>
#include <QtCore/QStringList>

namespace hostline::torture {

/// What the outside has seen before a power cut, by the lines that went out.
struct Promises
{
    QHash<QString, QString> acknowledged; ///< message -> request
    QSet<QString> begun; ///< turns that the host was asked for
    QSet<QString> sent; ///< keys of deliveries that left

    void take(const QJsonObject &line);
};

/// Opens the store in the directory as the next boot of Hostline does, lets it adopt what the last run left, and compares.
/// Empty: every promise is kept.
[[nodiscard]] QStringList brokenPromises(const QString &directory, const Promises &promises);

} // namespace hostline::torture
