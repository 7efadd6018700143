// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QList>

namespace hostline::torture {

/// A process of this machine, as /proc shows it.
struct Process
{
    qint64 pid = 0;
    qint64 parent = 0;
    QByteArray commandLine; ///< words parted by spaces
};

/// Those that run with this entry ("NAME=value") in their environment, so whoever started them. No zombies.
[[nodiscard]] QList<Process> processesWith(const QByteArray &entry);

} // namespace hostline::torture
