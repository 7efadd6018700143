// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/codex_errors.h"

#include <hostline/text.h>

#include <array>
#include <utility>

namespace hostline::codexwire {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array<std::pair<QLatin1String, FailureKind>, 18> words{{
    {"contextWindowExceeded"_L1, FailureKind::ContextTooLarge},
    {"sessionBudgetExceeded"_L1, FailureKind::QuotaExhausted},
    {"usageLimitExceeded"_L1, FailureKind::QuotaExhausted},
    {"rateLimitExceeded"_L1, FailureKind::RateLimited},
    {"flexUnavailable"_L1, FailureKind::Overloaded},
    {"serverOverloaded"_L1, FailureKind::Overloaded},
    {"policyCapacityUnavailable"_L1, FailureKind::Overloaded},
    {"modelNotFound"_L1, FailureKind::ModelNotFound},
    {"cyberPolicy"_L1, FailureKind::UpstreamPolicy},
    {"bioPolicy"_L1, FailureKind::UpstreamPolicy},
    {"misalignmentPolicyViolation"_L1, FailureKind::UpstreamPolicy},
    {"inferenceHookDenied"_L1, FailureKind::UpstreamPolicy},
    {"tooManyDenials"_L1, FailureKind::NotAllowed},
    {"sandboxError"_L1, FailureKind::InvalidConfiguration},
    {"internalServerError"_L1, FailureKind::ConnectionLost},
    {"unauthorized"_L1, FailureKind::SignedOut},
    {"badRequest"_L1, FailureKind::InvalidInput},
    {"threadRollbackFailed"_L1, FailureKind::Internal},
}};

/// The members that say how the way to the model broke; where the endpoint answered at all, its status says more.
constexpr std::array<QLatin1String, 4> broken{"httpConnectionFailed"_L1,
                                              "responseStreamConnectionFailed"_L1,
                                              "responseStreamDisconnected"_L1,
                                              "responseTooManyFailedAttempts"_L1};

FailureKind kindOfStatus(int status)
{
    switch (status) {
    case 401:
    case 403:
        return FailureKind::SignedOut;
    case 404:
        return FailureKind::
            InvalidConfiguration; // no such path: the base_url is not a model endpoint
    case 413:
        return FailureKind::ContextTooLarge;
    case 429:
        return FailureKind::RateLimited;
    case 503:
        return FailureKind::Overloaded;
    default:
        return FailureKind::ConnectionLost;
    }
}

QString oneLine(const QString &text)
{
    constexpr qsizetype longest = 400;
    return shortened(text.simplified(), longest);
}

} // namespace

FailureKind kindOfErrorInfo(const QJsonValue &codexErrorInfo)
{
    if (codexErrorInfo.isString()) {
        const QString word = codexErrorInfo.toString();
        for (const auto &[name, kind] : words) {
            if (word == name)
                return kind;
        }
        return FailureKind::Internal;
    }
    const QJsonObject object = codexErrorInfo.toObject();
    for (const QLatin1String member : broken) {
        if (object.contains(member))
            return kindOfStatus(object.value(member).toObject().value("httpStatusCode"_L1).toInt());
    }
    if (object.contains("activeTurnNotSteerable"_L1))
        return FailureKind::Conflict;
    return FailureKind::Internal;
}

Failure failureOfTurn(const std::optional<TurnError> &error)
{
    if (!error)
        return Failure{FailureKind::Internal, u"the turn failed without an error"_s, {}, {}};
    return Failure{kindOfErrorInfo(error->codexErrorInfo), oneLine(error->message), {}, {}};
}

ThreadProblem problemOfThread(const RpcError &error)
{
    if (error.data.value("type"_L1) == "modelProviderNotConfigured"_L1)
        return ThreadProblem::ProviderMissing;
    if (error.data.value("reason"_L1) == "configLoad"_L1
        || error.message.startsWith("failed to load configuration"_L1))
        return ThreadProblem::ConfigRefused;
    const QString &text = error.message;
    constexpr int methodNotFound = -32601;
    if (error.code == methodNotFound || text.startsWith("Invalid request: unknown variant"_L1))
        return ThreadProblem::MethodMissing;
    if (text.startsWith("thread "_L1) && text.endsWith("already has an active writer"_L1))
        return ThreadProblem::BusyElsewhere;
    if (text.startsWith("no rollout found"_L1) || text.startsWith("missing source rollout"_L1)
        || text.startsWith("invalid session id"_L1) || text.startsWith("invalid thread id"_L1)
        || (text.startsWith("session "_L1) && text.contains(" is archived."_L1)))
        return ThreadProblem::Lost;
    if (text.startsWith("thread not found"_L1) || text.startsWith("thread not loaded"_L1))
        return ThreadProblem::NotLoaded;
    if (text.contains("is not materialized yet"_L1))
        return ThreadProblem::WithoutTurns;
    return ThreadProblem::None;
}

Failure failureOfCall(const CallResult &result, const QString &method)
{
    switch (result.outcome) {
    case CallResult::Outcome::Answered:
        return Failure{
            FailureKind::Internal, method + u" was answered in an unknown shape"_s, {}, {}};
    case CallResult::Outcome::NotSent:
    case CallResult::Outcome::Closed:
        return Failure{FailureKind::ProviderUnavailable,
                       u"the app-server ended before it answered %1"_s.arg(method),
                       {},
                       {}};
    case CallResult::Outcome::TimedOut:
        return Failure{FailureKind::ProviderUnavailable,
                       u"the app-server did not answer %1 in time"_s.arg(method),
                       {},
                       {}};
    case CallResult::Outcome::Refused:
        break;
    }
    const RpcError &error = result.error;
    const QString detail = oneLine(u"%1: %2 (%3)"_s.arg(method, error.message).arg(error.code));
    const QJsonValue info = error.data.value("codexErrorInfo"_L1);
    if (!info.isUndefined() && !info.isNull())
        return Failure{kindOfErrorInfo(info), detail, {}, {}};
    constexpr int overloaded = -32001;
    constexpr int tooLong = -32602;
    if (error.code == overloaded)
        return Failure{FailureKind::Overloaded, detail, {}, {}};
    if (error.code == tooLong)
        return Failure{FailureKind::InvalidInput, detail, {}, {}};
    switch (problemOfThread(error)) {
    case ThreadProblem::BusyElsewhere:
        return Failure{FailureKind::ThreadBusyElsewhere, detail, {}, {}};
    case ThreadProblem::Lost:
    case ThreadProblem::NotLoaded:
    case ThreadProblem::WithoutTurns:
        return Failure{FailureKind::ThreadLost, detail, {}, {}};
    case ThreadProblem::ProviderMissing:
    case ThreadProblem::ConfigRefused:
        return Failure{FailureKind::InvalidConfiguration, detail, {}, {}};
    case ThreadProblem::MethodMissing:
        return Failure{FailureKind::UnsupportedHost, detail, {}, {}};
    case ThreadProblem::None:
        break;
    }
    return Failure{FailureKind::Internal, detail, {}, {}};
}

} // namespace hostline::codexwire
