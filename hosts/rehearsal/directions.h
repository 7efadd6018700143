// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <variant>

namespace hostline::rehearsal {

/// Every way in which the endpoint can fail a request, named as in docs/rehearsal.md.
enum class Fault {
    UsageLimitReached,
    UsageNotIncluded,
    InsufficientQuota,
    RateLimit,
    RateLimitExceeded,
    ContextLengthExceeded,
    ContextLengthExceeded400,
    ServerOverloaded,
    ServerOverloaded503,
    SlowDown,
    Http400,
    Http401,
    Http403,
    Http404,
    Http413,
    Http500,
    Http503,
    Incomplete,
    InvalidPrompt,
    UnknownFailure,
    Drop,
    Half,
    Idle,
    Hang,
    NotSse,
};

/// The word for it in a directive, a script and the log.
QString toText(Fault fault);
std::optional<Fault> faultFromText(const QString &name);
QStringList faultNames();

struct Pause
{
    std::chrono::milliseconds duration{};
    bool operator==(const Pause &) const = default;
};

/// Waits until a control call releases it.
struct Hold
{
    bool operator==(const Hold &) const = default;
};

struct Commentary
{
    QString text;
    bool operator==(const Commentary &) const = default;
};

struct Reasoning
{
    QString text;
    bool operator==(const Reasoning &) const = default;
};

/// A call of a function that the client offers; ends the response, the next step follows when the output comes back.
struct ToolCall
{
    QString name;
    QString arguments; ///< JSON object
    bool operator==(const ToolCall &) const = default;
};

using Step = std::variant<Pause, Hold, Commentary, Reasoning, ToolCall>;

enum class Filler { Ascii, Cjk, Markdown };

struct Length
{
    qsizetype characters = 0;
    Filler filler = Filler::Ascii;
    bool operator==(const Length &) const = default;
};

struct Failing
{
    Fault fault = Fault::Http500;
    int times = 0; ///< how many tries fail; 0 = all
    int resetSeconds = 3600; ///< for UsageLimitReached: when the limit ends, from now
    bool operator==(const Failing &) const = default;
};

struct Usage
{
    qint64 input = 0;
    qint64 output = 0;
    bool operator==(const Usage &) const = default;
};

/// How a question is to be answered: the directives `[[...]]` in its text, in the order in which they stand.
struct Directions
{
    QString question{}; ///< the text without its directives, trimmed
    QList<Step> steps{}; ///< before the answer
    std::optional<QString> say{}; ///< the answer's text
    std::optional<Length> length{}; ///< instead: filler of this length
    bool echoHistory = false; ///< instead: the dialogue that the request carried
    bool markers = false; ///< instead: the markers that the request carried
    int deltas = 4;
    std::chrono::milliseconds every{0}; ///< between two deltas
    bool holdHalf = false; ///< hold after half of the deltas
    std::optional<Failing> failing{}; ///< instead of the answer
    std::optional<Usage> usage{}; ///< else counted from the texts
    QStringList mistakes{}; ///< known directives with arguments that cannot be

    bool operator==(const Directions &) const = default;
};

/// Bounds of the numbers in directives.
inline constexpr std::chrono::milliseconds longestPause = std::chrono::minutes(10);
inline constexpr int mostDeltas = 10'000;
inline constexpr int mostSteps = 100;
inline constexpr qsizetype longestAnswer = 32'000'000;

/// Pure. A `[[word` that is no directive's name stays part of the question.
Directions directionsOf(const QString &text);

} // namespace hostline::rehearsal
