// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/turn.h>

namespace hostline {

/// What a review is told, for the agent and not for people: in English alone, as the guidance is.

/// The stable instructions of its thread.
[[nodiscard]] QString reviewGuidance();

/// How many characters of recorded texts go into a question, at most.
inline constexpr qsizetype reviewTextLimit = 200'000;

/// The original question as it was written and what was recorded of the work on it, in order (D6). Long texts are cut in
/// the middle, the longest ones first, and where something was cut it says so; the question itself never is.
[[nodiscard]] QString reviewQuestion(const QString &question,
                                     const QList<TurnItem> &items,
                                     qsizetype limit = reviewTextLimit);

} // namespace hostline
