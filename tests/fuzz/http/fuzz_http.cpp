// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/access.h"
#include "chat/bodies.h"
#include "chat/event_ring.h"
#include "chat/routes.h"
#include "lib/http/http_message.h"
#include "lib/markdown/markdown.h"

#include <QByteArray>

#include <cstdint>
#include <cstdlib>

using namespace hostline;
using namespace hostline::chat;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// A request as lines: method, target, version, then headers "name: value", an empty line, and the body.
void feedRequest(const QByteArray &input)
{
    const qsizetype end = input.indexOf("\n\n");
    const QByteArray body = end < 0 ? QByteArray() : input.mid(end + 2);
    const QByteArrayList lines = input.left(end < 0 ? input.size() : end).split('\n');
    HttpHead head{lines.value(0), lines.value(2), lines.value(1), {}, end, 0};
    for (const QByteArray &line : lines.mid(3)) {
        const qsizetype colon = line.indexOf(':');
        head.headers.append(
            {line.left(colon), colon < 0 ? QByteArray() : line.mid(colon + 1).trimmed()});
    }
    if (const auto refusal = checkHttpHead(head, {100, 4LL * 1024 * 1024, 8192, 16384}))
        require(refusal->status >= 400 && !refusal->message.isEmpty());
    const std::optional<HttpTarget> target = parseHttpTarget(head.target);
    if (target) {
        for (const QString &segment : target->segments)
            require(segment != QLatin1String("..") && !segment.contains(QChar(0)));
        static_cast<void>(target->path());
        const auto found = findRoute(head.method, target->segments);
        if (const auto *match = std::get_if<RouteMatch>(&found))
            require(!match->id.contains(QLatin1Char('/')));
        static_cast<void>(parsePage(target->query));
        static_cast<void>(parseInbox(target->query));
        static_cast<void>(parseSearch(target->query));
    }
    static_cast<void>(
        checkOrigin(headerValue(head.headers, "Host"), headerValue(head.headers, "Origin"), 80));
    require(!isSignedIn(headerValue(head.headers, "Authorization"),
                        cookieValue(headerValue(head.headers, "Cookie"), cookieName(0)),
                        "a token that no input can guess 3f9c1e"));
    const QByteArray type = headerValue(head.headers, "Content-Type");
    const auto asked = parseAsk(type, body);
    if (const auto *ask = std::get_if<AskBody>(&asked))
        require(!ask->clientId.isEmpty() && !ask->text.isEmpty() && ask->text.isValidUtf16());
    static_cast<void>(parseCreate(type, body));
    static_cast<void>(parseChange(type, body));
    static_cast<void>(parseEmpty(type, body));
    EventRing ring("run", 2, 100);
    for (int i = 0; i < 3; ++i) {
        static_cast<void>(ring.nextId());
        ring.keep("event");
    }
    if (const auto missed = ring.since(headerValue(head.headers, "Last-Event-ID")))
        require(missed->size() <= 2);
}

/// No tag but those that the renderer makes, whatever the text.
void feedMarkdown(const QByteArray &input)
{
    const QString html = markdownToHtml(QString::fromUtf8(input));
    for (const char *forbidden :
         {"<script", "<img", "<svg", "<iframe", "<style", "<object", "<!--", "href=\"javascript"})
        require(!html.contains(QLatin1String(forbidden), Qt::CaseInsensitive));
    static_cast<void>(plainToHtml(QString::fromUtf8(input)));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0)
        return 0;
    const QByteArray input(reinterpret_cast<const char *>(data) + 1,
                           static_cast<qsizetype>(size) - 1);
    if (data[0] == 'm')
        feedMarkdown(input);
    else
        feedRequest(input);
    return 0;
}
