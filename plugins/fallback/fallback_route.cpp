// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/fallback/fallback_route.h"

#include <QtCore/QJsonArray>

#include <algorithm>
#include <initializer_list>

namespace hostline::fallback {

using namespace Qt::StringLiterals;
using Reason = RouteChoice::Reason;
using State = Capacity::State;

namespace {

const RouteMember *find(const QList<RouteMember> &members, const QString &provider)
{
    const auto found =
        std::find_if(members.begin(), members.end(), [&provider](const RouteMember &member) {
            return member.provider == provider;
        });
    return found == members.end() ? nullptr : &*found;
}

/// When the first of them may be tried again.
std::optional<QDateTime> soonest(const QList<RouteMember> &members)
{
    std::optional<QDateTime> first;
    for (const RouteMember &member : members) {
        if (member.triedAgainAt && (!first || *member.triedAgainAt < *first))
            first = member.triedAgainAt;
    }
    return first;
}

} // namespace

RouteSettings settingsOf(const QJsonObject &table)
{
    RouteSettings settings;
    const QString policy = table.value("policy"_L1).toString();
    if (policy == "pinned"_L1)
        settings.policy = Policy::Pinned;
    else if (policy == "preferred"_L1)
        settings.policy = Policy::Preferred;
    settings.primary = table.value("primary"_L1).toString();
    if (settings.primary.isEmpty())
        settings.primary = table.value("provider"_L1).toString();
    const QJsonArray pool = table.value("pool"_L1).toArray();
    for (const QJsonValue name : pool)
        settings.pool.append(name.toString());
    return settings;
}

FallbackRoute::FallbackRoute(RouteSettings settings)
    : m_settings(std::move(settings))
{ }

QStringList FallbackRoute::members() const
{
    QStringList members{m_settings.primary};
    members += m_settings.pool;
    members.removeDuplicates();
    return members;
}

RouteChoice FallbackRoute::choose(const RouteQuestion &question) const
{
    const RouteMember *first =
        m_settings.policy == Policy::Pinned ? nullptr : find(question.members, question.wanted);
    const Reason reason = first ? Reason::Wanted : Reason::Primary;
    if (!first)
        first = find(question.members, m_settings.primary);
    if (m_settings.policy != Policy::Flexible) {
        if (!first)
            return {};
        if (first->capacity == State::Exhausted)
            return {Reason::Exhausted, {}, first->triedAgainAt};
        return {reason, first->provider, {}};
    }
    QList<RouteMember> ranked;
    if (first)
        ranked.append(*first);
    for (const RouteMember &member : question.members) {
        if (!first || member.provider != first->provider)
            ranked.append(member);
    }
    for (const RouteMember &member : std::as_const(ranked)) {
        if (member.capacity == State::Available || member.capacity == State::Unmetered)
            return {first && member.provider == first->provider ? reason : Reason::Substitute,
                    member.provider,
                    {}};
    }
    for (const RouteMember &member : std::as_const(ranked)) {
        if (member.capacity == State::Unknown)
            return {Reason::Untried, member.provider, {}};
    }
    return {Reason::Exhausted, {}, soonest(ranked)};
}

} // namespace hostline::fallback
