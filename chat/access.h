// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/api/api_error.h"

#include <QByteArray>

#include <optional>

namespace hostline::chat {

/// Whether a request was meant for this server and by its own page (I1). Host must name loopback with our port, else a
/// foreign name could be made to point here (DNS rebinding). An Origin, where there is one, must be ours, on every method.
[[nodiscard]] std::optional<ApiError>
checkOrigin(QByteArrayView host, QByteArrayView origin, quint16 port);

/// In time that depends on the lengths alone.
[[nodiscard]] bool equalSecrets(QByteArrayView left, QByteArrayView right);

/// What a browser holds instead of the token: derived from it, so that it outlives a restart and ends with the token.
[[nodiscard]] QByteArray sessionOf(const QByteArray &token);

/// By "Authorization: Bearer TOKEN" or by the cookie's session.
[[nodiscard]] bool isSignedIn(QByteArrayView authorization,
                              const std::optional<QByteArray> &cookie,
                              const QByteArray &token);

/// The name of the cookie of the server at this port: a browser sends a cookie to every port of its host.
[[nodiscard]] QByteArray cookieName(quint16 port);

} // namespace hostline::chat
