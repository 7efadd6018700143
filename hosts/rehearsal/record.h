// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "answer.h"
#include "request.h"

#include <QDateTime>
#include <QJsonObject>

namespace hostline::rehearsal {

/// What is kept of one model request and its answer.
struct Record
{
    QDateTime time;
    int number = 0; ///< counts the model requests of this endpoint, from 1
    int attempt = 0; ///< how often this step of this turn was asked
    ModelRequest request;
    int status = 0;
    QString rule; ///< what decided the answer
    QString userAgent;

    bool operator==(const Record &) const = default;
};

/// Texts longer than this are cut in a record's JSON, their true length is beside them.
inline constexpr qsizetype longestLoggedText = 4'000;

/// The record as one line of the log and as an element of GET /control/log.
QJsonObject toJson(const Record &record);

} // namespace hostline::rehearsal
