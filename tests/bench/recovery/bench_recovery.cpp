// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
// What a start has to do: a store with many settled requests and many open ones, from its opening until everything is taken
// over, and until everything is answered; and how long an interrupted question waits for the answer of its review. The
// provider answers at once, so that what is measured is Hostline.
#include "bench/rig/measure.h"
#include "bench/rig/options.h"
#include "bench/rig/stored.h"
#include "integration/core/core_bench.h"

#include <QtCore/QCoreApplication>

using namespace Qt::StringLiterals;
using namespace hostline;
using namespace hostline::bench;

namespace {

constexpr double readyBound = 5'000; // ms, of 10,000 stored and 1,000 open ones
constexpr double drainBound = 30'000;
constexpr double reviewBound = 1'000;

int openCount(test::CoreBench &bench)
{
    int count = 0;
    bool done = false;
    bench.core->store.post<int>(
        &bench,
        [](Transaction &transaction) {
            return int(
                transaction.first(u"select count(*) from requests where state <> 'settled'"_s)
                    ->integer(0));
        },
        [&](const Result<int> &result) {
            count = result.value();
            done = true;
        });
    if (!test::soon([&done] { return done; }))
        qFatal("the store does not answer");
    return count;
}

void drain(const Options &options, Report &report)
{
    const int conversations = options.count(u"conversations"_s);
    test::CoreBench bench;
    bench.comesUp = false;
    if (!bench.boot())
        qFatal("it does not start");
    bench.kill();
    addStored(
        bench.directory.filePath(u"hostline.sqlite"_s), options.count(u"stored"_s), u"desk"_s);
    if (!bench.boot())
        qFatal("it does not start");
    const int open = options.count(u"open"_s);
    for (int i = 0; i < open; ++i)
        bench.ask(u"question %1"_s.arg(i), u"room-%1"_s.arg(i % conversations));
    bench.kill();
    bench.comesUp = true;
    const double begin = now();
    if (!bench.boot())
        qFatal("it does not start");
    const double ready = now();
    while (openCount(bench) > 0)
        bench.advance(std::chrono::seconds(1));
    const double drained = now();
    report.check(u"from the start until all is taken over"_s, ready - begin, readyBound, u"ms"_s);
    report.check(u"until all is answered"_s, drained - begin, drainBound, u"ms"_s);
    report.check(u"each was asked once"_s, bench.record.turns().size() == open);
}

void reviews(const Options &options, Report &report)
{
    Samples waits;
    for (int i = 0; i < options.count(u"reviews"_s); ++i) {
        test::CoreBench bench;
        bench.settings.recovery.reviews = true;
        if (!bench.boot())
            qFatal("it does not start");
        const RequestId request = bench.ask(u"[[hang]] question"_s).request;
        if (!test::soon([&bench] { return !bench.liveTurn().isNull(); }))
            qFatal("it does not run");
        bench.kill();
        const double begin = now();
        if (!bench.boot() || !test::soon([&] { return bench.isSettled(request); }))
            qFatal("it is not reviewed");
        waits.add(now() - begin);
        if (bench.replyText(request) != u"reviewed"_s)
            qFatal("it has another answer");
    }
    report.say(u"a review's answer after the start, ms: "_s + waits.summary());
    report.check(u"a review's answer after the start, p50"_s, waits.median(), reviewBound, u"ms"_s);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const Options options(u"What a start has to do."_s,
                          {{u"stored"_s, 10'000, u"settled requests"_s},
                           {u"open"_s, 1'000, u"open requests"_s},
                           {u"conversations"_s, 100, u"in which the open ones stand"_s},
                           {u"reviews"_s, 50, u"interrupted questions"_s}});
    Report report(options.slack());
    drain(options, report);
    reviews(options, report);
    return report.finish();
}
