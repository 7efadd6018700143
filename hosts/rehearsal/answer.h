// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "directions.h"
#include "request.h"

#include <QByteArray>
#include <QDateTime>

#include <utility>

namespace hostline::rehearsal {

/// Bytes of an answer's body and what has to happen before they are sent.
struct Chunk
{
    std::chrono::milliseconds after{};
    bool hold = false; ///< wait for a release first
    QByteArray bytes;

    bool operator==(const Chunk &) const = default;
};

enum class Ending {
    Complete, ///< the body ends as it should
    Drop, ///< the connection is cut
    Silence, ///< the connection stays open and nothing more comes
};

/// One HTTP answer in time.
struct Answer
{
    int status = 200;
    QByteArray contentType = "text/event-stream";
    QList<std::pair<QByteArray, QByteArray>> headers;
    QList<Chunk> chunks;
    Ending ending = Ending::Complete;
    QString rule; ///< for the log: what decided it

    QByteArray body() const; ///< all chunks

    bool operator==(const Answer &) const = default;
};

/// Where Codex is on PATH.
inline const QString usualSignIn = QStringLiteral("codex login");

/// What an answer depends on beside the request.
struct Circumstances
{
    QString idPrefix; ///< makes the ids of this answer's items unique in a thread
    QDateTime now;
    int number = 1; ///< of this request among all that the endpoint got
    int attempt = 1; ///< how often the same step of the same turn was asked
    QString signIn = usualSignIn; ///< the command that the answers name for a sign-in
};

/// The answer to a request, as its directions say; pure. Of several steps with tool calls it plays the one that follows
/// the outputs which the request carries already. A compaction without other directions gets summaryOf().
Answer answerTo(const ModelRequest &request,
                const Directions &directions,
                const Circumstances &circumstances);

/// The answer that is this failure.
Answer faultAnswer(const Failing &failing, const Circumstances &circumstances);

/// A JSON error body as api.openai.com shapes it.
QByteArray errorBody(const QString &type, const QString &code, const QString &message);

} // namespace hostline::rehearsal
