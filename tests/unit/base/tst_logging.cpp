// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/log_line.h"
#include "base/logging.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QLoggingCategory>
#include <QtCore/QTemporaryDir>
#include <QtCore/QThread>
#include <QtTest/QTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace hostline;

Q_LOGGING_CATEGORY(logTest, "hostline.core.test")

/// K5, H28: structured lines without secrets, in private files.
class tst_Logging : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneMessageIsOneLine_data();
    void oneMessageIsOneLine();
    void secretsAreHidden_data();
    void secretsAreHidden();
    void linesGoToAPrivateFile();
    void theFileIsRotatedBySize();
    void linesOfSeveralThreadsStayWhole();
    void aLogThatIsNotPrivateIsRefused();

private:
    [[nodiscard]] static QByteArray content(const QString &path);
};

QByteArray tst_Logging::content(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void tst_Logging::oneMessageIsOneLine_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("plain text") << u"ready"_s << "\"ready\""_ba;
    QTest::newRow("quotes and backslashes") << u"a \"b\" \\ c"_s << R"("a \"b\" \\ c")"_ba;
    QTest::newRow("line ends") << u"a\nb\r\nc"_s << R"("a\nb\u000d\nc")"_ba;
    QTest::newRow("a terminal's control sequence") << u"\x1b[2J"_s << R"("\u001b[2J")"_ba;
    QTest::newRow("a line separator") << u"a\u2028b"_s << R"("a\u2028b")"_ba;
    QTest::newRow("Chinese") << u"飞书"_s << u"\"飞书\""_s.toUtf8();
}

void tst_Logging::oneMessageIsOneLine()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, expected);
    const QDateTime time(QDate(2026, 11, 30), QTime(12, 0, 0, 123), Qt::UTC);
    QCOMPARE(logLine(time, QtWarningMsg, u"hostline.core.test"_s, text),
             "time=2026-11-30T12:00:00.123Z level=warning category=hostline.core.test text="_ba
                 + expected + '\n');
}

void tst_Logging::secretsAreHidden_data()
{
    QTest::addColumn<QString>("secret");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("as it is") << u"s3cret"_s << u"app_secret=s3cret; again s3cret"_s
                              << u"app_secret=[redacted]; again [redacted]"_s;
    QTest::newRow("percent-encoded")
        << u"a/b+c=="_s << u"?token=a%2Fb%2Bc%3D%3D"_s << u"?token=[redacted]"_s;
    QTest::newRow("escaped in JSON")
        << u"pass\"word"_s << uR"({"p":"pass\"word"})"_s << uR"({"p":"[redacted]"})"_s;
    QTest::newRow("too short to be one") << u"abc"_s << u"abc of it"_s << u"abc of it"_s;
    QTest::newRow("absent") << u"s3cret"_s << u"nothing to hide"_s << u"nothing to hide"_s;
}

void tst_Logging::secretsAreHidden()
{
    QFETCH(QString, secret);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(redacted(text, secretForms(secret)), expected);
}

void tst_Logging::linesGoToAPrivateFile()
{
    Logging::addSecret(u"nobody listens"_s); // without a log: nothing happens
    const QTemporaryDir directory;
    const QString path = directory.filePath(u"logs/hostline.log"_s);
    const mode_t old = ::umask(0);
    {
        const auto logging = Logging::install({.standardError = false, .file = path});
        QVERIFY(logging);
        Logging::addSecret(u"abcdef"_s);
        Logging::addSecret(u"abcdef-and-more"_s);
        qCWarning(logTest) << "token" << u"abcdef-and-more"_s;
        qCCritical(logTest, "bad");
    }
    ::umask(old);
    const QByteArray text = content(path);
    QVERIFY2(
        text.contains(R"(level=warning category=hostline.core.test text="token \"[redacted]\"")"),
        text.constData());
    QVERIFY2(text.contains(R"(level=error category=hostline.core.test text="bad")"),
             text.constData());
    QCOMPARE(text.count('\n'), 2);
    struct stat status
    { };
    QVERIFY(::stat(QFile::encodeName(path).constData(), &status) == 0);
    QCOMPARE(status.st_mode & 07777, mode_t(0600));
    QVERIFY(::stat(QFile::encodeName(directory.filePath(u"logs"_s)).constData(), &status) == 0);
    QCOMPARE(status.st_mode & 07777, mode_t(0700));
}

void tst_Logging::theFileIsRotatedBySize()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(u"hostline.log"_s);
    {
        const auto logging =
            Logging::install({.standardError = false, .file = path, .fileBytes = 1000, .files = 3});
        QVERIFY(logging);
        for (int i = 0; i < 100; ++i)
            qCWarning(logTest, "line %d", i);
    }
    QCOMPARE(QDir(directory.path()).entryList(QDir::Files, QDir::Name),
             (QStringList{u"hostline.log"_s, u"hostline.log.1"_s, u"hostline.log.2"_s}));
    QVERIFY(content(path).contains("\"line 99\""));
    for (const QString &name : {path, path + ".1"_L1, path + ".2"_L1}) {
        const QByteArray text = content(name);
        QVERIFY(text.size() <= 1000 && text.startsWith("time=") && text.endsWith('\n'));
    }
}

void tst_Logging::linesOfSeveralThreadsStayWhole()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(u"hostline.log"_s);
    {
        const auto logging = Logging::install(
            {.standardError = false, .file = path, .fileBytes = 10'000, .files = 100});
        QVERIFY(logging);
        std::vector<std::unique_ptr<QThread>> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back(QThread::create([] {
                for (int line = 0; line < 250; ++line)
                    qCWarning(logTest, "whole");
            }));
            threads.back()->start();
        }
        for (const auto &thread : threads)
            QVERIFY(thread->wait());
    }
    int lines = 0;
    const QStringList names = QDir(directory.path()).entryList(QDir::Files);
    for (const QString &name : names) {
        for (const QByteArray &line : content(directory.filePath(name)).split('\n')) {
            lines += line.isEmpty() ? 0 : 1;
            QVERIFY2(line.isEmpty() || line.endsWith("category=hostline.core.test text=\"whole\""),
                     line.constData());
        }
    }
    QCOMPARE(lines, 1000);
}

void tst_Logging::aLogThatIsNotPrivateIsRefused()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(u"hostline.log"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(::chmod(QFile::encodeName(path).constData(), 0644) == 0);
    const auto logging = Logging::install({.standardError = false, .file = path});
    QVERIFY(!logging);
    QVERIFY2(logging.failure().detail.contains(u"is not private: its mode is 0644"_s),
             qPrintable(logging.failure().detail));
}

QTEST_GUILESS_MAIN(tst_Logging)
#include "tst_logging.moc"
