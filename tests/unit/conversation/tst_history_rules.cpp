// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "conversation/history_rules.h"
#include "conversation/restoration_rules.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;

using Role = HistoryMessage::Role;
using Cut = HistoryCutter::Cut;

/// How a history is cut (C5, C8), which thread is chosen (C4), and how a candidate comes to its end (C7, C9, C10).
class TestHistoryRules : public QObject
{
    Q_OBJECT
private:
    static QList<HistoryMessage> joined(const QList<HistoryMessage> &pieces);
    static qint64 sizeOf(const QList<HistoryMessage> &messages);

private Q_SLOTS:
    void cut_data();
    void cut();
    void itComesInPages();
    void fewestPrefixes();
    void noRoom();
    void neverHalfACodePoint_data();
    void neverHalfACodePoint();
    void calls();
    void fits_data();
    void fits();
    void choice_data();
    void choice();
    void moves_data();
    void moves();
};

/// Pieces of one message put together again; two messages of one role in a row do not occur in these.
QList<HistoryMessage> TestHistoryRules::joined(const QList<HistoryMessage> &pieces)
{
    QList<HistoryMessage> all;
    for (const HistoryMessage &piece : pieces) {
        if (!all.isEmpty() && all.last().role == piece.role)
            all.last().text += piece.text;
        else
            all << piece;
    }
    return all;
}

qint64 TestHistoryRules::sizeOf(const QList<HistoryMessage> &messages)
{
    qint64 sum = 0;
    for (const HistoryMessage &message : messages)
        sum += estimatedTokens(message);
    return sum;
}

void TestHistoryRules::cut_data()
{
    QTest::addColumn<QStringList>("texts"); // user, assistant, user, …
    QTest::addColumn<qint64>("granted");
    QTest::addColumn<int>("prefixes");
    QTest::newRow("C11: all of it in one") << QStringList{u"a"_s, u"b"_s} << qint64(1000) << 1;
    QTest::newRow("C5: white space stays")
        << QStringList{u"  \r\n\t"_s, u" \n "_s} << qint64(1000) << 1;
    QTest::newRow("one a prefix") << QStringList{QString(350, u'a'),
                                                 QString(350, u'b'),
                                                 QString(350, u'c')}
                                  << qint64(200) << 3;
    QTest::newRow("two a prefix") << QStringList{QString(350, u'a'),
                                                 QString(350, u'b'),
                                                 QString(350, u'c'),
                                                 QString(350, u'd')}
                                  << qint64(270) << 2;
    QTest::newRow("C8: a single longer one is split")
        << QStringList{QString(700'000, u'a')} << qint64(50'032) << 4;
    QTest::newRow("C8: split behind a shorter one, whose room is used")
        << QStringList{u"short"_s, QString(7'000, u'a'), u"end"_s} << qint64(1'100) << 2;
    QTest::newRow("Chinese") << QStringList{QString(1'000, QChar(0x6C49)), u"b"_s} << qint64(600)
                             << 3;
}

void TestHistoryRules::cut()
{
    QFETCH(QStringList, texts);
    QFETCH(qint64, granted);
    QFETCH(int, prefixes);
    QList<HistoryMessage> said;
    for (qsizetype i = 0; i < texts.size(); ++i)
        said << HistoryMessage{i % 2 == 0 ? Role::User : Role::Assistant, texts.at(i)};
    HistoryCutter cutter;
    cutter.add(said);
    cutter.add({{Role::User, QString()}}); // C5: only empty ones are dropped
    cutter.end();
    QList<HistoryMessage> got;
    int count = 0;
    for (Cut next = cutter.cut(granted); next.kind != Cut::Kind::Nothing;
         next = cutter.cut(granted)) {
        QVERIFY(next.kind == Cut::Kind::Prefix);
        QVERIFY(sizeOf(next.messages) <= granted);
        got << next.messages;
        ++count;
        QCOMPARE(next.last, joined(got) == said);
    }
    QVERIFY(joined(got) == said);
    QCOMPARE(count, prefixes);
}

void TestHistoryRules::itComesInPages()
{
    HistoryCutter cutter;
    QVERIFY(cutter.cut(100).kind == Cut::Kind::NeedsMore);
    cutter.add({{Role::User, u"a"_s}});
    QVERIFY(cutter.cut(1000).kind == Cut::Kind::NeedsMore);
    cutter.add({{Role::Assistant, u"b"_s}});
    cutter.end();
    const Cut all = cutter.cut(1000);
    QVERIFY(all.kind == Cut::Kind::Prefix && all.last);
    QCOMPARE(all.messages.size(), 2);
    QVERIFY(cutter.cut(1000).kind == Cut::Kind::Nothing);
}

void TestHistoryRules::fewestPrefixes()
{
    // C8a: 500 messages of 1,000 characters and 55,000 tokens a prefix.
    HistoryCutter cutter;
    for (int i = 0; i < 500; ++i)
        cutter.add({{i % 2 == 0 ? Role::User : Role::Assistant, QString(1'000, u'x')}});
    cutter.end();
    int prefixes = 0;
    while (cutter.cut(55'000).kind == Cut::Kind::Prefix)
        ++prefixes;
    QCOMPARE(prefixes, 3);
}

void TestHistoryRules::noRoom()
{
    HistoryCutter cutter;
    cutter.add({{Role::User, u"question"_s}});
    cutter.end();
    QVERIFY(cutter.cut(0).kind == Cut::Kind::NoRoom);
    QVERIFY(cutter.cut(32).kind == Cut::Kind::NoRoom); // not even its wrapper
    QVERIFY(cutter.cut(1000).kind == Cut::Kind::Prefix); // nothing of it is gone
}

void TestHistoryRules::neverHalfACodePoint_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("emoji") << u"\U0001F600"_s.repeated(2'000);
    QTest::newRow("one letter in front") << u'a' + u"\U0001F600"_s.repeated(2'000);
    QTest::newRow("CJK, ASCII and emoji") << u"汉a\U0001F600字"_s.repeated(1'000);
}

void TestHistoryRules::neverHalfACodePoint()
{
    QFETCH(QString, text);
    for (qint64 granted = 60; granted < 75; ++granted) {
        HistoryCutter cutter;
        cutter.add({{Role::Assistant, text}});
        cutter.end();
        QString whole;
        for (Cut next = cutter.cut(granted); next.kind == Cut::Kind::Prefix;
             next = cutter.cut(granted)) {
            QCOMPARE(next.messages.size(), 1);
            const QString &piece = next.messages.first().text;
            QVERIFY(!piece.front().isLowSurrogate() && !piece.back().isHighSurrogate());
            whole += piece;
        }
        QVERIFY(whole == text);
    }
}

void TestHistoryRules::calls()
{
    const QList<HistoryMessage> first{{Role::User, QString(100, u'a')}};
    QCOMPARE(compactionsFor(100, first), 0);
    QCOMPARE(compactionsFor(101, first), 1);
    QCOMPARE(compactionsFor(500, first), 4);
    QCOMPARE(compactionsFor(500, {}), 0);
}

void TestHistoryRules::fits_data()
{
    QTest::addColumn<ThreadTarget>("wanted");
    QTest::addColumn<bool>("does");
    QTest::newRow("the same") << ThreadTarget{u"p"_s, u"m"_s, u"/w"_s} << true;
    QTest::newRow("C4: another provider") << ThreadTarget{u"q"_s, u"m"_s, u"/w"_s} << false;
    QTest::newRow("C4: another model") << ThreadTarget{u"p"_s, u"n"_s, u"/w"_s} << false;
    QTest::newRow("C4: another workspace") << ThreadTarget{u"p"_s, u"m"_s, u"/v"_s} << false;
    QTest::newRow("no workspace: the question fails for that")
        << ThreadTarget{u"p"_s, u"n"_s, QString()} << true;
}

void TestHistoryRules::fits()
{
    QFETCH(ThreadTarget, wanted);
    QFETCH(bool, does);
    QCOMPARE(hostline::fits({u"p"_s, u"m"_s, u"/w"_s}, wanted), does);
}

void TestHistoryRules::choice_data()
{
    QTest::addColumn<bool>("isThere");
    QTest::addColumn<bool>("isFit");
    QTest::addColumn<bool>("hadThread");
    QTest::addColumn<bool>("hasHistory");
    QTest::addColumn<ThreadChoice>("step");
    QTest::newRow("the first question") << false << false << false << false << ThreadChoice::Make;
    QTest::newRow("what was asked before never got a thread")
        << false << false << false << true << ThreadChoice::Make;
    QTest::newRow("C3: lost before anything was said")
        << false << false << true << false << ThreadChoice::Make;
    QTest::newRow("C4: lost") << false << false << true << true << ThreadChoice::Migrate;
    QTest::newRow("as it is") << true << true << true << true << ThreadChoice::Use;
    QTest::newRow("C4: it does not fit") << true << false << true << true << ThreadChoice::Migrate;
    QTest::newRow("it does not fit, and nothing was said")
        << true << false << true << false << ThreadChoice::Migrate;
}

void TestHistoryRules::choice()
{
    QFETCH(bool, isThere);
    QFETCH(bool, isFit);
    QFETCH(bool, hadThread);
    QFETCH(bool, hasHistory);
    QFETCH(ThreadChoice, step);
    QVERIFY(chooseThread(isThere, isFit, hadThread, hasHistory) == step);
}

void TestHistoryRules::moves_data()
{
    using Stage = RestorationStage;
    using Event = RestorationEvent;
    using Act = RestorationAct;
    QTest::addColumn<RestorationEvent>("event");
    // In the order of the stages: preparing, reading, restoring, publishing, over.
    QTest::addColumn<QList<RestorationMove>>("moves");
    const auto stay = [](Stage stage) {
        return RestorationMove{stage, Act::Nothing};
    };
    const auto over = [](Act act) {
        return RestorationMove{Stage::Over, act};
    };
    const RestorationMove p = stay(Stage::Preparing), r = stay(Stage::Reading),
                          s = stay(Stage::Restoring), u = stay(Stage::Publishing),
                          o = stay(Stage::Over);
    using Moves = QList<RestorationMove>;
    QTest::newRow("prepared") << Event::Prepared << Moves{{Stage::Reading, Act::Read}, r, s, u, o};
    QTest::newRow("cut") << Event::PrefixCut << Moves{p, {Stage::Restoring, Act::Restore}, s, u, o};
    QTest::newRow("nothing to restore")
        << Event::HistoryEnded << Moves{p, {Stage::Publishing, Act::Publish}, s, u, o};
    QTest::newRow("C10: checked in front of the next prefix")
        << Event::Restored << Moves{p, r, {Stage::Reading, Act::Read}, u, o};
    QTest::newRow("the last one") << Event::LastRestored
                                  << Moves{p, r, {Stage::Publishing, Act::Publish}, u, o};
    const RestorationMove failed = over(Act::SettleFailed);
    QTest::newRow("C7: failed") << Event::Failed << Moves{failed, failed, failed, u, o};
    QTest::newRow("C10: out of time") << Event::OutOfTime << Moves{failed, failed, failed, u, o};
    const RestorationMove anew = over(Act::PrepareAgain);
    QTest::newRow("C10: changed") << Event::Changed << Moves{anew, anew, anew, u, o};
    const RestorationMove stopped = over(Act::SettleStopped);
    QTest::newRow("C10: stopped") << Event::Stopped << Moves{stopped, stopped, stopped, u, o};
    const RestorationMove gone = over(Act::LetGo);
    QTest::newRow("declined") << Event::Declined << Moves{gone, gone, gone, gone, o};
    QTest::newRow("published") << Event::Published << Moves{p, r, s, over(Act::Keep), o};
}

void TestHistoryRules::moves()
{
    QFETCH(RestorationEvent, event);
    QFETCH(QList<RestorationMove>, moves);
    for (int stage = 0; stage < moves.size(); ++stage)
        QVERIFY2(nextMove(RestorationStage(stage), event) == moves.at(stage),
                 qPrintable(QString::number(stage)));
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestHistoryRules)
#include "tst_history_rules.moc"
