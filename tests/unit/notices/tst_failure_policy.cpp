// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "notices/failure_policy.h"

#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 resetTime = 1'700'000'000'000;
constexpr int kindCount = static_cast<int>(FailureKind::Internal) + 1;

} // namespace

class tst_FailurePolicy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindHasItsRow_data();
    void everyKindHasItsRow();
    void everyReplyHasItsArguments_data();
    void everyReplyHasItsArguments();
    void argumentsComeFromTypedFields_data();
    void argumentsComeFromTypedFields();
};

void tst_FailurePolicy::everyKindHasItsRow_data()
{
    QTest::addColumn<FailureKind>("kind");
    QTest::addColumn<NoticeId>("notice");
    QTest::addColumn<NoticeId>("reply");
    QTest::addColumn<RetryPolicy>("retry");
    QTest::addColumn<bool>("reviewMayFollow");

    const auto settles = [](FailureKind kind, NoticeId notice, bool review = false) {
        QTest::addRow("%s settles with its notice", qPrintable(toString(kind)))
            << kind << notice << notice << RetryPolicy::Settle << review;
    };
    settles(FailureKind::RateLimited, NoticeId::FailedRateLimited);
    settles(FailureKind::ContextTooLarge, NoticeId::FailedContextTooLarge);
    settles(FailureKind::SignedOut, NoticeId::FailedSignedOut);
    settles(FailureKind::Overloaded, NoticeId::FailedOverloaded);
    settles(FailureKind::UpstreamPolicy, NoticeId::FailedUpstreamPolicy);
    settles(FailureKind::ModelNotFound, NoticeId::FailedModelNotFound);
    settles(FailureKind::ConnectionLost, NoticeId::FailedConnectionLost);
    settles(FailureKind::IdleTimeout, NoticeId::FailedIdleTimeout);
    settles(FailureKind::HardTimeout, NoticeId::FailedHardTimeout);
    settles(FailureKind::StartTimeout, NoticeId::FailedStartTimeout);
    settles(FailureKind::Stopped, NoticeId::FailedStopped);
    settles(FailureKind::Restarted, NoticeId::FailedRestarted, true);
    settles(FailureKind::ThreadLost, NoticeId::FailedThreadLost);
    settles(FailureKind::UnsupportedHost, NoticeId::FailedUnsupportedHost);
    settles(FailureKind::InvalidConfiguration, NoticeId::FailedInvalidConfiguration);
    settles(FailureKind::InvalidInput, NoticeId::FailedInvalidInput);
    settles(FailureKind::NotAllowed, NoticeId::RefusedNotAllowed);
    settles(FailureKind::QueueFull, NoticeId::RefusedQueueFull);
    settles(FailureKind::Expired, NoticeId::RefusedExpired);
    settles(FailureKind::NotFound, NoticeId::FailedNotFound);
    settles(FailureKind::Conflict, NoticeId::FailedConflict);
    settles(FailureKind::Internal, NoticeId::FailedInternal);

    QTest::newRow("a missing provider is waited for (recovery row 6)")
        << FailureKind::ProviderUnavailable << NoticeId::RequestWaitingForProvider
        << NoticeId::FailedProviderUnavailable << RetryPolicy::WaitForProvider << false;
    QTest::newRow("a busy thread is waited for (C13)")
        << FailureKind::ThreadBusyElsewhere << NoticeId::RequestWaitingForThread
        << NoticeId::RefusedWaitedTooLong << RetryPolicy::WaitForThread << false;
    QTest::newRow("capacity is waited for (recovery row 15)")
        << FailureKind::QuotaExhausted << NoticeId::RequestWaitingForCapacity
        << NoticeId::FailedQuotaExhausted << RetryPolicy::WaitForCapacity << false;
    QTest::newRow("a store that cannot commit has accepted nothing (A4)")
        << FailureKind::StoreUnavailable << NoticeId::FailedStoreUnavailable
        << NoticeId::FailedStoreUnavailable << RetryPolicy::NotAccepted << false;
}

void tst_FailurePolicy::everyKindHasItsRow()
{
    QFETCH(FailureKind, kind);
    QFETCH(NoticeId, notice);
    QFETCH(NoticeId, reply);
    QFETCH(RetryPolicy, retry);
    QFETCH(bool, reviewMayFollow);

    const FailurePolicy policy = failurePolicy(kind);
    QCOMPARE(toString(policy.notice), toString(notice));
    QCOMPARE(toString(policy.reply), toString(reply));
    QCOMPARE(policy.retry, retry);
    QCOMPARE(policy.reviewMayFollow, reviewMayFollow);
}

void tst_FailurePolicy::everyReplyHasItsArguments_data()
{
    QTest::addColumn<FailureKind>("kind");
    for (int index = 0; index < kindCount; ++index) {
        const auto kind = static_cast<FailureKind>(index);
        QTest::addRow("%s", qPrintable(toString(kind))) << kind;
    }
}

void tst_FailurePolicy::everyReplyHasItsArguments()
{
    QFETCH(FailureKind, kind);
    const FailurePolicy policy = failurePolicy(kind);
    for (NoticeId id : {policy.notice, policy.reply}) {
        const Notice notice = failureNotice(id, Failure{.kind = kind}, FailureContext{});
        QCOMPARE(argumentProblems(notice), QStringList());
    }
}

void tst_FailurePolicy::argumentsComeFromTypedFields_data()
{
    QTest::addColumn<Failure>("failure");
    QTest::addColumn<FailureContext>("context");
    QTest::addColumn<QJsonObject>("arguments");

    const QDateTime reset = QDateTime::fromMSecsSinceEpoch(resetTime, Qt::UTC);
    QTest::newRow("quota names the provider and the reset (E1)")
        << Failure{.kind = FailureKind::QuotaExhausted, .detail = u"429"_s, .until = reset}
        << FailureContext{.provider = u"Echo"_s}
        << QJsonObject{{u"provider"_s, u"Echo"_s}, {u"until"_s, resetTime}};
    QTest::newRow("signed out names the step of the context")
        << Failure{.kind = FailureKind::SignedOut}
        << FailureContext{.provider = u"Echo"_s, .step = u"echo login"_s}
        << QJsonObject{{u"provider"_s, u"Echo"_s}, {u"step"_s, u"echo login"_s}};
    QTest::newRow("signed out takes the provider's own step where the context has none")
        << Failure{.kind = FailureKind::SignedOut, .subject = u"echo login"_s}
        << FailureContext{.provider = u"Echo"_s}
        << QJsonObject{{u"provider"_s, u"Echo"_s}, {u"step"_s, u"echo login"_s}};
    QTest::newRow("an unsupported host names the version seen")
        << Failure{.kind = FailureKind::UnsupportedHost, .subject = u"0.1.0"_s}
        << FailureContext{.provider = u"Echo"_s}
        << QJsonObject{{u"provider"_s, u"Echo"_s}, {u"version"_s, u"0.1.0"_s}};
    QTest::newRow("a missing model is named")
        << Failure{.kind = FailureKind::ModelNotFound, .subject = u"m-1"_s}
        << FailureContext{.provider = u"Echo"_s}
        << QJsonObject{{u"provider"_s, u"Echo"_s}, {u"model"_s, u"m-1"_s}};
    QTest::newRow("an idle timeout names its limit")
        << Failure{.kind = FailureKind::IdleTimeout}
        << FailureContext{.provider = u"Echo"_s, .limit = std::chrono::seconds(180)}
        << QJsonObject{{u"provider"_s, u"Echo"_s}, {u"limit"_s, 180'000}};
    QTest::newRow("a full queue names its limit")
        << Failure{.kind = FailureKind::QueueFull} << FailureContext{.queueLimit = 20}
        << QJsonObject{{u"limit"_s, 20}};
    QTest::newRow("detail for the log stays out of a notice that does not ask for it")
        << Failure{.kind = FailureKind::Restarted, .detail = u"pid 12"_s} << FailureContext{}
        << QJsonObject{};
}

void tst_FailurePolicy::argumentsComeFromTypedFields()
{
    QFETCH(Failure, failure);
    QFETCH(FailureContext, context);
    QFETCH(QJsonObject, arguments);

    const Notice notice = failureReply(failure, context);
    QCOMPARE(toString(notice.id), toString(failurePolicy(failure.kind).reply));
    QCOMPARE(notice.arguments, arguments);
}

QTEST_GUILESS_MAIN(tst_FailurePolicy)
#include "tst_failure_policy.moc"
