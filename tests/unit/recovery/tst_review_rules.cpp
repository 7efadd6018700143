// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "dispatch/turn_rules.h"
#include "recovery/review_rules.h"
#include "recovery/review_text.h"

#include <QtTest>

#include <functional>

using namespace hostline;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Item = TurnItem::Kind;

/// A turn that was cut off after one command.
Inventory interrupted()
{
    Inventory inventory;
    inventory.turn = TurnId(u"turn"_s);
    inventory.state = Inventory::State::Interrupted;
    inventory.nativeTurn = u"native"_s;
    inventory.items = {
        {.kind = Item::UserMessage, .id = u"1"_s, .type = u"userMessage"_s, .text = u"question"_s},
        {.kind = Item::AgentMessage, .id = u"2"_s, .type = u"agentMessage"_s, .text = u"I look"_s},
        {.kind = Item::Effect,
         .id = u"3"_s,
         .type = u"commandExecution"_s,
         .text = u"make test"_s,
         .status = u"failed"_s,
         .output = u"2 of 7 failed"_s,
         .exitCode = 3},
    };
    return inventory;
}

using Change = std::function<void(Inventory &)>;

} // namespace

Q_DECLARE_METATYPE(Change)

class tst_review_rules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // D2, D3, D5: whatever changes in the turn changes its digest, and nothing else does.
    void digest_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<bool>("same");
        const auto row = [](const char *name, const Change &change, bool same = false) {
            QTest::newRow(name) << change << same;
        };
        row(
            "read again", [](Inventory &) {}, true);
        row(
            "our own id of the turn", [](Inventory &i) { i.turn = TurnId(u"x"_s); }, true);
        row("the state", [](Inventory &i) { i.state = Inventory::State::Completed; });
        row("the native turn", [](Inventory &i) { i.nativeTurn = u"other"_s; });
        row("a final answer", [](Inventory &i) { i.finalAnswer = u"done"_s; });
        row("one item more", [](Inventory &i) { i.items.append(TurnItem{}); });
        row("one item less", [](Inventory &i) { i.items.removeLast(); });
        row("the order", [](Inventory &i) { i.items.swapItemsAt(1, 2); });
        row("an id", [](Inventory &i) { i.items[2].id = u"4"_s; });
        row("a kind", [](Inventory &i) { i.items[2].kind = Item::Unknown; });
        row("a type", [](Inventory &i) { i.items[2].type = u"fileChange"_s; });
        row("a text", [](Inventory &i) { i.items[1].text += u' '; });
        row("a status", [](Inventory &i) { i.items[2].status = u"completed"_s; });
        row("an output", [](Inventory &i) { i.items[2].output += u'\n'; });
        row("an exit code", [](Inventory &i) { i.items[2].exitCode = 0; });
        row("no exit code", [](Inventory &i) { i.items[2].exitCode.reset(); });
        row("live", [](Inventory &i) { i.items[2].live = true; });
        row("a text that moves to the next field", [](Inventory &i) {
            i.items[2].output = i.items[2].status + i.items[2].output;
            i.items[2].status.clear();
        });
    }
    void digest()
    {
        QFETCH(Change, change);
        QFETCH(bool, same);
        Inventory changed = interrupted();
        change(changed);
        QCOMPARE(digestOf(changed) == digestOf(interrupted()), same);
        QCOMPARE(digestOf(changed).size(), 64);
    }

    void digestIsStable()
    {
        // It is stored and compared by a later version of the program.
        QCOMPARE(digestOf(interrupted()),
                 u"30e9f80775371f1a171910874acee708f84f0f9d254d7bba2bd91ae4cdf59b70"_s);
    }

    void items_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<bool>("sameQuestion");
        QTest::addColumn<bool>("openItem");
        const auto row = [](const char *name, const Change &change, bool same, bool open) {
            QTest::newRow(name) << change << same << open;
        };
        row(
            "D2 as it was asked", [](Inventory &) {}, true, false);
        row(
            "D2 the question in other words",
            [](Inventory &i) { i.items[0].text = u"question?"_s; },
            false,
            false);
        row(
            "D2 no question at all", [](Inventory &i) { i.items.removeFirst(); }, false, false);
        row(
            "D2 an item that is live", [](Inventory &i) { i.items[2].live = true; }, true, true);
        row(
            "D2 an item of an unknown kind",
            [](Inventory &i) { i.items[2].kind = Item::Unknown; },
            true,
            true);
    }
    void items()
    {
        QFETCH(Change, change);
        QFETCH(bool, sameQuestion);
        QFETCH(bool, openItem);
        Inventory changed = interrupted();
        change(changed);
        const ItemFacts facts = itemFacts(changed, u"question"_s);
        QCOMPARE(facts.sameQuestion, sameQuestion);
        QCOMPARE(facts.openItem, openItem);
    }

    void capacity_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<int>("seenSecondsAfterStart");
        QTest::addColumn<int>("known");
        using Known = RecoveryFacts::Capacity;
        const auto row = [](const char *name, Capacity::State state, int seen, Known known) {
            QTest::newRow(name) << int(state) << seen << int(known);
        };
        row("D2 available, just read", Capacity::State::Available, 100, Known::Some);
        row("D2 unmetered", Capacity::State::Unmetered, 100, Known::Some);
        row("D2 a minute old", Capacity::State::Available, 40, Known::Some);
        row("D2 older than a minute", Capacity::State::Available, 39, Known::Unread);
        row("D2 read before this start", Capacity::State::Available, -1, Known::Unread);
        row("D4 exhausted", Capacity::State::Exhausted, 100, Known::None);
        row("D4 unknown", Capacity::State::Unknown, 100, Known::None);
    }
    void capacity()
    {
        QFETCH(int, state);
        QFETCH(int, seenSecondsAfterStart);
        QFETCH(int, known);
        const QDateTime start = QDateTime::fromMSecsSinceEpoch(1'000'000'000, Qt::UTC);
        Capacity capacity;
        capacity.state = Capacity::State(state);
        capacity.observedAt = start.addSecs(seenSecondsAfterStart);
        QCOMPARE(int(capacityFor(capacity, start.addSecs(100), start)), known);
        QVERIFY(capacityFor(Capacity{}, start, start) == RecoveryFacts::Capacity::Unread);
    }

    void text()
    {
        const QString text = reviewQuestion(u"question"_s, interrupted().items);
        QVERIFY(text.contains(u"<question>\nquestion\n</question>"_s));
        QVERIFY(text.contains(u"[1] message of the agent\nI look\n"_s));
        QVERIFY(text.contains(u"[2] commandExecution, failed, exit code 3\nmake test\n"
                              "output:\n2 of 7 failed\n"_s));
        QCOMPARE(text.count(u"question\n</question>"_s), 1);
        QVERIFY(reviewQuestion(u"q"_s, {}).contains(u"nothing: it was cut off"_s));
        QVERIFY(!reviewGuidance().isEmpty());
    }

    // D6: bounded, the longest texts first, and where something is left out it says so.
    void longTexts()
    {
        QList<TurnItem> items = interrupted().items;
        items[2].output = u"BEGIN"_s + QString(50'000, u'x') + u"END"_s;
        const QString question(5'000, u'q');
        const QString text = reviewQuestion(question, items, 10'000);
        QVERIFY(text.contains(question));
        QVERIFY(text.contains(u"I look"_s));
        QVERIFY(text.contains(u"BEGIN"_s));
        QVERIFY(text.contains(u"END"_s));
        QVERIFY(text.contains(u"characters were left out here"_s));
        QVERIFY(text.size() < 5'000 + 10'000 + 1'000);
        // Never inside a character of two units.
        items[2].output.clear();
        while (items[2].output.size() < 40'000)
            items[2].output += QString::fromUtf8("\xF0\x9F\x98\x80");
        for (const int limit : {9'990, 9'991, 9'992, 9'993}) {
            const QString cut = reviewQuestion(u"q"_s, items, limit);
            QCOMPARE(QString::fromUtf8(cut.toUtf8()), cut);
        }
    }

    // D5, D7: what a review came to.
    void outcome_data()
    {
        using Status = TurnResult::Status;
        using Outcome = TurnOutcome::Kind;
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("reach");
        QTest::addColumn<int>("reason");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("failure"); // -1: none
        const auto row = [](const char *name,
                            Status status,
                            Reach reach,
                            EndReason reason,
                            Outcome kind,
                            int failure) {
            QTest::newRow(name) << int(status) << int(reach) << int(reason) << int(kind) << failure;
        };
        const int restarted = int(FailureKind::Restarted);
        row("an answer",
            Status::Completed,
            Reach::ModelAnswered,
            EndReason::None,
            Outcome::Answered,
            -1);
        row("D7 an answer after a tool was started",
            Status::Completed,
            Reach::ToolStarted,
            EndReason::None,
            Outcome::Fail,
            restarted);
        row("D7 the core saw it act",
            Status::Completed,
            Reach::ModelAnswered,
            EndReason::Acted,
            Outcome::Fail,
            restarted);
        row("D7 it acted and was interrupted",
            Status::Interrupted,
            Reach::ToolStarted,
            EndReason::Acted,
            Outcome::Fail,
            restarted);
        row("it failed",
            Status::Failed,
            Reach::ModelAnswered,
            EndReason::None,
            Outcome::Fail,
            restarted);
        row("D5 it was not even sent",
            Status::Failed,
            Reach::NotSent,
            EndReason::None,
            Outcome::Fail,
            restarted);
        row("D5 its host went away",
            Status::Lost,
            Reach::Unknown,
            EndReason::None,
            Outcome::Fail,
            restarted);
        row("nothing was heard of it",
            Status::Interrupted,
            Reach::Accepted,
            EndReason::Idle,
            Outcome::Fail,
            restarted);
        row("A10 stopped",
            Status::Interrupted,
            Reach::Accepted,
            EndReason::Stopped,
            Outcome::Fail,
            int(FailureKind::Stopped));
        row("an orderly stop",
            Status::Interrupted,
            Reach::Accepted,
            EndReason::Shutdown,
            Outcome::LeaveToRecovery,
            -1);
    }
    void outcome()
    {
        QFETCH(int, status);
        QFETCH(int, reach);
        QFETCH(int, reason);
        QFETCH(int, kind);
        QFETCH(int, failure);
        TurnResult result;
        result.status = TurnResult::Status(status);
        result.reach = Reach(reach);
        result.answer = u"answer"_s;
        if (result.status == TurnResult::Status::Failed)
            result.failure = Failure{FailureKind::QuotaExhausted, u"quota"_s, {}, {}};
        const TurnOutcome outcome = outcomeOfReview(result, EndReason(reason));
        QCOMPARE(int(outcome.kind), kind);
        QCOMPARE(outcome.failure ? int(outcome.failure->kind) : -1, failure);
    }
};

QTEST_GUILESS_MAIN(tst_review_rules)
#include "tst_review_rules.moc"
