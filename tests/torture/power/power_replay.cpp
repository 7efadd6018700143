// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/programs/program.h"
#include "torture/power/crash_check.h"
#include "torture/power/disk.h"
#include "torture/rig/rig.h"

#include <QtTest/QtTest>

using namespace Qt::StringLiterals;

namespace hostline::torture {

namespace {

constexpr int requestCount = 40;
constexpr int writerCount = 60;

/// What the crash states of one recording came to.
struct Outcome
{
    int cuts = 0;
    int states = 0;
    int broken = 0; ///< states
    Promises promises; ///< of the whole recording
    QStringList faults;
};

Outcome replay(const QList<SystemCall> &calls, bool deaf, int cutCount)
{
    // The same states each time.
    QRandomGenerator random(20'26);
    QTemporaryDir directory;
    const QString crashed = directory.filePath(u"crashed"_s);
    Disk disk(deaf);
    Outcome outcome;
    const qsizetype step = std::max<qsizetype>(1, calls.size() / cutCount);
    qsizetype next = step;
    for (qsizetype at = 0; at < calls.size(); ++at) {
        disk.apply(calls.at(at));
        outcome.promises.take(calls.at(at).line);
        if (at < next)
            continue;
        next += 1 + random.bounded(2 * step - 1);
        ++outcome.cuts;
        for (const Disk::Luck luck :
             {Disk::Luck::Nothing, Disk::Luck::Everything, Disk::Luck::Half}) {
            disk.cut(crashed, luck, random);
            const QStringList faults = brokenPromises(crashed, outcome.promises);
            ++outcome.states;
            outcome.broken += faults.isEmpty() ? 0 : 1;
            for (const QString &fault : faults)
                outcome.faults << u"after call %1 of %2: %3"_s.arg(at).arg(calls.size()).arg(fault);
        }
    }
    return outcome;
}

QByteArray shortened(const QStringList &faults)
{
    return faults.mid(0, 10).join(u'\n').toUtf8();
}

void report(const char *what, const Outcome &outcome)
{
    qInfo("%s: %d power cuts, %d crash states, %d of them broken; %lld acknowledged, %lld turns "
          "begun, %lld sent",
          what,
          outcome.cuts,
          outcome.states,
          outcome.broken,
          static_cast<long long>(outcome.promises.acknowledged.size()),
          static_cast<long long>(outcome.promises.begun.size()),
          static_cast<long long>(outcome.promises.sent.size()));
}

} // namespace

/// B3a: power cuts, replayed from the writes and syncs that a run made.
class PowerReplay : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void daemonKeepsItsPromises();
    void daemonThatDoesNotSyncIsCaught();
    void storeThatDoesNotSyncIsCaught_data();
    void storeThatDoesNotSyncIsCaught();

private:
    [[nodiscard]] static int cuts(int usual)
    {
        const int asked = qEnvironmentVariableIntValue("HOSTLINE_POWER_CUTS");
        return asked > 0 ? asked : usual;
    }

    QTemporaryDir m_directory;
    QList<SystemCall> m_daemon;
};

void PowerReplay::initTestCase()
{
    const QString trace = m_directory.filePath(u"daemon.trace"_s);
    Rig rig(FakePlatform::Ability::HonoursKeys);
    rig.daemon.start({}, recorder(trace));
    if (!rig.daemon.waitUntilReady()) {
        rig.daemon.kill();
        QFAIL(qPrintable(u"the daemon did not start:\n"_s + rig.daemon.log()));
    }
    // Waves, so that there are idle conversations, queues and commits that several share.
    for (int wave = 0; wave < 4; ++wave) {
        for (int number = 0; number < requestCount / 4; ++number) {
            const QString id = u"w%1-%2"_s.arg(wave).arg(number);
            rig.say(id, id + u" [[deltas 2 every 3]]"_s, u"peer %1"_s.arg(number % 4));
        }
        QVERIFY(rig.waitUntilSettled((wave + 1) * requestCount / 4));
    }
    rig.daemon.kill();
    m_daemon = readRecording(trace, QFileInfo(rig.daemon.database()).path());
}

void PowerReplay::daemonKeepsItsPromises()
{
    const Outcome outcome = replay(m_daemon, false, cuts(120));
    report("hostlined", outcome);
    QCOMPARE(outcome.promises.acknowledged.size(), requestCount);
    QCOMPARE(outcome.promises.begun.size(), requestCount);
    QVERIFY(outcome.promises.sent.size() >= requestCount);
    QVERIFY2(outcome.faults.isEmpty(), shortened(outcome.faults).constData());
}

void PowerReplay::daemonThatDoesNotSyncIsCaught()
{
    const Outcome outcome = replay(m_daemon, true, cuts(15));
    report("hostlined on a disk that ignores syncs", outcome);
    QVERIFY(outcome.broken > 0);
    const auto lost = [&outcome](const QString &what) {
        return !outcome.faults.filter(what).isEmpty();
    };
    QVERIFY(lost(u"lost: the acknowledged message"_s));
    QVERIFY(lost(u"lost: the claim of the turn"_s));
}

void PowerReplay::storeThatDoesNotSyncIsCaught_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<bool>("breaks");
    QTest::newRow("a store that syncs loses nothing") << u"sync"_s << false;
    QTest::newRow("a store with synchronous off loses acknowledged messages")
        << u"nosync"_s << true;
}

void PowerReplay::storeThatDoesNotSyncIsCaught()
{
    QFETCH(QString, mode);
    QFETCH(bool, breaks);
    const QString data = m_directory.filePath(u"data-"_s + mode);
    const QString trace = m_directory.filePath(mode + u".trace"_s);
    const QStringList command = recorder(trace)
        << QStringLiteral(HOSTLINE_POWER_WRITER) << data << QString::number(writerCount) << mode;
    test::Program writer(command.first(), command.mid(1));
    // The search for leaks cannot work beside strace, and ends a program of a sanitizer build with 1.
    writer.setEnvironment(u"ASAN_OPTIONS"_s,
                          qEnvironmentVariable("ASAN_OPTIONS") + u":detect_leaks=0"_s);
    writer.start();
    QVERIFY(writer.waitForEnd(120'000));
    QCOMPARE(writer.exitCode(), 0);
    const Outcome outcome = replay(readRecording(trace, data), false, cuts(25));
    report(qPrintable(mode), outcome);
    QCOMPARE(outcome.promises.acknowledged.size(), writerCount);
    if (breaks)
        QVERIFY(!outcome.faults.filter(u"lost: the acknowledged message"_s).isEmpty());
    else
        QVERIFY2(outcome.faults.isEmpty(), shortened(outcome.faults).constData());
}

} // namespace hostline::torture

QTEST_GUILESS_MAIN(hostline::torture::PowerReplay)

#include "power_replay.moc"
