// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "core_bench.h"

#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Play = std::function<void(CoreBench &, const RequestId &)>;

/// What becomes of a question whose turn a restart interrupted (D2-D9).
class TestCoreReview : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void reviewed_data();
    void reviewed();
    void theRecordStays();
    void notReviewed_data();
    void notReviewed();
    void capacityComes_data();
    void capacityComes();
    void inTheOrderOfTheConversation();
    void reservedOverARestart();
    void off_data();
    void off();
    void changedIsHeld();
    void comesToNothing_data();
    void comesToNothing();
    void killedInItsReview();
    void stopped_data();
    void stopped();
    void grantGone_data();
    void grantGone();
    void theNextQuestionKnowsTheAnswer();
};

namespace {

const QString restarted = toString(NoticeId::FailedRestarted);
const QString told = toString(NoticeId::RequestRestarted);

/// A quota as a test sets it.
struct Quota
{
    Capacity::State state = Capacity::State::Unmetered;
    std::chrono::seconds age{0};
    int reads = 0;
};

class Bench : public CoreBench
{
public:
    Bench()
    {
        settings.recovery.reviews = true;
        onCore = [this](HostCore &host) {
            // What routing hears is the fake provider's quota, which would keep the questions waiting, too.
            QObject::disconnect(&host.routing, nullptr, &host.review, nullptr);
            host.review.setCapacityReader([this, &host](const QString &name) {
                ++quota.reads;
                QMetaObject::invokeMethod(
                    &host.review,
                    [this, &host, name] { host.review.capacityKnown(name, capacity()); },
                    Qt::QueuedConnection);
            });
        };
        onProvider = [this](FakeProvider &fake) {
            fake.setReviewScript(script);
            fake.setReviews(refusal);
            fake.setMoreItems(moreItems);
        };
    }

    /// A question that was being worked on when everything was killed; nothing is up again yet.
    RequestId interrupted(const QString &question = u"[[hang]] question"_s)
    {
        const RequestId request = ask(question).request;
        [this] {
            QVERIFY(soon([this] { return !liveTurn().isNull(); }));
        }();
        kill();
        return request;
    }
    void setQuota(Capacity::State state)
    {
        quota.state = state;
        core->review.capacityKnown(u"agent"_s, capacity());
    }
    [[nodiscard]] Capacity capacity() const
    {
        Capacity known;
        known.state = quota.state;
        known.observedAt = clock.wall().addSecs(-quota.age.count());
        return known;
    }
    [[nodiscard]] int reviewsAsked() const { return turnsAsked(u"<record>"_s); }
    [[nodiscard]] QString row(const QString &query)
    {
        QString text;
        bool done = false;
        core->store.post<QString>(
            this,
            [query](Transaction &transaction) {
                const auto found = transaction.first(query);
                return found ? found->text(0) : QString();
            },
            [&](const Result<QString> &result) {
                text = result.value();
                done = true;
            });
        [&done] {
            QVERIFY(soon([&done] { return done; }));
        }();
        return text;
    }

    Quota quota;
    QString script = u"[[say reviewed]]"_s;
    std::optional<FailureKind> refusal;
    QList<TurnItem> moreItems;
};

const QString askRow =
    u"select "
    u"id||kind||ordinal||binding_id||state||native_turn||reach||status||failure||detail||digest||"
    "run_id||boot||started_at||ended_at from turns where kind = 'ask'"_s;

} // namespace

void TestCoreReview::reviewed_data()
{
    QTest::addColumn<bool>("hostAlone");
    QTest::newRow("H02 the core was killed") << false;
    QTest::newRow("the host died") << true;
}

void TestCoreReview::reviewed()
{
    QFETCH(bool, hostAlone);
    Bench bench;
    QVERIFY(bench.boot());
    RequestId request;
    if (hostAlone) {
        request = bench.ask(u"[[hang]] question"_s).request;
        QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
        bench.provider->crash();
    } else {
        request = bench.interrupted();
        QVERIFY(bench.boot());
    }
    QVERIFY(bench.until([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyText(request), u"reviewed"_s);
    QCOMPARE(bench.notices(request).count(told), 1); // B1, D8: followed, not replaced
    const qsizetype notices = bench.notices(request).size();
    QCOMPARE(notices, hostAlone ? 2 : 1); // a provider that is away is told, too
    const RequestView view = bench.view(request);
    QCOMPARE(view.reply->marks.size(), 1);
    QCOMPARE(view.reply->marks.first().id, toString(NoticeId::RequestReviewed));
    QVERIFY(!view.failure);
    QCOMPARE(bench.turnsAsked(u"[[hang]]"_s) - bench.reviewsAsked(), 1); // no second business turn
    QCOMPARE(bench.reviewsAsked(), 1);
    // D6: a new thread of its own, with the instructions of a review, and dropped afterwards.
    QCOMPARE(bench.provider->reviews().size(), 1);
    const ThreadSpec &spec = bench.provider->reviews().first();
    QVERIFY(spec.access == Access::Read);
    QVERIFY(spec.nativeThread.isEmpty());
    QVERIFY(spec.guidance.contains(u"You have no tools here"_s));
    const FakeRecord::Turn &turn = bench.record.turns().last();
    QVERIFY(turn.thread != bench.record.turns().first().thread);
    QVERIFY(soon([&] { return bench.provider->abandoned().contains(turn.thread); }));
    // The next start has nothing left to do.
    QVERIFY(bench.reboot());
    bench.advance(2min, 10s);
    QCOMPARE(bench.reviewsAsked(), 1);
    QCOMPARE(bench.notices(request).size(), notices);
}

void TestCoreReview::theRecordStays()
{
    // D8: what is stored of the interrupted turn is never rewritten.
    Bench bench;
    bench.quota.state = Capacity::State::Exhausted;
    QVERIFY(bench.boot());
    const RequestId request = bench.interrupted();
    QVERIFY(bench.boot());
    QVERIFY(bench.waitsSoonFor(request, RequestView::WaitsFor::Review));
    const QString before = bench.row(askRow);
    QVERIFY(before.contains(u"restarted"_s));
    bench.setQuota(Capacity::State::Available);
    QVERIFY(bench.until([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyText(request), u"reviewed"_s);
    QCOMPARE(bench.row(askRow), before);
    QVERIFY(bench.reboot());
    QCOMPARE(bench.row(askRow), before);
}

void TestCoreReview::notReviewed_data()
{
    QTest::addColumn<Play>("prepare");
    QTest::addColumn<QString>("notice");
    QTest::newRow("D4 reviews are off") << Play([](CoreBench &bench, const RequestId &) {
        bench.settings.recovery.reviews = false;
    }) << restarted;
    QTest::newRow("D2 an item is live") << Play([](CoreBench &bench, const RequestId &) {
        static_cast<Bench &>(bench).moreItems = {
            {.kind = TurnItem::Kind::Effect, .id = u"x"_s, .type = u"tool"_s, .live = true}};
    }) << restarted;
    QTest::newRow("D2 an item of an unknown kind") << Play([](CoreBench &bench, const RequestId &) {
        static_cast<Bench &>(bench).moreItems = {
            {.kind = TurnItem::Kind::Unknown, .id = u"x"_s, .type = u"hologram"_s}};
    }) << restarted;
    QTest::newRow("D6 the host cannot be confined")
        << Play([](CoreBench &bench, const RequestId &) {
               static_cast<Bench &>(bench).refusal = FailureKind::UnsupportedHost;
           })
        << restarted;
    QTest::newRow("D1 the record is gone") << Play([](CoreBench &bench, const RequestId &) {
        bench.record.forget(bench.record.turns().last().thread);
    }) << restarted;
}

void TestCoreReview::notReviewed()
{
    QFETCH(Play, prepare);
    QFETCH(QString, notice);
    Bench bench;
    QVERIFY(bench.boot());
    // The thread has had a turn, so that the interrupted one is not known never to have been asked.
    const RequestId first = bench.ask(u"first"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(first); }));
    const RequestId request = bench.interrupted();
    prepare(bench, request);
    QVERIFY(bench.boot());
    QVERIFY(bench.until([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyNotice(request), notice);
    QCOMPARE(bench.reviewsAsked(), 0);
    const bool refusedLate = bench.refusal.has_value();
    QCOMPARE(bench.notices(request), refusedLate ? QStringList{told} : QStringList{});
    // It is not tried again, and the conversation goes on.
    QVERIFY(bench.reboot());
    bench.advance(2min, 10s);
    QCOMPARE(bench.reviewsAsked(), 0);
}

void TestCoreReview::capacityComes_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<int>("age");
    QTest::newRow("D4 exhausted") << int(Capacity::State::Exhausted) << 0;
    QTest::newRow("D2 unknown") << int(Capacity::State::Unknown) << 0;
    QTest::newRow("D2 read too long ago") << int(Capacity::State::Available) << 61;
}

void TestCoreReview::capacityComes()
{
    // D4, D9: it waits without a reservation, and the conversation goes on; the restart was told, the quota was not.
    QFETCH(int, state);
    QFETCH(int, age);
    Bench bench;
    bench.quota.state = Capacity::State(state);
    bench.quota.age = std::chrono::seconds(age);
    QVERIFY(bench.boot());
    const RequestId request = bench.interrupted();
    QVERIFY(bench.boot());
    QVERIFY(bench.waitsSoonFor(request, RequestView::WaitsFor::Review));
    const RequestId next = bench.ask(u"next"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(next); }));
    QCOMPARE(bench.replyText(next), u"echo: next"_s);
    bench.advance(5min, 10s);
    QVERIFY(bench.reboot());
    bench.advance(5min, 10s);
    QCOMPARE(bench.row(u"select count(*) from turns where kind = 'review'"_s), u"0"_s);
    QCOMPARE(bench.notices(request), QStringList{told});
    if (age > 0)
        QVERIFY(bench.quota.reads > 0); // it asks
    bench.quota.age = 0s;
    bench.setQuota(Capacity::State::Available);
    QVERIFY(bench.until([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyText(request), u"reviewed"_s); // D3: later turns do not matter
    QCOMPARE(bench.reviewsAsked(), 1);
    QCOMPARE(bench.notices(request), QStringList{told});
}

void TestCoreReview::inTheOrderOfTheConversation()
{
    // D4: behind what runs, in front of what was asked later.
    Bench bench;
    bench.quota.state = Capacity::State::Exhausted;
    QVERIFY(bench.boot());
    const RequestId request = bench.interrupted();
    QVERIFY(bench.boot());
    QVERIFY(bench.waitsSoonFor(request, RequestView::WaitsFor::Review));
    const RequestId running = bench.ask(u"[[hang]] running"_s).request;
    const RequestId later = bench.ask(u"later"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    bench.setQuota(Capacity::State::Available);
    bench.advance(1min, 10s);
    QCOMPARE(bench.row(u"select state from turns where kind = 'review'"_s), u"intended"_s);
    QCOMPARE(bench.provider->reviews().size(), 0);
    bench.provider->releaseAll();
    QVERIFY(bench.until([&] { return bench.isSettled(later); }));
    QVERIFY(bench.isSettled(running));
    const QList<FakeRecord::Turn> &turns = bench.record.turns();
    QCOMPARE(turns.size(), 4);
    QVERIFY(turns.at(1).text.contains(u"running"_s));
    QVERIFY(turns.at(2).text.contains(u"<record>"_s));
    QVERIFY(turns.at(3).text.contains(u"later"_s));
    QCOMPARE(bench.replyText(request), u"reviewed"_s);
}

void TestCoreReview::reservedOverARestart()
{
    // D4, D5: reserved and not asked, killed: asked once afterwards.
    Bench bench;
    bench.quota.state = Capacity::State::Exhausted;
    QVERIFY(bench.boot());
    const RequestId request = bench.interrupted();
    QVERIFY(bench.boot());
    QVERIFY(bench.waitsSoonFor(request, RequestView::WaitsFor::Review));
    const RequestId running = bench.ask(u"[[hang]] running"_s).request;
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    bench.setQuota(Capacity::State::Available);
    bench.settle();
    const QString reserved = bench.row(u"select id from turns where kind = 'review'"_s);
    QVERIFY(!reserved.isEmpty());
    QVERIFY(bench.reboot());
    QVERIFY(bench.until([&] { return bench.isSettled(request) && bench.isSettled(running); }));
    QCOMPARE(bench.replyText(request), u"reviewed"_s);
    QCOMPARE(bench.replyText(running), u"reviewed"_s);
    QCOMPARE(bench.reviewsAsked(), 2); // one for each
    QCOMPARE(bench.row(u"select status from turns where id = '%1'"_s.arg(reserved)), u"answered"_s);
}

void TestCoreReview::off_data()
{
    QTest::addColumn<bool>("isReserved");
    QTest::newRow("D4 before it was reserved") << false;
    QTest::newRow("D4 a reservation stays") << true;
}

void TestCoreReview::off()
{
    QFETCH(bool, isReserved);
    Bench bench;
    bench.quota.state = Capacity::State::Exhausted;
    QVERIFY(bench.boot());
    const RequestId request = bench.interrupted();
    QVERIFY(bench.boot());
    QVERIFY(bench.waitsSoonFor(request, RequestView::WaitsFor::Review));
    if (isReserved) {
        bench.provider->setBusy(bench.record.turns().first().thread, u"a terminal"_s);
        bench.provider->unload();
        bench.setQuota(Capacity::State::Available);
        QVERIFY(bench.until([&] {
            return bench.row(u"select status from turns where kind = 'review'"_s) == u"paused"_s;
        }));
        QCOMPARE(bench.reviewsAsked(), 0); // C13: another process may be running the turn
    }
    bench.settings.recovery.reviews = false;
    QVERIFY(bench.reboot());
    QVERIFY(bench.until([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyText(request), isReserved ? u"reviewed"_s : QString());
    QCOMPARE(bench.replyNotice(request), isReserved ? QString() : restarted);
    QCOMPARE(bench.reviewsAsked(), isReserved ? 1 : 0);
}

void TestCoreReview::changedIsHeld()
{
    // D5: held without a call of the model, told, and the person ends it.
    Bench bench;
    bench.quota.state = Capacity::State::Exhausted;
    QVERIFY(bench.boot());
    const RequestId request = bench.interrupted();
    QVERIFY(bench.boot());
    QVERIFY(bench.waitsSoonFor(request, RequestView::WaitsFor::Review));
    bench.record.markEffect(bench.record.turns().first().id);
    bench.setQuota(Capacity::State::Available);
    const QString held = toString(NoticeId::RequestReviewHeld);
    QVERIFY(bench.until([&] { return bench.notices(request).contains(held); }));
    bench.advance(5min, 10s);
    QVERIFY(bench.reboot());
    bench.advance(5min, 10s);
    QCOMPARE(bench.reviewsAsked(), 0);
    QCOMPARE(bench.notices(request), (QStringList{told, held}));
    QVERIFY(bench.view(request).waitsFor == RequestView::WaitsFor::Review);
    const RequestId next = bench.ask(u"next"_s).request; // the conversation goes on
    QVERIFY(soon([&] { return bench.isSettled(next); }));
    QVERIFY(bench.stop(request));
    QVERIFY(bench.isSettled(request));
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedStopped));
}

void TestCoreReview::comesToNothing_data()
{
    QTest::addColumn<QString>("script");
    QTest::newRow("D7 it tries a tool, and would answer") << u"[[tool shell true]] [[say acted]]"_s;
    QTest::newRow("D7 it tries a tool, and is interrupted")
        << u"[[tool shell true]] [[hang]] [[say acted]]"_s;
    QTest::newRow("it fails") << u"[[error 400]]"_s;
    QTest::newRow("its quota is used up") << u"[[error usage_limit_reached]]"_s;
    QTest::newRow("D5 its host dies in it") << u"[[say x]] [[crash]]"_s;
}

void TestCoreReview::comesToNothing()
{
    QFETCH(QString, script);
    Bench bench;
    bench.script = script;
    QVERIFY(bench.boot());
    const RequestId request = bench.interrupted();
    QVERIFY(bench.boot());
    QVERIFY(bench.until([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyText(request), QString());
    QCOMPARE(bench.replyNotice(request), restarted);
    QVERIFY(bench.texts().isEmpty()); // nothing of it was shown
    QVERIFY(bench.reboot());
    bench.advance(5min, 10s);
    QCOMPARE(bench.reviewsAsked(), 1); // D7: never again
    QCOMPARE(bench.turnsAsked(u"question"_s), 2);
    if (script.contains(u"usage_limit"_s))
        return; // what is asked next waits for the quota
    const RequestId next = bench.ask(u"next"_s).request;
    QVERIFY(bench.until([&] { return bench.isSettled(next); }));
    QCOMPARE(bench.replyText(next), u"echo: next"_s);
}

void TestCoreReview::killedInItsReview()
{
    // D5, row 14: it was asked, so it is over; what its host made of it is dropped.
    Bench bench;
    bench.script = u"[[hang]] [[say reviewed]]"_s;
    QVERIFY(bench.boot());
    const RequestId request = bench.interrupted();
    QVERIFY(bench.boot());
    QVERIFY(soon([&] { return bench.reviewsAsked() == 1; }));
    const QString thread = bench.record.turns().last().thread;
    QVERIFY(bench.reboot());
    QVERIFY(bench.until([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyNotice(request), restarted);
    QCOMPARE(bench.notices(request), QStringList{told});
    bench.advance(2min, 10s);
    QCOMPARE(bench.reviewsAsked(), 1);
    QVERIFY(soon([&] { return bench.provider->history().discarded().contains(thread); }));
    for (const ThreadSpec &spec : bench.provider->opened())
        QVERIFY(spec.nativeThread != thread); // D6: never resumed
}

void TestCoreReview::stopped_data()
{
    QTest::addColumn<bool>("inReview");
    QTest::newRow("A10 while it waits for its review") << false;
    QTest::newRow("A10 in its review") << true;
}

void TestCoreReview::stopped()
{
    QFETCH(bool, inReview);
    Bench bench;
    bench.script = u"[[hang]] [[say reviewed]]"_s;
    if (!inReview)
        bench.quota.state = Capacity::State::Exhausted;
    QVERIFY(bench.boot());
    const RequestId request = bench.interrupted();
    QVERIFY(bench.boot());
    if (inReview)
        QVERIFY(soon([&] { return bench.reviewsAsked() == 1; }));
    else
        QVERIFY(bench.waitsSoonFor(request, RequestView::WaitsFor::Review));
    QVERIFY(bench.stop(request));
    QVERIFY(soon([&] { return bench.isSettled(request); }));
    QCOMPARE(bench.replyNotice(request), toString(NoticeId::FailedStopped));
    bench.setQuota(Capacity::State::Available);
    bench.advance(2min, 10s);
    QCOMPARE(bench.reviewsAsked(), inReview ? 1 : 0);
}

void TestCoreReview::grantGone_data()
{
    QTest::addColumn<bool>("overARestart");
    QTest::newRow("B4 while it waits for its review") << false;
    QTest::newRow("B4 over a restart") << true;
}

void TestCoreReview::grantGone()
{
    QFETCH(bool, overARestart);
    Bench bench;
    bench.quota.state = Capacity::State::Exhausted;
    QVERIFY(bench.boot());
    const RequestId request = bench.interrupted();
    QVERIFY(bench.boot());
    QVERIFY(bench.waitsSoonFor(request, RequestView::WaitsFor::Review));
    bench.settings.grants.clear();
    if (overARestart)
        QVERIFY(bench.reboot());
    else
        bench.core->ledger.applyGrants({});
    QVERIFY(soon([&] { return bench.isSettled(request); }));
    QVERIFY(bench.view(request).reply->state == ReplyView::State::Withheld);
    bench.setQuota(Capacity::State::Available);
    bench.advance(2min, 10s);
    QCOMPARE(bench.reviewsAsked(), 0);
}

void TestCoreReview::theNextQuestionKnowsTheAnswer()
{
    // D8, C4: the conversation's thread never saw the answer of the review.
    Bench bench;
    QVERIFY(bench.boot());
    const RequestId request = bench.interrupted();
    QVERIFY(bench.boot());
    QVERIFY(bench.until([&] { return bench.isSettled(request); }));
    const RequestId next = bench.ask(u"next"_s).request;
    QVERIFY(bench.until([&] { return bench.isSettled(next); }));
    QCOMPARE(bench.replyText(next), u"echo: next"_s);
    const QString thread = bench.record.turns().last().thread;
    QVERIFY(thread != bench.record.turns().first().thread);
    const QList<HistoryMessage> history = bench.record.history(thread);
    QCOMPARE(history.size(), 2);
    QCOMPARE(history.at(0).text, u"[[hang]] question"_s);
    QCOMPARE(history.at(1).text, u"reviewed"_s);
    QVERIFY(bench.notices(next).isEmpty()); // nothing was lost that would have to be told
    // And once it does, it stays.
    const RequestId after = bench.ask(u"after"_s).request;
    QVERIFY(soon([&] { return bench.isSettled(after); }));
    QCOMPARE(bench.record.turns().last().thread, thread);
}

} // namespace hostline::test

Q_DECLARE_METATYPE(hostline::test::Play)
QTEST_GUILESS_MAIN(hostline::test::TestCoreReview)
#include "tst_core_review.moc"
