// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/assets.h"

#include "chat/responses.h"

#include <QFile>
#include <QHash>

namespace hostline::chat {

using namespace Qt::StringLiterals;

std::optional<HttpResponse> assetResponse(const QString &name)
{
    static const QHash<QString, QByteArray> types{
        {u"html"_s, "text/html; charset=utf-8"},
        {u"css"_s, "text/css; charset=utf-8"},
        {u"js"_s, "text/javascript; charset=utf-8"},
        {u"svg"_s, "image/svg+xml"},
    };
    const QString file = name.isEmpty() ? u"index.html"_s : name;
    const auto type = types.constFind(file.section(u'.', -1));
    QFile content(u":/hostline/chat/"_s + file);
    if (type == types.constEnd() || !content.open(QIODevice::ReadOnly))
        return {};
    HttpResponse response{200, commonHeaders(), content.readAll()};
    response.headers.append(HttpHeader{"Content-Type", *type});
    return response;
}

} // namespace hostline::chat
