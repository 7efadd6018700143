// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>

#include <optional>
#include <variant>

namespace hostline::codexwire {

/// The dialect of JSON-RPC that `codex app-server` speaks (observed, 0.171.0): one object a line, no "jsonrpc" member,
/// an unknown method is -32600 and not -32601, ids of its own requests start at 0 in each process.

struct RpcError
{
    int code = 0;
    QString message;
    QJsonObject
        data; ///< typed details, e.g. {"type":"modelProviderNotConfigured"}; empty where there are none
    friend bool operator==(const RpcError &, const RpcError &) = default;
};

/// An answer to one of our calls; our ids are whole numbers.
struct RpcReply
{
    qint64 id = 0;
    QJsonObject result;
    std::optional<RpcError> error;
    friend bool operator==(const RpcReply &, const RpcReply &) = default;
};

/// A call of the server; its id is kept as it came (number or string) and must be sent back unchanged.
struct RpcRequest
{
    QJsonValue id;
    QString method;
    QJsonObject params;
    friend bool operator==(const RpcRequest &, const RpcRequest &) = default;
};

struct RpcNotification
{
    QString method;
    QJsonObject params;
    friend bool operator==(const RpcNotification &, const RpcNotification &) = default;
};

/// A line that is none of these. The reason holds no part of the line, which may be somebody's message.
struct RpcMalformed
{
    QString reason;
    friend bool operator==(const RpcMalformed &, const RpcMalformed &) = default;
};

using RpcMessage = std::variant<RpcReply, RpcRequest, RpcNotification, RpcMalformed>;

/// Reads one line. Takes any bytes.
[[nodiscard]] RpcMessage parseMessage(const QByteArray &line);

/// The lines that we write, each with its LF.
[[nodiscard]] QByteArray requestLine(qint64 id, const QString &method, const QJsonObject &params);
[[nodiscard]] QByteArray notificationLine(const QString &method, const QJsonObject &params);
[[nodiscard]] QByteArray resultLine(const QJsonValue &id, const QJsonObject &result);
[[nodiscard]] QByteArray errorLine(const QJsonValue &id, int code, const QString &message);

} // namespace hostline::codexwire
