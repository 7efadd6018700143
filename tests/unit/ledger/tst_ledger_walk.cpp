// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/admit.h"
#include "ledger_bench.h"
#include "ledger_invariants.h"

#include <QtCore/QRandomGenerator>
#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct Step
{
    Moment moment;
    QString seed;
    UnitWork work; ///< captures values only, so that it can run again elsewhere
    const char *name = "";
};

/// Units in any order with any arguments, as drivers, people and platforms might bring them: late, twice, for what is
/// gone.
class Walk
{
public:
    Walk(LedgerBench &bench, quint32 seed)
        : m_bench(bench)
        , m_random(seed)
    { }

    [[nodiscard]] Step next();

private:
    [[nodiscard]] Step step(const char *name, const UnitWork &work)
    {
        return {m_bench.moment, m_bench.nextSeed(), work, name};
    }
    [[nodiscard]] bool oneIn(int n) { return m_random.bounded(n) == 0; }
    template<typename T>
    [[nodiscard]] T oneOf(std::initializer_list<T> list)
    {
        return *(list.begin() + m_random.bounded(int(list.size())));
    }
    [[nodiscard]] QString id(const QString &sql)
    {
        return m_bench.text(sql + u" order by id limit 1 offset "_s
                            + QString::number(m_random.bounded(4)));
    }
    [[nodiscard]] Place place();
    [[nodiscard]] RequestId request(); ///< mostly one at a head
    [[nodiscard]] TurnId turnOf(const RequestId &request); ///< mostly its live one
    [[nodiscard]] Step admission();
    [[nodiscard]] Step turn();
    [[nodiscard]] Step upkeep();

    LedgerBench &m_bench;
    QRandomGenerator m_random;
    int m_messages = 0;
};

Place Walk::place()
{
    return {oneOf({u"page"_s, u"mail"_s}), {}, oneOf({u"north"_s, u"south"_s, u"east"_s}), {}};
}

RequestId Walk::request()
{
    const QString head = id(u"select id from requests where state in ('running', 'waiting')"_s);
    return RequestId(head.isEmpty() || oneIn(8) ? id(u"select id from requests"_s) : head);
}

TurnId Walk::turnOf(const RequestId &request)
{
    if (oneIn(10))
        return TurnId(id(u"select id from turns"_s));
    return TurnId(m_bench.text(u"select id from turns where request_id = ? and state <> 'ended'"_s,
                               {request.toString()}));
}

Step Walk::admission()
{
    InboundMessage message;
    const Place where = place();
    message.source = {where.channel, {}, where.peer, {}, oneOf({u"ann"_s, u"bob"_s})};
    const bool again = m_messages > 0 && oneIn(6);
    message.messageId = u"m%1"_s.arg(again ? m_random.bounded(m_messages) : m_messages++);
    message.text = oneOf({u"question one"_s, u"问题"_s, u"question two"_s});
    if (oneIn(4)) {
        message.text = oneOf({u"/stop"_s,
                              u"/new"_s,
                              u"/close"_s,
                              u"/queue"_s,
                              u"/status"_s,
                              u"/lang both"_s,
                              u"/nonsense"_s,
                              u" "_s});
    }
    const qint64 ago = oneOf<qint64>({0, 0, 0, 60'000, 3'600'000});
    message.sentAt = QDateTime::fromMSecsSinceEpoch(m_bench.moment.now - ago, Qt::UTC);
    return step("admit", [message](Transaction &transaction, UnitContext &context) {
        static_cast<void>(admit(transaction, context, message));
    });
}

Step Walk::turn()
{
    const RequestId target = request();
    const TurnId turn = turnOf(target);
    switch (m_random.bounded(8)) {
    case 0:
    case 1: {
        const QString thread = m_bench.nextSeed();
        return step("bind", [=](Transaction &transaction, UnitContext &context) {
            static_cast<void>(bind(transaction,
                                   context,
                                   {.request = target,
                                    .binding = BindingId(u"b-"_s + thread),
                                    .provider = u"agent"_s,
                                    .model = {},
                                    .workspace = u"/srv/work"_s,
                                    .access = Access::Read,
                                    .nativeThread = thread}));
        });
    }
    case 2:
    case 3: {
        ReplyDraft draft;
        if (oneIn(3))
            draft.failure =
                Failure{oneOf({FailureKind::Restarted, FailureKind::QuotaExhausted}), {}, {}, {}};
        else
            draft.answer = u"answer"_s;
        if (draft.answer && oneIn(3))
            draft.parts = {{0, {}, 0, 3}, {1, {}, 3, 6}};
        return step("finish", [=](Transaction &transaction, UnitContext &context) {
            finish(transaction,
                   context,
                   {.request = target,
                    .turn = turn,
                    .draft = draft,
                    .ending = {.how = draft.answer ? TurnEnd::Answered : TurnEnd::Failed,
                               .nativeTurn = u"native"_s,
                               .reach = Reach::Unknown,
                               .spend = Spend{u"model"_s, 1, 2}}});
        });
    }
    case 4: {
        const auto what = oneOf({RequestView::WaitsFor::Provider,
                                 RequestView::WaitsFor::Thread,
                                 RequestView::WaitsFor::Readable});
        const TurnId unsent = what == RequestView::WaitsFor::Readable ? TurnId() : turn;
        return step("wait", [=](Transaction &transaction, UnitContext &context) {
            hostline::wait(
                transaction,
                context,
                {.request = target,
                 .what = what,
                 .detail = u"detail"_s,
                 .notice = {NoticeId::RequestWaitingForProvider, {{u"provider"_s, u"The Agent"_s}}},
                 .unsentTurn = unsent});
        });
    }
    case 5:
        return step("resume", [=](Transaction &transaction, UnitContext &context) {
            resume(transaction, context, target);
        });
    case 6: {
        const bool lost = oneIn(2);
        return step("restartTurn", [=](Transaction &transaction, UnitContext &context) {
            restartTurn(transaction, context, target, turn, lost);
        });
    }
    default:
        return step("stop", [=](Transaction &transaction, UnitContext &context) {
            static_cast<void>(stop(transaction, context, target));
        });
    }
}

Step Walk::upkeep()
{
    switch (m_random.bounded(12)) {
    case 0:
    case 1:
    case 2: {
        const DeliveryKey key(m_bench.text(
            u"select delivery_key from deliveries order by state = 'intended' desc, delivery_key limit 1 offset "_s
            + QString::number(m_random.bounded(3))));
        using enum DeliveryState;
        const DeliveryState state = oneOf({Sent, Sent, Sent, Intended, Refused, Gone, Unknown});
        return step("receive", [=](Transaction &transaction, UnitContext &context) {
            receive(transaction,
                    context,
                    {.key = key, .state = state, .attempts = 1, .notBefore = 0, .receipt = u"r"_s});
        });
    }
    case 3:
    case 4:
        return step("expire", [](Transaction &transaction, UnitContext &context) {
            expire(transaction, context);
        });
    case 5:
    case 6:
        return step("prune", [](Transaction &transaction, UnitContext &context) {
            static_cast<void>(prune(transaction, context));
        });
    case 7: {
        const Place where = place();
        return step("deletePlace", [=](Transaction &transaction, UnitContext &context) {
            static_cast<void>(deletePlace(transaction, context, where));
        });
    }
    case 8: {
        const QList<GrantRow> grants =
            oneIn(2) ? LedgerBench::everybody() : QList{LedgerBench::everybody().first()};
        return step("applyGrants", [=](Transaction &transaction, UnitContext &context) {
            applyGrants(transaction, context, grants);
            endRevoked(transaction, context);
        });
    }
    case 9: {
        const Place where = place();
        return step("closePlace", [=](Transaction &transaction, UnitContext &context) {
            static_cast<void>(closePlace(transaction, context, where));
        });
    }
    default:
        if (oneIn(3)) {
            m_bench.moment.boot = m_bench.nextSeed();
            m_bench.moment.bootMs = 1'000;
        }
        m_bench.moment.run = m_bench.nextSeed();
        return step(
            "adoptRun",
            [grants = LedgerBench::everybody()](Transaction &transaction, UnitContext &context) {
                applyGrants(transaction, context, grants);
                adoptRun(transaction, context, {.machine = u"here"_s, .pid = 1});
            });
    }
}

Step Walk::next()
{
    m_bench.pass(std::chrono::milliseconds(m_random.bounded(oneIn(20) ? 80'000'000 : 60'000)));
    if (oneIn(200))
        m_bench.moment.now += m_random.bounded(-3'600'000, 3'600'000);
    const int what = m_random.bounded(10);
    return what < 4 ? admission() : what < 8 ? turn() : upkeep();
}

} // namespace

class TestLedgerWalk : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyStepKeepsTheRules_data();
    void everyStepKeepsTheRules();
    void everyUnitWasWalked();

private:
    QHash<QByteArray, int> m_done; ///< over all seeds
};

void TestLedgerWalk::everyStepKeepsTheRules_data()
{
    QTest::addColumn<quint32>("seed");
    for (const quint32 seed : {1U, 20260730U, 4711U})
        QTest::addRow("seed %u", seed) << seed;
}

void TestLedgerWalk::everyStepKeepsTheRules()
{
    QFETCH(quint32, seed);
    // Each step asks the store some thirty questions: on a starved machine the whole walk takes minutes.
    const int steps = std::max(250, qEnvironmentVariableIntValue("HOSTLINE_WALK_STEPS"));
    const auto prepare = [](LedgerBench &bench) {
        bench.policy.retentionMs = 0; // seven days, at least
        bench.policy.limits.queued = 4;
    };
    LedgerBench bench;
    prepare(bench);
    Walk walk(bench, seed);
    QList<Step> history;
    for (int i = 0; i < steps; ++i) {
        const Step step = walk.next();
        history.append(step);
        ++m_done[step.name];
        bench.moment = step.moment;
        bench.unit(step.work, step.seed);
        if (QTest::currentTestFailed()) {
            qWarning("step %d: %s", i, step.name);
            return;
        }
    }
    // Units get everything as arguments: the same sequence gives the same rows.
    LedgerBench again;
    prepare(again);
    again.checks = false;
    for (const Step &step : std::as_const(history)) {
        again.moment = step.moment;
        again.unit(step.work, step.seed);
    }
    const auto rows = [](LedgerBench &one) {
        return one.read<QStringList>(
            [](Transaction &transaction) { return ledgerRows(transaction); });
    };
    const QStringList expected = rows(bench);
    QVERIFY(expected.size() > 50);
    QCOMPARE(rows(again), expected);
}

void TestLedgerWalk::everyUnitWasWalked()
{
    for (const char *name : {"admit",
                             "bind",
                             "finish",
                             "wait",
                             "resume",
                             "restartTurn",
                             "stop",
                             "receive",
                             "expire",
                             "prune",
                             "deletePlace",
                             "closePlace",
                             "applyGrants",
                             "adoptRun"})
        QVERIFY2(m_done.value(name) > 5, name);
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestLedgerWalk)
#include "tst_ledger_walk.moc"
