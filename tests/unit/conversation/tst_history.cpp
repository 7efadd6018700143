// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include <hostline/history.h>

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;

/// What a text costs in a window (C8): never too low.
class TestHistory : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void estimate_data();
    void estimate();
    void aMessageCostsItsWrapperToo();
};

void TestHistory::estimate_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("tokens");
    QTest::newRow("nothing") << QString() << qint64(0);
    QTest::newRow("a letter") << u"a"_s << qint64(1);
    QTest::newRow("3.5 bytes a token where it is ASCII") << QString(700, u'a') << qint64(200);
    QTest::newRow("2 bytes a token elsewhere: Cyrillic") << QString(100, u'д') << qint64(100);
    QTest::newRow("Chinese: three bytes each") << QString(100, u'问') << qint64(158);
    QTest::newRow("an emoji: four bytes") << u"😀"_s << qint64(2);
    QTest::newRow("what is escaped on its way costs both bytes")
        << QString(700, u'\n') << qint64(400);
    QTest::newRow("a control character is written out") << QString(700, QChar(1)) << qint64(1200);
}

void TestHistory::estimate()
{
    QFETCH(QString, text);
    QFETCH(qint64, tokens);
    QCOMPARE(estimatedTokens(text), tokens);
    QVERIFY(estimatedTokens(text) * 7 >= text.toUtf8().size() * 2);
}

void TestHistory::aMessageCostsItsWrapperToo()
{
    QCOMPARE(estimatedTokens(HistoryMessage{HistoryMessage::Role::User, u"a"_s}),
             estimatedTokens(u"a") + 32);
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestHistory)
#include "tst_history.moc"
