// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "routing/routing_store.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace hostline::routing_store {

using namespace Qt::StringLiterals;

namespace {

const auto columns =
    u"provider, origin, state, windows, resets_at, observed_at, attempts, failed_at,"
    " retry_at, reset_known"_s;

std::optional<qint64> toMs(const std::optional<QDateTime> &time)
{
    return time ? std::optional(time->toMSecsSinceEpoch()) : std::nullopt;
}

std::optional<QDateTime> toTime(const std::optional<qint64> &ms)
{
    return ms ? std::optional(QDateTime::fromMSecsSinceEpoch(*ms, Qt::UTC)) : std::nullopt;
}

QString toJson(const QList<Capacity::Window> &windows)
{
    QJsonArray list;
    for (const Capacity::Window &window : windows) {
        QJsonObject one{{u"id"_s, window.id}};
        if (window.usedPercent)
            one.insert(u"used"_s, *window.usedPercent);
        if (window.length)
            one.insert(u"minutes"_s, qint64(window.length->count()));
        if (window.resetsAt)
            one.insert(u"resets_at"_s, window.resetsAt->toMSecsSinceEpoch());
        list.append(one);
    }
    return QString::fromUtf8(QJsonDocument(list).toJson(QJsonDocument::Compact));
}

QList<Capacity::Window> windowsOf(const QString &json)
{
    QList<Capacity::Window> windows;
    const QJsonArray list = QJsonDocument::fromJson(json.toUtf8()).array();
    for (const QJsonValue value : list) {
        const QJsonObject one = value.toObject();
        Capacity::Window window;
        window.id = one.value("id"_L1).toString();
        if (one.contains("used"_L1))
            window.usedPercent = one.value("used"_L1).toInt();
        if (one.contains("minutes"_L1))
            window.length = std::chrono::minutes(one.value("minutes"_L1).toInteger());
        if (one.contains("resets_at"_L1))
            window.resetsAt = toTime(one.value("resets_at"_L1).toInteger());
        windows.append(window);
    }
    return windows;
}

} // namespace

QList<QuotaRecord> all(Transaction &transaction)
{
    QList<QuotaRecord> records;
    transaction.each(
        u"select "_s + columns + u" from capacity order by provider"_s,
        {},
        [&records](const Row &row) {
            records.append({
                .provider = row.text(0),
                .origin = row.text(1),
                .seen = {.state = capacityStateFromString(row.text(2)),
                         .windows = windowsOf(row.text(3)),
                         .resetsAt = toTime(row.integerOrNull(4)),
                         .observedAt = toTime(row.integerOrNull(5)).value_or(QDateTime())},
                .attempts = static_cast<int>(row.integer(6)),
                .failedAt = row.integerOrNull(7),
                .retryAt = row.integerOrNull(8),
                .resetKnown = row.flag(9),
            });
        });
    return records;
}

void keep(Transaction &transaction, const QuotaRecord &record)
{
    const Capacity &seen = record.seen;
    const std::optional<qint64> observedAt = seen.observedAt.isValid()
        ? std::optional(seen.observedAt.toMSecsSinceEpoch())
        : std::nullopt;
    transaction.execute(
        u"insert into capacity ("_s + columns
            + u", attempt) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '') on conflict (provider) do "
              u"update set"
              " origin = excluded.origin, state = excluded.state, windows = excluded.windows,"
              " resets_at = excluded.resets_at, observed_at = excluded.observed_at,"
              " attempts = excluded.attempts, failed_at = excluded.failed_at,"
              " retry_at = excluded.retry_at, reset_known = excluded.reset_known"_s,
        {record.provider,
         record.origin,
         storedText(seen.state),
         toJson(seen.windows),
         nullable(toMs(seen.resetsAt)),
         nullable(observedAt),
         record.attempts,
         nullable(record.failedAt),
         nullable(record.retryAt),
         record.resetKnown ? 1 : 0});
}

RequestId attempt(Transaction &transaction, const QString &provider)
{
    const auto row =
        transaction.first(u"select attempt from capacity where provider = ?"_s, {provider});
    return row ? RequestId(row->text(0)) : RequestId();
}

void setAttempt(Transaction &transaction, const QString &provider, const RequestId &request)
{
    transaction.execute(u"update capacity set attempt = ? where provider = ?"_s,
                        {request.toString(), provider});
}

} // namespace hostline::routing_store
