// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
// The daemon by itself: how long it takes to start, on an empty store and on one with many requests, and what it takes of
// memory after many turns. The provider runs no child and forgets, so what grows is the daemon.
#include "bench/rig/daemon.h"
#include "bench/rig/measure.h"
#include "bench/rig/options.h"
#include "bench/rig/stored.h"
#include "support/codex/rehearsal_fixture.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace hostline::bench;

namespace {

constexpr int conversations = 10; // that the turns go round in
constexpr double kilobytesPerMegabyte = 1024;

QString newFolder(const QTemporaryDir &all, const QString &name)
{
    QDir(all.path()).mkdir(name);
    return all.filePath(name);
}

/// One more start; the first one of a store makes or opens files that are not in memory, and does not count.
void start(Daemon &daemon, Samples *times)
{
    daemon.start();
    if (times)
        times->add(daemon.startMs());
    daemon.stop();
}

void measureStarts(Report &report, const QTemporaryDir &all, int stored, int starts)
{
    Daemon empty(newFolder(all, u"empty"_s), fakeProvider(false));
    Daemon full(newFolder(all, u"full"_s), fakeProvider(false));
    start(empty, nullptr);
    start(full, nullptr);
    addStored(full.database(), stored);
    start(full, nullptr);
    Samples onEmpty;
    Samples onFull;
    for (int i = 0; i < starts; ++i) {
        start(empty, &onEmpty);
        start(full, &onFull);
    }
    report.say(u"ready on an empty store      ms: "_s + onEmpty.summary());
    report.say(u"ready on %1 requests     ms: %2"_s.arg(stored).arg(onFull.summary()));
    report.tell(u"ready on an empty store, p50"_s, onEmpty.median(), 300, u"ms"_s);
    report.tell(u"ready on a full store, p50"_s, onFull.median(), 300, u"ms"_s);
    report.check(u"full, beside one and a half of empty"_s,
                 onFull.median(),
                 1.5 * onEmpty.median(),
                 u"ms"_s);
}

void runTurns(Talk &talk, int from, int to)
{
    for (int i = from; i < to; ++i) {
        (void)talk.ask("c" + QByteArray::number(i % conversations),
                       u"Question %1 [[deltas 3 every 1]]"_s.arg(i));
    }
}

void measureMemory(Report &report, const QString &folder, int turns, int more)
{
    Daemon daemon(folder, fakeProvider(false));
    daemon.start();
    Talk talk(daemon.address());
    report.say(u"at the start: %1 KB resident, %2 KB of its own"_s.arg(daemon.memory("VmRSS"))
                   .arg(daemon.memory("RssAnon")));
    runTurns(talk, 0, turns);
    const double resident = daemon.memory("VmRSS");
    const double first = daemon.memory("RssAnon");
    report.say(
        u"after %1 turns: %2 KB resident, %3 KB of its own"_s.arg(turns).arg(resident).arg(first));
    report.tell(u"resident"_s, resident / kilobytesPerMegabyte, 60, u"MB"_s);
    constexpr int steps = 4;
    for (int step = 0; step < steps; ++step) {
        runTurns(talk, turns + more * step / steps, turns + more * (step + 1) / steps);
        report.say(u"after %1 turns: %2 KB resident, %3 KB of its own"_s
                       .arg(turns + more * (step + 1) / steps)
                       .arg(daemon.memory("VmRSS"))
                       .arg(daemon.memory("RssAnon")));
    }
    report.tell(u"growth a turn"_s, (daemon.memory("RssAnon") - first) / more, 1, u"KB"_s);
    report.tell(
        u"growth a turn, resident"_s, (daemon.memory("VmRSS") - resident) / more, 1, u"KB"_s);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const Options options(u"The daemon without children: start and memory."_s,
                          {{u"stored"_s, 100'000, u"requests in the full store"_s},
                           {u"starts"_s, 15, u"of each store"_s},
                           {u"turns"_s, 1000, u"before memory is looked at"_s},
                           {u"more"_s, 4000, u"turns in which it may not grow"_s}});
    Report report(options.slack());
    const QTemporaryDir all(hostline::test::scratchTemplate());
    measureStarts(report, all, options.count(u"stored"_s), options.count(u"starts"_s));
    measureMemory(
        report, newFolder(all, u"memory"_s), options.count(u"turns"_s), options.count(u"more"_s));
    return report.finish();
}
