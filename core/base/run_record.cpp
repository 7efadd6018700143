// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/run_record.h"

#include "base/private_files.h"

#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {
QString recordPath(const QString &directory)
{
    return directory + "/run.json"_L1;
}
} // namespace

Result<Done> writeRunRecord(const QString &directory, const RunRecord &record)
{
    const QJsonObject object{
        {u"pid"_s, record.holder.pid},
        {u"program"_s, record.holder.program},
        {u"started_at"_s, record.holder.startedAt.toUTC().toString(Qt::ISODateWithMs)},
        {u"address"_s, record.address},
    };
    return writePrivateFile(recordPath(directory),
                            QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n');
}

Result<RunRecord> readRunRecord(const QString &directory)
{
    const auto content = readPrivateFile(recordPath(directory));
    if (!content)
        return content.failure();
    const QJsonObject object = QJsonDocument::fromJson(content.value()).object();
    RunRecord record{
        .holder = Holder{.pid = object.value("pid"_L1).toInteger(),
                         .program = object.value("program"_L1).toString(),
                         .startedAt = QDateTime::fromString(
                             object.value("started_at"_L1).toString(), Qt::ISODateWithMs)},
        .address = object.value("address"_L1).toString(),
    };
    if (record.holder.pid <= 0 || !record.holder.startedAt.isValid()) {
        return Failure{.kind = FailureKind::InvalidInput,
                       .detail = u"%1 does not name a running program"_s.arg(recordPath(directory)),
                       .subject = {},
                       .until = {}};
    }
    return record;
}

Result<Done> removeRunRecord(const QString &directory)
{
    return removePrivateFile(recordPath(directory));
}

} // namespace hostline
