// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/codex_messages.h"

#include <hostline/turn.h>

namespace hostline::codex {

/// What the pages of turns, newest first, say so far of the turn with our id. Pure.
class TurnSearch
{
public:
    explicit TurnSearch(TurnId id);

    /// Takes the next page. True: the search is over (found, or no page is left).
    [[nodiscard]] bool take(const codexwire::TurnPage &page);

    [[nodiscard]] const std::optional<codexwire::Turn> &found() const { return m_found; }

    /// For a turn that was not found. The newest turn without any item is one whose message never got there: its client id
    /// is not known, but only one turn at a time runs on a thread, so it can be no other than the one asked for (Empty).
    /// While such a turn runs, it is that turn before its message is recorded (Running). Else Absent.
    [[nodiscard]] Inventory notFound() const;

private:
    TurnId m_id;
    std::optional<codexwire::Turn> m_found;
    std::optional<codexwire::Turn> m_newest;
};

/// The inventory of a turn with all its items.
[[nodiscard]] Inventory inventoryOf(const TurnId &id,
                                    const codexwire::Turn &turn,
                                    const QList<codexwire::ThreadItem> &items);

/// The inventory of a turn that could not be read.
[[nodiscard]] Inventory unreadable(const TurnId &id, const Failure &failure);

} // namespace hostline::codex
