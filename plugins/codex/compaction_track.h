// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/codex_messages.h"

#include <optional>

namespace hostline::codex {

/// What can be seen of a compaction that was asked for by thread/compact/start.
struct CompactionSign
{
    enum class What {
        Answered, ///< the call, which says only that it was taken
        Refused,
        TurnStarted,
        Compacted, ///< the contextCompaction item completed
        OtherItem, ///< an item of any other kind completed
        TurnCompleted,
        TurnInterrupted,
        TurnFailed, ///< or ended in a way that is not known here
    };
    What what = What::Answered;
    QString thread; ///< empty for the answers of the call
    QString turn;
    friend bool operator==(const CompactionSign &, const CompactionSign &) = default;
};

/// Nothing where the event says nothing of a compaction.
[[nodiscard]] std::optional<CompactionSign> signOf(const codexwire::Event &event);

enum class CompactionState {
    Asked,
    Begun, ///< its turn is known
    Compacted, ///< the item is there, the turn goes on
    Unanswered, ///< all is there but the answer of the call
    Done,
    Failed,
};

/// Follows one compaction of one thread, which nobody else uses: the first turn that starts there is its own (C8, C9).
struct CompactionTrack
{
    CompactionState state = CompactionState::Asked;
    QString thread;
    QString turn;
    bool answered = false;
    friend bool operator==(const CompactionTrack &, const CompactionTrack &) = default;
};

/// The one transition function. Pure. Done is reached only by the call's answer, the contextCompaction item of the
/// thread's own compaction turn, and that turn's successful end.
[[nodiscard]] CompactionTrack next(CompactionTrack track, const CompactionSign &sign);

} // namespace hostline::codex
