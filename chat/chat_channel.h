// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/event_feed.h"
#include "chat/login_codes.h"
#include "chat/routes.h"
#include "lib/http/http_server.h"

#include <hostline/channel.h>
#include <hostline/plugin_context.h>

#include <QHash>

#include <functional>
#include <memory>

namespace hostline::chat {

/// The Chat channel: an HTTP server on loopback that serves the page, takes questions as messages, and shows HostControl as
/// the API of docs/openapi.yaml. It delivers nothing: its readers read replies from the store, by request or by events.
class ChatChannel final : public Channel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChatChannel)

public:
    /// @param context with control; outlives the channel
    explicit ChatChannel(PluginContext &context);
    ~ChatChannel() override;

public Q_SLOTS:
    void start() override;
    void stop() override;
    void acknowledge(const hostline::Admission &admission) override;

private:
    using Continuation = std::function<void(const Answer &)>;

    void tryToListen();
    void beUnavailable(const Failure &failure);
    void handle(const HttpRequestPtr &request);
    void dispatch(const RouteMatch &match, const HttpRequestPtr &request);
    void ask(const QString &conversation, const HttpRequestPtr &request);
    void inbox(const HttpRequestPtr &request);
    void createConversation(const HttpRequestPtr &request);
    void changeConversation(const QString &conversation, const HttpRequestPtr &request);
    void openEvents(const HttpRequestPtr &request);
    void makeLoginLink(const HttpRequestPtr &request);
    /// Of the channel and of the store.
    void tellHealth(const HttpRequestPtr &request);
    void logIn(const QString &code, const HttpRequestPtr &request);
    /// For an order without a body: checks that there is none, sends it and shows its answer.
    void order(const Order &order, const HttpRequestPtr &request, int status);
    void carryOut(const QList<Order> &orders, const HttpRequestPtr &request);
    void send(const Order &order, const Continuation &then);
    void onAnswered(const QueryId &query, const Answer &answer);
    /// Shows an answer of HostControl with this status, or the failure it is.
    void respond(const HttpRequestPtr &request, int status, const Answer &answer) const;
    [[nodiscard]] Place placeOf(const QString &conversation) const;
    [[nodiscard]] QString ownUrl() const;

    PluginContext &m_context;
    HostControl &m_control;
    QByteArray m_token;
    std::unique_ptr<HttpServer> m_server;
    std::unique_ptr<EventFeed> m_feed;
    std::unique_ptr<Timer> m_timer; ///< tries to listen again; closes the server at the end
    bool m_wanted = false; ///< started, and not stopped since
    LoginCodes m_loginCodes;
    quint64 m_tag = 0;
    QHash<quint64, HttpRequestPtr> m_asking;
    QHash<QueryId, Continuation> m_continuations;
};

} // namespace hostline::chat
