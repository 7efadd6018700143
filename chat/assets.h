// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/http/http_message.h"

#include <QString>

#include <optional>

namespace hostline::chat {

/// A file of the page, from the resources compiled into the plugin; "" is the page itself. Nothing for any other name.
[[nodiscard]] std::optional<HttpResponse> assetResponse(const QString &name);

} // namespace hostline::chat
