// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/power/crash_check.h"

#include "ledger/adopt_run.h"
#include "ledger/schema.h"
#include "unit/store/store_fixture.h"

using namespace Qt::StringLiterals;

namespace hostline::torture {

namespace {

QString textOf(Transaction &transaction, const QString &sql, const QVariantList &binds = {})
{
    const std::optional<Row> row = transaction.first(sql, binds);
    return row ? row->text(0) : QString();
}

QStringList damage(Transaction &transaction)
{
    QStringList found;
    transaction.each(u"PRAGMA integrity_check"_s, {}, [&found](const Row &row) {
        if (row.text(0) != "ok"_L1)
            found << u"integrity: "_s + row.text(0);
    });
    transaction.each(u"PRAGMA foreign_key_check"_s, {}, [&found](const Row &row) {
        found << u"foreign key: "_s + row.text(0);
    });
    return found;
}

QStringList lost(Transaction &transaction, const Promises &promises)
{
    QStringList found;
    for (auto it = promises.acknowledged.begin(); it != promises.acknowledged.end(); ++it) {
        const QString request = textOf(
            transaction,
            u"select r.id from messages m join requests r on r.id = m.request_id where m.message_id = ?"_s,
            {it.key()});
        if (request != it.value())
            found << u"lost: the acknowledged message %1"_s.arg(it.key());
    }
    for (const QString &turn : promises.begun) {
        const QString state = textOf(
            transaction,
            u"select r.state from turns t join requests r on r.id = t.request_id where t.id = ?"_s,
            {turn});
        if (state.isEmpty() || state == "queued"_L1)
            found << u"lost: the claim of the turn %1, its request is \"%2\""_s.arg(turn, state);
    }
    transaction.each(
        u"select delivery_key from deliveries where state = 'sent'"_s, {}, [&](const Row &row) {
            if (!promises.sent.contains(row.text(0)))
                found << u"recorded as sent, but never sent: %1"_s.arg(row.text(0));
        });
    return found;
}

/// What the next run would do with what it finds.
QStringList misread(const Actions &actions, const Promises &promises)
{
    QStringList found;
    for (const Action &action : actions) {
        const auto *const claim = std::get_if<ClaimedRequest>(&action);
        if (claim && promises.begun.contains(claim->turn.toString())
            && (!claim->found || claim->sameBoot))
            found << u"the turn %1 would be run as if it were new"_s.arg(claim->turn.toString());
    }
    return found;
}

} // namespace

void Promises::take(const QJsonObject &line)
{
    const QString type = line.value("type"_L1).toString();
    if (type == "acknowledge"_L1)
        acknowledged.insert(line.value("message"_L1).toString(),
                            line.value("request"_L1).toString());
    else if (type == "send"_L1)
        sent.insert(line.value("key"_L1).toString());
    else if (line.value("do"_L1) == "begin"_L1)
        begun.insert(line.value("turn"_L1).toString());
}

QStringList brokenPromises(const QString &directory, const Promises &promises)
{
    Store store({.path = directory + u"/hostline.sqlite"_s,
                 .migrations = ledgerMigrations(),
                 .synchronousOff = true});
    if (const std::optional<Failure> failure = test::openNow(store))
        return {u"cannot be opened: "_s + failure->detail};
    const Result<QStringList> faults =
        test::postNow<QStringList>(store, [promises](Transaction &transaction) {
            QStringList found = damage(transaction) + lost(transaction, promises);
            UnitContext context({.now = 1'900'000'000'000,
                                 .bootMs = 1,
                                 .boot = u"the next boot"_s,
                                 .run = u"the next run"_s},
                                std::make_shared<const Policy>(),
                                u"next"_s);
            adoptRun(transaction, context, {.machine = u"this one"_s, .pid = 1});
            return found + misread(context.actions, promises);
        });
    if (!test::closeNow(store))
        return {u"the store does not close"_s};
    return faults ? faults.value()
                  : QStringList{u"cannot be adopted: "_s + faults.failure().detail};
}

} // namespace hostline::torture
