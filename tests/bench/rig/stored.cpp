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

// Times are 2025; ids sort by age, as those of the ledger do. c.i counts conversations, r.i requests, both from 0.
constexpr const char *conversations[] = {
    "insert into conversations select printf('old%08d', i), '%CHANNEL%', '', printf('old%d', i), "
    "'', printf('Question %d', i),"
    " '', 'default', 'fake', 10, 20, null, 1735700000000 + i, 1735700000000 + i, null, null,"
    " '', '', '', '', 1 from n",
    "insert into bindings select printf('oldb%08d', i), printf('old%08d', i), 'fake', '', "
    "'/srv/work', 'read',"
    " printf('old-thread-%d', i), '', 'published', 'old-run', 1735700000000 + i, '', ''"
    " from n",
};
constexpr const char *requests[] = {
    "insert into messages select '%CHANNEL%', '', printf('old%d', i / 10), printf('m%d', i), "
    "hex(randomblob(32)), 'request',"
    " printf('oldr%08d', i), 1735700000000 + i from n",
    "insert into requests select printf('oldr%08d', i), printf('old%08d', i / 10), i % 10, "
    "'question', '', printf('m%d', i), '',"
    " printf('A question of some length, as people put them: number %d', i), 'settled', '', '', "
    "null, 'old-run', null,"
    " 1735700000000 + i, 1735700000000 + i, 'old-boot', i, 1735700000000 + i, 1735700001000 + i, "
    "'', '', 0 from n",
    "insert into transcript select printf('old%08d', i / 10), 2 * (i % 10), 'user',"
    " printf('A question of some length, as people put them: number %d', i), printf('oldr%08d', "
    "i), 1735700000000 + i from n",
    "insert into transcript select printf('old%08d', i / 10), 2 * (i % 10) + 1, 'assistant',"
    " printf('An answer that is a little longer than its question, since it says something: %s', "
    "hex(randomblob(200))),"
    " printf('oldr%08d', i), 1735700001000 + i from n",
    "insert into turns select printf('oldt%08d', i), printf('old%08d', i / 10), printf('oldr%08d', "
    "i), 'ask', 1,"
    " printf('oldb%08d', i / 10), 'ended', printf('old-turn-%d', i), 'model_answered', 'answered', "
    "'', '', 'old-run',"
    " 'old-boot', 1735700000000 + i, 1735700001000 + i from n",
    "insert into replies select printf('oldr%08d', i), 'answer', '', '',"
    " printf('An answer that is a little longer than its question, since it says something: %s', "
    "hex(randomblob(200))), '', 'en',"
    " printf('oldt%08d', i), 'sent', 1735700001000 + i from n",
    "insert into spends select printf('oldt%08d', i), 'fake', 60, 480, 1735700001000 + i from n",
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
