// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/remote/api_client.h"

#include <QtCore/QDateTime>
#include <QtCore/QJsonObject>
#include <QtCore/QString>
#include <QtCore/QTimeZone>

/// What `hostline` prints of the API's answers (docs/openapi.yaml). Pure; every text ends its own last line.
namespace hostline::cli {

[[nodiscard]] QString notThereText();
/// The server's own words with the mending step, or what kept us from hearing them. One or two lines, without an end.
[[nodiscard]] QString errorText(const ApiAnswer &answer);

/// The reply of a settled request, with its marks.
[[nodiscard]] QString replyText(const QJsonObject &request);
[[nodiscard]] QString requestText(const QJsonObject &request);
/// One line a request.
[[nodiscard]] QString inboxText(const QJsonObject &list, const QDateTime &now);
[[nodiscard]] QString statusText(const QJsonObject &status);
/// \a waiting: the waiting requests, as the inbox has them. Times as in \a zone.
[[nodiscard]] QString providersText(const QJsonObject &status,
                                    const QJsonObject &waiting,
                                    const QDateTime &now,
                                    const QTimeZone &zone);
/// {"providers", "route", "waiting"}
[[nodiscard]] QJsonObject providersObject(const QJsonObject &status, const QJsonObject &waiting);
[[nodiscard]] QString pluginsText(const QJsonObject &list);
/// True as well of a request that had ended before: the API does not tell the two apart.
[[nodiscard]] QString stoppedText(const QString &command, const QJsonObject &answer);
[[nodiscard]] QString prunedText(const QJsonObject &pruned);
[[nodiscard]] QString jsonText(const QJsonObject &object);

} // namespace hostline::cli
