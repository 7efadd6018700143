// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/api/api_error.h"

namespace hostline {

using namespace Qt::StringLiterals;

QJsonObject toJson(const ApiError &error)
{
    QJsonObject inner{{u"code"_s, error.code}, {u"message"_s, error.message}};
    if (!error.step.isEmpty())
        inner.insert(u"step"_s, error.step);
    return {{u"error"_s, inner}};
}

ApiError apiErrorOf(const Failure &failure)
{
    const auto error = [&failure](int status, const QString &message, const QString &step = {}) {
        return ApiError{status, toString(failure.kind), message, step};
    };
    switch (failure.kind) {
    case FailureKind::NotFound:
        return error(404, u"There is nothing of this id."_s);
    case FailureKind::InvalidInput:
        return error(400,
                     failure.detail.isEmpty() ? u"The request is not valid."_s : failure.detail);
    case FailureKind::NotAllowed:
        return error(403, u"This is not allowed here."_s);
    case FailureKind::Conflict:
        return error(409, u"This contradicts what is stored already."_s);
    case FailureKind::QueueFull:
        return error(422,
                     u"Too much is waiting in this conversation."_s,
                     u"Wait for an answer, or stop a request."_s);
    case FailureKind::StoreUnavailable:
        return error(503,
                     u"The store could not commit; nothing was changed."_s,
                     u"Look at the disk, then send it again."_s);
    case FailureKind::QuotaExhausted:
    case FailureKind::RateLimited:
    case FailureKind::ContextTooLarge:
    case FailureKind::SignedOut:
    case FailureKind::Overloaded:
    case FailureKind::UpstreamPolicy:
    case FailureKind::ModelNotFound:
    case FailureKind::ConnectionLost:
    case FailureKind::IdleTimeout:
    case FailureKind::HardTimeout:
    case FailureKind::StartTimeout:
    case FailureKind::Stopped:
    case FailureKind::Restarted:
    case FailureKind::ProviderUnavailable:
    case FailureKind::ThreadBusyElsewhere:
    case FailureKind::ThreadLost:
    case FailureKind::UnsupportedHost:
    case FailureKind::InvalidConfiguration:
    case FailureKind::Expired:
    case FailureKind::Internal:
        break;
    }
    return error(500, failure.detail.isEmpty() ? u"This did not work."_s : failure.detail);
}

} // namespace hostline
