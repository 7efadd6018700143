// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "core_bench.h"

#include <QtCore/QScopeGuard>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

#include <csignal>

#include <sys/resource.h>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// I2: what the host shows of itself, over the real store and the fake provider.
class TestCoreViews : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void deletedRequestsAreShownNowhere();
    void deletedWhileItRunsIsShownNowhere();
    void pagesByTheCursorsItGave();
    void pagesLoseNoConversation();
    void refusesOtherCursors_data();
    void refusesOtherCursors();
    void titlesAreFound();
    void tellsOfAStoreThatCannotCommit();
    void aReceiptIsWrittenOnceForEachTurn();
    void whatIsPreferredIsShown();
};

namespace {

bool isNotFound(const Answer &answer)
{
    const auto *const failure = std::get_if<Failure>(&answer);
    return failure && failure->kind == FailureKind::NotFound;
}

QStringList listed(CoreBench &bench, const QList<RequestState> &states)
{
    QStringList texts;
    const Answer answer = bench.answerTo(ListRequests{states, 50, {}});
    if (const auto *const list = std::get_if<RequestList>(&answer)) {
        for (const RequestView &view : list->requests)
            texts.append(view.text);
    }
    return texts;
}

const QList<RequestState> everyState{
    RequestState::Queued, RequestState::Running, RequestState::Waiting, RequestState::Settled};

Place deskRoom(const QString &room)
{
    return {u"desk"_s, {}, room, {}};
}

} // namespace

void TestCoreViews::deletedRequestsAreShownNowhere()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId gone = bench.ask(u"gone"_s, u"one"_s).request;
    const RequestId kept = bench.ask(u"kept"_s, u"two"_s).request;
    QVERIFY(bench.until([&] { return bench.isSettled(gone) && bench.isSettled(kept); }));
    QVERIFY(std::holds_alternative<Done>(bench.answerTo(DeleteConversation{deskRoom(u"one"_s)})));

    QVERIFY(isNotFound(bench.answerTo(GetRequest{gone})));
    QVERIFY(isNotFound(bench.answerTo(StopRequest{gone})));
    QCOMPARE(listed(bench, everyState), QStringList{u"kept"_s});
    QCOMPARE(listed(bench, {RequestState::Settled}), QStringList{u"kept"_s});
    QCOMPARE(bench.view(kept).text, u"kept"_s);

    // A2: what is left of it is its identity: the same message is no new one.
    InboundMessage again;
    again.source = {u"desk"_s, {}, u"one"_s, {}, u"ann"_s};
    again.messageId = u"m1"_s;
    again.text = u"gone"_s;
    const Answer answer = bench.answerTo(Ask{again});
    const auto *const admission = std::get_if<Admission>(&answer);
    QVERIFY(admission);
    QVERIFY(admission->result == Admission::Result::Replayed);
    QCOMPARE(admission->request, gone);
    QVERIFY(isNotFound(bench.answerTo(GetRequest{gone})));

    // The place itself begins anew.
    const RequestId fresh = bench.ask(u"fresh"_s, u"one"_s).request;
    QCOMPARE(bench.view(fresh).text, u"fresh"_s);
    QCOMPARE(listed(bench, everyState), (QStringList{u"fresh"_s, u"kept"_s}));
}

void TestCoreViews::deletedWhileItRunsIsShownNowhere()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.ask(u"[[hang]] [[deaf]] runs"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    const TurnId turn = bench.liveTurn();
    QVERIFY(std::holds_alternative<Done>(bench.answerTo(DeleteConversation{deskRoom(u"room"_s)})));
    QVERIFY(isNotFound(bench.answerTo(GetRequest{request})));
    QCOMPARE(listed(bench, {}), QStringList());
    bench.provider->release(turn);
    bench.settle();
    QVERIFY(isNotFound(bench.answerTo(GetRequest{request})));
    QCOMPARE(listed(bench, everyState), QStringList());
}

void TestCoreViews::pagesByTheCursorsItGave()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    for (const QString &room : {u"one"_s, u"two"_s, u"three"_s}) {
        bench.ask(room, room);
        bench.advance(10ms, 10ms);
    }
    const Answer first = bench.answerTo(ListRequests{everyState, 2, {}});
    const Answer rest =
        bench.answerTo(ListRequests{everyState, 2, std::get<RequestList>(first).before});
    QCOMPARE(std::get<RequestList>(rest).requests.size(), 1);
    const Answer places = bench.answerTo(ListConversations{{}, true, 2, {}});
    const Answer more =
        bench.answerTo(ListConversations{{}, true, 2, std::get<ConversationList>(places).before});
    QCOMPARE(std::get<ConversationList>(more).conversations.size(), 1);
    bench.ask(u"again"_s, u"one"_s);
    const Answer last = bench.answerTo(GetDialogue{deskRoom(u"one"_s), 1, {}});
    const Answer before =
        bench.answerTo(GetDialogue{deskRoom(u"one"_s), 1, std::get<DialogueView>(last).before});
    QCOMPARE(std::get<DialogueView>(before).requests.first().text, u"one"_s);
}

void TestCoreViews::pagesLoseNoConversation()
{
    // All are made within the same millisecond: time alone does not tell where a page ends.
    CoreBench bench;
    QVERIFY(bench.boot());
    QStringList made;
    for (const QString &room : {u"c"_s, u"a/\u00fc \""_s, u"e"_s, u"b"_s, u"d"_s}) {
        QVERIFY(std::holds_alternative<ConversationView>(
            bench.answerTo(CreateConversation{deskRoom(room), room})));
        made.append(room);
    }
    QStringList seen;
    QString before;
    int pages = 0;
    do {
        const Answer answer = bench.answerTo(ListConversations{u"desk"_s, true, 2, before});
        const auto *const list = std::get_if<ConversationList>(&answer);
        QVERIFY(list);
        for (const ConversationView &view : list->conversations)
            seen.append(view.place.peer);
        before = list->before;
        QVERIFY(++pages <= 3);
    } while (!before.isEmpty());
    QCOMPARE(pages, 3);
    seen.sort();
    made.sort();
    QCOMPARE(seen, made);
}

void TestCoreViews::refusesOtherCursors_data()
{
    QTest::addColumn<QString>("cursor");
    QTest::newRow("a word") << u"zzz"_s;
    QTest::newRow("a number with a tail") << u"17x"_s;
    QTest::newRow("a number beyond all") << u"99999999999999999999"_s;
    QTest::newRow("a time alone") << u"1800000000000"_s;
    QTest::newRow("a time without an id") << u"1800000000000."_s;
    QTest::newRow("a time beyond all") << u"99999999999999999999.a"_s;
    QTest::newRow("no time") << u"x.01939f7c-0000-7000-8000-000000000000"_s;
    QTest::newRow("an id that was not made here") << u"00000000-0000-4000-8000-000000000000"_s;
    QTest::newRow("an id in braces") << u"{01890000-0000-7000-8000-000000000000}"_s;
    QTest::newRow("a half of a statement") << u"' or 1=1 --"_s;
}

void TestCoreViews::refusesOtherCursors()
{
    QFETCH(QString, cursor);
    CoreBench bench;
    QVERIFY(bench.boot());
    bench.ask(u"question"_s);
    for (const Order &order : {Order(ListRequests{everyState, 10, cursor}),
                               Order(ListConversations{{}, true, 10, cursor}),
                               Order(GetDialogue{deskRoom(u"room"_s), 10, cursor})}) {
        const Answer answer = bench.answerTo(order);
        const auto *const failure = std::get_if<Failure>(&answer);
        QVERIFY(failure);
        QVERIFY(failure->kind == FailureKind::InvalidInput);
        QVERIFY(!failure->detail.isEmpty());
    }
}

void TestCoreViews::titlesAreFound()
{
    // I2: what is looked for stands in a title, in a question, or in both.
    CoreBench bench;
    QVERIFY(bench.boot());
    const RequestId asked = bench.ask(u"Where is the umbrella?"_s, u"one"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(asked); }));
    QVERIFY(!std::holds_alternative<Failure>(
        bench.answerTo(RenameConversation{deskRoom(u"one"_s), u"Weather 100%"_s})));
    bench.clock.advance(1s);
    QVERIFY(!std::holds_alternative<Failure>(
        bench.answerTo(CreateConversation{deskRoom(u"two"_s), u"An Umbrella of ours"_s})));
    QVERIFY(!std::holds_alternative<Failure>(
        bench.answerTo(CreateConversation{deskRoom(u"gone"_s), u"umbrella"_s})));
    QVERIFY(
        !std::holds_alternative<Failure>(bench.answerTo(DeleteConversation{deskRoom(u"gone"_s)})));
    const auto found = [&bench](const QString &text, int limit) {
        return std::get<SearchResult>(bench.answerTo(Search{u"desk"_s, text, limit})).hits;
    };
    const QList<SearchHit> hits = found(u"UMBRELLA"_s, 10);
    QCOMPARE(hits.size(), 3); // the title, the question, the answer that repeats it
    QCOMPARE(hits.first().place, deskRoom(u"two"_s)); // newest first
    QVERIFY(hits.first().request.isNull());
    QCOMPARE(hits.first().excerpt, u"An Umbrella of ours"_s);
    QCOMPARE(hits.at(1).request, asked);
    QCOMPARE(found(u"umbrella"_s, 1).size(), 1);
    const QList<SearchHit> literal = found(u"100%"_s, 10);
    QCOMPARE(literal.size(), 1);
    QCOMPARE(literal.first().title, u"Weather 100%"_s);
    QVERIFY(found(u"1_0%"_s, 10).isEmpty());
    // A place that was begun anew is one hit, with the name that it has now.
    bench.ask(u"/new"_s, u"one"_s);
    bench.ask(u"again"_s, u"one"_s);
    QCOMPARE(found(u"weather"_s, 10).size(), 1);
}

void TestCoreViews::tellsOfAStoreThatCannotCommit()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    QVERIFY(bench.ask(u"before"_s, u"one"_s).result == Admission::Result::Created);
    bench.advance(1s);
    QSignalSpy changes(&bench.core->control, &HostControl::changed);
    const auto trouble = [&bench] {
        return std::get<StatusView>(bench.answerTo(GetStatus{})).storeTrouble;
    };
    QVERIFY(!trouble());

    // Writing beyond a file's allowed size fails as a full disk does: at the commit. Nothing fits, also not a fresh log.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &old), 0);
    const rlimit full{.rlim_cur = 0, .rlim_max = old.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &full), 0);
    const auto restore = qScopeGuard([&old] { ::setrlimit(RLIMIT_FSIZE, &old); });
    QVERIFY(bench.ask(u"refused"_s, u"two"_s).result == Admission::Result::TryLater);
    const QDateTime since = bench.clock.wall();
    QVERIFY(trouble());
    QVERIFY(trouble()->failure.kind == FailureKind::StoreUnavailable);
    QCOMPARE(trouble()->since, since);
    QCOMPARE(changes.count(), 1);
    bench.advance(20s, 1s); // still full
    QVERIFY(trouble());
    QCOMPARE(trouble()->since, since);
    QCOMPARE(changes.count(), 1);

    // There is room again, and nobody asks for anything: it finds out by itself.
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &old), 0);
    bench.advance(10s, 1s);
    QVERIFY(!trouble());
    QCOMPARE(changes.count(), 2);
    const qint64 commits = bench.core->store.counters().commits;
    bench.advance(30s, 1s);
    QCOMPARE(bench.core->store.counters().commits, commits); // and looks no longer
}

// E6
void TestCoreViews::aReceiptIsWrittenOnceForEachTurn()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    const Admission admission = bench.ask(u"[[say four]]"_s);
    QVERIFY(soon([&] { return bench.isSettled(admission.request); }));
    const QList<Spend> spends = bench.view(admission.request).spends;
    QCOMPARE(spends, (QList<Spend>{{u"fake"_s, 12, 4}}));

    // Whoever sends it again gets the same request, and whoever looks at it spends nothing.
    const RequestView shown = bench.view(admission.request);
    InboundMessage again;
    again.source = {shown.place.channel, shown.place.account, shown.place.peer, {}, {}};
    again.messageId = shown.messageId;
    again.text = shown.text;
    again.sentAt = shown.sentAt;
    const Answer replayed = bench.answerTo(Ask{again});
    QVERIFY(std::get<Admission>(replayed).result == Admission::Result::Replayed);
    QVERIFY(std::holds_alternative<StatusView>(bench.answerTo(GetStatus{})));
    bench.settle();
    QCOMPARE(bench.view(admission.request).spends, spends);
    QVERIFY(bench.reboot());
    QCOMPARE(bench.view(admission.request).spends, spends);
    QCOMPARE(bench.turnsAsked(u"[[say four]]"_s), 1);
    const Answer dialogue = bench.answerTo(GetDialogue{shown.place, 50, {}});
    QCOMPARE(std::get<DialogueView>(dialogue).requests.first().spends, spends);

    // A turn whose host reported no cost has no receipt.
    const Admission failed = bench.ask(u"[[error 400]]"_s);
    QVERIFY(soon([&] { return bench.isSettled(failed.request); }));
    QVERIFY(bench.view(failed.request).spends.isEmpty());
}

// C4
void TestCoreViews::whatIsPreferredIsShown()
{
    CoreBench bench;
    QVERIFY(bench.boot());
    QVERIFY(soon([&, id = bench.ask(u"[[say a]]"_s).request] { return bench.isSettled(id); }));
    const Answer changed =
        bench.answerTo(PreferForConversation{deskRoom(u"room"_s), {}, u"gpt-6"_s, u"high"_s, {}});
    QCOMPARE(std::get<ConversationView>(changed).model, u"gpt-6"_s);
    QCOMPARE(std::get<ConversationView>(changed).effort, u"high"_s);
    for (const Order &order :
         {Order(PreferForConversation{deskRoom(u"room"_s), u"nobody"_s, {}, {}, {}}),
          Order(PreferForConversation{deskRoom(u"room"_s), {}, {}, {}, u"x"_s})}) {
        const Answer refused = bench.answerTo(order);
        QVERIFY(std::get<Failure>(refused).kind == FailureKind::InvalidInput);
    }
    const Answer missing =
        bench.answerTo(PreferForConversation{deskRoom(u"none"_s), {}, u"m"_s, {}, {}});
    QVERIFY(isNotFound(missing));
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestCoreViews)
#include "tst_core_views.moc"
