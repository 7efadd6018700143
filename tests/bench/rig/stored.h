// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QString>

namespace hostline::bench {

/// Adds settled requests, as a year of use would leave them: ten in a conversation, each with its message, transcript, turn,
/// reply and spend. `database`: a store that the daemon, or a Store with the ledger's schema, made; nobody has it open.
/// The conversations are those of the peers "old0", "old1", …
void addStored(const QString &database,
               int requests,
               const QString &channel = QStringLiteral("chat"));

} // namespace hostline::bench
