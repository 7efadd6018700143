// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/data_lock.h"
#include "base/private_files.h"
#include "base/run_record.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <csignal>

#include <sys/stat.h>
#include <sys/wait.h>

using namespace Qt::StringLiterals;
using namespace hostline;

/// Private files (I1, C19), the lock that names its holder (A7) and the way to the running holder.
class tst_PrivateFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void whatIsMadeIsPrivate();
    void whatIsNotPrivateIsRefused_data();
    void whatIsNotPrivateIsRefused();
    void aFileIsReplacedWhole();
    void aFileThatIsTooLargeIsNotRead();
    void theLockNamesItsHolder();
    void theLockDiesWithItsProcess();
    void theLockNeedsAPrivateDirectory();
    void theRunRecordComesBack();
    void aRunRecordThatSaysNothingIsRefused();

private:
    [[nodiscard]] QString path(const QString &name) const { return m_directory->filePath(name); }
    [[nodiscard]] static mode_t modeOf(const QString &path);

    std::unique_ptr<QTemporaryDir> m_directory;
};

void tst_PrivateFiles::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
}

mode_t tst_PrivateFiles::modeOf(const QString &path)
{
    struct stat status
    { };
    return ::lstat(QFile::encodeName(path).constData(), &status) == 0 ? status.st_mode & 07777 : 0;
}

void tst_PrivateFiles::whatIsMadeIsPrivate()
{
    const mode_t old = ::umask(0);
    const auto directory = ensurePrivateDirectory(path(u"a/b/c"_s));
    const auto written = writePrivateFile(path(u"a/b/c/file"_s), "content");
    const auto opened = openPrivateFile(path(u"a/log"_s), OpenMode::Append);
    ::umask(old);
    QVERIFY(directory && written && opened);
    QCOMPARE(modeOf(path(u"a"_s)), mode_t(0700));
    QCOMPARE(modeOf(path(u"a/b/c"_s)), mode_t(0700));
    QCOMPARE(modeOf(path(u"a/b/c/file"_s)), mode_t(0600));
    QCOMPARE(modeOf(path(u"a/log"_s)), mode_t(0600));
    QVERIFY(ensurePrivateDirectory(path(u"a/b/c"_s)));
}

void tst_PrivateFiles::whatIsNotPrivateIsRefused_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a directory that others may read")
        << u"open directory"_s << u"is not private: its mode is 0755; run: chmod 0700"_s;
    QTest::newRow("a directory that is a link") << u"directory link"_s << u"is a symbolic link"_s;
    QTest::newRow("a file where a directory is needed")
        << u"file as directory"_s << u"is not a directory"_s;
    QTest::newRow("a file that others may read")
        << u"open file"_s << u"is not private: its mode is 0640; run: chmod 0600"_s;
    QTest::newRow("a file that is a link") << u"file link"_s << u"is a symbolic link"_s;
    QTest::newRow("a directory where a file is needed")
        << u"directory as file"_s << u"is a directory, a file is needed"_s;
    QTest::newRow("a file with another name")
        << u"file linked hard"_s << u"has another name, too (a hard link)"_s;
    QTest::newRow("a FIFO where a file is needed") << u"fifo"_s << u"is not a regular file"_s;
}

void tst_PrivateFiles::whatIsNotPrivateIsRefused()
{
    QFETCH(QString, what);
    QFETCH(QString, expected);
    const QString target = path(u"target"_s);
    const QString thing = path(u"thing"_s);
    const QByteArray native = QFile::encodeName(thing);
    const bool isDirectory = what.contains(u"directory"_s) && what != "directory as file"_L1;
    if (what == "open directory"_L1) {
        QVERIFY(::mkdir(native.constData(), 0700) == 0 && ::chmod(native.constData(), 0755) == 0);
    } else if (what == "directory link"_L1) {
        QVERIFY(ensurePrivateDirectory(target) && QFile::link(target, thing));
    } else if (what == "file as directory"_L1) {
        QVERIFY(writePrivateFile(thing, "x"));
    } else if (what == "open file"_L1) {
        QVERIFY(writePrivateFile(thing, "x") && ::chmod(native.constData(), 0640) == 0);
    } else if (what == "file link"_L1) {
        QVERIFY(writePrivateFile(target, "x") && QFile::link(target, thing));
    } else if (what == "file linked hard"_L1) {
        QVERIFY(writePrivateFile(target, "x")
                && ::link(QFile::encodeName(target).constData(), native.constData()) == 0);
    } else if (what == "directory as file"_L1) {
        QVERIFY(ensurePrivateDirectory(thing));
    } else {
        QVERIFY(::mkfifo(native.constData(), 0600) == 0);
    }

    QList<Failure> failures;
    const auto collect = [&failures](const auto &result) {
        if (!result)
            failures.append(result.failure());
    };
    if (isDirectory) {
        collect(ensurePrivateDirectory(thing));
        collect(checkPrivateDirectory(thing));
    } else {
        collect(checkPrivateFile(thing));
        collect(readPrivateFile(thing));
        collect(writePrivateFile(thing, "new"));
    }
    QCOMPARE(failures.size(), isDirectory ? 2 : 3);
    for (const Failure &failure : std::as_const(failures)) {
        QVERIFY2(failure.detail.contains(expected), qPrintable(failure.detail));
        QVERIFY2(failure.detail.contains(thing), qPrintable(failure.detail));
    }
    if (what.startsWith("file link"_L1)) {
        QFile file(target);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), "x");
    }
}

void tst_PrivateFiles::aFileIsReplacedWhole()
{
    QVERIFY(writePrivateFile(path(u"file"_s), QByteArray(100'000, 'a')));
    QVERIFY(writePrivateFile(path(u"file"_s), "b"));
    QCOMPARE(readPrivateFile(path(u"file"_s)).value(), "b");
    QCOMPARE(QDir(m_directory->path()).entryList(QDir::Files), QStringList{u"file"_s});
    QVERIFY(removePrivateFile(path(u"file"_s)));
    QVERIFY(removePrivateFile(path(u"file"_s)));
    QCOMPARE(toString(readPrivateFile(path(u"file"_s)).failure().kind), u"not_found"_s);
}

void tst_PrivateFiles::aFileThatIsTooLargeIsNotRead()
{
    QVERIFY(writePrivateFile(path(u"file"_s), QByteArray(101, 'a')));
    QVERIFY(readPrivateFile(path(u"file"_s), 101));
    QVERIFY(!readPrivateFile(path(u"file"_s), 100));
}

void tst_PrivateFiles::theLockNamesItsHolder()
{
    const Holder self{.pid = 0,
                      .program = u"hostlined"_s,
                      .startedAt = QDateTime(QDate(2026, 11, 30), QTime(12, 0), Qt::UTC)};
    QCOMPARE(currentHolder(m_directory->path()).has_value(), false);
    auto lock = DataLock::acquire(m_directory->path(), self);
    QVERIFY(lock);
    QCOMPARE(modeOf(path(u"lock"_s)), mode_t(0600));

    const auto second = DataLock::acquire(m_directory->path(), self);
    QVERIFY(!second);
    QCOMPARE(toString(second.failure().kind), u"conflict"_s);
    const QString expected = u"hostlined, process %1, since 2026-11-30T12:00:00Z"_s.arg(::getpid());
    QCOMPARE(second.failure().subject, expected);
    QCOMPARE(second.failure().detail,
             u"the data directory %1 is held by %2"_s.arg(m_directory->path(), expected));
    QCOMPARE(currentHolder(m_directory->path())->pid, qint64(::getpid()));

    lock.value().reset();
    QCOMPARE(currentHolder(m_directory->path()).has_value(), false);
    QVERIFY(DataLock::acquire(m_directory->path(), self));
}

void tst_PrivateFiles::theLockDiesWithItsProcess()
{
    // A child that takes the lock and is killed; nothing of it may be left but the file.
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        const auto lock = DataLock::acquire(
            m_directory->path(),
            Holder{.pid = 0, .program = u"child"_s, .startedAt = QDateTime::currentDateTimeUtc()});
        if (!lock)
            ::_exit(1);
        while (true)
            ::pause();
    }
    QTRY_VERIFY(currentHolder(m_directory->path()).value_or(Holder{}).pid == child);
    QVERIFY(!DataLock::acquire(m_directory->path(), Holder{}));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    QTRY_VERIFY(!currentHolder(m_directory->path()));
    QVERIFY(DataLock::acquire(m_directory->path(), Holder{}));
}

void tst_PrivateFiles::theLockNeedsAPrivateDirectory()
{
    QVERIFY(::chmod(QFile::encodeName(m_directory->path()).constData(), 0755) == 0);
    const auto lock = DataLock::acquire(m_directory->path(), Holder{});
    QVERIFY(!lock);
    QVERIFY2(lock.failure().detail.contains(u"is not private"_s),
             qPrintable(lock.failure().detail));
}

void tst_PrivateFiles::theRunRecordComesBack()
{
    const RunRecord record{
        .holder = Holder{.pid = 123,
                         .program = u"hostlined"_s,
                         .startedAt = QDateTime(QDate(2026, 11, 30), QTime(12, 0), Qt::UTC)},
        .address = u"http://127.0.0.1:8080"_s,
    };
    QVERIFY(writeRunRecord(m_directory->path(), record));
    QCOMPARE(modeOf(path(u"run.json"_s)), mode_t(0600));
    const auto read = readRunRecord(m_directory->path());
    QVERIFY(read);
    QVERIFY(read.value() == record);
    QVERIFY(removeRunRecord(m_directory->path()));
    QCOMPARE(toString(readRunRecord(m_directory->path()).failure().kind), u"not_found"_s);
}

void tst_PrivateFiles::aRunRecordThatSaysNothingIsRefused()
{
    QVERIFY(writePrivateFile(path(u"run.json"_s), R"({"pid": "many"})"));
    QCOMPARE(toString(readRunRecord(m_directory->path()).failure().kind), u"invalid_input"_s);
}

QTEST_GUILESS_MAIN(tst_PrivateFiles)
#include "tst_private_files.moc"
