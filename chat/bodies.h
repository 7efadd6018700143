// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/api/api_error.h"

#include <hostline/message.h>

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>
#include <utility>
#include <variant>

/// What the API takes in queries and bodies, as docs/openapi.yaml has it. Pure; everything else is a 400 (or 415) in words.
namespace hostline::chat {

template<typename T>
using Parsed = std::variant<T, ApiError>;

using Query = QList<std::pair<QString, QString>>;

struct AskBody
{
    QString clientId;
    QString text;
    friend bool operator==(const AskBody &, const AskBody &) = default;
};
struct CreateBody
{
    QString id; ///< empty: to be made
    QString title;
    std::optional<QString> language;
    friend bool operator==(const CreateBody &, const CreateBody &) = default;
};
struct ChangeBody
{
    std::optional<QString> title;
    std::optional<QString> language;
    /// What is chosen for the conversation; empty: as the route and the settings say.
    std::optional<QString> provider;
    std::optional<QString> model;
    std::optional<QString> effort;
    std::optional<QString> workspace;

    [[nodiscard]] bool prefers() const { return provider || model || effort || workspace; }
    friend bool operator==(const ChangeBody &, const ChangeBody &) = default;
};
struct EmptyBody
{
    friend bool operator==(const EmptyBody &, const EmptyBody &) = default;
};
struct PageQuery
{
    int limit = 50;
    QString before;
    friend bool operator==(const PageQuery &, const PageQuery &) = default;
};
struct InboxQuery
{
    PageQuery page;
    QList<RequestState> states;
    QString conversation; ///< empty: all
    friend bool operator==(const InboxQuery &, const InboxQuery &) = default;
};
struct SearchQuery
{
    int limit = 50;
    QString text;
    friend bool operator==(const SearchQuery &, const SearchQuery &) = default;
};

[[nodiscard]] Parsed<AskBody> parseAsk(QByteArrayView contentType, const QByteArray &body);
[[nodiscard]] Parsed<CreateBody> parseCreate(QByteArrayView contentType, const QByteArray &body);
[[nodiscard]] Parsed<ChangeBody> parseChange(QByteArrayView contentType, const QByteArray &body);
/// Nothing, or an empty JSON object.
[[nodiscard]] Parsed<EmptyBody> parseEmpty(QByteArrayView contentType, const QByteArray &body);

[[nodiscard]] Parsed<PageQuery> parsePage(const Query &query);
[[nodiscard]] Parsed<InboxQuery> parseInbox(const Query &query);
[[nodiscard]] Parsed<SearchQuery> parseSearch(const Query &query);

} // namespace hostline::chat
