// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ask_rules.h"

#include "printing.h"

#include <QtCore/QJsonArray>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hostline::cli {

namespace {

constexpr auto pause = 1s;
constexpr auto longestBlindness = 5s;
constexpr int notNow = 503; // the store cannot commit, or Hostline stops
constexpr int refusedByRule = 422;

Finish finish(ExitCode code, const QJsonObject &request, const QString &complaint)
{
    return Finish{.code = code, .request = request, .complaint = complaint};
}

} // namespace

bool mayBeStored(const ApiAnswer &answer)
{
    if (answer.result == ApiAnswer::Result::Lost)
        return true;
    const QString code = answer.body.value("error"_L1).toObject().value("code"_L1).toString();
    return answer.result == ApiAnswer::Result::Answered && answer.status == notNow
        && code != toString(FailureKind::StoreUnavailable);
}

QString askAgainText(const QString &command, const QString &conversation, const QString &clientId)
{
    return u"the same question again, which asks it once: %1 ask --conversation %2 --client-id %3 TEXT"_s
        .arg(command, conversation, clientId);
}

AskStep afterSend(const ApiAnswer &answer, bool uncertain, bool timeIsUp)
{
    switch (answer.result) {
    case ApiAnswer::Result::NotThere:
        if (uncertain && !timeIsUp)
            return SendAgain{.after = pause};
        if (uncertain)
            return finish(
                ExitCode::Open,
                {},
                u"Hostline went away and did not come back: the question may be stored"_s);
        return finish(ExitCode::NotThere, {}, notThereText());
    case ApiAnswer::Result::Lost:
        if (!timeIsUp)
            return SendAgain{.after = pause};
        return finish(ExitCode::Open, {}, u"no answer from Hostline: the question may be stored"_s);
    case ApiAnswer::Result::Unreadable:
    case ApiAnswer::Result::TooLarge:
        return finish(ExitCode::Failed, {}, errorText(answer));
    case ApiAnswer::Result::Answered:
        break;
    }
    if (answer.ok()) {
        const QString id = answer.body.value("request"_L1).toObject().value("id"_L1).toString();
        if (id.isEmpty())
            return finish(ExitCode::Failed, {}, u"the answer names no request"_s);
        return WaitFor{.request = id};
    }
    if (answer.status == notNow && !timeIsUp)
        return SendAgain{.after = pause};
    if (answer.status == notNow && uncertain)
        return finish(ExitCode::Open, {}, errorText(answer) + u"\nthe question may be stored"_s);
    return finish(answer.status == refusedByRule ? ExitCode::Notice : ExitCode::Failed,
                  {},
                  errorText(answer));
}

AskStep afterLook(const ApiAnswer &answer, const QJsonObject &lastSeen, bool timeIsUp)
{
    const bool seen = answer.ok();
    const QJsonObject request = seen ? answer.body : lastSeen;
    if (seen && request.value("state"_L1).toString() == "settled"_L1) {
        const QString kind = request.value("reply"_L1).toObject().value("kind"_L1).toString();
        return finish(kind == "answer"_L1 ? ExitCode::Good : ExitCode::Notice, request, {});
    }
    if (answer.result == ApiAnswer::Result::Answered && !seen && answer.status < 500)
        return finish(ExitCode::Failed, request, errorText(answer));
    if (timeIsUp)
        return finish(ExitCode::Open,
                      request,
                      u"still open when the time was up; its reply is owed and will come"_s);
    return LookAgain{.after = seen ? longestBlindness : std::chrono::milliseconds(pause)};
}

QList<Word> wordsWhileWaiting(const ApiAnswer &answer)
{
    if (answer.result == ApiAnswer::Result::NotThere) {
        return {
            {.key = u"away"_s,
             .text =
                 u"Hostline does not run at the moment; the question is stored and the wait goes on"_s}};
    }
    QList<Word> words;
    if (!answer.ok() || answer.body.value("state"_L1).toString() == "settled"_L1)
        return words;
    for (const QJsonValue value : answer.body.value("notices"_L1).toArray()) {
        const QString id = value["id"_L1].toString();
        const QString at = value["at"_L1].toString();
        words.append({.key = id + u' ' + at, .text = value["text"_L1].toString()});
    }
    return words;
}

} // namespace hostline::cli
