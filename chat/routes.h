// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/api/api_error.h"

#include <QByteArray>
#include <QStringList>

#include <variant>

namespace hostline::chat {

enum class Route {
    Ask,
    Inbox,
    Request,
    Stop,
    Conversations,
    CreateConversation,
    Conversation,
    ChangeConversation,
    DeleteConversation,
    CloseConversation,
    Search,
    Events,
    Status,
    Plugins,
    Prune,
    LoginLinks,
    Login,
    Health,
    Asset,
};

struct RouteMatch
{
    Route route = Route::Asset;
    QString
        id; ///< of the conversation or request, the login code, the file's name ("" is the page)

    friend bool operator==(const RouteMatch &, const RouteMatch &) = default;
};

/// The path is known, the method is not: 405, or the answer to OPTIONS.
struct OtherMethods
{
    QByteArray allow;

    friend bool operator==(const OtherMethods &, const OtherMethods &) = default;
};

/// Where a request goes. HEAD goes where GET goes. Ids are checked against their pattern: 404 for what can be no id.
[[nodiscard]] std::variant<RouteMatch, OtherMethods, ApiError>
findRoute(const QByteArray &method, const QStringList &segments);

/// Has items of a query; a query to another address of the API is refused.
[[nodiscard]] bool takesQuery(Route route);

/// May be used without being signed in.
[[nodiscard]] bool isOpenToAll(Route route);

/// "[A-Za-z0-9._~-]{1,128}", and not "." or "..": a conversation id that a client may choose.
[[nodiscard]] bool isConversationId(QStringView text);

} // namespace hostline::chat
