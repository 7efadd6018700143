// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/channel/fake_platform.h"

#include <QtCore/QList>
#include <QtCore/QString>

namespace hostline::torture {

/// What a person must have in the end for the question that was under way.
enum class Due {
    Answer, ///< its answer, once; a notice fails
    RestartNotice, ///< "restarted", once: it ran at the host and did not end there
    Unknowable, ///< never sent again: the reply's state is unknown, and the owner is told
};

/// One moment to die at.
struct KillPoint
{
    QString row; ///< of the table in the decisions on recovery: 1 to 7, and what is special
    QString at; ///< of kill_point.h
    int passing = 1; ///< of a first question
    Due keyed = Due::Answer;
    Due readable = Due::Answer;
    Due blind = Due::Answer;
    int shownBlind = 1; ///< how often a person of a channel that can do neither sees it

    [[nodiscard]] Due due(FakePlatform::Ability ability) const;
};

/// One commit of a question's way to die in: as strace sees it, so outside of the product.
struct KillCommit
{
    enum class Commit { Accept, Outcome, Receipt };
    QString row;
    Commit commit = Commit::Accept;
    bool stored = false; ///< at its sync, when it is written; else at one of its writes
    Due sure = Due::Answer; ///< on a channel that honours keys or can be read back
    Due blind = Due::Answer;
    int shownBlind = 1;

    [[nodiscard]] Due due(FakePlatform::Ability ability) const
    {
        return ability == FakePlatform::Ability::Neither ? blind : sure;
    }
};

/// Each of the three commits, torn and whole.
[[nodiscard]] QList<KillCommit> killCommits();

/// The seven points of requirement B3, each with the variants that leave something else behind.
[[nodiscard]] QList<KillPoint> killPoints();

} // namespace hostline::torture
