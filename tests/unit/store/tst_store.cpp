// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "store_fixture.h"

#include <QtCore/QTemporaryDir>
#include <QtCore/QThread>

#include <csignal>
#include <stdexcept>

#include <sys/resource.h>

using namespace Qt::StringLiterals;
using namespace hostline;
using namespace hostline::test;

/// K6: every test runs on a store on disk and on one in memory.
class tst_Store : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void init();
    void cleanup();

    void valuesComeBackAsTheyWere();
    void aNullTextIsStoredAsAnEmptyOne();
    void whatCannotBeStoredIsRefused_data();
    void whatCannotBeStoredIsRefused();
    void statementsMayNest();
    void aUnitIsCommittedBeforeItsDone();
    void doneIsCalledOnTheCoreThreadInTheOrderOfPosting();
    void manyUnitsShareFewCommits();
    void aFailingUnitIsUndoneAlone();
    void aConstraintCanDecideInsideAUnit();
    void aForeignKeyIsEnforced();
    void aBatchThatWritesNothingIsNoCommit();
    void aFailedCommitFailsItsBatchAndTheStoreGoesOn();
    void damageThatIsMetLaterIsTrouble();
    void aQuerySeesWhatWasDone();
    void aQueryCannotChangeAnything();
    void doneIsDroppedWhenItsContextIsGone();
    void unitsMayBePostedBeforeItIsOpen();
    void closingCommitsWhatWasPosted();
    void destroyingCommitsWhatWasPosted();
    void afterClosingUnitsFail();

private:
    [[nodiscard]] bool onDisk() const { return !m_options.path.isEmpty(); }
    void reopen();

    std::unique_ptr<QTemporaryDir> m_directory;
    StoreOptions m_options;
    std::unique_ptr<Store> m_store;
};

void tst_Store::initTestCase_data()
{
    QTest::addColumn<bool>("disk");
    QTest::newRow("on disk") << true;
    QTest::newRow("in memory") << false;
}

void tst_Store::init()
{
    QFETCH_GLOBAL(bool, disk);
    m_directory = std::make_unique<QTemporaryDir>();
    m_options = StoreOptions{.path = disk ? m_directory->filePath(u"store.db"_s) : QString(),
                             .migrations = itemSchema()};
    m_store = std::make_unique<Store>(m_options);
    QCOMPARE(openNow(*m_store), std::nullopt);
}

void tst_Store::cleanup()
{
    m_store.reset();
    m_directory.reset();
}

void tst_Store::reopen()
{
    m_store = std::make_unique<Store>(m_options);
    QCOMPARE(openNow(*m_store), std::nullopt);
}

void tst_Store::valuesComeBackAsTheyWere()
{
    const QString body =
        u"zwei\nZeilen, 飞书 \U0001F600 'quoted' ?"_s + QChar(0) + u"after a zero"_s;
    const QByteArray data("\x00\xff\x01", 3);
    const qint64 amount = std::numeric_limits<qint64>::min();
    const auto added = postNow<int>(*m_store, [=](Transaction &transaction) {
        return transaction.execute(u"INSERT INTO items VALUES (?, ?, ?, ?)"_s,
                                   {u"a"_s, amount, body, data});
    });
    QVERIFY(added);
    QCOMPARE(added.value(), 1);
    const auto row = readNow<std::optional<Row>>(*m_store, [](Transaction &transaction) {
        return transaction.first(u"SELECT amount, body, data, NULL FROM items WHERE name = ?"_s,
                                 {u"a"_s});
    });
    QVERIFY(row && row.value());
    QCOMPARE(row.value()->integer(0), amount);
    QCOMPARE(row.value()->text(1), body);
    QCOMPARE(row.value()->bytes(2), data);
    QVERIFY(row.value()->isNull(3));
    QCOMPARE(row.value()->textOrNull(3), std::nullopt);
    QCOMPARE(row.value()->integerOrNull(0), std::optional(amount));
}

void tst_Store::aNullTextIsStoredAsAnEmptyOne()
{
    const auto added = postNow<int>(*m_store, [](Transaction &transaction) {
        return transaction.execute(
            u"INSERT INTO items VALUES (?, ?, ?, ?)"_s,
            {u"a"_s, nullable(std::optional<qint64>()), QString(), QByteArray()});
    });
    QVERIFY(added);
    const auto row = readNow<std::optional<Row>>(*m_store, [](Transaction &transaction) {
        return transaction.first(u"SELECT amount, body, data FROM items"_s);
    });
    QVERIFY(row && row.value());
    QVERIFY(row.value()->isNull(0));
    QVERIFY(!row.value()->isNull(1));
    QVERIFY(!row.value()->isNull(2));
}

void tst_Store::whatCannotBeStoredIsRefused_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QVariantList>("binds");
    QTest::newRow("a number above 2^63-1")
        << u"UPDATE items SET amount = ?"_s << QVariantList{std::numeric_limits<quint64>::max()};
    QTest::newRow("a time that is not milliseconds")
        << u"UPDATE items SET amount = ?"_s << QVariantList{QDateTime::currentDateTimeUtc()};
    QTest::newRow("a value too few")
        << u"UPDATE items SET amount = ?, body = ?"_s << QVariantList{1};
    QTest::newRow("two statements in one")
        << u"DELETE FROM items; DELETE FROM children"_s << QVariantList();
    QTest::newRow("an unknown table") << u"DELETE FROM nothing"_s << QVariantList();
}

void tst_Store::whatCannotBeStoredIsRefused()
{
    QFETCH(QString, sql);
    QFETCH(QVariantList, binds);
    // Twice: a kept statement must not remember values of the call before.
    for (int i = 0; i < 2; ++i) {
        const auto result = postNow<int>(
            *m_store, [=](Transaction &transaction) { return transaction.execute(sql, binds); });
        QVERIFY(!result);
        QCOMPARE(toString(result.failure().kind), u"internal"_s);
        QVERIFY(!result.failure().detail.isEmpty());
    }
}

void tst_Store::statementsMayNest()
{
    const auto names = postNow<QStringList>(*m_store, [](Transaction &transaction) {
        for (const QString &name : {u"a"_s, u"b"_s, u"c"_s})
            addItem(transaction, name);
        QStringList found;
        const QString sql = u"SELECT name FROM items WHERE name > ? ORDER BY name"_s;
        transaction.each(sql, {u""_s}, [&](const Row &row) {
            found.append(row.text(0));
            transaction.each(
                sql, {row.text(0)}, [&](const Row &inner) { found.append(inner.text(0)); });
        });
        return found;
    });
    QVERIFY(names);
    QCOMPARE(names.value(), (QStringList{u"a"_s, u"b"_s, u"c"_s, u"b"_s, u"c"_s, u"c"_s}));
}

// A1: what done() is told is durable: another connection sees it at once.
void tst_Store::aUnitIsCommittedBeforeItsDone()
{
    std::optional<qint64> seen;
    m_store->post<int>(
        this,
        [](Transaction &transaction) { return addItem(transaction, u"a"_s); },
        [this, &seen](const Result<int> &result) {
            QVERIFY(result);
            m_store->read<qint64>(
                this,
                [](Transaction &transaction) {
                    return transaction.first(u"SELECT count(*) FROM items"_s).value().integer(0);
                },
                [&seen](const Result<qint64> &count) { seen = count.value(); });
        });
    QTRY_COMPARE(seen, std::optional<qint64>(1));
}

void tst_Store::doneIsCalledOnTheCoreThreadInTheOrderOfPosting()
{
    QList<int> order;
    bool inside = true;
    for (int i = 0; i < 500; ++i) {
        m_store->post<int>(
            this,
            [i, core = QThread::currentThread()](Transaction &transaction) {
                if (QThread::currentThread() == core)
                    throw std::logic_error("a unit must not run on the core thread");
                if (i % 3 == 0)
                    throw std::runtime_error("every third fails");
                addItem(transaction, QString::number(i));
                return i;
            },
            [i, &order, &inside](const Result<int> &result) {
                QVERIFY(!inside);
                QCOMPARE(result.ok(), i % 3 != 0);
                order.append(i);
            });
    }
    inside = false;
    QTRY_COMPARE(order.size(), 500);
    QVERIFY(std::ranges::is_sorted(order));
}

// A1: admissions waiting at the same moment share one commit.
void tst_Store::manyUnitsShareFewCommits()
{
    constexpr int count = 10'000;
    int done = 0;
    const StoreCounters before = m_store->counters();
    for (int i = 0; i < count; ++i) {
        m_store->post<int>(
            this,
            [i](Transaction &transaction) { return addItem(transaction, QString::number(i)); },
            [&done](const Result<int> &result) { done += result.ok() ? 1 : 0; });
    }
    QTRY_COMPARE_WITH_TIMEOUT(done, count, 30'000);
    const StoreCounters after = m_store->counters();
    QCOMPARE(after.units - before.units, count);
    QVERIFY2(after.commits - before.commits <= count / 20,
             qPrintable(u"%1 commits"_s.arg(after.commits - before.commits)));
    QCOMPARE(countItems(*m_store), count);
}

// A4: a unit leaves all of it or nothing.
void tst_Store::aFailingUnitIsUndoneAlone()
{
    QStringList outcomes;
    const auto post = [&](const QString &first, const QString &second) {
        m_store->post<int>(
            this,
            [=](Transaction &transaction) {
                return addItem(transaction, first) + addItem(transaction, second);
            },
            [=, &outcomes](const Result<int> &result) {
                outcomes.append(first + (result ? u" stored"_s : u" undone"_s));
            });
    };
    post(u"a"_s, u"b"_s);
    post(u"c"_s, u"a"_s); // unique
    post(u"d"_s, u"a name that is longer than it may be"_s); // check
    post(u"e"_s, u"f"_s);
    QTRY_COMPARE(outcomes,
                 (QStringList{u"a stored"_s, u"c undone"_s, u"d undone"_s, u"e stored"_s}));
    QCOMPARE(countItems(*m_store), 4);
    QCOMPARE(m_store->counters().failures, 2);
}

void tst_Store::aConstraintCanDecideInsideAUnit()
{
    const auto decided = postNow<QString>(*m_store, [](Transaction &transaction) {
        addItem(transaction, u"a"_s);
        try {
            addItem(transaction, u"a"_s);
        } catch (const StoreError &error) {
            if (!error.isConstraint())
                throw;
            addItem(transaction, u"b"_s);
            return u"it was there: "_s + error.detail();
        }
        return u"it was not there"_s;
    });
    QVERIFY(decided);
    QVERIFY2(decided.value().contains(u"UNIQUE constraint failed: items.name"_s),
             qPrintable(decided.value()));
    QCOMPARE(countItems(*m_store), 2);
}

void tst_Store::aForeignKeyIsEnforced()
{
    const auto added = postNow<int>(*m_store, [](Transaction &transaction) {
        return transaction.execute(u"INSERT INTO children VALUES (?, ?)"_s,
                                   {u"child"_s, u"nobody"_s});
    });
    QVERIFY(!added);
    QCOMPARE(toString(added.failure().kind), u"internal"_s);
}

void tst_Store::aBatchThatWritesNothingIsNoCommit()
{
    const qint64 before = m_store->counters().commits;
    QVERIFY(postNow<int>(*m_store, [](Transaction &transaction) {
        return transaction.execute(u"DELETE FROM items WHERE name = ?"_s, {u"nobody"_s});
    }));
    QCOMPARE(m_store->counters().commits, before);
    QVERIFY(postNow<int>(*m_store,
                         [](Transaction &transaction) { return addItem(transaction, u"a"_s); }));
    QCOMPARE(m_store->counters().commits, before + 1);
}

// "A full disk: a failing commit refuses the message, nothing is acknowledged", and the store goes on afterwards.
void tst_Store::aFailedCommitFailsItsBatchAndTheStoreGoesOn()
{
    QVERIFY(postNow<int>(
        *m_store, [](Transaction &transaction) { return addItem(transaction, u"before"_s); }));

    rlimit old{};
    if (onDisk()) {
        // Writing beyond a file's allowed size fails as a full disk does: at the commit.
        std::signal(SIGXFSZ, SIG_IGN);
        QVERIFY(::getrlimit(RLIMIT_FSIZE, &old) == 0);
        const rlimit full{.rlim_cur = rlim_t(QFileInfo(m_options.path + "-wal"_L1).size()),
                          .rlim_max = old.rlim_max};
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &full) == 0);
    } else {
        QVERIFY(postNow<qint64>(*m_store, [](Transaction &transaction) {
            return transaction.first(u"PRAGMA max_page_count = 5"_s).value().integer(0);
        }));
    }
    const QSignalSpy changes(m_store.get(), &Store::troubleChanged);
    QVERIFY(!m_store->trouble());
    QStringList outcomes;
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s}) {
        m_store->post<int>(
            this,
            [name](Transaction &transaction) {
                return transaction.execute(u"INSERT INTO items (name, body) VALUES (?, ?)"_s,
                                           {name, QString(20'000, u'x')});
            },
            [name, &outcomes](const Result<int> &result) {
                outcomes.append(
                    name + (result ? u" stored"_s : u" "_s + toString(result.failure().kind)));
            });
    }
    QTRY_COMPARE(outcomes.size(), 3);
    QVERIFY(m_store->trouble());
    QCOMPARE(toString(m_store->trouble()->kind), u"store_unavailable"_s);
    QVERIFY(!m_store->trouble()->detail.isEmpty());
    QCOMPARE(countItems(*m_store), 1); // which proves nothing
    QVERIFY(m_store->trouble());
    if (onDisk())
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &old) == 0);
    else
        (void)postNow<qint64>(*m_store, [](Transaction &transaction) {
            return transaction.first(u"PRAGMA max_page_count = 100000"_s).value().integer(0);
        });
    QCOMPARE(outcomes,
             (QStringList{
                 u"a store_unavailable"_s, u"b store_unavailable"_s, u"c store_unavailable"_s}));

    QCOMPARE(countItems(*m_store), 1);
    QVERIFY(postNow<int>(*m_store,
                         [](Transaction &transaction) { return addItem(transaction, u"a"_s); }));
    QVERIFY(!m_store->trouble());
    QCOMPARE(changes.count(), 2);
    QCOMPARE(countItems(*m_store), 2);
}

void tst_Store::damageThatIsMetLaterIsTrouble()
{
    if (!onDisk())
        return; // there is nothing to damage
    for (int i = 0; i < 200; ++i) // several pages
        QVERIFY(postNow<int>(*m_store, [i](Transaction &transaction) {
            return transaction.execute(u"INSERT INTO items (name, body) VALUES (?, ?)"_s,
                                       {QString::number(i), QString(1000, u'x')});
        }));
    m_store.reset(); // into the file, and out of every cache
    QFile file(m_options.path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    constexpr qint64 page = 4096;
    QVERIFY(file.size() > 20 * page);
    // The schema and the roots stay: the store opens.
    QVERIFY(file.seek(10 * page));
    QVERIFY(file.write(QByteArray(file.size() - 10 * page, '\x55')) > 0);
    file.close();
    m_store = std::make_unique<Store>(m_options);
    QSignalSpy opened(m_store.get(), &Store::opened);
    m_store->open();
    QTRY_COMPARE(opened.count(), 1);
    QVERIFY(!m_store->trouble());
    const Result<int> result = postNow<int>(*m_store, [](Transaction &transaction) {
        return transaction.execute(u"UPDATE items SET body = 'y'"_s);
    });
    QVERIFY(!result);
    QCOMPARE(toString(result.failure().kind), u"invalid_configuration"_s);
    QVERIFY2(result.failure().detail.contains(u"restore it from a back-up"_s),
             qPrintable(result.failure().detail));
    QVERIFY(m_store->trouble());
}

void tst_Store::aQuerySeesWhatWasDone()
{
    for (int i = 0; i < 50; ++i) {
        QVERIFY(postNow<int>(*m_store, [i](Transaction &transaction) {
            return addItem(transaction, QString::number(i));
        }));
        QCOMPARE(countItems(*m_store), i + 1);
    }
}

void tst_Store::aQueryCannotChangeAnything()
{
    const auto changed = readNow<int>(
        *m_store, [](Transaction &transaction) { return addItem(transaction, u"a"_s); });
    QVERIFY(!changed);
    QCOMPARE(toString(changed.failure().kind), u"internal"_s);
    (void)readNow<bool>(*m_store, [](Transaction &transaction) {
        return transaction.first(u"INSERT INTO items (name) VALUES ('sly') RETURNING name"_s)
            .has_value();
    });
    QCOMPARE(countItems(*m_store), 0);
}

void tst_Store::doneIsDroppedWhenItsContextIsGone()
{
    auto context = std::make_unique<QObject>();
    bool called = false;
    m_store->post<int>(
        context.get(),
        [](Transaction &transaction) { return addItem(transaction, u"a"_s); },
        [&called](const Result<int> &) { called = true; });
    context.reset();
    QTRY_COMPARE(countItems(*m_store), 1);
    QVERIFY(!called);
}

void tst_Store::unitsMayBePostedBeforeItIsOpen()
{
    m_options.path = onDisk() ? m_directory->filePath(u"other.db"_s) : QString();
    m_store = std::make_unique<Store>(m_options);
    QStringList events;
    connect(m_store.get(), &Store::opened, this, [&events] { events.append(u"opened"_s); });
    m_store->open();
    m_store->post<int>(
        this,
        [](Transaction &transaction) { return addItem(transaction, u"a"_s); },
        [&events](const Result<int> &result) {
            events.append(result ? u"stored"_s : u"failed"_s);
        });
    m_store->read<qint64>(
        this,
        [](Transaction &transaction) {
            return transaction.first(u"SELECT count(*) FROM items"_s).value().integer(0);
        },
        [&events](const Result<qint64> &result) {
            events.append(result ? QString::number(result.value()) : u"failed"_s);
        });
    QTRY_COMPARE(events, (QStringList{u"opened"_s, u"stored"_s, u"1"_s}));
}

void tst_Store::closingCommitsWhatWasPosted()
{
    int done = 0;
    for (int i = 0; i < 100; ++i) {
        m_store->post<int>(
            this,
            [i](Transaction &transaction) { return addItem(transaction, QString::number(i)); },
            [&done](const Result<int> &result) { done += result.ok() ? 1 : 0; });
    }
    QVERIFY(closeNow(*m_store));
    QCOMPARE(done, 100);
    if (!onDisk())
        return;
    QVERIFY2(!QFileInfo::exists(m_options.path + "-wal"_L1), "a closed store is one file");
    reopen();
    QCOMPARE(countItems(*m_store), 100);
}

void tst_Store::destroyingCommitsWhatWasPosted()
{
    bool called = false;
    m_store->post<int>(
        this,
        [](Transaction &transaction) { return addItem(transaction, u"a"_s); },
        [&called](const Result<int> &) { called = true; });
    m_store.reset();
    QVERIFY(!called);
    if (!onDisk())
        return;
    reopen();
    QCOMPARE(countItems(*m_store), 1);
}

void tst_Store::afterClosingUnitsFail()
{
    QVERIFY(closeNow(*m_store));
    const auto added = postNow<int>(
        *m_store, [](Transaction &transaction) { return addItem(transaction, u"a"_s); });
    QVERIFY(!added);
    QCOMPARE(toString(added.failure().kind), u"store_unavailable"_s);
    QCOMPARE(countItems(*m_store), -1);
}

QTEST_GUILESS_MAIN(tst_Store)
#include "tst_store.moc"
