// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/json_rpc_client.h"

#include <hostline/overloaded.h>

#include <QLoggingCategory>

namespace hostline::codexwire {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcRpc, "hostline.plugin.codex.rpc", QtInfoMsg)

constexpr int methodNotFound = -32601;

} // namespace

JsonRpcClient::JsonRpcClient(Transport &transport, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_clock(clock)
{
    connect(&m_transport, &Transport::lineReceived, this, &JsonRpcClient::read);
    connect(&m_transport, &Transport::closed, this, &JsonRpcClient::failAll);
}

JsonRpcClient::~JsonRpcClient() = default;

void JsonRpcClient::call(const QString &method,
                         const QJsonObject &params,
                         std::chrono::milliseconds timeout,
                         QObject *context,
                         Done done)
{
    const qint64 id = ++m_lastId;
    Pending &pending = m_pending[id];
    pending.context = context;
    pending.done = std::move(done);
    if (m_closed || !m_transport.send(requestLine(id, method, params))) {
        QMetaObject::invokeMethod(
            this,
            [this, id] {
                finish(id, CallResult{CallResult::Outcome::NotSent, {}, {}});
            },
            Qt::QueuedConnection);
        return;
    }
    pending.timer = m_clock.timer();
    connect(pending.timer.get(), &Timer::timedOut, this, [this, id, method] {
        qCWarning(lcRpc) << "no answer in time to" << method;
        finish(id, CallResult{CallResult::Outcome::TimedOut, {}, {}});
        Q_EMIT timedOut(method);
    });
    pending.timer->start(timeout);
}

void JsonRpcClient::notify(const QString &method, const QJsonObject &params)
{
    if (m_closed || !m_transport.send(notificationLine(method, params)))
        qCInfo(lcRpc) << "not sent:" << method;
}

void JsonRpcClient::read(const QByteArray &line)
{
    std::visit(
        Overloaded{
            [this](const RpcReply &reply) {
                if (reply.error)
                    finish(reply.id, CallResult{CallResult::Outcome::Refused, {}, *reply.error});
                else
                    finish(reply.id, CallResult{CallResult::Outcome::Answered, reply.result, {}});
            },
            [this](const RpcRequest &request) {
                const QByteArray refusal =
                    errorLine(request.id,
                              methodNotFound,
                              u"this client does not answer %1"_s.arg(request.method));
                if (!m_transport.send(refusal))
                    qCWarning(lcRpc) << "could not refuse" << request.method;
                Q_EMIT requestRefused(request.method, request.params);
            },
            [this](const RpcNotification &notification) {
                Q_EMIT notified(notification.method, notification.params);
            },
            [this](const RpcMalformed &malformed) {
                qCWarning(lcRpc) << "dropped a line:" << malformed.reason;
                Q_EMIT malformedLine(malformed.reason);
            },
        },
        parseMessage(line));
}

// A late answer to a call that has timed out finds no row and is dropped here.
void JsonRpcClient::finish(qint64 id, const CallResult &result)
{
    const auto row = m_pending.find(id);
    if (row == m_pending.end())
        return;
    Pending pending = std::move(row->second);
    m_pending.erase(row);
    // The timer may be the very sender of this call.
    if (pending.timer) {
        pending.timer->stop();
        pending.timer.release()->deleteLater();
    }
    if (pending.context)
        pending.done(result);
}

void JsonRpcClient::failAll()
{
    m_closed = true;
    const std::map<qint64, Pending> pending = std::exchange(m_pending, {});
    for (const auto &[id, row] : pending) {
        if (row.timer)
            row.timer->stop();
        if (!row.context)
            continue;
        const auto outcome = row.timer ? CallResult::Outcome::Closed : CallResult::Outcome::NotSent;
        row.done(CallResult{outcome, {}, {}});
    }
}

} // namespace hostline::codexwire
