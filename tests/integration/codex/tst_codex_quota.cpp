// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// E1, E3, C14: what the real Codex tells of a quota that the endpoint keeps.
#include "base/system_clock.h"
#include "contract/provider/provider_watch.h"
#include "support/process/codex_rig.h"
#include "support/process/real_codex.h"

#include <QDir>
#include <QSignalSpy>
#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;
using State = Capacity::State;

namespace {

constexpr int patience = 180'000;
const BindingId binding(u"binding-1"_s);

} // namespace

class tst_codex_quota : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aProviderOfOnesOwnIsUnmetered();
    void aQuotaIsFollowedToItsEndAndItsReset();
    void everyWindowIsSeen();
    void failuresOfLimits_data();
    void failuresOfLimits();

private:
    [[nodiscard]] TurnResult run(const QString &text);
    [[nodiscard]] std::optional<Capacity> read();
    [[nodiscard]] CapacityMeter &meter() const
    {
        return qobject_cast<MeteredProvider *>(m_provider.get())->capacity();
    }

    SystemClock m_clock;
    std::unique_ptr<test::RehearsalFixture> m_codex;
    std::unique_ptr<test::CodexLives> m_lives;
    std::unique_ptr<Provider> m_provider;
    std::unique_ptr<test::ProviderWatch> m_watch;
    int m_turns = 0;
};

void tst_codex_quota::init()
{
    m_codex = std::make_unique<test::RehearsalFixture>();
    QVERIFY2(m_codex->start(), qPrintable(m_codex->problem()));
    m_lives = std::make_unique<test::CodexLives>(m_clock);
    const QString directory = QDir::cleanPath(m_codex->home() + u"/../plugin"_s);
    QVERIFY(QDir().mkpath(directory));
    m_provider = m_lives->begin(test::settingsOf(*m_codex), directory);
    m_watch = std::make_unique<test::ProviderWatch>(*m_provider);
    m_provider->start();
    QTRY_VERIFY_WITH_TIMEOUT(m_provider->state() == Product::State::Ready, patience);
    m_provider->openThread(ThreadSpec{binding, {}, m_codex->workspace(), {}, {}, Access::Read});
    QTRY_COMPARE_WITH_TIMEOUT(m_watch->openings(binding), 1, patience);
}

void tst_codex_quota::cleanup()
{
    QCOMPARE(m_watch->offences(), QStringList());
    m_watch.reset();
    m_provider.reset();
    m_lives.reset();
    m_codex.reset();
}

TurnResult tst_codex_quota::run(const QString &text)
{
    const TurnId turn(u"turn-%1"_s.arg(++m_turns));
    m_provider->startTurn(TurnStart{turn, binding, text});
    if (!QTest::qWaitFor([&] { return !m_watch->results(turn).isEmpty(); }, patience))
        return {};
    return m_watch->results(turn).first();
}

std::optional<Capacity> tst_codex_quota::read()
{
    QSignalSpy readings(&meter(), &CapacityMeter::capacityRead);
    meter().readCapacity();
    if (!QTest::qWaitFor([&] { return !readings.isEmpty(); }, patience))
        return std::nullopt;
    return readings.first().first().value<Capacity>();
}

void tst_codex_quota::aProviderOfOnesOwnIsUnmetered()
{
    std::optional<Capacity> capacity = read();
    QVERIFY(capacity && capacity->state == State::Unmetered);
    QVERIFY(run(u"[[say one]]"_s).status == TurnResult::Status::Completed);
    capacity = read();
    QVERIFY(capacity && capacity->state == State::Unmetered);
    QVERIFY(capacity->windows.isEmpty());
}

void tst_codex_quota::aQuotaIsFollowedToItsEndAndItsReset()
{
    m_codex->endpoint().setQuota(rehearsal::Quota{.requests = 2, .seconds = 3600});
    QSignalSpy changes(&meter(), &CapacityMeter::capacityChanged);
    QVERIFY(run(u"[[say one]]"_s).status == TurnResult::Status::Completed);
    QTRY_VERIFY_WITH_TIMEOUT(!changes.isEmpty(), patience);
    Capacity capacity = changes.last().first().value<Capacity>();
    QVERIFY(capacity.state == State::Available);
    QCOMPARE(capacity.windows.size(), 1);
    QCOMPARE(capacity.windows.first().id, u"primary"_s);
    QCOMPARE(capacity.windows.first().usedPercent, std::optional(50));
    QCOMPARE(capacity.windows.first().length, std::optional(std::chrono::minutes(60)));

    QVERIFY(run(u"[[say two]]"_s).status == TurnResult::Status::Completed);
    const TurnResult third = run(u"[[say three]]"_s);
    QVERIFY(third.status == TurnResult::Status::Failed);
    QVERIFY(third.failure->kind == FailureKind::QuotaExhausted);
    QVERIFY(third.reach <= Reach::Accepted);
    QVERIFY(!third.spend); // E6
    capacity = changes.last().first().value<Capacity>();
    QVERIFY(capacity.state == State::Exhausted);
    QVERIFY(capacity.resetsAt);
    QCOMPARE(capacity.resetsAt, capacity.windows.first().resetsAt);
    QCOMPARE(third.failure->until, capacity.resetsAt);
    QVERIFY(qAbs(m_clock.wall().secsTo(*capacity.resetsAt) - 3600) < 600);
    const std::optional<Capacity> asked = read();
    QVERIFY(asked && asked->state == State::Exhausted);

    // The account has another window by now.
    m_codex->endpoint().setQuota(rehearsal::Quota{.requests = 100, .seconds = 3600});
    QVERIFY(run(u"[[say four]]"_s).status == TurnResult::Status::Completed);
    capacity = changes.last().first().value<Capacity>();
    QVERIFY(capacity.state == State::Available);
    QVERIFY(!capacity.resetsAt);
}

void tst_codex_quota::everyWindowIsSeen()
{
    rehearsal::Script script;
    const qint64 reset = m_clock.wall().toSecsSinceEpoch() + 7200;
    const QByteArray at = QByteArray::number(reset);
    script.headers = {
        {"x-codex-primary-used-percent", "42.5"},
        {"x-codex-primary-window-minutes", "300"},
        {"x-codex-primary-reset-at", at},
        {"x-codex-secondary-used-percent", "7"},
        {"x-codex-secondary-window-minutes", "10080"},
    };
    m_codex->endpoint().setScript(script);
    QVERIFY(run(u"[[say one]]"_s).status == TurnResult::Status::Completed);
    // Of several limits in one answer Codex tells the last.
    script.headers = {
        {"x-codex-other-primary-used-percent", "100"},
        {"x-codex-other-primary-window-minutes", "60"},
        {"x-codex-other-primary-reset-at", at},
    };
    m_codex->endpoint().setScript(script);
    QVERIFY(run(u"[[say two]]"_s).status == TurnResult::Status::Completed);
    const std::optional<Capacity> capacity = read();
    QVERIFY(capacity);
    QVERIFY(capacity->state == State::Available);
    const QDateTime time = QDateTime::fromSecsSinceEpoch(reset, Qt::UTC);
    const QList<Capacity::Window> expected{
        {u"primary"_s, 43, std::chrono::minutes(300), time},
        {u"secondary"_s, 7, std::chrono::minutes(10'080), {}},
        {u"codex_other.primary"_s, 100, std::chrono::minutes(60), time},
    };
    QCOMPARE(capacity->windows, expected);
}

void tst_codex_quota::failuresOfLimits_data()
{
    QTest::addColumn<QString>("error");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("quota");
    QTest::newRow("the plan does not include it")
        << u"usage_not_included"_s << u"quota_exhausted"_s << true;
    QTest::newRow("a key without money") << u"insufficient_quota"_s << u"quota_exhausted"_s << true;
    QTest::newRow("429 with Retry-After is no quota")
        << u"rate_limit"_s << u"rate_limited"_s << false;
}

void tst_codex_quota::failuresOfLimits()
{
    QFETCH(QString, error);
    QFETCH(QString, kind);
    QFETCH(bool, quota);
    QSignalSpy changes(&meter(), &CapacityMeter::capacityChanged);
    const TurnResult result = run(u"[[error %1]]"_s.arg(error));
    QVERIFY(result.failure);
    QCOMPARE(toString(result.failure->kind), kind);
    QVERIFY(!result.failure->until);
    QCOMPARE(!changes.isEmpty(), quota);
    if (quota)
        QVERIFY(changes.last().first().value<Capacity>().state == State::Exhausted);
}

QTEST_GUILESS_MAIN(tst_codex_quota)
#include "tst_codex_quota.moc"
