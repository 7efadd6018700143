// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/bodies.h"

#include "chat/routes.h"
#include "lib/api/api_words.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>

namespace hostline::chat {

using namespace Qt::StringLiterals;

namespace {

constexpr int largestPage = 200;
constexpr qsizetype longestCursor = 200;
constexpr qsizetype longestClientId = 128;
constexpr qsizetype longestTitle = 200;
constexpr qsizetype longestSearch = 200;

ApiError invalid(const QString &message)
{
    return {400, u"invalid_input"_s, message, {}};
}

/// Text that can be stored and comes back as it was: no NUL, no half of a surrogate pair.
bool isWholeText(QStringView text)
{
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (c.isNull() || c.isLowSurrogate())
            return false;
        if (c.isHighSurrogate()) {
            if (++i == text.size() || !text.at(i).isLowSurrogate())
                return false;
        }
    }
    return true;
}

bool isOneLine(QStringView text)
{
    return std::none_of(
        text.cbegin(), text.cend(), [](QChar c) { return c.category() == QChar::Other_Control; });
}

/// As in a command of one argument (/model NAME), which takes no white space.
bool isName(QStringView text)
{
    return text.size() <= longestTitle && isOneLine(text)
        && std::none_of(text.cbegin(), text.cend(), [](QChar c) { return c.isSpace(); });
}

Parsed<QJsonObject>
parseObject(QByteArrayView contentType, const QByteArray &body, const QStringList &known)
{
    const qsizetype parameters = contentType.indexOf(';');
    const QByteArrayView type =
        (parameters < 0 ? contentType : contentType.first(parameters)).trimmed();
    if (type.compare("application/json", Qt::CaseInsensitive) != 0) {
        return ApiError{415,
                        u"unsupported_media_type"_s,
                        u"The body must be JSON."_s,
                        u"Send it with Content-Type: application/json."_s};
    }
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(body, &error);
    if (error.error != QJsonParseError::NoError)
        return invalid(
            u"The body is not JSON: %1, at byte %2."_s.arg(error.errorString()).arg(error.offset));
    if (!document.isObject())
        return invalid(u"The body must be a JSON object."_s);
    const QJsonObject object = document.object();
    for (auto field = object.constBegin(); field != object.constEnd(); ++field) {
        if (!known.contains(field.key()))
            return invalid(u"The body has a field that is not known; known are: %1."_s.arg(
                known.isEmpty() ? u"none"_s : known.join(u", ")));
        if (!field.value().isString())
            return invalid(u"The field “%1” must be a text."_s.arg(field.key()));
        if (!isWholeText(field.value().toString()))
            return invalid(u"The field “%1” holds a character that is none."_s.arg(field.key()));
    }
    return object;
}

std::optional<ApiError> checkTitle(const QString &title)
{
    if (title.size() > longestTitle || !isOneLine(title))
        return invalid(u"A title is one line of at most %1 characters."_s.arg(longestTitle));
    return {};
}

std::optional<ApiError> checkLanguage(const QString &language)
{
    static const QStringList known{u"auto"_s, u"zh"_s, u"en"_s, u"both"_s};
    if (!known.contains(language))
        return invalid(u"The language must be one of %1."_s.arg(known.join(u", ")));
    return {};
}

std::optional<QString> optionalText(const QJsonObject &object, QLatin1StringView key)
{
    return object.contains(key) ? std::optional(object.value(key).toString()) : std::nullopt;
}

/// Each item at most once, and none that is not known.
std::optional<ApiError> checkQuery(const Query &query, const QStringList &known)
{
    QStringList seen;
    for (const auto &[name, value] : query) {
        if (!known.contains(name))
            return invalid(u"The query has an item that is not known; known are: %1."_s.arg(
                known.join(u", ")));
        if (seen.contains(name))
            return invalid(u"The query has “%1” twice."_s.arg(name));
        seen.append(name);
    }
    return {};
}

std::optional<QString> valueOf(const Query &query, QLatin1StringView name)
{
    for (const auto &[key, value] : query) {
        if (key == name)
            return value;
    }
    return {};
}

std::optional<ApiError> readPage(const Query &query, PageQuery &page)
{
    if (const std::optional<QString> limit = valueOf(query, "limit"_L1)) {
        // toInt() alone would take a sign and blanks, too.
        bool number = std::all_of(limit->cbegin(), limit->cend(), [](QChar digit) {
            return digit >= u'0' && digit <= u'9';
        });
        page.limit = number ? limit->toInt(&number) : 0;
        if (!number || page.limit < 1 || page.limit > largestPage)
            return invalid(u"The limit must be a number from 1 to %1."_s.arg(largestPage));
    }
    if (const std::optional<QString> before = valueOf(query, "before"_L1)) {
        page.before = *before;
        if (page.before.isEmpty() || page.before.size() > longestCursor)
            return invalid(u"The cursor “before” is none that was given."_s);
    }
    return {};
}

} // namespace

Parsed<AskBody> parseAsk(QByteArrayView contentType, const QByteArray &body)
{
    const Parsed<QJsonObject> parsed = parseObject(contentType, body, {u"client_id"_s, u"text"_s});
    if (const auto *error = std::get_if<ApiError>(&parsed))
        return *error;
    const QJsonObject &object = std::get<QJsonObject>(parsed);
    AskBody ask{object.value("client_id"_L1).toString(), object.value("text"_L1).toString()};
    if (ask.clientId.isEmpty() || ask.clientId.size() > longestClientId || !isOneLine(ask.clientId))
        return invalid(
            u"The field “client_id” must have 1 to %1 characters."_s.arg(longestClientId));
    if (ask.text.trimmed().isEmpty())
        return invalid(u"The field “text” must not be empty."_s);
    return ask;
}

Parsed<CreateBody> parseCreate(QByteArrayView contentType, const QByteArray &body)
{
    const Parsed<QJsonObject> parsed =
        parseObject(contentType, body, {u"id"_s, u"title"_s, u"language"_s});
    if (const auto *error = std::get_if<ApiError>(&parsed))
        return *error;
    const QJsonObject &object = std::get<QJsonObject>(parsed);
    CreateBody create{object.value("id"_L1).toString(),
                      object.value("title"_L1).toString().trimmed(),
                      optionalText(object, "language"_L1)};
    if (object.contains("id"_L1) && !isConversationId(create.id))
        return invalid(
            u"The field “id” must have 1 to 128 of the characters A-Z a-z 0-9 . _ ~ -."_s);
    if (const std::optional<ApiError> error = checkTitle(create.title))
        return *error;
    if (create.language) {
        if (const std::optional<ApiError> error = checkLanguage(*create.language))
            return *error;
    }
    return create;
}

Parsed<ChangeBody> parseChange(QByteArrayView contentType, const QByteArray &body)
{
    const Parsed<QJsonObject> parsed = parseObject(
        contentType,
        body,
        {u"title"_s, u"language"_s, u"provider"_s, u"model"_s, u"effort"_s, u"workspace"_s});
    if (const auto *error = std::get_if<ApiError>(&parsed))
        return *error;
    const QJsonObject &object = std::get<QJsonObject>(parsed);
    ChangeBody change{optionalText(object, "title"_L1),
                      optionalText(object, "language"_L1),
                      optionalText(object, "provider"_L1),
                      optionalText(object, "model"_L1),
                      optionalText(object, "effort"_L1),
                      optionalText(object, "workspace"_L1)};
    if (object.isEmpty())
        return invalid(u"The body must change something."_s);
    if (change.title) {
        change.title = change.title->trimmed();
        if (const std::optional<ApiError> error = checkTitle(*change.title))
            return *error;
    }
    if (change.language) {
        if (const std::optional<ApiError> error = checkLanguage(*change.language))
            return *error;
    }
    for (std::optional<QString> *choice :
         {&change.provider, &change.model, &change.effort, &change.workspace}) {
        if (!*choice)
            continue;
        *choice = (*choice)->trimmed();
        if (!isName(**choice))
            return invalid(
                u"A provider, model, effort or workspace is named by one word of at most 200 characters."_s);
    }
    return change;
}

Parsed<EmptyBody> parseEmpty(QByteArrayView contentType, const QByteArray &body)
{
    if (body.isEmpty())
        return EmptyBody{};
    const Parsed<QJsonObject> parsed = parseObject(contentType, body, {});
    if (const auto *error = std::get_if<ApiError>(&parsed))
        return *error;
    return EmptyBody{};
}

Parsed<PageQuery> parsePage(const Query &query)
{
    PageQuery page;
    if (const std::optional<ApiError> error = checkQuery(query, {u"limit"_s, u"before"_s}))
        return *error;
    if (const std::optional<ApiError> error = readPage(query, page))
        return *error;
    return page;
}

Parsed<InboxQuery> parseInbox(const Query &query)
{
    InboxQuery inbox;
    if (const std::optional<ApiError> error =
            checkQuery(query, {u"limit"_s, u"before"_s, u"state"_s, u"conversation"_s}))
        return *error;
    if (const std::optional<ApiError> error = readPage(query, inbox.page))
        return *error;
    const QString state = valueOf(query, "state"_L1).value_or(u"open"_s);
    if (state == "open"_L1)
        inbox.states = {RequestState::Queued, RequestState::Running, RequestState::Waiting};
    else if (state == "all"_L1)
        inbox.states = {RequestState::Queued,
                        RequestState::Running,
                        RequestState::Waiting,
                        RequestState::Settled};
    else if (const std::optional<RequestState> one = api::requestState(state))
        inbox.states = {*one};
    else
        return invalid(u"The state must be one of open, queued, running, waiting, settled, all."_s);
    if (const std::optional<QString> conversation = valueOf(query, "conversation"_L1)) {
        inbox.conversation = *conversation;
        if (!isConversationId(inbox.conversation))
            return invalid(u"The conversation is none that can be."_s);
    }
    return inbox;
}

Parsed<SearchQuery> parseSearch(const Query &query)
{
    if (const std::optional<ApiError> error = checkQuery(query, {u"limit"_s, u"q"_s}))
        return *error;
    PageQuery page;
    if (const std::optional<ApiError> error = readPage(query, page))
        return *error;
    const QString text = valueOf(query, "q"_L1).value_or(QString());
    if (text.isEmpty() || text.size() > longestSearch)
        return invalid(u"The item “q” must have 1 to %1 characters."_s.arg(longestSearch));
    return SearchQuery{page.limit, text};
}

} // namespace hostline::chat
