// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "torture/kill/kill_point_table.h"
#include "torture/rig/matrix.h"

namespace hostline::torture {

/// Kills the daemon at the point, starts it again and touches nothing else. A second question stands behind the first.
/// `warm`: the conversation has had a question before, so its thread exists.
[[nodiscard]] Verdict runPoint(FakePlatform::Ability ability, const KillPoint &point, bool warm);

/// The same for a death in a commit; `number` chooses the write that it is torn at.
[[nodiscard]] Verdict runCommit(FakePlatform::Ability ability, const KillCommit &point, int number);

/// Three conversations with three questions each, killed after a while (A8). What was due is what the host's record says.
[[nodiscard]] Verdict runQueues(FakePlatform::Ability ability, int killAfterMilliseconds);

} // namespace hostline::torture
