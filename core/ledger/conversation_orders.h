// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/settle.h"

#include <hostline/control.h>
#include <hostline/result.h>
#include <hostline/views.h>

namespace hostline {

/// Closes it, stopping what is open there. A part of a unit.
void closeConversation(Transaction &transaction,
                       UnitContext &context,
                       const ConversationRow &conversation);

/// The title of a conversation that nobody named: the first line of a question, shortened.
[[nodiscard]] QString automaticTitle(const QString &question);

/// The owner's orders on what is at a place, as units.
[[nodiscard]] Result<Place> createConversation(Transaction &transaction,
                                               UnitContext &context,
                                               const Place &place,
                                               const QString &title);
/// An empty title puts the automatic one back: that of the first question at the place.
[[nodiscard]] Result<Place> renameConversation(Transaction &transaction,
                                               UnitContext &context,
                                               const Place &place,
                                               const QString &title);
[[nodiscard]] Result<Place> setConversationLanguage(Transaction &transaction,
                                                    UnitContext &context,
                                                    const Place &place,
                                                    const QString &language);
[[nodiscard]] Result<Place> preferForConversation(Transaction &transaction,
                                                  UnitContext &context,
                                                  const PreferForConversation &wish);
[[nodiscard]] Result<Place>
closePlace(Transaction &transaction, UnitContext &context, const Place &place);
/// Open requests are stopped first; texts are emptied, identities stay for dedupe.
[[nodiscard]] Result<Place>
deletePlace(Transaction &transaction, UnitContext &context, const Place &place);

} // namespace hostline
