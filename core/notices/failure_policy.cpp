// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "notices/failure_policy.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

constexpr FailurePolicy settle(NoticeId notice)
{
    return {
        .notice = notice, .reply = notice, .retry = RetryPolicy::Settle, .reviewMayFollow = false};
}

} // namespace

FailurePolicy failurePolicy(FailureKind kind)
{
    switch (kind) {
    case FailureKind::QuotaExhausted:
        return {.notice = NoticeId::RequestWaitingForCapacity,
                .reply = NoticeId::FailedQuotaExhausted,
                .retry = RetryPolicy::WaitForCapacity,
                .reviewMayFollow = false};
    case FailureKind::RateLimited:
        return settle(NoticeId::FailedRateLimited);
    case FailureKind::ContextTooLarge:
        return settle(NoticeId::FailedContextTooLarge);
    case FailureKind::SignedOut:
        return settle(NoticeId::FailedSignedOut);
    case FailureKind::Overloaded:
        return settle(NoticeId::FailedOverloaded);
    case FailureKind::UpstreamPolicy:
        return settle(NoticeId::FailedUpstreamPolicy);
    case FailureKind::ModelNotFound:
        return settle(NoticeId::FailedModelNotFound);
    case FailureKind::ConnectionLost:
        return settle(NoticeId::FailedConnectionLost);
    case FailureKind::IdleTimeout:
        return settle(NoticeId::FailedIdleTimeout);
    case FailureKind::HardTimeout:
        return settle(NoticeId::FailedHardTimeout);
    case FailureKind::StartTimeout:
        return settle(NoticeId::FailedStartTimeout);
    case FailureKind::Stopped:
        return settle(NoticeId::FailedStopped);
    case FailureKind::Restarted:
        return {.notice = NoticeId::FailedRestarted,
                .reply = NoticeId::FailedRestarted,
                .retry = RetryPolicy::Settle,
                .reviewMayFollow = true};
    case FailureKind::ProviderUnavailable:
        return {.notice = NoticeId::RequestWaitingForProvider,
                .reply = NoticeId::FailedProviderUnavailable,
                .retry = RetryPolicy::WaitForProvider,
                .reviewMayFollow = false};
    case FailureKind::ThreadBusyElsewhere:
        return {.notice = NoticeId::RequestWaitingForThread,
                .reply = NoticeId::RefusedWaitedTooLong,
                .retry = RetryPolicy::WaitForThread,
                .reviewMayFollow = false};
    case FailureKind::ThreadLost:
        return settle(NoticeId::FailedThreadLost);
    case FailureKind::UnsupportedHost:
        return settle(NoticeId::FailedUnsupportedHost);
    case FailureKind::InvalidConfiguration:
        return settle(NoticeId::FailedInvalidConfiguration);
    case FailureKind::InvalidInput:
        return settle(NoticeId::FailedInvalidInput);
    case FailureKind::NotAllowed:
        return settle(NoticeId::RefusedNotAllowed);
    case FailureKind::QueueFull:
        return settle(NoticeId::RefusedQueueFull);
    case FailureKind::Expired:
        return settle(NoticeId::RefusedExpired);
    case FailureKind::StoreUnavailable:
        return {.notice = NoticeId::FailedStoreUnavailable,
                .reply = NoticeId::FailedStoreUnavailable,
                .retry = RetryPolicy::NotAccepted,
                .reviewMayFollow = false};
    case FailureKind::NotFound:
        return settle(NoticeId::FailedNotFound);
    case FailureKind::Conflict:
        return settle(NoticeId::FailedConflict);
    case FailureKind::Internal:
        return settle(NoticeId::FailedInternal);
    }
    Q_UNREACHABLE();
}

Notice failureNotice(NoticeId id, const Failure &failure, const FailureContext &context)
{
    const auto valueOf = [&](const QString &key) -> QJsonValue {
        if (key == "provider"_L1)
            return context.provider;
        if (key == "step"_L1)
            return context.step.isEmpty() ? stepOf(failure) : context.step;
        if (key == "until"_L1)
            return failure.until ? QJsonValue(failure.until->toMSecsSinceEpoch()) : QJsonValue();
        if (key == "holder"_L1)
            return failure.kind == FailureKind::ThreadBusyElsewhere ? failure.subject : QString();
        if (key == "model"_L1)
            return failure.kind == FailureKind::ModelNotFound ? failure.subject : QString();
        if (key == "version"_L1)
            return failure.kind == FailureKind::UnsupportedHost ? failure.subject : QString();
        if (key == "detail"_L1)
            return failure.detail;
        if (key == "reference"_L1)
            return context.reference;
        if (key == "limit"_L1) {
            if (id == NoticeId::RefusedQueueFull)
                return context.queueLimit;
            if (id == NoticeId::RefusedTooLong)
                return context.textLimit;
            return qint64(context.limit.count());
        }
        return {};
    };
    Notice notice{.id = id, .arguments = {}};
    for (const NoticeArgument &argument : noticeSpec(id).arguments) {
        const QString key = QString::fromLatin1(argument.key);
        const QJsonValue value = valueOf(key);
        const bool absent = value.isNull() || value.isUndefined() || value == QJsonValue(QString());
        if (!absent || argument.required)
            notice.arguments.insert(key, value);
    }
    return notice;
}

Notice failureReply(const Failure &failure, const FailureContext &context)
{
    return failureNotice(failurePolicy(failure.kind).reply, failure, context);
}

} // namespace hostline
