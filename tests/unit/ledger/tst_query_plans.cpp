// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger_bench.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct Exception
{
    const char *statement; ///< a part of it
    const char *scan; ///< what the plan may say
    const char *why;
};

constexpr Exception exceptions[] = {
    {"from requests where state <> 'settled' order by id",
     "SCAN requests USING INDEX requests_unsettled",
     "the index holds the open requests alone"},
    {"from requests where state <> 'settled' and state <> 'running'",
     "SCAN requests USING INDEX requests_unsettled",
     "the index holds the open requests alone"},
    {"update requests set run_id",
     "SCAN requests USING INDEX requests_unsettled",
     "the index holds the open requests alone"},
    {"from deliveries where state = 'intended'",
     "SCAN deliveries USING INDEX deliveries_open",
     "the index holds the open deliveries alone"},
    {"from deliveries where request_id", "USE TEMP B-TREE FOR ORDER BY", "the few of one request"},
    {"from grants where revoked_at", "USE TEMP B-TREE FOR ORDER BY", "the few of one channel"},
    {"update runs set ended_at", "SCAN runs", "once at a start; a row for each start"},
    {"from bindings where state = 'preparing'",
     "SCAN bindings USING INDEX bindings_preparing",
     "the index holds what is being prepared alone"},
    {"from grants where revoked_at is null and origin",
     "SCAN grants USING INDEX grants_live",
     "the index holds the live grants alone"},
};

bool isAllowed(const QString &statement, const QString &scan)
{
    return std::any_of(std::begin(exceptions), std::end(exceptions), [&](const Exception &one) {
        return statement.contains(QLatin1StringView(one.statement))
            && scan == QLatin1StringView(one.scan);
    });
}

void everyUnit(LedgerBench &bench)
{
    for (const QString &channel : {u"page"_s, u"mail"_s}) {
        const RequestId first = bench.say(u"first"_s, channel).request;
        bench.bindNow(first);
        bench.answer(first, u"aabb"_s, {{0, {}, 0, 2}, {1, {}, 2, 4}});
        const QList<DeliveryIntended> parts = bench.asked<DeliveryIntended>();
        for (const DeliveryIntended &part : parts)
            bench.receiveNow(part.key, DeliveryState::Refused);
        const RequestId second = bench.say(u"second"_s, channel).request;
        const RequestId third = bench.say(u"third"_s, channel).request;
        const TurnId turn = bench.liveTurn(second)->id;
        bench.unit([&](Transaction &transaction, UnitContext &context) {
            restartTurn(transaction, context, second, turn, true);
        });
        bench.bindNow(second);
        bench.waitFor(second, RequestView::WaitsFor::Provider);
        bench.restart();
        bench.waitFor(second, RequestView::WaitsFor::Provider);
        bench.resumeNow(second);
        bench.say(u"/queue"_s, channel);
        bench.say(u"/lang en"_s, channel);
        bench.stopNow(third);
        bench.say(u"/stop"_s, channel);
        bench.fail(second, FailureKind::Stopped);
        bench.unit([&](Transaction &transaction, UnitContext &context) {
            static_cast<void>(
                renameConversation(transaction, context, LedgerBench::place(channel), u"t"_s));
            expire(transaction, context);
        });
        bench.unit([&](Transaction &transaction, UnitContext &context) {
            static_cast<void>(deletePlace(transaction, context, LedgerBench::place(channel)));
        });
    }
    bench.pass(400 * 24h);
    bench.unit([&](Transaction &transaction, UnitContext &context) {
        static_cast<void>(prune(transaction, context));
        endRun(transaction, context);
    });
}

} // namespace

/// The plans of the statements that the units really ran: what is stored for good must not be read through.
class TestQueryPlans : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void unitsScanNoTable();
};

void TestQueryPlans::unitsScanNoTable()
{
    LedgerBench bench(false); // the statements of the invariants are not the product's
    everyUnit(bench);
    QMap<QString, QStringList> scans;
    int statements = 0;
    bench.unit([&](Transaction &transaction, UnitContext &) {
        QStringList texts;
        transaction.each(u"select sql from sqlite_stmt where sql like '% where %' order by sql"_s,
                         {},
                         [&texts](const Row &row) { texts.append(row.text(0)); });
        for (const QString &text : std::as_const(texts)) {
            // Statements of this test: they are the ones about the schema.
            if (text.contains(u"sqlite_"_s))
                continue;
            ++statements;
            const QVariantList binds(text.count(u'?'), 0);
            transaction.each(u"explain query plan "_s + text, binds, [&](const Row &row) {
                const QString plan = row.text(3);
                if (plan.startsWith(u"SCAN"_s) && !isAllowed(text, plan))
                    scans[text].append(plan);
                // An index that holds only the first columns sorts what it found.
                if (plan.contains(u"TEMP B-TREE"_s) && !isAllowed(text, plan))
                    scans[text].append(plan);
            });
        }
    });
    for (auto it = scans.cbegin(); it != scans.cend(); ++it)
        qWarning("%s\n    %s", qPrintable(it.key()), qPrintable(it.value().join(u"; ")));
    QVERIFY(statements > 40);
    QVERIFY(scans.isEmpty());
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestQueryPlans)
#include "tst_query_plans.moc"
