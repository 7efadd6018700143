// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/rig/stored.h"

#include <QtCore/QVariant>
#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlError>
#include <QtSql/QSqlQuery>

using namespace Qt::StringLiterals;

namespace hostline::bench {

namespace {

// The columns of the first schema, by name: those that came later have defaults. Times are 2025; ids sort by age, as those of
// the ledger do. c.i counts conversations, r.i requests, both from 0.
constexpr const char *conversations[] = {
    "insert into conversations (id, channel, account, peer, thread, title, language, workspace, "
    "provider, next_seq, next_ordinal, waiting_from, created_at, changed_at, closed_at, deleted_at)"
    " select printf('old%08d', i), '%CHANNEL%', '', printf('old%d', i), "
    "'', printf('Question %d', i),"
    " '', 'default', 'fake', 10, 20, null, 1735700000000 + i, 1735700000000 + i, null, null"
    " from n",
    "insert into bindings (id, conversation_id, provider, model, workspace, access, native_thread, "
    "tail_turn, state, run_id, created_at) select printf('oldb%08d', i), printf('old%08d', i), "
    "'fake', '', "
    "'/srv/work', 'read',"
    " printf('old-thread-%d', i), '', 'published', 'old-run', 1735700000000 + i"
    " from n",
};
constexpr const char *requests[] = {
    "insert into messages (channel, account, peer, message_id, digest, disposition, request_id, "
    "accepted_at) select '%CHANNEL%', '', printf('old%d', i / 10), printf('m%d', i), "
    "hex(randomblob(32)), 'request',"
    " printf('oldr%08d', i), 1735700000000 + i from n",
    "insert into requests (id, conversation_id, seq, kind, sender, message_id, reply_to, body, "
    "state, waits_for, wait_detail, waiting_since, run_id, stop_asked_at, sent_at, accepted_at, "
    "boot, boot_ms, started_at, settled_at, failure, failure_detail, stood_ms) select "
    "printf('oldr%08d', i), printf('old%08d', i / 10), i % 10, "
    "'question', '', printf('m%d', i), '',"
    " printf('A question of some length, as people put them: number %d', i), 'settled', '', '', "
    "null, 'old-run', null,"
    " 1735700000000 + i, 1735700000000 + i, 'old-boot', i, 1735700000000 + i, 1735700001000 + i, "
    "'', '', 0 from n",
    "insert into transcript (conversation_id, ordinal, role, body, request_id, created_at) select "
    "printf('old%08d', i / 10), 2 * (i % 10), 'user',"
    " printf('A question of some length, as people put them: number %d', i), printf('oldr%08d', "
    "i), 1735700000000 + i from n",
    "insert into transcript (conversation_id, ordinal, role, body, request_id, created_at) select "
    "printf('old%08d', i / 10), 2 * (i % 10) + 1, 'assistant',"
    " printf('An answer that is a little longer than its question, since it says something: %s', "
    "hex(randomblob(200))),"
    " printf('oldr%08d', i), 1735700001000 + i from n",
    "insert into turns (id, conversation_id, request_id, kind, ordinal, binding_id, state, "
    "native_turn, reach, status, failure, detail, run_id, boot, started_at, ended_at) select "
    "printf('oldt%08d', i), printf('old%08d', i / 10), printf('oldr%08d', "
    "i), 'ask', 1,"
    " printf('oldb%08d', i / 10), 'ended', printf('old-turn-%d', i), 'model_answered', 'answered', "
    "'', '', 'old-run',"
    " 'old-boot', 1735700000000 + i, 1735700001000 + i from n",
    "insert into replies (request_id, kind, notice_id, arguments, body, marks, language, turn_id, "
    "state, created_at) select printf('oldr%08d', i), 'answer', '', '',"
    " printf('An answer that is a little longer than its question, since it says something: %s', "
    "hex(randomblob(200))), '', 'en',"
    " printf('oldt%08d', i), 'sent', 1735700001000 + i from n",
    "insert into spends (turn_id, model, input_tokens, output_tokens, created_at) select "
    "printf('oldt%08d', i), 'fake', 60, 480, 1735700001000 + i from n",
};

void run(QSqlDatabase &database, const QString &sql)
{
    QSqlQuery query(database);
    if (!query.exec(sql))
        qFatal("%s: %s", qPrintable(query.lastError().text()), qPrintable(sql));
}

void runFor(QSqlDatabase &database, const char *sql, int count, const QString &channel)
{
    QString text = QString::fromLatin1(sql).replace("%CHANNEL%"_L1, channel);
    const auto select = text.indexOf(" select "_L1);
    text.insert(
        select,
        u" with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < %1)"_s.arg(
            count));
    run(database, text);
}

} // namespace

void addStored(const QString &path, int count, const QString &channel)
{
    const QString name = u"bench-stored"_s;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, name);
        database.setDatabaseName(path);
        if (!database.open())
            qFatal("cannot open %s", qPrintable(path));
        run(database, u"pragma synchronous = off"_s);
        run(database, u"begin"_s);
        for (const char *sql : conversations)
            runFor(database, sql, (count + 9) / 10, channel);
        for (const char *sql : requests)
            runFor(database, sql, count, channel);
        run(database, u"commit"_s);
        run(database, u"pragma wal_checkpoint(truncate)"_s);
    }
    QSqlDatabase::removeDatabase(name);
}

} // namespace hostline::bench
