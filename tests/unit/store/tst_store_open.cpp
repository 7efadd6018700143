// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "store_fixture.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>

#include <csignal>

#include <sys/resource.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace hostline;
using namespace hostline::test;

class tst_StoreOpen : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void aNewStoreIsPrivate();
    void migratesFromEveryEarlierVersion_data();
    void migratesFromEveryEarlierVersion();
    void aFailingMigrationLeavesTheVersionBefore();
    void aMigrationMayRebuildAReferencedTable();
    void aMigrationThatBreaksAForeignKeyIsUndone();
    void whatIsInItsPlaceIsRefused_data();
    void whatIsInItsPlaceIsRefused();
    void aFullDiskIsNoDamage();
    void aNewerSchemaIsRefused();
    void unitsFailWithTheReason();
    void itIsOpenedAgainAfterAKill();

private:
    [[nodiscard]] QString path() const { return m_directory->filePath(u"store.db"_s); }
    [[nodiscard]] std::optional<Failure> openAndClose(const QList<Migration> &migrations) const;
    [[nodiscard]] static QList<Migration> versions(int count);

    std::unique_ptr<QTemporaryDir> m_directory;
};

void tst_StoreOpen::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
}

std::optional<Failure> tst_StoreOpen::openAndClose(const QList<Migration> &migrations) const
{
    Store store(StoreOptions{.path = path(), .migrations = migrations});
    auto failure = openNow(store);
    if (!closeNow(store))
        return Failure{.kind = FailureKind::Internal,
                       .detail = u"it did not close"_s,
                       .subject = {},
                       .until = {}};
    return failure;
}

QList<Migration> tst_StoreOpen::versions(int count)
{
    const QList<Migration> all{
        {.version = 1,
         .statements = {u"CREATE TABLE items (name TEXT PRIMARY KEY)"_s,
                        u"INSERT INTO items VALUES ('made by 1')"_s}},
        {.version = 2,
         .statements = {u"ALTER TABLE items ADD COLUMN amount BIGINT NOT NULL DEFAULT 2"_s}},
        {.version = 3, .statements = {u"INSERT INTO items VALUES ('made by 3', 3)"_s}},
    };
    return all.first(count);
}

void tst_StoreOpen::aNewStoreIsPrivate()
{
    const mode_t old = ::umask(0);
    Store store(StoreOptions{.path = path(), .migrations = itemSchema()});
    const auto failure = openNow(store);
    ::umask(old);
    QCOMPARE(failure, std::nullopt);
    QVERIFY(
        postNow<int>(store, [](Transaction &transaction) { return addItem(transaction, u"a"_s); }));
    for (const QString &name : {path(), path() + "-wal"_L1, path() + "-shm"_L1}) {
        struct stat status
        { };
        QVERIFY2(::stat(QFile::encodeName(name).constData(), &status) == 0, qPrintable(name));
        QCOMPARE(status.st_mode & 07777, mode_t(0600));
    }
}

void tst_StoreOpen::migratesFromEveryEarlierVersion_data()
{
    QTest::addColumn<int>("from");
    for (int from = 0; from <= 3; ++from)
        QTest::addRow("from version %d", from) << from;
}

void tst_StoreOpen::migratesFromEveryEarlierVersion()
{
    QFETCH(int, from);
    if (from > 0)
        QCOMPARE(openAndClose(versions(from)), std::nullopt);
    Store store(StoreOptions{.path = path(), .migrations = versions(3)});
    QCOMPARE(openNow(store), std::nullopt);
    QCOMPARE(store.schema(), 3);
    const auto rows = readNow<QStringList>(store, [](Transaction &transaction) {
        QStringList found;
        transaction.each(
            u"SELECT name, amount FROM items ORDER BY name"_s, {}, [&found](const Row &row) {
                found.append(row.text(0) + u": "_s + row.text(1));
            });
        return found;
    });
    QVERIFY(rows);
    QCOMPARE(rows.value(), (QStringList{u"made by 1: 2"_s, u"made by 3: 3"_s}));
}

void tst_StoreOpen::aFailingMigrationLeavesTheVersionBefore()
{
    QCOMPARE(openAndClose(versions(1)), std::nullopt);
    QList<Migration> broken = versions(2);
    broken.last().statements.append(u"ALTER TABLE absent ADD COLUMN amount BIGINT"_s);
    const auto failure = openAndClose(broken);
    QVERIFY(failure);
    QVERIFY2(failure->detail.contains(u"cannot open the store"_s)
                 && failure->detail.contains(u"no such table"_s),
             qPrintable(failure->detail));
    QCOMPARE(openAndClose(versions(3)), std::nullopt);
}

void tst_StoreOpen::aMigrationMayRebuildAReferencedTable()
{
    QList<Migration> migrations = itemSchema();
    {
        Store store(StoreOptions{.path = path(), .migrations = migrations});
        QCOMPARE(openNow(store), std::nullopt);
        QVERIFY(postNow<int>(store, [](Transaction &transaction) {
            addItem(transaction, u"a"_s);
            return transaction.execute(u"INSERT INTO children VALUES ('child', 'a')"_s);
        }));
    }
    migrations.append(
        Migration{.version = 2,
                  .statements = {u"CREATE TABLE rebuilt (name TEXT PRIMARY KEY, amount BIGINT)"_s,
                                 u"INSERT INTO rebuilt SELECT name, amount FROM items"_s,
                                 u"DROP TABLE items"_s,
                                 u"ALTER TABLE rebuilt RENAME TO items"_s}});
    QCOMPARE(openAndClose(migrations), std::nullopt);
}

void tst_StoreOpen::aMigrationThatBreaksAForeignKeyIsUndone()
{
    QCOMPARE(openAndClose(itemSchema()), std::nullopt);
    QList<Migration> migrations = itemSchema();
    migrations.append(Migration{
        .version = 2, .statements = {u"INSERT INTO children VALUES ('child', 'nobody')"_s}});
    const auto failure = openAndClose(migrations);
    QVERIFY(failure);
    QVERIFY2(failure->detail.contains(u"migration 2 breaks a foreign key of children"_s),
             qPrintable(failure->detail));
    QCOMPARE(openAndClose(itemSchema()), std::nullopt);
}

void tst_StoreOpen::whatIsInItsPlaceIsRefused_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a directory") << u"directory"_s
                                 << u"is a directory, a file is needed in its place"_s;
    QTest::newRow("a link to a store") << u"link"_s << u"is a symbolic link"_s;
    QTest::newRow("a FIFO") << u"fifo"_s << u"is not a regular file"_s;
    QTest::newRow("a file that others may read")
        << u"mode"_s << u"is not private: its mode is 0644; run: chmod 0600"_s;
    QTest::newRow("a log that others may read")
        << u"log mode"_s << u"store.db-wal is not private: its mode is 0644"_s;
    QTest::newRow("a text") << u"text"_s
                            << u"is damaged (it is not a database); restore it from a back-up"_s;
    QTest::newRow("a store cut in half") << u"cut"_s << u"is damaged ("_s;
    QTest::newRow("a store with its catalogue overwritten")
        << u"overwritten"_s << u"is damaged ("_s;
    QTest::newRow("a database of another program")
        << u"foreign"_s << u"is a database of another program"_s;
    QTest::newRow("a folder that is missing") << u"missing"_s << u"cannot make the store: "_s;
}

void tst_StoreOpen::whatIsInItsPlaceIsRefused()
{
    QFETCH(QString, what);
    QFETCH(QString, expected);
    const auto write = [this](const QByteArray &content) {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
    };
    if (what == "directory"_L1) {
        QVERIFY(QDir().mkpath(path()));
    } else if (what == "fifo"_L1) {
        QVERIFY(::mkfifo(QFile::encodeName(path()).constData(), 0600) == 0);
    } else if (what == "text"_L1) {
        write("Dear diary, "_ba.repeated(100));
    } else if (what == "missing"_L1) {
        m_directory->remove();
    } else {
        QCOMPARE(openAndClose(itemSchema()), std::nullopt);
        if (what == "link"_L1) {
            const QString target = m_directory->filePath(u"target.db"_s);
            QVERIFY(QFile::rename(path(), target));
            QVERIFY(QFile::link(target, path()));
        } else if (what == "mode"_L1) {
            QVERIFY(::chmod(QFile::encodeName(path()).constData(), 0644) == 0);
        } else if (what == "log mode"_L1) {
            QFile log(path() + "-wal"_L1);
            QVERIFY(log.open(QIODevice::WriteOnly));
            QVERIFY(::chmod(QFile::encodeName(log.fileName()).constData(), 0644) == 0);
        } else if (what == "cut"_L1) {
            QVERIFY(QFile::resize(path(), QFileInfo(path()).size() / 2));
        } else {
            QFile file(path());
            QVERIFY(file.open(QIODevice::ReadWrite));
            const bool isForeign = what == "foreign"_L1;
            QVERIFY(file.seek(isForeign ? 68 : 100)); // application_id; the catalogue's tree
            QVERIFY(file.write(QByteArray(isForeign ? 4 : 3000, '\x55')) > 0);
        }
    }

    const auto failure = openAndClose(itemSchema());
    QVERIFY(failure);
    QVERIFY2(failure->detail.contains(expected), qPrintable(failure->detail));
    QVERIFY2(failure->detail.contains(m_directory->path()), qPrintable(failure->detail));
    // Waiting does not mend it, so nobody should start the program again and again.
    QCOMPARE(toString(failure->kind),
             what == "missing"_L1 ? u"not_found"_s : u"invalid_configuration"_s);
}

void tst_StoreOpen::aFullDiskIsNoDamage()
{
    // Writing beyond a file's allowed size fails as a full disk does.
    QVERIFY(std::signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    struct rlimit old
    { };
    QVERIFY(::getrlimit(RLIMIT_FSIZE, &old) == 0);
    const struct rlimit full
    {
        .rlim_cur = 0, .rlim_max = old.rlim_max
    };
    QVERIFY(::setrlimit(RLIMIT_FSIZE, &full) == 0);
    const auto failure = openAndClose(itemSchema());
    QVERIFY(::setrlimit(RLIMIT_FSIZE, &old) == 0);
    QVERIFY(failure);
    QCOMPARE(toString(failure->kind), u"store_unavailable"_s);
    QCOMPARE(openAndClose(itemSchema()), std::nullopt);
}

void tst_StoreOpen::aNewerSchemaIsRefused()
{
    QCOMPARE(openAndClose(versions(3)), std::nullopt);
    const auto failure = openAndClose(versions(1));
    QVERIFY(failure);
    QCOMPARE(toString(failure->kind), u"invalid_configuration"_s);
    QVERIFY2(
        failure->detail.contains(
            u"made by a newer Hostline (schema 3, this one knows 1); install that version or a later one"_s),
        qPrintable(failure->detail));
    QCOMPARE(openAndClose(versions(3)), std::nullopt);
}

void tst_StoreOpen::unitsFailWithTheReason()
{
    QVERIFY(QDir().mkpath(path()));
    Store store(StoreOptions{.path = path(), .migrations = itemSchema()});
    QVERIFY(openNow(store));
    const auto added =
        postNow<int>(store, [](Transaction &transaction) { return addItem(transaction, u"a"_s); });
    QVERIFY(!added);
    QCOMPARE(toString(added.failure().kind), u"store_unavailable"_s);
    QVERIFY2(added.failure().detail.contains(u"is a directory"_s),
             qPrintable(added.failure().detail));
}

// The files of a store that was not closed are what a kill leaves.
void tst_StoreOpen::itIsOpenedAgainAfterAKill()
{
    QTemporaryDir killed;
    {
        Store store(StoreOptions{.path = path(), .migrations = itemSchema()});
        QCOMPARE(openNow(store), std::nullopt);
        QVERIFY(postNow<int>(
            store, [](Transaction &transaction) { return addItem(transaction, u"a"_s); }));
        for (const QString &name : {u"store.db"_s, u"store.db-wal"_s})
            QVERIFY(QFile::copy(m_directory->filePath(name), killed.filePath(name)));
    }
    Store store(StoreOptions{.path = killed.filePath(u"store.db"_s), .migrations = itemSchema()});
    QCOMPARE(openNow(store), std::nullopt);
    QCOMPARE(countItems(store), 1);
}

QTEST_GUILESS_MAIN(tst_StoreOpen)
#include "tst_store_open.moc"
