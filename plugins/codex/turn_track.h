// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/codex_messages.h"

#include <hostline/turn.h>

#include <QSet>

#include <optional>

namespace hostline::codex {

/// What is known of a running turn from its events.
struct TurnTrack
{
    Reach reach = Reach::NotSent;
    QSet<QString> running; ///< items that take their time (commands, calls, reasoning, compaction)
    QSet<QString> thoughts; ///< reasoning so far: it never completes when its stream breaks
    QSet<QString> commands; ///< every shell command so far: they may survive an interrupt
    std::optional<Activity> activity;
    qint64 inputTokens = 0;
    qint64 outputTokens = 0;
    qint64 totalTokens = 0; ///< of the thread, when this turn was last charged
    friend bool operator==(const TurnTrack &, const TurnTrack &) = default;

    [[nodiscard]] bool busy() const { return !running.isEmpty(); }
};

/// What an event is worth telling.
struct TurnNews
{
    bool heard = false;
    QString item; ///< with text: the agent message that it belongs to
    QString text;
    std::optional<Activity> activity; ///< only where it changed
    friend bool operator==(const TurnNews &, const TurnNews &) = default;
};

/// Takes one event of the turn. Pure but for \a track. The end of the turn is not its business.
TurnNews take(TurnTrack &track, const codexwire::Event &event);

/// The short line for an item that runs: the command without its shell, at most 80 characters, else the item's type.
[[nodiscard]] QString activityLabel(const codexwire::ThreadItem &item);

/// The result of a turn that Codex says has ended. Completed without an answer is a failure.
[[nodiscard]] TurnResult resultOfTurn(const TurnId &id,
                                      const codexwire::Turn &turn,
                                      const TurnTrack &track,
                                      const QString &model);

} // namespace hostline::codex
