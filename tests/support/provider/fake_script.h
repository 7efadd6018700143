// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/failure.h>

#include <QtCore/QString>

#include <chrono>
#include <optional>

namespace hostline {

/// What the fake provider does with one turn. Told by directives anywhere in the question, so that a test that only has
/// the way of a request can still say it. The first ones are also words of the rehearsal endpoint:
///
///   [[say TEXT]]                the answer; else "echo: " and the question without its directives
///   [[commentary TEXT]]         a message before the answer
///   [[delay MS]]                milliseconds (of the clock) before the first piece
///   [[deltas N every MS]]       the answer comes in N pieces, with a gap between them
///   [[hang]]                    ends only when it is released
///   [[tool shell COMMAND]]      a tool runs: an effect, and the idle clock stands
///   [[error KIND]]              ends as Failed: usage_limit_reached, 400, or a word of toString(FailureKind)
///                               (quota: the meter says Exhausted first, and its reset time goes into the failure)
///   [[crash]]                   the host dies in the middle of it: Lost, and Unavailable until the host is up again
///   [[deaf]]                    does not react to an interrupt
///   [[mute]]                    never accepted by the host: no turnStarted, nothing recorded
struct FakeScript
{
    QString answer;
    QString commentary;
    std::chrono::milliseconds delay{0};
    int pieces = 1;
    std::chrono::milliseconds gap{0};
    bool hang = false;
    QString command;
    std::optional<FailureKind> error;
    bool crash = false;
    bool deaf = false;
    bool mute = false;

    friend bool operator==(const FakeScript &, const FakeScript &) = default;
};

/// Pure. What is not a directive that we know stays in the text.
[[nodiscard]] FakeScript scriptFor(const QString &question);

} // namespace hostline
