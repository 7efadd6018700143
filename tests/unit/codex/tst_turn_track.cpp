// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/inventory.h"
#include "plugins/codex/turn_track.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace hostline;
using namespace hostline::codex;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

QJsonObject object(const char *text)
{
    return QJsonDocument::fromJson(text).object();
}

codexwire::Event eventOf(const char *method, const char *params)
{
    return codexwire::readEvent(QString::fromLatin1(method), object(params));
}

codexwire::Turn turnOf(const char *text)
{
    return codexwire::readTurn(object(text));
}

} // namespace

class tst_turn_track : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void labelsAreShort_data();
    void labelsAreShort();
    void aTurnIsFollowed();
    void aCostIsCountedOnce();
    void retriesAreProgress();
    void aThoughtBrokenOffIsOver();
    void resultsOfTurns_data();
    void resultsOfTurns();
    void turnsAreSearched_data();
    void turnsAreSearched();
    void inventories_data();
    void inventories();
};

void tst_turn_track::labelsAreShort_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("label");
    QTest::newRow("without the shell") << u"/bin/bash -lc 'ls -l'"_s << u"ls -l"_s;
    QTest::newRow("without quotes") << u"bash -lc ls"_s << u"ls"_s;
    QTest::newRow("no shell") << u"git status"_s << u"git status"_s;
    QTest::newRow("one line") << u"/bin/bash -lc 'a\n  b'"_s << u"a b"_s;
    QTest::newRow("long") << QString(200, u'x') << QString(79, u'x') + u'…';
    QTest::newRow("not through a code point")
        << QString(78, u'x') + u"😀😀"_s << QString(78, u'x') + u'…';
}

void tst_turn_track::labelsAreShort()
{
    QFETCH(QString, command);
    QFETCH(QString, label);
    codexwire::ThreadItem item;
    item.label = command;
    QCOMPARE(activityLabel(item), label);
}

void tst_turn_track::aTurnIsFollowed()
{
    TurnTrack track;
    track.reach = Reach::Accepted;
    take(track,
         eventOf("item/started",
                 R"({"threadId":"t","turnId":"u","item":{"id":"1","type":"userMessage"}})"));
    QCOMPARE(track.reach, Reach::Accepted); // our own message is no answer
    TurnNews news =
        take(track,
             eventOf("item/started",
                     R"({"threadId":"t","turnId":"u","item":{"id":"2","type":"reasoning"}})"));
    QVERIFY(track.busy());
    QCOMPARE(news.activity, (Activity{Activity::Kind::Thinking, {}}));
    take(track,
         eventOf("item/completed",
                 R"({"threadId":"t","turnId":"u","item":{"id":"2","type":"reasoning"}})"));
    QVERIFY(!track.busy());
    QCOMPARE(track.reach, Reach::ModelAnswered);
    news = take(
        track,
        eventOf(
            "item/started",
            R"({"threadId":"t","turnId":"u","item":{"id":"3","type":"commandExecution","command":"ls"}})"));
    QCOMPARE(news.activity, (Activity{Activity::Kind::Tool, u"ls"_s}));
    QCOMPARE(track.reach, Reach::ToolStarted);
    QVERIFY(track.busy());
    news = take(
        track,
        eventOf(
            "item/completed",
            R"({"threadId":"t","turnId":"u","item":{"id":"3","type":"commandExecution","status":"failed"}})"));
    QCOMPARE(news.activity, (Activity{Activity::Kind::Thinking, {}}));
    news = take(track,
                eventOf("item/agentMessage/delta",
                        R"({"threadId":"t","turnId":"u","itemId":"4","delta":"Hel"})"));
    QCOMPARE(news.text, u"Hel"_s);
    QCOMPARE(news.item, u"4"_s);
    QCOMPARE(news.activity, (Activity{Activity::Kind::Answering, {}}));
    news = take(track,
                eventOf("item/agentMessage/delta",
                        R"({"threadId":"t","turnId":"u","itemId":"4","delta":"lo"})"));
    QVERIFY(!news.activity); // told once
    QVERIFY(!track.busy()); // a stream that stops is idle
    QCOMPARE(track.reach, Reach::ToolStarted);
    const char *usage =
        R"({"threadId":"t","turnId":"u","tokenUsage":{"last":{"inputTokens":10,"outputTokens":2}}})";
    take(track, eventOf("thread/tokenUsage/updated", usage));
    take(track, eventOf("thread/tokenUsage/updated", usage));
    QCOMPARE(track.inputTokens, 20);
    QCOMPARE(track.outputTokens, 4);
}

// E6: after a refused request Codex tells the cost of the response before it once more.
void tst_turn_track::aCostIsCountedOnce()
{
    const auto usage = [](int total) {
        return eventOf(
            "thread/tokenUsage/updated",
            (R"({"threadId":"t","turnId":"u","tokenUsage":{"last":{"inputTokens":10,"outputTokens":2},"total":{"totalTokens":)"
             + QByteArray::number(total) + "}}}")
                .constData());
    };
    TurnTrack track;
    track.reach = Reach::Accepted;
    take(track, usage(12)); // of the turn before
    QCOMPARE(track.inputTokens, 0);
    take(track,
         eventOf("item/agentMessage/delta",
                 R"({"threadId":"t","turnId":"u","itemId":"4","delta":"Hel"})"));
    take(track, usage(24));
    take(track, usage(24));
    QCOMPARE(track.inputTokens, 10);
    take(track, usage(36));
    QCOMPARE(track.inputTokens, 20);
    QCOMPARE(track.outputTokens, 4);
}

// C14
void tst_turn_track::retriesAreProgress()
{
    TurnTrack track;
    const char *error =
        R"({"threadId":"t","turnId":"u","error":{"message":"Reconnecting... 1/5","codexErrorInfo":
        {"responseStreamDisconnected":{"httpStatusCode":null}}},"willRetry":true})";
    const TurnNews news = take(track, eventOf("error", error));
    QCOMPARE(news.activity, (Activity{Activity::Kind::Retrying, {}}));
    QVERIFY(news.heard);
}

// C17: a thought that its stream broke off never completes; it may not hold the idle clock for good.
void tst_turn_track::aThoughtBrokenOffIsOver()
{
    TurnTrack track;
    for (const char *item : {R"({"id":"1","type":"reasoning"})",
                             R"({"id":"2","type":"commandExecution","command":"ls"})"}) {
        const QByteArray params =
            R"({"threadId":"t","turnId":"u","item":)" + QByteArray(item) + '}';
        take(track, eventOf("item/started", params.constData()));
    }
    take(track,
         eventOf("error",
                 R"({"threadId":"t","turnId":"u","error":{"message":"again"},"willRetry":true})"));
    QCOMPARE(track.running, QSet<QString>{u"2"_s});
}

void tst_turn_track::resultsOfTurns_data()
{
    QTest::addColumn<QByteArray>("turn");
    QTest::addColumn<TurnResult::Status>("status");
    QTest::addColumn<QString>("answer");
    QTest::addColumn<QString>("kind");
    using Status = TurnResult::Status;
    const auto row = [](const char *name,
                        const char *turn,
                        Status status,
                        const char *answer,
                        const QString &kind) {
        QTest::newRow(name) << QByteArray(turn) << status << QString::fromUtf8(answer) << kind;
    };
    row("completed",
        R"({"status":"completed","items":[{"type":"agentMessage","phase":"final_answer","text":"A"}]})",
        Status::Completed,
        "A",
        {});
    row("completed without a phase",
        R"({"status":"completed","items":[{"type":"agentMessage","phase":null,"text":"A"}]})",
        Status::Completed,
        "A",
        {});
    row("completed without an answer",
        R"({"status":"completed","items":[]})",
        Status::Failed,
        "",
        u"internal"_s);
    row("interrupted keeps no text",
        R"({"status":"interrupted","items":[{"type":"agentMessage","phase":null,"text":"A"}]})",
        Status::Interrupted,
        "",
        {});
    row("failed for quota",
        R"({"status":"failed","items":[],"error":{"message":"m","codexErrorInfo":"usageLimitExceeded"}})",
        Status::Failed,
        "",
        u"quota_exhausted"_s);
    row("failed for nothing said",
        R"({"status":"failed","items":[],"error":null})",
        Status::Failed,
        "",
        u"internal"_s);
    row("a status of the future", R"({"status":"postponed","items":[]})", Status::Lost, "", {});
}

void tst_turn_track::resultsOfTurns()
{
    QFETCH(QByteArray, turn);
    QFETCH(TurnResult::Status, status);
    QFETCH(QString, answer);
    QFETCH(QString, kind);
    TurnTrack track;
    track.reach = Reach::Accepted;
    const TurnResult result = resultOfTurn(TurnId(u"t"_s), turnOf(turn.constData()), track, u"m"_s);
    QCOMPARE(result.status, status);
    QCOMPARE(result.answer, answer);
    QCOMPARE(result.failure ? toString(result.failure->kind) : QString(), kind);
}

// D1
void tst_turn_track::turnsAreSearched_data()
{
    QTest::addColumn<QList<QByteArray>>("pages");
    QTest::addColumn<QString>("found");
    QTest::addColumn<Inventory::State>("notFound");
    using S = Inventory::State;
    const char *other =
        R"({"id":"o","status":"completed","items":[{"type":"userMessage","clientId":"other"}]})";
    const char *ours =
        R"({"id":"x","status":"interrupted","items":[{"type":"userMessage","clientId":"t"}]})";
    const char *empty = R"({"id":"e","status":"interrupted","items":[]})";
    const char *running = R"({"id":"r","status":"inProgress","items":[]})";
    const auto page = [](const QByteArrayList &turns, const char *cursor) {
        return QByteArray(R"({"data":[)" + turns.join(',') + R"(],"nextCursor":)" + cursor + "}");
    };
    QTest::newRow("the newest") << QList<QByteArray>{page({ours, other}, R"("2")")} << u"x"_s
                                << S::Absent;
    QTest::newRow("on the second page")
        << QList<QByteArray>{page({other}, R"("1")"), page({ours}, "null")} << u"x"_s << S::Absent;
    QTest::newRow("nowhere") << QList<QByteArray>{page({other}, R"("1")"), page({other}, "null")}
                             << QString() << S::Absent;
    QTest::newRow("no turns") << QList<QByteArray>{page({}, "null")} << QString() << S::Absent;
    QTest::newRow("the newest is empty")
        << QList<QByteArray>{page({empty, other}, "null")} << QString() << S::Empty;
    QTest::newRow("an older one is empty")
        << QList<QByteArray>{page({other, empty}, "null")} << QString() << S::Absent;
    QTest::newRow("the newest has just begun")
        << QList<QByteArray>{page({running}, "null")} << QString() << S::Running;
    QTest::newRow("behind an empty one")
        << QList<QByteArray>{page({empty, ours}, "null")} << u"x"_s << S::Absent;
}

void tst_turn_track::turnsAreSearched()
{
    QFETCH(QList<QByteArray>, pages);
    QFETCH(QString, found);
    QFETCH(Inventory::State, notFound);
    TurnSearch search(TurnId(u"t"_s));
    for (qsizetype page = 0; page < pages.size(); ++page)
        QCOMPARE(search.take(codexwire::readTurnPage(object(pages.at(page).constData()))),
                 page == pages.size() - 1);
    QCOMPARE(search.found() ? search.found()->id : QString(), found);
    if (found.isEmpty())
        QCOMPARE(search.notFound().state, notFound);
}

// D1: only a completed item of phase final_answer counts in an interrupted turn
void tst_turn_track::inventories_data()
{
    QTest::addColumn<QByteArray>("turn");
    QTest::addColumn<Inventory::State>("state");
    QTest::addColumn<QString>("answer");
    using S = Inventory::State;
    const auto row = [](const char *name,
                        const char *status,
                        const char *phase,
                        S state,
                        const char *answer) {
        const QByteArray turn = QByteArray(R"({"id":"x","status":")") + status
            + R"(","items":[{"type":"userMessage","id":"1","clientId":"t"},{"type":"commandExecution","id":"2"},
               {"type":"hologram","id":"3"},{"type":"agentMessage","id":"4","text":"A","phase":)"
            + phase + "}]}";
        QTest::newRow(name) << turn << state << QString::fromLatin1(answer);
    };
    row("completed", "completed", R"("final_answer")", S::Completed, "A");
    row("completed without a phase", "completed", "null", S::Completed, "A");
    row("interrupted after the answer", "interrupted", R"("final_answer")", S::Interrupted, "A");
    row("interrupted, no phase", "interrupted", "null", S::Interrupted, "");
    row("interrupted, commentary", "interrupted", R"("commentary")", S::Interrupted, "");
    row("running", "inProgress", R"("final_answer")", S::Running, "");
    row("failed", "failed", R"("final_answer")", S::Failed, "");
    row("a status of the future", "postponed", "null", S::Unreadable, "");
}

void tst_turn_track::inventories()
{
    QFETCH(QByteArray, turn);
    QFETCH(Inventory::State, state);
    QFETCH(QString, answer);
    const codexwire::Turn read = turnOf(turn.constData());
    const Inventory inventory = inventoryOf(TurnId(u"t"_s), read, read.items);
    QCOMPARE(inventory.state, state);
    QCOMPARE(inventory.finalAnswer, answer);
    QCOMPARE(inventory.items.size(), 4);
    QCOMPARE(inventory.items.at(0).kind, TurnItem::Kind::UserMessage);
    QCOMPARE(inventory.items.at(1).kind, TurnItem::Kind::Effect);
    QCOMPARE(inventory.items.at(2).kind, TurnItem::Kind::Unknown);
    QCOMPARE(inventory.items.at(2).type, u"hologram"_s);
    QCOMPARE(inventory.items.at(3).kind, TurnItem::Kind::AgentMessage);
    QCOMPARE(inventory.failure.has_value(),
             state == Inventory::State::Failed || state == Inventory::State::Unreadable);
}

QTEST_GUILESS_MAIN(tst_turn_track)
#include "tst_turn_track.moc"
