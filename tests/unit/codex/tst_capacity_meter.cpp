// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// E1: the quota of a Codex provider, on the stand-in for its app-server.
#include "contract/provider/provider_watch.h"
#include "support/clock/manual_clock.h"
#include "support/process/codex_rig.h"
#include "support/process/fake_app_server.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using State = Capacity::State;

namespace {

constexpr int patience = 90'000;
const BindingId binding(u"binding-1"_s);
const TurnId first(u"turn-1"_s);
const TurnId second(u"turn-2"_s);

} // namespace

class tst_capacity_meter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void readings_data();
    void readings();
    void aProviderThatIsNotReadyKnowsNothing();
    void aReadingOfADyingChildIsAnswered();
    void aHangingReadingDoesNotEndTheChild();
    void aTurnEndsForTheQuotaWithItsReset();
    void anAnswerMakesItAvailableAgain();

private:
    [[nodiscard]] bool ready();
    [[nodiscard]] bool run(const TurnId &turn, const QString &text);
    [[nodiscard]] CapacityMeter &meter() const
    {
        return qobject_cast<MeteredProvider *>(m_provider.get())->capacity();
    }
    [[nodiscard]] std::optional<Capacity> read();

    std::unique_ptr<test::FakeAppServer> m_server;
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<test::CodexLives> m_lives;
    std::unique_ptr<Provider> m_provider;
    std::unique_ptr<test::ProviderWatch> m_watch;
};

void tst_capacity_meter::init()
{
    m_server = std::make_unique<test::FakeAppServer>();
    QVERIFY(m_server->isValid());
    m_clock = std::make_unique<ManualClock>();
    m_lives = std::make_unique<test::CodexLives>(*m_clock);
    codex::CodexSettings settings;
    settings.command = test::FakeAppServer::program();
    settings.home = m_server->home();
    m_provider = m_lives->begin(settings, m_server->newDirectory());
    m_watch = std::make_unique<test::ProviderWatch>(*m_provider);
}

void tst_capacity_meter::cleanup()
{
    QCOMPARE(m_watch->offences(), QStringList());
    m_watch.reset();
    m_provider.reset();
    m_lives.reset();
    m_clock.reset();
    m_server.reset();
}

bool tst_capacity_meter::ready()
{
    m_provider->start();
    return QTest::qWaitFor([this] { return m_provider->state() == Product::State::Ready; },
                           patience);
}

bool tst_capacity_meter::run(const TurnId &turn, const QString &text)
{
    m_provider->openThread(ThreadSpec{binding, {}, m_server->workspace(), {}, {}, Access::Read});
    if (!QTest::qWaitFor([this] { return m_watch->openings(binding) > 0; }, patience))
        return false;
    m_provider->startTurn(TurnStart{turn, binding, text});
    return QTest::qWaitFor([this, &turn] { return !m_watch->results(turn).isEmpty(); }, patience);
}

std::optional<Capacity> tst_capacity_meter::read()
{
    QSignalSpy readings(&meter(), &CapacityMeter::capacityRead);
    meter().readCapacity();
    if (!readings.isEmpty() || !QTest::qWaitFor([&] { return !readings.isEmpty(); }, patience))
        return std::nullopt;
    return readings.first().first().value<Capacity>();
}

void tst_capacity_meter::readings_data()
{
    QTest::addColumn<QJsonObject>("script");
    QTest::addColumn<int>("state");
    const QJsonObject primary{{u"usedPercent"_s, 42}};
    const QJsonObject limits{{u"rateLimits"_s, QJsonObject{{u"primary"_s, primary}}}};
    const QJsonObject signedOut{{u"account"_s, QJsonValue()}, {u"requiresOpenaiAuth"_s, true}};
    QTest::newRow("a signed-in account")
        << QJsonObject{{u"limits"_s, limits}} << int(State::Available);
    QTest::newRow("no sign-in is needed") << QJsonObject() << int(State::Unmetered);
    QTest::newRow("nobody is signed in")
        << QJsonObject{{u"account"_s, signedOut}} << int(State::Unknown);
    QTest::newRow("the account cannot be read")
        << QJsonObject{{u"refuse"_s,
                        QJsonObject{{u"account/read"_s,
                                     QJsonObject{{u"code"_s, -32603}, {u"message"_s, u"no"_s}}}}}}
        << int(State::Unknown);
}

void tst_capacity_meter::readings()
{
    QFETCH(QJsonObject, script);
    QFETCH(int, state);
    m_server->script(script);
    QVERIFY(ready());
    const std::optional<Capacity> capacity = read();
    QVERIFY(capacity);
    QCOMPARE(int(capacity->state), state);
    QCOMPARE(capacity->observedAt, m_clock->wall());
}

void tst_capacity_meter::aProviderThatIsNotReadyKnowsNothing()
{
    const std::optional<Capacity> capacity = read();
    QVERIFY(capacity && capacity->state == State::Unknown);
    QVERIFY(m_server->received(u"account/rateLimits/read"_s).isEmpty());
}

void tst_capacity_meter::aReadingOfADyingChildIsAnswered()
{
    m_server->script({{u"die"_s, QJsonObject{{u"account/rateLimits/read"_s, u"before"_s}}}});
    QVERIFY(ready());
    const std::optional<Capacity> capacity = read();
    QVERIFY(capacity && capacity->state == State::Unknown);
}

// The account's server may be slow, and the child with its turns is not to blame.
void tst_capacity_meter::aHangingReadingDoesNotEndTheChild()
{
    m_server->script({{u"silent"_s, QJsonArray{u"account/rateLimits/read"_s}}});
    QVERIFY(ready());
    QSignalSpy readings(&meter(), &CapacityMeter::capacityRead);
    meter().readCapacity();
    QTRY_COMPARE_WITH_TIMEOUT(m_server->received(u"account/rateLimits/read"_s).size(), 1, patience);
    m_clock->advance(10min);
    QTRY_COMPARE_WITH_TIMEOUT(readings.size(), 1, patience);
    QVERIFY(readings.first().first().value<Capacity>().state == State::Unknown);
    QVERIFY(m_lives->childLives());
    QVERIFY(m_provider->state() == Product::State::Ready);
}

// E3, C14: the time comes from the typed window, and the core hears of the quota before it hears of the turn.
void tst_capacity_meter::aTurnEndsForTheQuotaWithItsReset()
{
    QVERIFY(ready());
    QStringList heard;
    connect(&meter(), &CapacityMeter::capacityChanged, this, [&heard](const Capacity &capacity) {
        heard << (capacity.state == State::Exhausted ? u"exhausted"_s : u"available"_s);
    });
    connect(m_provider.get(), &Provider::turnFinished, this, [&heard] { heard << u"turn"_s; });
    const QDateTime reset =
        QDateTime::fromSecsSinceEpoch(m_clock->wall().toSecsSinceEpoch() + 3600, Qt::UTC);
    QVERIFY(
        run(first,
            u"[[limits {\"limitId\":\"codex\",\"primary\":{\"usedPercent\":100,\"resetsAt\":%1}}]] "
            "[[error usage_limit_reached]]"_s.arg(reset.toSecsSinceEpoch())));
    const TurnResult result = m_watch->results(first).first();
    QVERIFY(result.status == TurnResult::Status::Failed);
    QVERIFY(result.failure->kind == FailureKind::QuotaExhausted);
    QCOMPARE(result.failure->until, std::optional(reset));
    QCOMPARE(heard, (QStringList{u"exhausted"_s, u"exhausted"_s, u"turn"_s}));
}

void tst_capacity_meter::anAnswerMakesItAvailableAgain()
{
    QVERIFY(ready());
    QSignalSpy changes(&meter(), &CapacityMeter::capacityChanged);
    QVERIFY(run(first, u"[[error usage_limit_reached]]"_s));
    QVERIFY(!m_watch->results(first).first().failure->until);
    QVERIFY(changes.last().first().value<Capacity>().state == State::Exhausted);
    QVERIFY(run(second, u"[[limits {\"primary\":{\"usedPercent\":1}}]] [[say again]]"_s));
    QVERIFY(changes.last().first().value<Capacity>().state == State::Available);
    // Numbers were seen: from now on it has a quota, although nobody is signed in.
    const std::optional<Capacity> capacity = read();
    QVERIFY(capacity && capacity->state == State::Available);
}

QTEST_GUILESS_MAIN(tst_capacity_meter)
#include "tst_capacity_meter.moc"
