// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "torture/rig/matrix.h"

namespace hostline::torture {

/// D10: a question that makes the agent run a command, which leaves a line in a file, and then answer in pieces. The daemon is
/// killed at a random moment of it, and starts again, with reviews as people have them. `number` seeds the moment.
[[nodiscard]] Verdict runWork(int number);

} // namespace hostline::torture
