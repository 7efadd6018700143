// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/views.h>

#include <QtCore/QString>

#include <optional>

/// The words that stand for enumerations in the API's JSON, the form of its times, and what its two sides must agree on.
namespace hostline::api {

/// Bytes of a request's body (413 beyond it).
inline constexpr qint64 largestBody = 4LL * 1024 * 1024;

[[nodiscard]] QString word(RequestView::Kind kind);
[[nodiscard]] QString word(RequestView::WaitsFor waitsFor); ///< empty for Nothing
[[nodiscard]] QString word(ReplyView::Kind kind);
[[nodiscard]] QString word(Activity::Kind kind);
[[nodiscard]] QString word(Product::State state);
[[nodiscard]] QString word(Access access);
[[nodiscard]] QString word(Capacity::State state);
[[nodiscard]] QString word(RouteChoice::Reason reason);

[[nodiscard]] std::optional<RequestState> requestState(const QString &word);

/// RFC 3339, UTC, milliseconds.
[[nodiscard]] QString timeText(const QDateTime &time);

} // namespace hostline::api
