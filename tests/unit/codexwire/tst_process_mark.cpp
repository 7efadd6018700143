// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/process_mark.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace hostline;
using namespace hostline::codexwire;
using namespace Qt::StringLiterals;

class tst_process_mark : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startTicksAreRead_data();
    void startTicksAreRead();
    void marksAreReadBack_data();
    void marksAreReadBack();
    void lockHoldersAreFound_data();
    void lockHoldersAreFound();
};

// C1: reaped is exactly the process that we left
void tst_process_mark::startTicksAreRead_data()
{
    QTest::addColumn<QByteArray>("stat");
    QTest::addColumn<bool>("alive");
    const QByteArray rest = " 1 1 1 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 4711 1 1";
    QTest::newRow("a plain name") << QByteArray("12 (codex) S" + rest) << true;
    QTest::newRow("a name with a parenthesis") << QByteArray("12 (a) b) S" + rest) << true;
    QTest::newRow("a zombie") << QByteArray("12 (codex) Z" + rest) << false;
    QTest::newRow("cut") << QByteArray("12 (codex) S 1 1") << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void tst_process_mark::startTicksAreRead()
{
    QFETCH(QByteArray, stat);
    QFETCH(bool, alive);
    QCOMPARE(startTicksOfStat(stat).value_or(0), alive ? quint64(4711) : quint64(0));
}

void tst_process_mark::marksAreReadBack_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("valid");
    QTest::newRow("whole") << QByteArray("12 34 boot\n") << true;
    QTest::newRow("without the boot") << QByteArray("12 34\n") << false;
    QTest::newRow("cut") << QByteArray("12") << false;
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("init is nobody's child") << QByteArray("1 34 boot\n") << false;
    QTest::newRow("a group") << QByteArray("-5 34 boot\n") << false;
    QTest::newRow("words") << QByteArray("a b c\n") << false;
}

void tst_process_mark::marksAreReadBack()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, valid);
    const auto mark = markOfText(text);
    QCOMPARE(mark.has_value(), valid);
    if (mark)
        QCOMPARE(textOfMark(*mark), text);
}

// C13
void tst_process_mark::lockHoldersAreFound_data()
{
    QTest::addColumn<QByteArray>("locks");
    QTest::addColumn<qint64>("holder");
    QTest::newRow("held") << QByteArray("1: POSIX  ADVISORY  READ 5 fe:00:77 128 128\n3: FLOCK  "
                                        "ADVISORY  WRITE 11855 fe:00:77 0 EOF\n")
                          << qint64(11855);
    QTest::newRow("another file") << QByteArray("3: FLOCK  ADVISORY  WRITE 11855 fe:00:78 0 EOF\n")
                                  << qint64(0);
    QTest::newRow("a waiter is no holder")
        << QByteArray("3: -> FLOCK  ADVISORY  WRITE 9 fe:00:77 0 EOF\n") << qint64(0);
    QTest::newRow("none") << QByteArray() << qint64(0);
}

void tst_process_mark::lockHoldersAreFound()
{
    QFETCH(QByteArray, locks);
    QFETCH(qint64, holder);
    QCOMPARE(lockHolder(locks, 77).value_or(0), holder);
}

QTEST_GUILESS_MAIN(tst_process_mark)
#include "tst_process_mark.moc"
