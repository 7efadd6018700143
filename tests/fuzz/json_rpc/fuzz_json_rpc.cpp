// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// Any bytes from the app-server: they are cut at any place, never crash a reader, and lines do not depend on the cuts.
#include "lib/codexwire/codex_errors.h"
#include "lib/codexwire/codex_messages.h"
#include "lib/codexwire/codex_version.h"
#include "lib/codexwire/json_rpc.h"
#include "lib/codexwire/line_splitter.h"
#include "lib/codexwire/process_mark.h"

#include <cstdint>
#include <cstdlib>

using namespace hostline::codexwire;

namespace {

constexpr qsizetype cap = 4096;

QList<QByteArray> linesOf(const QByteArray &bytes, qsizetype step)
{
    LineSplitter splitter(cap);
    QList<QByteArray> lines;
    for (qsizetype at = 0; at < bytes.size(); at += step) {
        splitter.append(bytes.mid(at, step));
        while (const auto line = splitter.next())
            lines.append(*line);
    }
    return lines;
}

void readEverything(const QByteArray &line)
{
    const RpcMessage message = parseMessage(line);
    if (const auto *notification = std::get_if<RpcNotification>(&message)) {
        const Event event = readEvent(notification->method, notification->params);
        (void)placeOf(event);
    } else if (const auto *reply = std::get_if<RpcReply>(&message)) {
        const TurnPage page = readTurnPage(reply->result);
        for (const Turn &turn : page.turns) {
            (void)finalAnswer(turn.items, true);
            (void)failureOfTurn(turn.error);
        }
        (void)readItemPage(reply->result);
        (void)readThreadInfo(reply->result);
        (void)readStartedTurnId(reply->result);
        if (reply->error)
            (void)failureOfCall(CallResult{CallResult::Outcome::Refused, {}, *reply->error},
                                QStringLiteral("x"));
    } else if (const auto *request = std::get_if<RpcRequest>(&message)) {
        // What we refuse must name the same id.
        const RpcMessage refusal = parseMessage(errorLine(request->id, -32601, request->method));
        if (request->id.isDouble() && request->id.toInteger(-1) >= 0
            && !std::holds_alternative<RpcReply>(refusal))
            std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    const QList<QByteArray> lines = linesOf(bytes, 7);
    if (lines != linesOf(bytes, qMax<qsizetype>(1, bytes.size())))
        std::abort();
    for (const QByteArray &line : lines) {
        if (line.size() > cap || line.contains('\n') || line.isEmpty())
            std::abort();
        readEverything(line);
    }
    readEverything(bytes);
    (void)versionOfUserAgent(QString::fromUtf8(bytes));
    (void)startTicksOfStat(bytes);
    (void)markOfText(bytes);
    (void)lockHolder(bytes, 77);
    return 0;
}
