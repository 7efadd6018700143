// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/routes.h"

#include <algorithm>
#include <array>

namespace hostline::chat {

using namespace Qt::StringLiterals;

namespace {

struct Row
{
    QByteArrayView method;
    QLatin1StringView
        path; ///< segments; ":c" conversation, ":r" request, ":l" login code, ":f" file
    Route route;
};

constexpr std::array rows{
    Row{"POST", "api/v1/conversations/:c/requests"_L1, Route::Ask},
    Row{"GET", "api/v1/requests"_L1, Route::Inbox},
    Row{"GET", "api/v1/requests/:r"_L1, Route::Request},
    Row{"POST", "api/v1/requests/:r/stop"_L1, Route::Stop},
    Row{"GET", "api/v1/conversations"_L1, Route::Conversations},
    Row{"POST", "api/v1/conversations"_L1, Route::CreateConversation},
    Row{"GET", "api/v1/conversations/:c"_L1, Route::Conversation},
    Row{"PATCH", "api/v1/conversations/:c"_L1, Route::ChangeConversation},
    Row{"DELETE", "api/v1/conversations/:c"_L1, Route::DeleteConversation},
    Row{"POST", "api/v1/conversations/:c/close"_L1, Route::CloseConversation},
    Row{"GET", "api/v1/search"_L1, Route::Search},
    Row{"GET", "api/v1/events"_L1, Route::Events},
    Row{"GET", "api/v1/status"_L1, Route::Status},
    Row{"GET", "api/v1/plugins"_L1, Route::Plugins},
    Row{"POST", "api/v1/prune"_L1, Route::Prune},
    Row{"POST", "api/v1/login-links"_L1, Route::LoginLinks},
    Row{"GET", "login/:l"_L1, Route::Login},
    Row{"GET", "healthz"_L1, Route::Health},
    Row{"GET", ":f"_L1, Route::Asset},
};

bool isWord(QStringView text, qsizetype longest, QLatin1StringView marks)
{
    return !text.isEmpty() && text.size() <= longest
        && std::all_of(text.cbegin(), text.cend(), [marks](QChar c) {
               return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'z')
                   || (c >= u'A' && c <= u'Z') || marks.contains(c);
           });
}

bool fits(QStringView pattern, const QString &segment)
{
    if (pattern == u":c")
        return isConversationId(segment);
    if (pattern == u":r")
        return isWord(segment, 64, "._-"_L1);
    if (pattern == u":l")
        return isWord(segment, 128, "_-"_L1);
    if (pattern == u":f")
        return segment.isEmpty() || isWord(segment, 64, "._-"_L1);
    return pattern == segment;
}

/// The id in the segments when they fit the path; nothing when they do not.
std::optional<QString> fit(QLatin1StringView path, const QStringList &segments)
{
    const QStringList patterns = QString(path).split(u'/');
    if (patterns.size() != segments.size())
        return {};
    QString id;
    for (qsizetype i = 0; i < patterns.size(); ++i) {
        if (!fits(patterns.at(i), segments.at(i)))
            return {};
        if (patterns.at(i).startsWith(u':'))
            id = segments.at(i);
    }
    return id;
}

} // namespace

std::variant<RouteMatch, OtherMethods, ApiError> findRoute(const QByteArray &method,
                                                           const QStringList &segments)
{
    const QByteArrayView wanted = method == "HEAD" ? QByteArrayView("GET") : QByteArrayView(method);
    const QStringList path = segments.isEmpty() ? QStringList{QString()} : segments;
    QByteArrayList allowed;
    for (const Row &row : rows) {
        const std::optional<QString> id = fit(row.path, path);
        if (!id)
            continue;
        if (row.method == wanted)
            return RouteMatch{row.route, *id};
        for (const QByteArray &each :
             {row.method.toByteArray(), QByteArray(row.method == "GET" ? "HEAD" : "")}) {
            if (!each.isEmpty() && !allowed.contains(each))
                allowed.append(each);
        }
    }
    if (!allowed.isEmpty())
        return OtherMethods{allowed.join(", ") + ", OPTIONS"};
    return ApiError{404, u"not_found"_s, u"There is nothing at this address."_s, {}};
}

bool takesQuery(Route route)
{
    return route == Route::Inbox || route == Route::Conversations || route == Route::Conversation
        || route == Route::Search;
}

bool isOpenToAll(Route route)
{
    return route == Route::Login || route == Route::Health || route == Route::Asset;
}

bool isConversationId(QStringView text)
{
    return isWord(text, 128, "._~-"_L1) && text != u"." && text != u"..";
}

} // namespace hostline::chat
