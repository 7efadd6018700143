// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/json_rpc.h"
#include "lib/codexwire/transport.h"

#include <hostline/clock.h>

#include <QPointer>

#include <chrono>
#include <functional>
#include <map>
#include <memory>

namespace hostline::codexwire {

/// How a call ended. Exactly one comes for each call.
struct CallResult
{
    enum class Outcome {
        Answered, ///< `result`
        Refused, ///< `error`: the server says that it did not do it
        NotSent, ///< not a byte was written
        TimedOut, ///< written, no answer in time: unknown whether it was done
        Closed, ///< written, the transport ended first: unknown whether it was done
    };
    Outcome outcome = Outcome::NotSent;
    QJsonObject result;
    RpcError error;
    friend bool operator==(const CallResult &, const CallResult &) = default;
};

/// The protocol on a Transport: numbers calls, matches answers in any order, ends each call in time, and refuses every
/// call of the server, so that no turn waits for ever for an answer that nobody gives. Lives on the transport's thread.
class JsonRpcClient : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JsonRpcClient)

public:
    using Done = std::function<void(const CallResult &)>;

    /// Both outlive the client.
    JsonRpcClient(Transport &transport, Clock &clock, QObject *parent = nullptr);
    ~JsonRpcClient() override;

    /// Calls \a method. \a done runs once, never from inside this function, unless \a context is gone by then.
    void call(const QString &method,
              const QJsonObject &params,
              std::chrono::milliseconds timeout,
              QObject *context,
              Done done);

    /// Sends a notification; one that cannot be sent is dropped.
    void notify(const QString &method, const QJsonObject &params = {});

    [[nodiscard]] qsizetype pendingCalls() const { return qsizetype(m_pending.size()); }

Q_SIGNALS:
    /// A notification of the server, known or not.
    void notified(const QString &method, const QJsonObject &params);
    /// A call was not answered in time; emitted after its own end.
    void timedOut(const QString &method);
    /// A call of the server was refused; for the log and for tests.
    void requestRefused(const QString &method, const QJsonObject &params);
    /// A line that is no message was dropped. \a reason holds nothing of it.
    void malformedLine(const QString &reason);

private:
    struct Pending
    {
        QPointer<QObject> context;
        Done done;
        std::unique_ptr<Timer> timer;
    };

    void read(const QByteArray &line);
    void finish(qint64 id, const CallResult &result);
    void failAll();

    Transport &m_transport;
    Clock &m_clock;
    std::map<qint64, Pending> m_pending;
    qint64 m_lastId = 0;
    bool m_closed = false;
};

} // namespace hostline::codexwire
