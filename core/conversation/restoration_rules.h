// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace hostline {

/// Which thread a conversation's next question is to be asked in. Access is no part of it: it is said with each turn.
struct ThreadTarget
{
    QString provider;
    QString model; ///< empty: the host's own choice
    QString workspace; ///< path; empty: not in the settings any more

    friend bool operator==(const ThreadTarget &, const ThreadTarget &) = default;
};

/// Whether a thread serves as it is. Where there is no workspace to go to, any does: the question fails for that.
[[nodiscard]] bool fits(const ThreadTarget &thread, const ThreadTarget &wanted);

enum class ThreadChoice {
    Use, ///< the published one
    Make, ///< the first one of the conversation
    Migrate, ///< a new one, from the whole history (C4)
};
/// `isFit`: there is one, and it fits. `hadThread`: there is or was one that does not; then what was said goes along.
[[nodiscard]] ThreadChoice chooseThread(bool isThere, bool isFit, bool hadThread, bool hasHistory);

/// The way of a candidate, from its thread being open at the provider to its end (C4-C10).
enum class RestorationStage {
    Preparing, ///< its native id is being stored
    Reading, ///< the guards are checked, the next part of the history is read
    Restoring, ///< the provider makes a prefix native
    Publishing, ///< committed or not: the ledger decides about everything that comes now
    Over,
};
enum class RestorationEvent {
    Prepared,
    PrefixCut,
    HistoryEnded, ///< there was nothing (more) to restore
    Restored,
    LastRestored,
    Failed, ///< refused, unknown, or no room for what is left (C7)
    OutOfTime,
    Changed, ///< the settings, so that another thread may be wanted
    Stopped, ///< by the person, a close, or a grant that is gone
    Declined, ///< the ledger did not take it, and has seen to the request
    Published,
};
enum class RestorationAct {
    Nothing,
    Read,
    Restore,
    Publish,
    Keep, ///< the thread is the conversation's
    LetGo, ///< of the thread; the request is seen to
    SettleStopped, ///< and let go
    SettleFailed, ///< and let go; nothing is tried again
    PrepareAgain, ///< let go, and begin anew with what is wanted now
};
struct RestorationMove
{
    RestorationStage stage = RestorationStage::Over;
    RestorationAct act = RestorationAct::Nothing;

    friend bool operator==(const RestorationMove &, const RestorationMove &) = default;
};
[[nodiscard]] RestorationMove nextMove(RestorationStage stage, RestorationEvent event);

} // namespace hostline
