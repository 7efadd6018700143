// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/remote/remote_address.h"

#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtNetwork/QHostAddress>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

constexpr qint64 largestFile = 64LL * 1024;

Failure failureOf(FailureKind kind, const QString &detail)
{
    return Failure{.kind = kind, .detail = detail, .subject = {}, .until = {}};
}

Result<QByteArray> contentOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return failureOf(file.exists() ? FailureKind::NotAllowed : FailureKind::NotFound,
                         u"%1: %2"_s.arg(path, file.errorString()));
    }
    return file.read(largestFile);
}

} // namespace

Result<RemoteAddress> findRemote(const QString &dataDirectory)
{
    const QString path = dataDirectory + "/run.json"_L1;
    const Result<QByteArray> record = contentOf(path);
    if (!record)
        return record.failure();
    const QJsonObject fields = QJsonDocument::fromJson(record.value()).object();
    const qint64 pid = fields.value("pid"_L1).toInteger();
    if (pid <= 0)
        return failureOf(FailureKind::InvalidInput,
                         u"%1 does not name a running program"_s.arg(path));

    const QString address = fields.value("address"_L1).toString();
    if (address.isEmpty())
        return failureOf(FailureKind::NotFound, u"%1 names no address to call"_s.arg(path));
    const QUrl base(address, QUrl::StrictMode);
    if (base.scheme() != "http"_L1 || base.port() <= 0 || !QHostAddress(base.host()).isLoopback())
        return failureOf(FailureKind::InvalidInput,
                         u"%1 names a foreign address: %2"_s.arg(path, address));

    const Result<QByteArray> token = contentOf(dataDirectory + "/chat.token"_L1);
    if (!token)
        return token.failure();
    return RemoteAddress{.base = base, .token = token.value().trimmed(), .pid = pid};
}

} // namespace hostline
