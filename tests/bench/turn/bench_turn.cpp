// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
// What Hostline adds to a turn of the real Codex: syncs, time before and after Codex, and whole turns beside a raw client.
#include "bench/rig/daemon.h"
#include "bench/rig/measure.h"
#include "bench/rig/options.h"
#include "bench/turn/disk_calls.h"
#include "bench/turn/model.h"
#include "support/codex/rehearsal_fixture.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDateTime>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QJsonDocument>
#include <QtCore/QTemporaryDir>
#include <QtCore/QUrl>

using namespace Qt::StringLiterals;
using namespace hostline;
using namespace hostline::bench;

namespace {

const QString question = u"Hello [[say Hello]]"_s;

double wallSeconds()
{
    return double(QDateTime::currentMSecsSinceEpoch()) / 1e3;
}

void countCommits(Report &report, const QString &folder, int turns)
{
    Daemon daemon(folder, codexProvider(test::codexProgram(), folder));
    daemon.start(syncRecorder(folder + "/trace"_L1));
    double from = 0;
    double to = 0;
    {
        Talk talk(daemon.address());
        (void)talk.ask("c", question); // the thread is made
        from = wallSeconds();
        for (int i = 0; i < turns; ++i)
            (void)talk.ask("c", question);
        to = wallSeconds();
    }
    daemon.stop();
    const Syncs syncs = recordedSyncs(folder + "/trace"_L1, daemon.data(), from, to);
    report.say(u"%1 turns: %2 commits, %3 syncs of checkpoints, %4 of other files"_s.arg(turns)
                   .arg(syncs.commits)
                   .arg(syncs.ofCheckpoints)
                   .arg(syncs.others));
    report.check(u"commits of an ordinary turn are seen"_s, syncs.commits >= turns);
    report.check(u"an ordinary turn has at most three commits"_s, syncs.commits <= 3 * turns);
}

/// The moments that the relay noted, by kind.
QList<double> stamps(const QString &path, const QByteArray &kind)
{
    QList<double> found;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("the relay noted nothing");
    while (!file.atEnd()) {
        const QByteArrayList words = file.readLine().trimmed().split(' ');
        if (words.first() == kind)
            found.append(words.last().toDouble());
    }
    return found;
}

void measureSpans(Report &report, const QString &folder, int turns)
{
    const QString notes = folder + "/stamps"_L1;
    Daemon daemon(
        folder, codexProvider(QStringLiteral(HOSTLINE_BUILD_DIR "/tests/stamping_codex"), folder));
    daemon.setEnvironment(u"HOSTLINE_BENCH_CODEX"_s, test::codexProgram());
    daemon.setEnvironment(u"HOSTLINE_BENCH_STAMPS"_s, notes);
    daemon.start();
    Talk talk(daemon.address());
    (void)talk.ask("c", question);
    SyncSampler disk(folder);
    Samples pairs; // of syncs, as a turn has two
    QList<Talk::Times> times;
    for (int i = 0; i < turns; ++i) {
        // Once while nothing happens and once while Codex works, as it does when the outcome is committed.
        double pair = disk.sample();
        times.append(talk.ask("c", question, [&] { pair += disk.sample(); }));
        pairs.add(pair);
    }
    // The first turn is no ordinary one: it makes the thread.
    const QList<double> starts = stamps(notes, "start").mid(1);
    const QList<double> ends = stamps(notes, "completed").mid(1);
    if (starts.size() != turns || ends.size() != turns)
        qFatal("%lld starts and %lld ends of %d turns",
               qlonglong(starts.size()),
               qlonglong(ends.size()),
               turns);
    Samples before;
    Samples after;
    Samples both;
    Samples whole;
    for (int i = 0; i < turns; ++i) {
        const double first = starts.at(i) - times.at(i).asked;
        const double second = times.at(i).settled - ends.at(i);
        before.add(first);
        after.add(second);
        both.add(first + second);
        whole.add(times.at(i).settled - times.at(i).asked);
    }
    report.say(u"request in to turn/start out ms: "_s + before.summary());
    report.say(u"turn/completed in to reply   ms: "_s + after.summary());
    report.say(u"both                         ms: "_s + both.summary());
    report.say(u"whole turns                  ms: "_s + whole.summary());
    report.say(u"syncs                        ms: "_s + disk.samples().summary());
    report.say(u"two syncs                    ms: "_s + pairs.summary());
    report.check(u"what Hostline adds, p50, beside three syncs and 4 ms"_s,
                 both.median(),
                 3 * disk.samples().median() + 4,
                 u"ms"_s);
}

void measureBeside(
    Report &report, const QString &folder, const QString &rawFolder, const Model &model, int turns)
{
    Daemon daemon(folder, codexProvider(test::codexProgram(), folder));
    daemon.start();
    Talk talk(daemon.address());
    QProcess raw;
    raw.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    raw.start(QStringLiteral(HOSTLINE_BUILD_DIR "/tests/raw_client"),
              {test::codexProgram(), model.url().toString(), rawFolder + "/home"_L1});
    const auto rawTurn = [&raw] {
        raw.write(question.toUtf8() + '\n');
        raw.waitForBytesWritten();
        return QJsonDocument::fromJson(nextLine(raw)).object().value("ms"_L1).toDouble();
    };
    const auto turn = [&talk] {
        const Talk::Times times = talk.ask("c", question);
        return times.settled - times.asked;
    };
    (void)turn();
    (void)rawTurn();
    Samples ours;
    Samples theirs;
    Samples difference;
    for (int i = 0; i < turns; ++i) {
        // Whoever goes first in a pair finds the other's Codex still busy with its last turn.
        const double first = i % 2 == 0 ? turn() : rawTurn();
        const double second = i % 2 == 0 ? rawTurn() : turn();
        ours.add(i % 2 == 0 ? first : second);
        theirs.add(i % 2 == 0 ? second : first);
        difference.add(i % 2 == 0 ? first - second : second - first);
    }
    raw.closeWriteChannel();
    raw.waitForFinished();
    report.say(u"turns through Hostline       ms: "_s + ours.summary());
    report.say(u"turns of the raw client      ms: "_s + theirs.summary());
    report.say(u"difference of the pairs      ms: "_s + difference.summary());
    report.say(u"p50 of Hostline is %1 times that of the raw client"_s.arg(
        ours.median() / theirs.median(), 0, 'f', 3));
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const Options options(u"What Hostline adds to a turn of the real Codex (HOSTLINE_CODEX, or the "
                          u"one that ./check installs)."_s,
                          {{u"turns"_s, 300, u"turns whose time is taken"_s},
                           {u"commits"_s, 100, u"turns whose syncs are counted"_s}});
    Report report(options.slack());
    if (!QFileInfo(test::codexProgram()).isExecutable()) {
        report.say(u"There is no Codex at %1: ./check installs it."_s.arg(test::codexProgram()));
        return 2;
    }
    const QTemporaryDir all(test::scratchTemplate());
    const Model model;
    const int turns = options.count(u"turns"_s);
    countCommits(report, newFolder(all, u"commits"_s, model), options.count(u"commits"_s));
    measureSpans(report, newFolder(all, u"spans"_s, model), turns);
    measureBeside(
        report, newFolder(all, u"beside"_s, model), newFolder(all, u"raw"_s, model), model, turns);
    return report.finish();
}
