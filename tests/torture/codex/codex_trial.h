// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "torture/codex/codex_point_table.h"
#include "torture/rig/matrix.h"

namespace hostline::torture {

/// Kills the daemon at the moment and starts it again. A second question follows in the same conversation; `warm`: one
/// was answered there before. `number` chooses the write that a commit is torn at.
[[nodiscard]] Verdict runCodexPoint(const CodexPoint &point, bool warm, int number);

/// Three conversations and a killed daemon, five times in a row: no child outlives it (H26). `tool`: a command of the
/// model runs when it is killed.
[[nodiscard]] Verdict runChildren(bool tool);

} // namespace hostline::torture
