// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "routing/routing_rules.h"

#include <algorithm>
#include <array>

namespace hostline {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds firstGap = 1min;
constexpr std::chrono::milliseconds longestGap = 30min;

constexpr std::array states{
    std::pair{Capacity::State::Unknown, "unknown"_L1},
    std::pair{Capacity::State::Available, "available"_L1},
    std::pair{Capacity::State::Exhausted, "exhausted"_L1},
    std::pair{Capacity::State::Unmetered, "unmetered"_L1},
};

std::optional<qint64> inFuture(const std::optional<QDateTime> &time, qint64 now)
{
    if (!time || !time->isValid() || time->toMSecsSinceEpoch() <= now)
        return std::nullopt;
    return time->toMSecsSinceEpoch();
}

/// When the quota that is used up is reset, as the meter has it.
std::optional<qint64> meteredReset(const Capacity &seen, qint64 now)
{
    std::optional<qint64> latest;
    for (const Capacity::Window &window : seen.windows) {
        if (window.usedPercent.value_or(0) >= 100)
            latest = std::max(latest, inFuture(window.resetsAt, now));
    }
    return latest || seen.state != Capacity::State::Exhausted ? latest
                                                              : inFuture(seen.resetsAt, now);
}

Capacity::Window merged(Capacity::Window window, const Capacity::Window &fresh)
{
    if (fresh.usedPercent)
        window.usedPercent = fresh.usedPercent;
    if (fresh.length)
        window.length = fresh.length;
    if (fresh.resetsAt)
        window.resetsAt = fresh.resetsAt;
    return window;
}

} // namespace

std::chrono::milliseconds attemptGap(int attempts)
{
    return std::min(longestGap, firstGap * (1 << std::clamp(attempts - 1, 0, 5)));
}

Capacity mergedCapacity(const Capacity &before, const Capacity &fresh)
{
    Capacity merged = before;
    if (fresh.state != Capacity::State::Unknown) {
        merged.state = fresh.state;
        merged.resetsAt = fresh.resetsAt;
    }
    for (const Capacity::Window &window : fresh.windows) {
        const auto known = std::find_if(
            merged.windows.begin(), merged.windows.end(), [&window](const Capacity::Window &other) {
                return other.id == window.id;
            });
        if (known == merged.windows.end())
            merged.windows.append(window);
        else
            *known = hostline::merged(*known, window);
    }
    const bool saysNothing = fresh.state == Capacity::State::Unknown && fresh.windows.isEmpty();
    if (fresh.observedAt.isValid() && !saysNothing)
        merged.observedAt = fresh.observedAt;
    return merged;
}

QuotaRecord afterMeter(const QuotaRecord &before, const Capacity &fresh, bool asked, qint64 now)
{
    QuotaRecord record = before;
    record.seen = mergedCapacity(before.seen, fresh);
    const bool waits = record.retryAt && *record.retryAt > now;
    if (fresh.state == Capacity::State::Exhausted) {
        if (const std::optional<qint64> reset = meteredReset(record.seen, now)) {
            record.retryAt = reset;
            record.resetKnown = true;
        } else if (!waits && record.attempts == 0) { // else its next turn tells
            record.retryAt = now + attemptGap(record.attempts + 1).count();
            record.resetKnown = false;
        }
    } else if (fresh.state != Capacity::State::Unknown && waits) {
        if (record.attempts == 0) {
            record.retryAt.reset();
            record.resetKnown = false;
        } else if (asked) {
            // Its turns met something else: the gaps stay, so that a meter that errs makes no storm.
            const qint64 soonest =
                std::max(now, record.failedAt.value_or(now) + attemptGap(record.attempts).count());
            if (soonest < *record.retryAt) {
                record.retryAt = soonest;
                record.resetKnown = false;
            }
        }
    }
    return record;
}

QuotaRecord afterExhaustion(const QuotaRecord &before, const Failure &failure, qint64 now)
{
    QuotaRecord record = before;
    // One that was on its way when the first met it is no attempt of its own.
    const bool waits = before.attempts > 0 && before.retryAt && now < *before.retryAt;
    if (!waits)
        ++record.attempts;
    record.failedAt = now;
    std::optional<qint64> reset = inFuture(failure.until, now);
    if (!reset)
        reset = meteredReset(record.seen, now);
    const qint64 gap = now + attemptGap(record.attempts).count();
    if (waits && !reset) {
        record.retryAt = std::max(*before.retryAt, gap);
        return record;
    }
    record.resetKnown = reset.has_value();
    // A second one in a row says that resets are not what they are said to be here.
    record.retryAt = !reset ? gap : record.attempts > 1 ? std::max(*reset, gap) : *reset;
    return record;
}

QuotaRecord afterAnswer(const QuotaRecord &before)
{
    QuotaRecord record = before;
    record.attempts = 0;
    record.failedAt.reset();
    record.retryAt.reset();
    record.resetKnown = false;
    if (record.seen.state == Capacity::State::Exhausted) {
        record.seen.state = Capacity::State::Available;
        record.seen.resetsAt.reset();
    }
    return record;
}

Capacity::State believed(const QuotaRecord &record, qint64 now)
{
    if (record.retryAt && now < *record.retryAt)
        return Capacity::State::Exhausted;
    // The host's own word for its reset is believed; a gap of ours says nothing.
    if (record.seen.state == Capacity::State::Exhausted)
        return record.resetKnown ? Capacity::State::Available : Capacity::State::Unknown;
    // Without a word on the reset, one who has others to ask does not come back to it with every gap.
    const bool doubtful = record.attempts > 0 && !record.resetKnown
        && now < record.failedAt.value_or(0) + longestGap.count();
    return doubtful && record.seen.state == Capacity::State::Unmetered ? Capacity::State::Unknown
                                                                       : record.seen.state;
}

std::optional<qint64> changesAt(const QuotaRecord &record, qint64 now)
{
    if (record.retryAt && now < *record.retryAt)
        return record.retryAt;
    const qint64 undoubted = record.failedAt.value_or(0) + longestGap.count();
    if (record.attempts > 0 && !record.resetKnown && now < undoubted)
        return undoubted;
    return std::nullopt;
}

Capacity shownCapacity(const QuotaRecord &record, qint64 now)
{
    Capacity shown = record.seen;
    shown.state = believed(record, now);
    shown.resetsAt.reset();
    if (shown.state == Capacity::State::Exhausted && record.resetKnown)
        shown.resetsAt = QDateTime::fromMSecsSinceEpoch(*record.retryAt, Qt::UTC);
    if (record.failedAt) {
        const QDateTime failed = QDateTime::fromMSecsSinceEpoch(*record.failedAt, Qt::UTC);
        if (!shown.observedAt.isValid() || shown.observedAt < failed)
            shown.observedAt = failed;
    }
    return shown;
}

RouteChoice choosePinned(const RouteQuestion &question)
{
    const auto found = question.wanted.isEmpty()
        ? question.members.begin()
        : std::find_if(
            question.members.begin(),
            question.members.end(),
            [&question](const RouteMember &member) { return member.provider == question.wanted; });
    if (found == question.members.end())
        return {};
    if (found->capacity == Capacity::State::Exhausted)
        return {RouteChoice::Reason::Exhausted, {}, found->triedAgainAt};
    return {question.wanted.isEmpty() ? RouteChoice::Reason::Primary : RouteChoice::Reason::Wanted,
            found->provider,
            {}};
}

QString choiceMistake(const RouteQuestion &question, const RouteChoice &choice)
{
    if (choice.reason == RouteChoice::Reason::Exhausted)
        return choice.provider.isEmpty() ? QString() : u"it chose a provider and none"_s;
    const auto found = std::find_if(
        question.members.begin(), question.members.end(), [&choice](const RouteMember &member) {
            return member.provider == choice.provider;
        });
    if (found == question.members.end())
        return u"\"%1\" is none of its members that are enabled"_s.arg(choice.provider);
    return found->capacity == Capacity::State::Exhausted
        ? u"it chose %1, whose quota is exhausted"_s.arg(choice.provider)
        : QString();
}

QString storedText(RouteChoice::Reason reason)
{
    switch (reason) {
    case RouteChoice::Reason::Wanted:
        return u"wanted"_s;
    case RouteChoice::Reason::Primary:
        return u"primary"_s;
    case RouteChoice::Reason::Substitute:
        return u"substitute"_s;
    case RouteChoice::Reason::Untried:
        return u"untried"_s;
    case RouteChoice::Reason::Exhausted:
        return u"exhausted"_s;
    }
    Q_UNREACHABLE();
}

QString storedText(Capacity::State state)
{
    return states[static_cast<size_t>(state)].second;
}

Capacity::State capacityStateFromString(const QString &text)
{
    for (const auto &[state, name] : states) {
        if (name == text)
            return state;
    }
    return Capacity::State::Unknown;
}

} // namespace hostline
