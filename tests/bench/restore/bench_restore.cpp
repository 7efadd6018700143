// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
// How long a conversation takes to its new thread: 500 messages beside the model calls that it takes, and a large one, whose
// time and memory must not grow faster than it does.
#include "bench/rig/daemon.h"
#include "bench/rig/measure.h"
#include "bench/rig/options.h"
#include "bench/rig/stored.h"
#include "bench/turn/model.h"
#include "support/codex/rehearsal_fixture.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QJsonDocument>
#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlError>
#include <QtSql/QSqlQuery>

using namespace Qt::StringLiterals;
using namespace hostline;
using namespace hostline::bench;

namespace {

constexpr qint64 megabyte = 1'000'000;

/// One conversation, "old0", of so many messages with so many characters each.
struct History
{
    int messages;
    qint64 characters;
};

void store(const QString &database, const History &history)
{
    addStored(database, history.messages / 2);
    const QString number = u"cast(substr(request_id, 5) as integer)"_s;
    const QStringList statements{
        u"pragma foreign_keys = off"_s,
        u"update requests set seq = cast(substr(id, 5) as integer), conversation_id = 'old00000000'"_s,
        u"update turns set conversation_id = 'old00000000', binding_id = 'oldb00000000'"_s,
        u"update transcript set ordinal = 2 * %1 + (role = 'assistant'),"
        " conversation_id = 'old00000000', body = substr(printf('#m%d# ', 2 * %1 + (role = "
        "'assistant'))"
        " || replace(hex(zeroblob(%2)), '00', 'words '), 1, %3)"_s.arg(number)
            .arg(history.characters / 6 + 1)
            .arg(history.characters),
        u"update conversations set next_seq = 1000000, next_ordinal = 1000000, provider = 'codex'"_s,
        u"update bindings set provider = 'codex', model = 'of earlier'"_s,
        u"pragma wal_checkpoint(truncate)"_s,
    };
    {
        QSqlDatabase store = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"bench-restore"_s);
        store.setDatabaseName(database);
        if (!store.open())
            qFatal("cannot open %s", qPrintable(database));
        for (const QString &statement : statements) {
            QSqlQuery query(store);
            if (!query.exec(statement))
                qFatal("%s: %s", qPrintable(query.lastError().text()), qPrintable(statement));
        }
    }
    QSqlDatabase::removeDatabase(u"bench-restore"_s);
}

struct Restored
{
    double seconds = 0; ///< from the question to its answer
    int calls = 0; ///< of the model
    double peakMb = 0; ///< of the daemon
    double idleMb = 0; ///< of it before
};

Restored restore(const QTemporaryDir &all,
                 const QString &name,
                 const History &history,
                 int delayMs,
                 qint64 window)
{
    const QString log = all.filePath(name + u".log"_s);
    const QString script = all.filePath(name + u".json"_s);
    QFile file(script);
    if (!file.open(QIODevice::WriteOnly)
        || file.write("{\"delay_ms\":" + QByteArray::number(delayMs) + "}") < 0)
        qFatal("cannot write %s", qPrintable(script));
    file.close();
    const Model model({u"--log"_s, log, u"--script"_s, script});
    const QString folder = newFolder(all, name, model);
    Daemon daemon(folder,
                  codexProvider(test::codexProgram(), folder) + u"window = %1\n"_s.arg(window));
    daemon.start();
    daemon.stop();
    store(daemon.database(), history);
    daemon.start();
    Restored restored;
    Talk talk(daemon.address());
    (void)talk.ask("warm", u"[[say Codex is there]]"_s);
    restored.idleMb = daemon.memory("VmRSS") / 1000;
    const Talk::Times times = talk.ask("old0", u"What do you know? [[markers]]"_s);
    restored.seconds = (times.settled - times.asked) / 1000;
    restored.peakMb = daemon.memory("VmHWM") / 1000;
    QFile calls(log);
    if (!calls.open(QIODevice::ReadOnly))
        qFatal("the model was never asked");
    const QByteArrayList lines = calls.readAll().split('\n');
    for (const QByteArray &line : lines)
        restored.calls += line.contains("\"number\"") ? 1 : 0;
    --restored.calls; // the first one
    daemon.stop();
    return restored;
}

void sayOf(Report &report, const QString &what, const Restored &restored)
{
    report.say(u"%1: %2 s, %3 model calls; the daemon's peak %4 MB, %5 before"_s.arg(what)
                   .arg(restored.seconds, 0, 'f', 2)
                   .arg(restored.calls)
                   .arg(restored.peakMb, 0, 'f', 1)
                   .arg(restored.idleMb, 0, 'f', 1));
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const Options options(
        u"How long a conversation takes to its new thread, with the real Codex (HOSTLINE_CODEX, or "
        u"the one that ./check installs)."_s,
        {{u"delay"_s, 2000, u"milliseconds that a model call takes by itself"_s},
         {u"megabytes"_s, 50, u"of the large conversation"_s}});
    Report report(options.slack());
    if (!QFileInfo(test::codexProgram()).isExecutable()) {
        report.say(u"There is no Codex at %1: ./check installs it."_s.arg(test::codexProgram()));
        return 2;
    }
    const QTemporaryDir all(test::scratchTemplate());

    const int delay = options.count(u"delay"_s);
    const Restored many = restore(all, u"many"_s, {500, 1000}, delay, 102'000);
    sayOf(report, u"500 messages of 1,000 characters, a window of 102,000 tokens"_s, many);
    report.check(u"restoring them, beside the model calls' own time"_s,
                 many.seconds,
                 1.5 * many.calls * delay / 1000,
                 u"s"_s);

    const qint64 bytes = options.count(u"megabytes"_s) * megabyte;
    const auto large = [&](const QString &name, qint64 size) {
        const Restored restored = restore(all, name, {int(size / 50'000), 50'000}, 0, 0);
        sayOf(report, u"%1 MB, the usual window"_s.arg(double(size) / megabyte), restored);
        return restored;
    };
    const Restored half = large(u"half"_s, bytes / 2);
    const Restored whole = large(u"whole"_s, bytes);
    report.check(u"twice as much takes"_s, whole.seconds / half.seconds, 2.2, u"times as long"_s);
    report.check(u"the daemon's memory for it"_s, whole.peakMb - whole.idleMb, 60, u"MB"_s);
    return report.finish();
}
