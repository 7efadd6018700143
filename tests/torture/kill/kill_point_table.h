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

/// The seven points of requirement B3, each with the variants that leave something else behind.
[[nodiscard]] QList<KillPoint> killPoints();

} // namespace hostline::torture
