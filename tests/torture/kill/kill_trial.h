// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "torture/kill/kill_point_table.h"

#include <QtCore/QStringList>

namespace hostline::torture {

/// How one trial ended.
struct Verdict
{
    int answers = 0; ///< seen for the questions that were under way
    int notices = 0;
    int unseen = 0;
    QStringList faults; ///< empty: all is well

    void add(const Verdict &other);
};

/// Kills the daemon at the point, starts it again and touches nothing else. A second question stands behind the first.
/// `warm`: the conversation has had a question before, so its thread exists.
[[nodiscard]] Verdict runPoint(FakePlatform::Ability ability, const KillPoint &point, bool warm);

/// Three conversations with three questions each, killed after a while (A8). What was due is what the host's record says.
[[nodiscard]] Verdict runQueues(FakePlatform::Ability ability, int killAfterMilliseconds);

} // namespace hostline::torture
