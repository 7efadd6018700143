// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/capacity.h>
#include <hostline/result.h>

#include <QtCore/QJsonObject>
#include <QtCore/QStringList>
#include <QtCore/QtPlugin>

#include <memory>

namespace hostline {

/// A provider as a route sees it.
struct RouteMember
{
    QString provider; ///< its name in the settings
    Capacity::State capacity =
        Capacity::State::Unknown; ///< Exhausted only as long as that is believed
    std::optional<QDateTime> triedAgainAt; ///< Exhausted: when that ends

    friend bool operator==(const RouteMember &, const RouteMember &) = default;
};

/// Which provider is to answer (E2, E3).
struct RouteQuestion
{
    QString wanted; ///< that the person chose for the conversation; empty: none
    QList<RouteMember>
        members; ///< those that are configured and enabled, in the order of Route::members()

    friend bool operator==(const RouteQuestion &, const RouteQuestion &) = default;
};

struct RouteChoice
{
    enum class Reason {
        Wanted, ///< the person's choice
        Primary,
        Substitute, ///< the primary's quota is exhausted
        Untried, ///< nobody is known to have capacity, and of this one nothing is known
        Exhausted, ///< nobody: wait
    };
    Reason reason = Reason::Exhausted;
    QString provider; ///< a member; Exhausted: empty
    std::optional<QDateTime> until; ///< Exhausted: when to ask again, where that is known

    friend bool operator==(const RouteChoice &, const RouteChoice &) = default;
};

/// A policy that ranks providers. It holds no provider, does no input or output, and has no memory: the same question gets
/// the same answer. The core checks the choice, records it and carries it out.
class HOSTLINE_EXPORT Route
{
    Q_DISABLE_COPY_MOVE(Route)
public:
    Route();
    virtual ~Route();

    /// The names of the providers it may choose, the primary first.
    [[nodiscard]] virtual QStringList members() const = 0;
    [[nodiscard]] virtual RouteChoice choose(const RouteQuestion &question) const = 0;
};

/// Metadata as in <hostline/plugin.h>, with "Kind": "route".
class HOSTLINE_EXPORT RoutePlugin
{
    Q_DISABLE_COPY_MOVE(RoutePlugin)
public:
    RoutePlugin();
    virtual ~RoutePlugin();

    /// `settings`: the route's table, checked against the keys in the metadata, and under "provider" the default provider.
    /// Keys with "providers": true name enabled providers: the core has checked that. A failure is an answer, not an exception.
    [[nodiscard]] virtual Result<std::unique_ptr<Route>> create(const QJsonObject &settings) = 0;
};

} // namespace hostline

#define Hostline_RoutePlugin_iid "io.hostline.RoutePlugin/1"
Q_DECLARE_INTERFACE(hostline::RoutePlugin, Hostline_RoutePlugin_iid)
