// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/responses.h"

#include "chat/access.h"

#include <QJsonDocument>

namespace hostline::chat {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 cookieSeconds = 180LL * 24 * 3600;

const QByteArray staleLoginPage = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Hostline</title></head>
<body>
<h1>This login link is no longer valid</h1>
<p>It works once and for ten minutes. Run <code>hostline login</code> for a new one.</p>
<h1 lang="zh-CN">此登录链接已失效</h1>
<p lang="zh-CN">每个链接只能使用一次，十分钟内有效。请运行 <code>hostline login</code> 获取新的链接。</p>
</body></html>
)";

QString codeOf(int status)
{
    switch (status) {
    case 408:
        return u"too_slow"_s;
    case 411:
        return u"length_required"_s;
    case 413:
        return u"too_large"_s;
    case 414:
        return u"target_too_long"_s;
    case 417:
        return u"expectation_failed"_s;
    case 431:
        return u"too_many_headers"_s;
    case 501:
        return u"method_not_known"_s;
    case 505:
        return u"version_not_known"_s;
    default:
        return u"malformed_request"_s;
    }
}

} // namespace

HttpHeaders commonHeaders()
{
    return {{"Cache-Control", "no-store"},
            {"Content-Security-Policy",
             "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
             "connect-src 'self'; "
             "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
            {"X-Content-Type-Options", "nosniff"},
            {"X-Frame-Options", "DENY"},
            {"Referrer-Policy", "no-referrer"},
            {"Cross-Origin-Opener-Policy", "same-origin"},
            {"Cross-Origin-Resource-Policy", "same-origin"}};
}

HttpResponse jsonResponse(int status, const QJsonObject &body)
{
    HttpResponse response{
        status, commonHeaders(), QJsonDocument(body).toJson(QJsonDocument::Compact) + '\n'};
    response.headers.append(HttpHeader{"Content-Type", "application/json"});
    return response;
}

HttpResponse emptyResponse(int status)
{
    return {status, commonHeaders(), {}};
}

HttpResponse errorResponse(const ApiError &error)
{
    HttpResponse response = jsonResponse(error.status, toJson(error));
    if (error.status == 401)
        response.headers.append(HttpHeader{"WWW-Authenticate", "Bearer realm=\"Hostline\""});
    if (error.status == 429 || error.status == 503)
        response.headers.append(HttpHeader{"Retry-After", "1"});
    return response;
}

HttpResponse refusalResponse(const HttpRefusal &refusal)
{
    return errorResponse({refusal.status, codeOf(refusal.status), refusal.message, {}});
}

HttpResponse methodResponse(bool wasOptions, const QByteArray &allow)
{
    HttpResponse response = wasOptions
        ? emptyResponse(204)
        : errorResponse({405,
                         u"method_not_allowed"_s,
                         u"This address does not take this method."_s,
                         u"Use one of: %1."_s.arg(QString::fromLatin1(allow))});
    response.headers.append(HttpHeader{"Allow", allow});
    return response;
}

HttpResponse loginResponse(const QByteArray &cookie, const QByteArray &session)
{
    HttpResponse response = emptyResponse(303);
    response.headers.append(HttpHeader{"Location", "/"});
    response.headers.append(HttpHeader{"Set-Cookie",
                                       cookie + '=' + session
                                           + "; Path=/; HttpOnly; SameSite=Strict; Max-Age="
                                           + QByteArray::number(cookieSeconds)});
    return response;
}

HttpResponse staleLoginResponse()
{
    HttpResponse response{403, commonHeaders(), staleLoginPage};
    response.headers.append(HttpHeader{"Content-Type", "text/html; charset=utf-8"});
    return response;
}

} // namespace hostline::chat
