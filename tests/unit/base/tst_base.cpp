// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/boot_id.h"
#include "base/id_source.h"
#include "base/random_token.h"
#include "base/system_clock.h"
#include "support/clock/manual_clock.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QSet>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace hostline;

/// Time, ids and randomness; and the clock that tests move by hand.
class tst_Base : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void idsHaveTheShapeOfUuidVersion7();
    void idsRiseStrictlyAsText_data();
    void idsRiseStrictlyAsText();
    void idsCarryTheWallTime();
    void tokensAre256BitsAndDiffer();
    void theBootHasOneName();
    void theSystemClockRuns();
    void aSystemTimerFiresOnceFromTheLoop();
    void aManualClockFiresInTheOrderOfTime();
    void aManualTimerStartedByAnotherFiresWithinTheSpan();
    void aManualTimerCanBeStoppedAndDeletedByAnother();
    void aManualTimerMayOutliveItsClock();
};

void tst_Base::idsHaveTheShapeOfUuidVersion7()
{
    static const QRegularExpression shape(
        u"^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"_s);
    const SystemClock clock;
    TimeOrderedIds ids(clock);
    for (int i = 0; i < 100; ++i) {
        const QString id = ids.next();
        QVERIFY2(shape.match(id).hasMatch(), qPrintable(id));
    }
}

void tst_Base::idsRiseStrictlyAsText_data()
{
    QTest::addColumn<int>("stepInMilliseconds");
    QTest::newRow("within one millisecond, beyond its counter") << 0;
    QTest::newRow("with the clock going on") << 1;
    QTest::newRow("with the clock stepping back") << -1000;
}

void tst_Base::idsRiseStrictlyAsText()
{
    QFETCH(int, stepInMilliseconds);
    ManualClock clock;
    TimeOrderedIds ids(clock);
    QString last;
    for (int i = 0; i < 10'000; ++i) {
        const QString id = ids.next();
        QVERIFY2(id > last, qPrintable(id + u" after "_s + last));
        last = id;
        clock.setWall(clock.wall().addMSecs(stepInMilliseconds));
    }
}

void tst_Base::idsCarryTheWallTime()
{
    ManualClock clock;
    TimeOrderedIds ids(clock);
    const QString id = ids.next();
    const qint64 milliseconds = QString(id.left(8) + id.sliced(9, 4)).toLongLong(nullptr, 16);
    QCOMPARE(milliseconds, clock.wall().toMSecsSinceEpoch());
}

void tst_Base::tokensAre256BitsAndDiffer()
{
    static const QRegularExpression shape(u"^[0-9a-f]{64}$"_s);
    QSet<QString> tokens;
    for (int i = 0; i < 100; ++i) {
        const QString token = randomToken();
        QVERIFY2(shape.match(token).hasMatch(), qPrintable(token));
        tokens.insert(token);
    }
    QCOMPARE(tokens.size(), 100);
}

void tst_Base::theBootHasOneName()
{
    QVERIFY(!bootId().isEmpty());
    QCOMPARE(bootId(), bootId());
}

void tst_Base::theSystemClockRuns()
{
    const SystemClock clock;
    QCOMPARE(clock.wall().timeSpec(), Qt::UTC);
    const auto before = clock.sinceBoot();
    QVERIFY(before > 0ms);
    QTRY_VERIFY(clock.sinceBoot() > before);
}

void tst_Base::aSystemTimerFiresOnceFromTheLoop()
{
    SystemClock clock;
    const auto timer = clock.timer();
    QSignalSpy fired(timer.get(), &Timer::timedOut);
    timer->start(0ms);
    QVERIFY(timer->isActive());
    QCOMPARE(fired.count(), 0);
    QVERIFY(fired.wait());
    QVERIFY(!timer->isActive());
    QCOMPARE(fired.count(), 1);
}

void tst_Base::aManualClockFiresInTheOrderOfTime()
{
    ManualClock clock;
    const QDateTime start = clock.wall();
    QStringList events;
    std::vector<std::unique_ptr<Timer>> timers;
    for (const int due : {30, 10, 20, 10}) {
        timers.push_back(clock.timer());
        connect(timers.back().get(),
                &Timer::timedOut,
                this,
                [&events, &clock, start, due, number = timers.size()] {
                    QCOMPARE(start.msecsTo(clock.wall()), due);
                    events.append(u"%1 at %2"_s.arg(number).arg(due));
                });
        timers.back()->start(std::chrono::milliseconds(due));
    }
    clock.advance(9ms);
    QCOMPARE(events, QStringList());
    clock.advance(11ms);
    QCOMPARE(events, (QStringList{u"2 at 10"_s, u"4 at 10"_s, u"3 at 20"_s}));
    clock.advance(1h);
    QCOMPARE(events.size(), 4);
    QCOMPARE(clock.activeTimers(), 0);
    QCOMPARE(start.msecsTo(clock.wall()), 3'600'020);
}

void tst_Base::aManualTimerStartedByAnotherFiresWithinTheSpan()
{
    ManualClock clock;
    const auto timer = clock.timer();
    int fired = 0;
    connect(timer.get(), &Timer::timedOut, this, [&fired, &timer] {
        ++fired;
        timer->start(10ms);
    });
    timer->start(10ms);
    clock.advance(35ms);
    QCOMPARE(fired, 3);
    QVERIFY(timer->isActive());
}

void tst_Base::aManualTimerCanBeStoppedAndDeletedByAnother()
{
    ManualClock clock;
    const auto first = clock.timer();
    const auto second = clock.timer();
    auto third = clock.timer();
    QSignalSpy secondFired(second.get(), &Timer::timedOut);
    connect(first.get(), &Timer::timedOut, this, [&second, &third] {
        second->stop();
        third.reset();
    });
    first->start(10ms);
    second->start(10ms);
    third->start(20ms);
    clock.advance(1s);
    QCOMPARE(secondFired.count(), 0);
    QCOMPARE(clock.activeTimers(), 0);
}

void tst_Base::aManualTimerMayOutliveItsClock()
{
    auto clock = std::make_unique<ManualClock>();
    const auto timer = clock->timer();
    timer->start(1s);
    clock.reset();
    QVERIFY(!timer->isActive());
    timer->start(1s);
    QVERIFY(!timer->isActive());
}

QTEST_GUILESS_MAIN(tst_Base)
#include "tst_base.moc"
