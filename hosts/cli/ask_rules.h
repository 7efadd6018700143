// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arguments.h"
#include "lib/remote/api_client.h"

#include <QtCore/QList>

#include <chrono>
#include <variant>

/// The decisions of `hostline ask`, apart from its effects.
namespace hostline::cli {

/// The question is sent with one client id, made once: sending it again can never start a second turn (I4).
enum class AskPhase {
    Sending, ///< not known to be stored
    Waiting, ///< stored: its reply is owed
};

struct SendAgain
{
    std::chrono::milliseconds after;
};
struct LookAgain
{
    std::chrono::milliseconds after; ///< at the latest; an event of the server makes it sooner
};
struct WaitFor
{
    QString request;
};
struct Finish
{
    ExitCode code;
    QJsonObject request; ///< as last seen; empty: never stored, as far as known
    QString complaint; ///< for standard error
};
using AskStep = std::variant<SendAgain, WaitFor, LookAgain, Finish>;

/// The question may be stored although the answer does not say so: none came, or the one of a server that was stopping
/// while the store was at work.
[[nodiscard]] bool mayBeStored(const ApiAnswer &answer);

/// For one who is told that the question may be stored: how to find out, without asking twice. `command` is that of
/// Arguments.
[[nodiscard]] QString
askAgainText(const QString &command, const QString &conversation, const QString &clientId);

/// After an answer to the question itself. `uncertain`: this or an earlier attempt may have been stored. `timeIsUp`: no
/// further attempt. Nobody there at the first attempt is final at once: nothing happened.
[[nodiscard]] AskStep afterSend(const ApiAnswer &answer, bool uncertain, bool timeIsUp);

/// After a look at the stored request. The server may be restarting: that does not end the wait.
[[nodiscard]] AskStep
afterLook(const ApiAnswer &answer, const QJsonObject &lastSeen, bool timeIsUp);

/// Something that a person who waits should hear once.
struct Word
{
    QString key; ///< a word of the same key is the same word
    QString text;

    friend bool operator==(const Word &, const Word &) = default;
};

/// What there is to say while the reply is owed: the request's notices (what it waits for, and how to mend it), or that
/// Hostline itself is away. Nothing of a request that is settled: its reply says it all.
[[nodiscard]] QList<Word> wordsWhileWaiting(const ApiAnswer &answer);

} // namespace hostline::cli
