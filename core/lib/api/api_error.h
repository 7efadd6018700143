// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/failure.h>

#include <QtCore/QJsonObject>

namespace hostline {

/// A refusal of the API: {"error": {"code", "message", "step"}} with an HTTP status.
struct ApiError
{
    int status = 500;
    QString code; ///< a stable word
    QString message; ///< one sentence for a person
    QString step; ///< what the person can do about it; may be empty

    friend bool operator==(const ApiError &, const ApiError &) = default;
};

[[nodiscard]] QJsonObject toJson(const ApiError &error);

/// How a failed order of HostControl is answered.
[[nodiscard]] ApiError apiErrorOf(const Failure &failure);

} // namespace hostline
