// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/api/api_error.h"
#include "lib/http/http_message.h"

#include <QJsonObject>

namespace hostline::chat {

/// The headers that every response carries: no sniffing, no framing, no script but the page's own files (I1), nothing kept.
[[nodiscard]] HttpHeaders commonHeaders();

[[nodiscard]] HttpResponse jsonResponse(int status, const QJsonObject &body);
[[nodiscard]] HttpResponse emptyResponse(int status);
/// With WWW-Authenticate on 401 and Retry-After on 429 and 503.
[[nodiscard]] HttpResponse errorResponse(const ApiError &error);
/// A refusal of the HTTP server itself.
[[nodiscard]] HttpResponse refusalResponse(const HttpRefusal &refusal);
[[nodiscard]] HttpResponse methodResponse(bool wasOptions, const QByteArray &allow);
/// After a good login link: the cookie, and on to the page.
[[nodiscard]] HttpResponse loginResponse(const QByteArray &cookie, const QByteArray &session);
/// A small page for a link that is used, expired or wrong.
[[nodiscard]] HttpResponse staleLoginResponse();

} // namespace hostline::chat
