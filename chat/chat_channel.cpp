// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/chat_channel.h"

#include "chat/access.h"
#include "chat/assets.h"
#include "chat/bodies.h"
#include "chat/chat_token.h"
#include "chat/responses.h"
#include "lib/api/api_words.h"
#include "lib/markdown/markdown.h"

#include <QLoggingCategory>

#include <utility>

namespace hostline::chat {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(chatLog, "hostline.plugin.chat", QtInfoMsg)

constexpr int connections = 1200;
constexpr int readersInTwelve = 11; // of the connections; the rest is for requests
constexpr auto retryDelay = 5s;
constexpr auto closingTime = 200ms; // for the last answers to leave

const ApiError signedOut{401,
                         u"signed_out"_s,
                         u"This caller is not signed in."_s,
                         u"Open a login link, or send the token as Authorization: Bearer."_s};
const ApiError stopping{
    503, u"stopping"_s, u"Hostline is stopping."_s, u"Send it again when it runs again."_s};

/// Asks a parsed value or answers with its error.
template<typename T>
const T *valueOr(const Parsed<T> &parsed, const HttpRequestPtr &request)
{
    if (const auto *error = std::get_if<ApiError>(&parsed))
        request->respond(errorResponse(*error));
    return std::get_if<T>(&parsed);
}

ApiError refusalOf(const Admission &admission)
{
    const FailureKind kind = admission.failure ? admission.failure->kind : FailureKind::Internal;
    const QString detail = admission.failure ? admission.failure->detail : QString();
    return {422,
            toString(kind),
            !admission.text.isEmpty() ? admission.text
                : detail.isEmpty()    ? u"The message was refused."_s
                                      : detail,
            {}};
}

} // namespace

ChatChannel::ChatChannel(PluginContext &context)
    : m_context(context)
    , m_control(*context.control())
    , m_timer(context.clock().timer())
{
    connect(&m_control, &HostControl::answered, this, &ChatChannel::onAnswered);
    connect(m_timer.get(), &Timer::timedOut, this, [this] {
        if (state() != State::Stopping) {
            tryToListen();
            return;
        }
        m_feed.reset();
        m_server.reset();
        setAddress({});
        setState(State::Stopped);
        if (m_wanted)
            start();
    });
}

ChatChannel::~ChatChannel() = default;

void ChatChannel::start()
{
    m_wanted = true; // also while it stops
    if (state() != State::Stopped)
        return;
    setState(State::Starting);
    m_timer->start(0ms);
}

void ChatChannel::tryToListen()
{
    const Result<QByteArray> token =
        loadToken(m_context.dataDirectory() + u'/' + m_context.name() + ".token"_L1);
    if (!token) {
        beUnavailable(token.failure());
        return;
    }
    m_token = token.value();
    m_context.hideInLog(QString::fromLatin1(m_token));
    HttpServerOptions options;
    options.port = static_cast<quint16>(m_context.settings().value("port"_L1).toInt());
    options.connections = connections;
    options.bodyBytes = api::largestBody;
    // No address that is open to all takes a body, so a stranger's is not awaited.
    options.refuseBody = [this](const HttpHeaders &headers) -> std::optional<HttpResponse> {
        if (isSignedIn(headerValue(headers, "Authorization"),
                       cookieValue(headerValue(headers, "Cookie"), cookieName(m_server->port())),
                       m_token))
            return std::nullopt;
        const std::optional<ApiError> foreign = checkOrigin(
            headerValue(headers, "Host"), headerValue(headers, "Origin"), m_server->port());
        return errorResponse(foreign.value_or(signedOut));
    };
    options.refuse = refusalResponse;
    auto server = std::make_unique<HttpServer>(
        options, [this](const HttpRequestPtr &request) { handle(request); });
    const HttpListening listening = server->listen();
    if (listening.port == 0) {
        beUnavailable(
            {FailureKind::InvalidConfiguration,
             u"Port %1 cannot be listened on: %2."_s.arg(options.port).arg(listening.error),
             u"End the program that uses it, or set another port for this channel."_s,
             {}});
        return;
    }
    m_server = std::move(server);
    m_feed = std::make_unique<EventFeed>(m_control,
                                         m_context.clock(),
                                         EventFeed::Rendering{markdownToHtml, plainToHtml},
                                         m_context.name(),
                                         m_context.newId().toLatin1());
    qCInfo(chatLog, "listening on port %d", int(listening.port));
    setAddress(ownUrl());
    setState(State::Ready);
}

void ChatChannel::beUnavailable(const Failure &failure)
{
    setState(State::Unavailable, failure);
    m_timer->start(retryDelay);
}

void ChatChannel::stop()
{
    m_wanted = false;
    if (state() == State::Stopped || state() == State::Stopping)
        return;
    setState(State::Stopping);
    if (m_feed)
        m_feed->endAll();
    for (const HttpRequestPtr &request : std::exchange(m_asking, {}))
        request->respond(errorResponse(stopping));
    m_continuations.clear(); // their requests are answered by going away
    m_timer->start(m_server ? closingTime : 0ms);
}

void ChatChannel::handle(const HttpRequestPtr &request)
{
    if (const std::optional<ApiError> error =
            checkOrigin(request->header("Host"), request->header("Origin"), m_server->port())) {
        request->respond(errorResponse(*error));
        return;
    }
    const auto found = request->target().asterisk
        ? OtherMethods{"GET, HEAD, POST, PATCH, DELETE, OPTIONS"}
        : findRoute(request->method(), request->target().segments);
    if (const auto *error = std::get_if<ApiError>(&found)) {
        request->respond(errorResponse(*error));
        return;
    }
    if (const auto *methods = std::get_if<OtherMethods>(&found)) {
        request->respond(methodResponse(request->method() == "OPTIONS", methods->allow));
        return;
    }
    const RouteMatch &match = std::get<RouteMatch>(found);
    request->setFallback(errorResponse(stopping));
    if (!isOpenToAll(match.route)
        && !isSignedIn(request->header("Authorization"),
                       request->cookie(cookieName(m_server->port())),
                       m_token)) {
        request->respond(errorResponse(signedOut));
        return;
    }
    if (state() != State::Ready && match.route != Route::Health) {
        request->respond(errorResponse(stopping));
        return;
    }
    if (!isOpenToAll(match.route) && !takesQuery(match.route)
        && !request->target().query.isEmpty()) {
        request->respond(
            errorResponse({400, u"invalid_input"_s, u"This address takes no query."_s, {}}));
        return;
    }
    dispatch(match, request);
}

void ChatChannel::dispatch(const RouteMatch &match, const HttpRequestPtr &request)
{
    const Place place = placeOf(match.id);
    const Query &query = request->target().query;
    switch (match.route) {
    case Route::Ask:
        ask(match.id, request);
        break;
    case Route::Inbox:
        inbox(request);
        break;
    case Route::Request:
        order(GetRequest{RequestId(match.id)}, request, 200);
        break;
    case Route::Stop: {
        const RequestId id(match.id);
        if (!valueOr(parseEmpty(request->header("Content-Type"), request->body()), request))
            break;
        send(StopRequest{id}, [this, request, id](const Answer &answer) {
            if (std::holds_alternative<Done>(answer))
                request->respond(
                    jsonResponse(202, {{u"request"_s, QJsonObject{{u"id"_s, id.toString()}}}}));
            else
                respond(request, 202, answer);
        });
        break;
    }
    case Route::Conversations: {
        const Parsed<PageQuery> parsed = parsePage(query);
        if (const PageQuery *page = valueOr(parsed, request))
            order(
                ListConversations{m_context.name(), true, page->limit, page->before}, request, 200);
        break;
    }
    case Route::CreateConversation:
        createConversation(request);
        break;
    case Route::Conversation: {
        const Parsed<PageQuery> parsed = parsePage(query);
        if (const PageQuery *page = valueOr(parsed, request))
            order(GetDialogue{place, page->limit, page->before}, request, 200);
        break;
    }
    case Route::ChangeConversation:
        changeConversation(match.id, request);
        break;
    case Route::DeleteConversation:
        order(DeleteConversation{place}, request, 204);
        break;
    case Route::CloseConversation:
        order(CloseConversation{place}, request, 200);
        break;
    case Route::Search: {
        const Parsed<SearchQuery> parsed = parseSearch(query);
        if (const SearchQuery *search = valueOr(parsed, request))
            order(Search{m_context.name(), search->text, search->limit}, request, 200);
        break;
    }
    case Route::Events:
        openEvents(request);
        break;
    case Route::Status:
        order(GetStatus{}, request, 200);
        break;
    case Route::Plugins:
        order(ListPlugins{}, request, 200);
        break;
    case Route::Prune:
        order(Prune{}, request, 200);
        break;
    case Route::LoginLinks:
        makeLoginLink(request);
        break;
    case Route::Login:
        logIn(match.id, request);
        break;
    case Route::Health:
        tellHealth(request);
        break;
    case Route::Asset:
        request->respond(assetResponse(match.id).value_or(
            errorResponse({404, u"not_found"_s, u"There is nothing at this address."_s, {}})));
        break;
    }
}

void ChatChannel::ask(const QString &conversation, const HttpRequestPtr &request)
{
    const Parsed<AskBody> parsed = parseAsk(request->header("Content-Type"), request->body());
    const AskBody *body = valueOr(parsed, request);
    if (!body)
        return;
    InboundMessage message;
    message.tag = ++m_tag;
    message.source = {m_context.name(), {}, conversation, {}, {}};
    message.messageId = body->clientId;
    message.text = body->text;
    message.sentAt = m_context.clock().wall();
    m_asking.insert(message.tag, request);
    Q_EMIT messageReceived(message);
}

void ChatChannel::acknowledge(const Admission &admission)
{
    const HttpRequestPtr request = m_asking.take(admission.tag);
    if (!request)
        return;
    switch (admission.result) {
    case Admission::Result::Created:
    case Admission::Result::Replayed:
        request->respond(
            jsonResponse(202,
                         {{u"request"_s,
                           QJsonObject{{u"id"_s, admission.request.toString()},
                                       {u"state"_s, toString(admission.state)}}},
                          {u"created"_s, admission.result == Admission::Result::Created}}));
        break;
    case Admission::Result::Conflict:
        request->respond(errorResponse(
            {409,
             u"conflict"_s,
             u"This client_id was used for another text in this conversation; that one stays."_s,
             u"Send the new text with a new client_id."_s}));
        break;
    case Admission::Result::Refused:
        request->respond(errorResponse(refusalOf(admission)));
        break;
    case Admission::Result::TryLater:
        request->respond(errorResponse(apiErrorOf({FailureKind::StoreUnavailable, {}, {}, {}})));
        break;
    }
}

void ChatChannel::inbox(const HttpRequestPtr &request)
{
    const Parsed<InboxQuery> parsed = parseInbox(request->target().query);
    const InboxQuery *query = valueOr(parsed, request);
    if (!query)
        return;
    if (query->conversation.isEmpty()) {
        order(ListRequests{query->states, query->page.limit, query->page.before}, request, 200);
        return;
    }
    const GetDialogue dialogue{placeOf(query->conversation), query->page.limit, query->page.before};
    send(dialogue, [this, request, states = query->states](const Answer &answer) {
        const auto *page = std::get_if<DialogueView>(&answer);
        const auto *failure = std::get_if<Failure>(&answer);
        if (failure && failure->kind == FailureKind::NotFound) {
            respond(request, 200, RequestList{});
            return;
        }
        if (!page) {
            respond(request, 200, answer);
            return;
        }
        RequestList list{{}, page->before};
        for (auto view = page->requests.crbegin(); view != page->requests.crend(); ++view) {
            if (states.contains(view->state))
                list.requests.append(*view);
        }
        respond(request, 200, list);
    });
}

void ChatChannel::createConversation(const HttpRequestPtr &request)
{
    const Parsed<CreateBody> parsed = parseCreate(request->header("Content-Type"), request->body());
    const CreateBody *body = valueOr(parsed, request);
    if (!body)
        return;
    const Place place = placeOf(body->id.isEmpty() ? m_context.newId() : body->id);
    send(GetDialogue{place, 1, {}}, [this, request, place, body = *body](const Answer &before) {
        const auto *page = std::get_if<DialogueView>(&before);
        if (page && !page->conversation.open.isNull()) {
            respond(request, 200, page->conversation);
            return;
        }
        send(CreateConversation{place, body.title},
             [this, request, place, body](const Answer &made) {
                 if (!body.language || !std::holds_alternative<ConversationView>(made)) {
                     respond(request, 201, made);
                     return;
                 }
                 send(SetConversationLanguage{place, *body.language},
                      [this, request](const Answer &set) { respond(request, 201, set); });
             });
    });
}

void ChatChannel::changeConversation(const QString &conversation, const HttpRequestPtr &request)
{
    const Parsed<ChangeBody> parsed = parseChange(request->header("Content-Type"), request->body());
    const ChangeBody *body = valueOr(parsed, request);
    if (!body)
        return;
    const Place place = placeOf(conversation);
    QList<Order> orders;
    // First what may be refused.
    if (body->prefers())
        orders.append(PreferForConversation{
            place, body->provider, body->model, body->effort, body->workspace});
    if (body->title)
        orders.append(RenameConversation{place, *body->title});
    if (body->language)
        orders.append(SetConversationLanguage{place, *body->language});
    carryOut(orders, request);
}

/// One after the other, as long as each is done.
void ChatChannel::carryOut(const QList<Order> &orders, const HttpRequestPtr &request)
{
    send(orders.first(), [this, request, rest = orders.sliced(1)](const Answer &answer) {
        if (rest.isEmpty() || !std::holds_alternative<ConversationView>(answer))
            respond(request, 200, answer);
        else
            carryOut(rest, request);
    });
}

void ChatChannel::openEvents(const HttpRequestPtr &request)
{
    if (m_feed->readers() >= m_server->connectionLimit() * readersInTwelve / 12) {
        request->respond(errorResponse({429,
                                        u"too_many_readers"_s,
                                        u"Too many readers of the events are connected."_s,
                                        u"Close some pages of Hostline."_s}));
        return;
    }
    HttpHeaders headers = commonHeaders();
    headers.append(HttpHeader{"Content-Type", "text/event-stream; charset=utf-8"});
    m_feed->add(request->stream(200, headers, EventFeed::readerCap),
                request->header("Last-Event-ID"));
}

void ChatChannel::makeLoginLink(const HttpRequestPtr &request)
{
    if (!valueOr(parseEmpty(request->header("Content-Type"), request->body()), request))
        return;
    const QByteArray code = randomSecret();
    m_loginCodes.add(code, m_context.clock().sinceBoot());
    request->respond(jsonResponse(
        201,
        {{u"url"_s, QString(ownUrl() + "/login/"_L1 + QString::fromLatin1(code))},
         {u"expires_at"_s,
          api::timeText(m_context.clock().wall().addMSecs(LoginCodes::validity.count()))}}));
}

void ChatChannel::logIn(const QString &code, const HttpRequestPtr &request)
{
    // HEAD must not use the link up: chat programs look at links before a person does.
    const bool good = request->method() == "GET"
        && m_loginCodes.redeem(code.toLatin1(), m_context.clock().sinceBoot());
    request->respond(good ? loginResponse(cookieName(m_server->port()), sessionOf(m_token))
                          : staleLoginResponse());
}

void ChatChannel::tellHealth(const HttpRequestPtr &request)
{
    const HttpResponse stops =
        jsonResponse(503, {{u"ready"_s, false}, {u"reason"_s, stopping.code}});
    if (state() != State::Ready) {
        request->respond(stops);
        return;
    }
    request->setFallback(stops);
    send(GetStatus{}, [this, request](const Answer &answer) {
        if (const auto *status = std::get_if<StatusView>(&answer))
            request->respond(
                jsonResponse(status->storeTrouble ? 503 : 200, m_feed->writer().health(*status)));
        else if (const auto *failure = std::get_if<Failure>(&answer))
            request->respond(
                jsonResponse(503, {{u"ready"_s, false}, {u"reason"_s, toString(failure->kind)}}));
    });
}

void ChatChannel::order(const Order &order, const HttpRequestPtr &request, int status)
{
    if (!valueOr(parseEmpty(request->header("Content-Type"), request->body()), request))
        return;
    send(order,
         [this, request, status](const Answer &answer) { respond(request, status, answer); });
}

void ChatChannel::send(const Order &order, const Continuation &then)
{
    m_continuations.insert(m_control.send(order), then);
}

void ChatChannel::onAnswered(const QueryId &query, const Answer &answer)
{
    if (const Continuation then = m_continuations.take(query))
        then(answer);
}

void ChatChannel::respond(const HttpRequestPtr &request, int status, const Answer &answer) const
{
    if (!m_feed)
        return;
    const ApiWriter &writer = m_feed->writer();
    struct Show
    {
        const ApiWriter &writer;
        int status;
        QDateTime now;

        HttpResponse operator()(const Failure &failure) const
        {
            return errorResponse(apiErrorOf(failure));
        }
        HttpResponse operator()(const Done &) const { return emptyResponse(status); }
        HttpResponse operator()(const Admission &) const { return emptyResponse(status); }
        HttpResponse operator()(const RequestView &view) const
        {
            return jsonResponse(status, writer.request(view));
        }
        HttpResponse operator()(const RequestList &list) const
        {
            return jsonResponse(status, writer.requests(list));
        }
        HttpResponse operator()(const ConversationView &view) const
        {
            return jsonResponse(status, {{u"conversation"_s, writer.conversation(view)}});
        }
        HttpResponse operator()(const ConversationList &list) const
        {
            return jsonResponse(status, writer.conversations(list));
        }
        HttpResponse operator()(const DialogueView &view) const
        {
            return jsonResponse(status, writer.dialogue(view));
        }
        HttpResponse operator()(const SearchResult &result) const
        {
            return jsonResponse(status, writer.search(result));
        }
        HttpResponse operator()(const PluginList &list) const
        {
            return jsonResponse(status, writer.plugins(list));
        }
        HttpResponse operator()(const StatusView &view) const
        {
            return jsonResponse(status, writer.status(view, now));
        }
        HttpResponse operator()(const Pruned &pruned) const
        {
            return jsonResponse(status, writer.pruned(pruned));
        }
    };
    request->respond(std::visit(Show{writer, status, m_context.clock().wall()}, answer));
}

Place ChatChannel::placeOf(const QString &conversation) const
{
    return {m_context.name(), {}, conversation, {}};
}

QString ChatChannel::ownUrl() const
{
    return u"http://127.0.0.1:%1"_s.arg(m_server->port());
}

} // namespace hostline::chat
