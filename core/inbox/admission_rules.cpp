// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "inbox/admission_rules.h"

#include <QCryptographicHash>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

/// The wall's age of something that began at the request's admission or later. Within one boot it cannot be older than
/// the admission is by the clock that never jumps; a wall that went back behind its beginning says nothing.
qint64 correctedAge(
    qint64 since, const RequestRow &request, qint64 now, const QString &boot, qint64 bootMs)
{
    if (request.boot != boot)
        return now - since;
    const qint64 admitted = bootMs - request.bootMs;
    return now < since ? admitted : std::min(now - since, admitted);
}

} // namespace

AdmissionPlan planAdmission(const AdmissionFacts &facts, const AdmissionLimits &limits)
{
    using Kind = AdmissionPlan::Kind;
    if (facts.known)
        return {facts.known->digest == facts.digest ? Kind::Replay : Kind::Conflict, {}};
    if (!facts.granted)
        return {Kind::Refuse, FailureKind::NotAllowed};
    if (facts.command)
        return {isLate(facts.sentAt, facts.now, limits) ? Kind::ExpireCommand : Kind::RunCommand,
                {}};
    if (facts.blank || facts.characters > limits.textCharacters)
        return {Kind::Refuse, FailureKind::InvalidInput};
    if (facts.queued >= limits.queued)
        return {Kind::Refuse, FailureKind::QueueFull};
    return {Kind::AcceptQuestion, {}};
}

bool isLate(qint64 sentAt, qint64 acceptedAt, const AdmissionLimits &limits)
{
    return acceptedAt - sentAt > limits.lateMs;
}

QString contentDigest(const QString &text)
{
    QString normal = text.normalized(QString::NormalizationForm_C);
    normal.replace("\r\n"_L1, "\n"_L1);
    const QByteArray hash =
        QCryptographicHash::hash(normal.trimmed().toUtf8(), QCryptographicHash::Sha256);
    return QString::fromLatin1(hash.toHex());
}

std::optional<GrantRow> grantFor(const QList<GrantRow> &grants, const Source &source)
{
    const auto covers = [](const QString &granted, const QString &actual) {
        return granted.isEmpty() || granted == actual;
    };
    const auto weight = [](const GrantRow &grant) {
        return 8 * !grant.sender.isEmpty() + 4 * !grant.peer.isEmpty()
            + 2 * !grant.account.isEmpty() + !grant.channel.isEmpty();
    };
    std::optional<GrantRow> best;
    for (const GrantRow &grant : grants) {
        if (covers(grant.channel, source.channel) && covers(grant.account, source.account)
            && covers(grant.peer, source.peer) && covers(grant.sender, source.sender)
            && (!best || weight(grant) > weight(*best)))
            best = grant;
    }
    return best;
}

QList<GrantRow> grantsIn(const QString &workspace, const QList<GrantRow> &grants)
{
    QList<GrantRow> allowed = grants;
    allowed.removeIf([&workspace](const GrantRow &grant) {
        return !grant.workspace.isEmpty() && grant.workspace != workspace;
    });
    return allowed;
}

qint64 queueAge(const RequestRow &request, qint64 now, const QString &boot, qint64 bootMs)
{
    return correctedAge(request.acceptedAt, request, now, boot, bootMs) - request.stoodMs;
}

qint64 standstill(
    const RequestRow &request, qint64 waitingFrom, qint64 now, const QString &boot, qint64 bootMs)
{
    const qint64 waited =
        correctedAge(std::max(request.acceptedAt, waitingFrom), request, now, boot, bootMs);
    return std::max<qint64>(0, std::min(waited, queueAge(request, now, boot, bootMs)));
}

qint64 waitAge(const RequestRow &request, qint64 now, const QString &boot, qint64 bootMs)
{
    return correctedAge(request.waitingSince.value_or(now), request, now, boot, bootMs);
}

} // namespace hostline
