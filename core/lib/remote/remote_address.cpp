// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/remote/remote_address.h"

#include "base/data_lock.h"
#include "base/private_files.h"
#include "base/run_record.h"

#include <QtNetwork/QHostAddress>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

Failure failureOf(FailureKind kind, const QString &detail)
{
    return Failure{.kind = kind, .detail = detail, .subject = {}, .until = {}};
}

} // namespace

Result<RemoteAddress> findRemote(const QString &dataDirectory)
{
    const std::optional<Holder> holder = currentHolder(dataDirectory);
    if (!holder)
        return failureOf(FailureKind::NotFound, u"nobody holds %1"_s.arg(dataDirectory));
    const QString path = dataDirectory + "/run.json"_L1;
    const Result<RunRecord> record = readRunRecord(dataDirectory);
    if (!record)
        return record.failure();
    if (record.value().holder.pid != holder->pid)
        return failureOf(FailureKind::NotFound,
                         u"%1 is held by %2, which %3 does not name"_s.arg(
                             dataDirectory, describe(*holder), path));
    const QString address = record.value().address;
    if (address.isEmpty())
        return failureOf(FailureKind::NotFound, u"%1 names no address to call"_s.arg(path));
    const QUrl base(address, QUrl::StrictMode);
    if (base.scheme() != "http"_L1 || base.port() <= 0 || !QHostAddress(base.host()).isLoopback())
        return failureOf(FailureKind::InvalidInput,
                         u"%1 names a foreign address: %2"_s.arg(path, address));

    const Result<QByteArray> token = readPrivateFile(dataDirectory + "/chat.token"_L1);
    if (!token)
        return token.failure();
    return RemoteAddress{.base = base, .token = token.value().trimmed(), .pid = holder->pid};
}

} // namespace hostline
