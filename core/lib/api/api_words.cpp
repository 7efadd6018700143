// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/api/api_words.h"

#include <array>

namespace hostline::api {

using namespace Qt::StringLiterals;

namespace {

// Index = the enumerator's value.
constexpr std::array requestStates{"queued"_L1, "running"_L1, "waiting"_L1, "settled"_L1};
constexpr std::array requestKinds{"question"_L1, "command"_L1};
constexpr std::array waits{
    ""_L1, "provider"_L1, "thread"_L1, "readable"_L1, "capacity"_L1, "review"_L1};
constexpr std::array replyKinds{"answer"_L1, "notice"_L1};
constexpr std::array activityKinds{"thinking"_L1, "answering"_L1, "tool"_L1, "retrying"_L1};
constexpr std::array productStates{
    "stopped"_L1, "starting"_L1, "ready"_L1, "unavailable"_L1, "stopping"_L1};
constexpr std::array capacities{"unknown"_L1, "available"_L1, "exhausted"_L1, "unmetered"_L1};
constexpr std::array reasons{
    "wanted"_L1, "primary"_L1, "substitute"_L1, "untried"_L1, "exhausted"_L1};
constexpr std::array accesses{"read"_L1, "write"_L1};

template<typename Enum, size_t Count>
QString textOf(const std::array<QLatin1StringView, Count> &words, Enum value)
{
    return words.at(static_cast<size_t>(value));
}

} // namespace

QString word(RequestView::Kind kind)
{
    return textOf(requestKinds, kind);
}

QString word(RequestView::WaitsFor waitsFor)
{
    return textOf(waits, waitsFor);
}

QString word(ReplyView::Kind kind)
{
    return textOf(replyKinds, kind);
}

QString word(Activity::Kind kind)
{
    return textOf(activityKinds, kind);
}

QString word(Product::State state)
{
    return textOf(productStates, state);
}

QString word(Access access)
{
    return textOf(accesses, access);
}

QString word(Capacity::State state)
{
    return textOf(capacities, state);
}

QString word(RouteChoice::Reason reason)
{
    return textOf(reasons, reason);
}

std::optional<RequestState> requestState(const QString &word)
{
    for (size_t i = 0; i < requestStates.size(); ++i) {
        if (requestStates.at(i) == word)
            return static_cast<RequestState>(i);
    }
    return {};
}

QString timeText(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODateWithMs);
}

} // namespace hostline::api
