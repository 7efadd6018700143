// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "directions.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <array>

namespace hostline::rehearsal {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

struct NamedFault
{
    Fault fault;
    QLatin1StringView name;
};

constexpr std::array faults{
    NamedFault{Fault::UsageLimitReached, "usage_limit_reached"_L1},
    NamedFault{Fault::UsageNotIncluded, "usage_not_included"_L1},
    NamedFault{Fault::InsufficientQuota, "insufficient_quota"_L1},
    NamedFault{Fault::RateLimit, "rate_limit"_L1},
    NamedFault{Fault::RateLimitExceeded, "rate_limit_exceeded"_L1},
    NamedFault{Fault::ContextLengthExceeded, "context_length_exceeded"_L1},
    NamedFault{Fault::ContextLengthExceeded400, "context_length_exceeded_400"_L1},
    NamedFault{Fault::ServerOverloaded, "server_overloaded"_L1},
    NamedFault{Fault::ServerOverloaded503, "server_overloaded_503"_L1},
    NamedFault{Fault::SlowDown, "slow_down"_L1},
    NamedFault{Fault::Http400, "400"_L1},
    NamedFault{Fault::Http401, "401"_L1},
    NamedFault{Fault::Http403, "403"_L1},
    NamedFault{Fault::Http404, "404"_L1},
    NamedFault{Fault::Http413, "413"_L1},
    NamedFault{Fault::Http500, "500"_L1},
    NamedFault{Fault::Http503, "503"_L1},
    NamedFault{Fault::Incomplete, "incomplete"_L1},
    NamedFault{Fault::InvalidPrompt, "invalid_prompt"_L1},
    NamedFault{Fault::UnknownFailure, "unknown_failure"_L1},
    NamedFault{Fault::Drop, "drop"_L1},
    NamedFault{Fault::Half, "half"_L1},
    NamedFault{Fault::Idle, "idle"_L1},
    NamedFault{Fault::Hang, "hang"_L1},
    NamedFault{Fault::NotSse, "not_sse"_L1},
};

std::optional<qint64> numberOf(QStringView text, qint64 least, qint64 most)
{
    bool ok = false;
    const auto number = text.toLongLong(&ok);
    if (!ok || number < least || number > most)
        return std::nullopt;
    return number;
}

bool takePause(const QString &argument, Directions &into)
{
    const auto number = numberOf(argument, 0, longestPause.count());
    if (number)
        into.steps.append(Pause{milliseconds(*number)});
    return number.has_value();
}

bool takeHold(const QString &argument, Directions &into)
{
    if (argument == "half"_L1)
        into.holdHalf = true;
    else if (argument.isEmpty())
        into.steps.append(Hold{});
    else
        return false;
    return true;
}

bool takeDeltas(const QString &argument, Directions &into)
{
    const auto words = argument.split(u' ', Qt::SkipEmptyParts);
    if (words.size() != 1 && !(words.size() == 3 && words[1] == "every"_L1))
        return false;
    const auto count = numberOf(words[0], 1, mostDeltas);
    const auto every = words.size() == 3 ? numberOf(words[2], 0, 60'000) : 0;
    if (!count || !every)
        return false;
    into.deltas = int(*count);
    into.every = milliseconds(*every);
    return true;
}

bool takeSay(const QString &argument, Directions &into)
{
    into.say = into.say ? *into.say + u'\n' + argument : argument;
    return true;
}

bool takeLength(const QString &argument, Directions &into)
{
    const auto words = argument.split(u' ', Qt::SkipEmptyParts);
    if (words.isEmpty() || words.size() > 2)
        return false;
    Length length;
    const auto characters = numberOf(words[0], 0, longestAnswer);
    const auto filler = words.value(1, u"ascii"_s);
    if (filler == "cjk"_L1)
        length.filler = Filler::Cjk;
    else if (filler == "markdown"_L1)
        length.filler = Filler::Markdown;
    else if (filler != "ascii"_L1)
        return false;
    if (!characters)
        return false;
    length.characters = qsizetype(*characters);
    into.length = length;
    return true;
}

bool takeTool(const QString &argument, Directions &into)
{
    const auto name = argument.section(u' ', 0, 0);
    const auto rest = argument.section(u' ', 1).trimmed();
    if (name.isEmpty() || rest.isEmpty())
        return false;
    if (name != "shell"_L1) {
        if (!QJsonDocument::fromJson(rest.toUtf8()).isObject())
            return false;
        into.steps.append(ToolCall{name, rest});
        return true;
    }
    // 30 s is the longest that Codex lets a call wait for its command.
    const QJsonObject arguments{{u"cmd"_s, rest}, {u"yield_time_ms"_s, 30'000}};
    into.steps.append(
        ToolCall{u"exec_command"_s,
                 QString::fromUtf8(QJsonDocument(arguments).toJson(QJsonDocument::Compact))});
    return true;
}

bool takeFailing(const QString &argument, Directions &into)
{
    const auto words = argument.split(u' ', Qt::SkipEmptyParts);
    const auto fault = faultFromText(words.value(0));
    if (!fault || words.size() % 2 == 0)
        return false;
    Failing failing;
    failing.fault = *fault;
    for (qsizetype i = 1; i + 1 < words.size(); i += 2) {
        if (words[i] == "times"_L1) {
            const auto times = numberOf(words[i + 1], 1, 1000);
            if (!times)
                return false;
            failing.times = int(*times);
        } else if (words[i] == "resets"_L1) {
            const auto seconds = numberOf(words[i + 1], 1, 604'800);
            if (!seconds)
                return false;
            failing.resetSeconds = int(*seconds);
        } else {
            return false;
        }
    }
    into.failing = failing;
    return true;
}

bool takeUsage(const QString &argument, Directions &into)
{
    const auto words = argument.split(u' ', Qt::SkipEmptyParts);
    if (words.size() != 2)
        return false;
    const auto input = numberOf(words[0], 0, 100'000'000);
    const auto output = numberOf(words[1], 0, 100'000'000);
    if (!input || !output)
        return false;
    into.usage = Usage{*input, *output};
    return true;
}

using Take = bool (*)(const QString &, Directions &);

struct NamedTake
{
    QLatin1StringView name;
    Take take;
};

constexpr std::array takes{
    NamedTake{"delay"_L1, takePause},
    NamedTake{"hold"_L1, takeHold},
    NamedTake{"deltas"_L1, takeDeltas},
    NamedTake{"say"_L1, takeSay},
    NamedTake{"length"_L1, takeLength},
    NamedTake{"tool"_L1, takeTool},
    NamedTake{"error"_L1, takeFailing},
    NamedTake{"usage"_L1, takeUsage},
    NamedTake{"commentary"_L1,
              [](const QString &argument, Directions &into) {
                  into.steps.append(Commentary{argument});
                  return !argument.isEmpty();
              }},
    NamedTake{"reasoning"_L1,
              [](const QString &argument, Directions &into) {
                  into.steps.append(Reasoning{argument});
                  return !argument.isEmpty();
              }},
    NamedTake{"hang"_L1,
              [](const QString &argument, Directions &into) {
                  return takeFailing(u"hang "_s + argument, into);
              }},
    NamedTake{"half"_L1,
              [](const QString &argument, Directions &into) {
                  return takeFailing(u"half "_s + argument, into);
              }},
    NamedTake{"markers"_L1,
              [](const QString &argument, Directions &into) {
                  into.markers = true;
                  return argument.isEmpty();
              }},
    NamedTake{"echo-history"_L1,
              [](const QString &argument, Directions &into) {
                  into.echoHistory = true;
                  return argument.isEmpty();
              }},
};

Take takeNamed(QStringView name)
{
    const auto found = std::find_if(
        takes.begin(), takes.end(), [name](const auto &known) { return name == known.name; });
    return found == takes.end() ? nullptr : found->take;
}

bool isNameCharacter(QChar c)
{
    return (c >= u'a' && c <= u'z') || c == u'-';
}

} // namespace

QString toText(Fault fault)
{
    const auto found = std::find_if(
        faults.begin(), faults.end(), [fault](const auto &known) { return known.fault == fault; });
    return found == faults.end() ? QString() : QString(found->name);
}

std::optional<Fault> faultFromText(const QString &name)
{
    const auto found = std::find_if(
        faults.begin(), faults.end(), [&name](const auto &known) { return name == known.name; });
    return found == faults.end() ? std::nullopt : std::optional(found->fault);
}

QStringList faultNames()
{
    QStringList names;
    for (const auto &known : faults)
        names.append(known.name);
    return names;
}

Directions directionsOf(const QString &text)
{
    Directions directions;
    qsizetype from = 0;
    while (from < text.size()) {
        const auto open = text.indexOf("[["_L1, from);
        const auto close = open < 0 ? -1 : text.indexOf("]]"_L1, open);
        if (close < 0)
            break;
        auto nameEnd = open + 2;
        while (nameEnd < close && isNameCharacter(text[nameEnd]))
            ++nameEnd;
        const auto take = takeNamed(QStringView(text).mid(open + 2, nameEnd - open - 2));
        if (!take || (nameEnd < close && !text[nameEnd].isSpace())) {
            directions.question += QStringView(text).mid(from, nameEnd - from);
            from = nameEnd;
            continue;
        }
        directions.question += QStringView(text).mid(from, open - from);
        const auto argument = text.mid(nameEnd, close - nameEnd).trimmed();
        if (directions.steps.size() >= mostSteps || !take(argument, directions))
            directions.mistakes.append(text.mid(open, close + 2 - open).left(200));
        from = close + 2;
    }
    directions.question += QStringView(text).mid(from);
    directions.question = directions.question.trimmed();
    return directions;
}

} // namespace hostline::rehearsal
