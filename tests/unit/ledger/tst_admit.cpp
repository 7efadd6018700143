// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger_bench.h"

#include <QtCore/QJsonArray>
#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

void nothing(LedgerBench &) { }

/// A conversation with a thread, whose first question was answered: idle.
void answeredBefore(LedgerBench &bench, const QString &channel)
{
    const RequestId first = bench.say(u"earlier"_s, channel).request;
    QVERIFY(bench.bindNow(first));
    bench.answer(first, u"earlier answer"_s);
}

void busy(LedgerBench &bench, const QString &channel)
{
    const RequestId first = bench.say(u"runs"_s, channel).request;
    QVERIFY(bench.bindNow(first));
}

} // namespace

class TestAdmit : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void oneMessage_data();
    void oneMessage();
    void sameIdentity_data();
    void sameIdentity();
    void command_data();
    void command();
    void fullQueueCountsQuestionsThatWait();
    void claimAndIntentRideInTheCommit();
    void firstQuestionIsClaimedWithoutThread();
    void nothingIsClaimedWhileStopping();
    void titleIsTheFirstQuestion();
    void anEmptyTitlePutsTheAutomaticOneBack();
    void textIsKeptAsItWasWritten();
};

void TestAdmit::oneMessage_data()
{
    QTest::addColumn<SetUp>("before");
    QTest::addColumn<QString>("channel");
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("sentAgo"); // ms
    QTest::addColumn<Admission::Result>("result");
    QTest::addColumn<RequestState>("state");
    QTest::addColumn<QString>("replyNotice");
    QTest::addColumn<QStringList>("side");
    QTest::addColumn<int>("sends"); // parts of a reply that are to be sent

    using enum Admission::Result;
    using enum RequestState;
    const SetUp none = nothing;
    const SetUp pageBusy = [](LedgerBench &bench) {
        busy(bench, u"page"_s);
    };
    const SetUp mailBusy = [](LedgerBench &bench) {
        busy(bench, u"mail"_s);
    };
    const SetUp small = [](LedgerBench &bench) {
        bench.policy.limits.textCharacters = 5;
    };
    const SetUp mailFull = [](LedgerBench &bench) {
        busy(bench, u"mail"_s);
        bench.policy.limits.queued = 0;
    };
    const SetUp pageFull = [](LedgerBench &bench) {
        busy(bench, u"page"_s);
        bench.policy.limits.queued = 0;
    };
    const SetUp nobody = [](LedgerBench &bench) {
        bench.grant({});
    };
    const QString queueFull = toString(NoticeId::RefusedQueueFull);
    const QString tooLong = toString(NoticeId::RefusedTooLong);
    const QString queued = toString(NoticeId::RequestQueued);

    QTest::newRow("A4 a first question runs")
        << none << u"page"_s << u"hello"_s << qint64(0) << Created << Running << QString()
        << QStringList() << 0;
    QTest::newRow("A4 a question behind a running one is queued; the page shows that itself")
        << pageBusy << u"page"_s << u"hello"_s << qint64(0) << Created << Queued << QString()
        << QStringList() << 0;
    QTest::newRow("H3 where replies are delivered, the person is told that it is queued")
        << mailBusy << u"mail"_s << u"hello"_s << qint64(0) << Created << Queued << QString()
        << QStringList{queued} << 0;
    QTest::newRow("A9 a late question runs all the same")
        << none << u"mail"_s << u"hello"_s << qint64(600'000) << Created << Running << QString()
        << QStringList() << 0;
    QTest::newRow("H08 a question of two minutes ago is a question")
        << none << u"mail"_s << u"hello"_s << qint64(120'000) << Created << Running << QString()
        << QStringList() << 0;
    QTest::newRow("H08 a platform clock 90 s ahead of ours makes nothing late")
        << none << u"mail"_s << u"hello"_s << qint64(-90'000) << Created << Running << QString()
        << QStringList() << 0;
    QTest::newRow("A4 neg: nobody has a grant, nothing is kept")
        << nobody << u"mail"_s << u"hello"_s << qint64(0) << Refused << Settled << QString()
        << QStringList() << 0;
    QTest::newRow("A4 neg: a blank message, nothing is kept")
        << none << u"mail"_s << u" \n "_s << qint64(0) << Refused << Settled << QString()
        << QStringList() << 0;
    QTest::newRow(
        "A6 neg: too long, told by the answer to the call where it is read from the store")
        << small << u"page"_s << u"sixsix"_s << qint64(0) << Refused << Settled << QString()
        << QStringList() << 0;
    QTest::newRow("A6 neg: too long, told by a reply where it is delivered")
        << small << u"mail"_s << u"sixsix"_s << qint64(0) << Refused << Settled << tooLong
        << QStringList() << 1;
    QTest::newRow("A6 a text as long as the limit is taken")
        << small << u"mail"_s << u"fives"_s << qint64(0) << Created << Running << QString()
        << QStringList() << 0;
    QTest::newRow("A6 neg: the queue is full, told by a reply where it is delivered")
        << mailFull << u"mail"_s << u"hello"_s << qint64(0) << Refused << Settled << queueFull
        << QStringList() << 1;
    QTest::newRow("A6 neg: the queue is full, told by the answer to the call")
        << pageFull << u"page"_s << u"hello"_s << qint64(0) << Refused << Settled << QString()
        << QStringList() << 0;
    QTest::newRow("A12 a command is taken though the queue is full")
        << mailFull << u"mail"_s << u"/help"_s << qint64(0) << Created << Settled
        << toString(NoticeId::CommandHelp) << QStringList() << 1;
    QTest::newRow("A9 neg: a late command is told, not run")
        << mailBusy << u"mail"_s << u"/stop"_s << qint64(600'000) << Created << Settled
        << toString(NoticeId::CommandExpired) << QStringList() << 1;
    QTest::newRow("A12 a path is a question")
        << none << u"page"_s << u"/etc/hosts says what?"_s << qint64(0) << Created << Running
        << QString() << QStringList() << 0;
}

void TestAdmit::oneMessage()
{
    QFETCH(SetUp, before);
    QFETCH(QString, channel);
    QFETCH(QString, text);
    QFETCH(qint64, sentAgo);
    QFETCH(Admission::Result, result);
    QFETCH(RequestState, state);
    QFETCH(QString, replyNotice);
    QFETCH(QStringList, side);
    QFETCH(int, sends);

    LedgerBench bench;
    before(bench);
    InboundMessage message = bench.message(text, channel);
    message.sentAt = QDateTime::fromMSecsSinceEpoch(bench.moment.now - sentAgo, Qt::UTC);
    const Admission admission = bench.admit(message);

    QVERIFY(admission.result == result);
    QCOMPARE(admission.tag, message.tag);
    QVERIFY(admission.state == state);
    QCOMPARE(bench.replyNotice(admission.request), replyNotice);
    if (result == Admission::Result::Refused)
        QVERIFY(admission.failure.has_value());
    if (admission.request.isNull()) {
        QCOMPARE(bench.number(u"select count(*) from messages where message_id = ?"_s,
                              {message.messageId}),
                 0);
        return;
    }
    QVERIFY(bench.request(admission.request).state == state);
    QCOMPARE(bench.sideNotices(admission.request), side);
    const QList<DeliveryRow> replies = bench.deliveries(admission.request, DeliveryPurpose::Reply);
    QCOMPARE(
        std::count_if(replies.begin(),
                      replies.end(),
                      [](const DeliveryRow &row) { return row.state == DeliveryState::Intended; }),
        sends);
    QCOMPARE(bench.asked<DeliveryIntended>().size(),
             sends + (channel == u"mail"_s ? side.size() : 0));
    QCOMPARE(bench.asked<ClaimedRequest>().size(), state == RequestState::Running ? 1 : 0);
    if (sentAgo > bench.policy.limits.lateMs && state == RequestState::Running)
        QVERIFY(bench.asked<ClaimedRequest>().first().marks.first().id == NoticeId::RequestLate);
}

void TestAdmit::sameIdentity_data()
{
    QTest::addColumn<SetUp>("between");
    QTest::addColumn<QString>("again");
    QTest::addColumn<Admission::Result>("result");
    QTest::addColumn<RequestState>("state");

    using enum Admission::Result;
    using enum RequestState;
    const SetUp none = nothing;
    const SetUp answered = [](LedgerBench &bench) {
        const RequestId request = bench.head(u"mail"_s);
        QVERIFY(bench.bindNow(request));
        bench.answer(request, u"yes"_s);
    };
    const SetUp restarted = [answered](LedgerBench &bench) {
        answered(bench);
        bench.restart(u"boot-2"_s);
    };
    const SetUp sixDays = [answered](LedgerBench &bench) {
        answered(bench);
        bench.policy.retentionMs = 0;
        bench.pass(6 * 24h);
        bench.unit([](Transaction &transaction, UnitContext &context) {
            static_cast<void>(prune(transaction, context));
        });
    };
    const SetUp closed = [](LedgerBench &bench) {
        bench.say(u"/new"_s, u"mail"_s);
    };
    const SetUp revoked = [](LedgerBench &bench) {
        bench.grant({});
    };

    QTest::newRow("A3 the same again while it runs is replayed")
        << none << u"question"_s << Replayed << Running;
    QTest::newRow("H07 the same again after the answer is replayed")
        << answered << u"question"_s << Replayed << Settled;
    QTest::newRow("A2 the same again after a restart is replayed")
        << restarted << u"question"_s << Replayed << Settled;
    QTest::newRow("A2 the same again six days later is replayed, whatever the retention")
        << sixDays << u"question"_s << Replayed << Settled;
    QTest::newRow("A3 the same again after /new is replayed, not begun anew")
        << closed << u"question"_s << Replayed << Running;
    QTest::newRow("A3 the same again after the grant went is still the first")
        << revoked << u"question"_s << Replayed << Running;
    QTest::newRow("A3 other line ends and blanks around it are the same content")
        << none << u" question\r\n"_s << Replayed << Running;
    QTest::newRow("A3 neg: other content under the same identity, the first stays")
        << answered << u"another"_s << Conflict << Settled;
    QTest::newRow("A3 neg: a command under the same identity is not run")
        << none << u"/stop"_s << Conflict << Running;
}

void TestAdmit::sameIdentity()
{
    QFETCH(SetUp, between);
    QFETCH(QString, again);
    QFETCH(Admission::Result, result);
    QFETCH(RequestState, state);

    LedgerBench bench;
    InboundMessage message = bench.message(u"question"_s, u"mail"_s);
    const Admission first = bench.admit(message);
    between(bench);
    const qint64 requests = bench.number(u"select count(*) from requests"_s);
    message.text = again;
    message.tag = 99;
    const Admission second = bench.admit(message);

    QVERIFY(second.result == result);
    QVERIFY(second.request == first.request);
    QVERIFY(second.state == state);
    QCOMPARE(second.tag, quint64(99));
    QCOMPARE(bench.number(u"select count(*) from requests"_s), requests);
    QVERIFY(bench.actions().isEmpty());
    QVERIFY(!bench.request(first.request).stopAskedAt);
}

void TestAdmit::command_data()
{
    QTest::addColumn<SetUp>("before");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("answer");
    QTest::addColumn<SetUp>("after"); // what it did

    const SetUp none = nothing;
    const SetUp running = [](LedgerBench &bench) {
        busy(bench, u"page"_s);
    };
    const SetUp threeDeep = [](LedgerBench &bench) {
        busy(bench, u"page"_s);
        bench.say(u"second"_s);
        bench.say(u"third"_s);
    };
    const SetUp waiting = [](LedgerBench &bench) {
        busy(bench, u"page"_s);
        bench.say(u"second"_s);
        bench.waitFor(bench.head(u"page"_s), RequestView::WaitsFor::Provider);
    };
    const SetUp idle = [](LedgerBench &bench) {
        answeredBefore(bench, u"page"_s);
    };
    const auto states = [](LedgerBench &bench) {
        return bench.text(u"select group_concat(state, ' ') from (select state from requests"
                          " where kind = 'question' order by id)"_s);
    };
    const auto expectStates = [states](const QString &expected) -> SetUp {
        return [states, expected](LedgerBench &bench) {
            QCOMPARE(states(bench), expected);
        };
    };

    QTest::newRow("/help tells") << none << u"/help"_s << toString(NoticeId::CommandHelp) << none;
    QTest::newRow("/HELP is the same in capitals")
        << none << u" /HELP "_s << toString(NoticeId::CommandHelp) << none;
    QTest::newRow("/status of an idle place counts nothing")
        << idle << u"/status"_s << toString(NoticeId::CommandStatus)
        << SetUp([](LedgerBench &bench) {
               const QString id = bench.text(u"select id from requests where kind = 'command'"_s);
               const QJsonObject told = bench.reply(RequestId(id))->notice->arguments;
               QCOMPARE(told.value("waiting"_L1).toInt(), 0);
               QCOMPARE(told.value("provider"_L1).toString(), u"The Agent"_s);
               QVERIFY(!told.contains("running_since"_L1));
           });
    QTest::newRow("/status counts the questions that wait, not itself")
        << threeDeep << u"/status"_s << toString(NoticeId::CommandStatus)
        << SetUp([](LedgerBench &bench) {
               const QString id = bench.text(u"select id from requests where kind = 'command'"_s);
               const QJsonObject told = bench.reply(RequestId(id))->notice->arguments;
               QCOMPARE(told.value("waiting"_L1).toInt(), 2);
               QVERIFY(told.contains("running_since"_L1));
           });
    QTest::newRow("/queue lists the questions that wait, in order, not itself")
        << threeDeep << u"/queue"_s << toString(NoticeId::CommandQueue)
        << SetUp([](LedgerBench &bench) {
               const QString id = bench.text(u"select id from requests where kind = 'command'"_s);
               const QJsonObject told = bench.reply(RequestId(id))->notice->arguments;
               const QJsonArray entries = told.value("entries"_L1).toArray();
               QCOMPARE(entries.size(), 2);
               QCOMPARE(entries.at(0).toObject().value("text"_L1).toString(), u"second"_s);
               QCOMPARE(entries.at(1).toObject().value("text"_L1).toString(), u"third"_s);
           });
    QTest::newRow("/stop with nothing to stop says so")
        << none << u"/stop"_s << toString(NoticeId::CommandNothingToStop) << none;
    QTest::newRow("/stop after the answer says so")
        << idle << u"/stop"_s << toString(NoticeId::CommandNothingToStop) << none;
    QTest::newRow("A10 /stop reaches the running one alone")
        << threeDeep << u"/stop"_s << toString(NoticeId::CommandStopping)
        << SetUp([states](LedgerBench &bench) {
               QCOMPARE(states(bench), u"running queued queued"_s);
               QCOMPARE(
                   bench.number(u"select count(*) from requests where stop_asked_at is not null"_s),
                   1);
               QCOMPARE(bench.asked<StopAsked>().size(), 1);
           });
    QTest::newRow("A10 /stop of a waiting one settles it and goes on with the next")
        << waiting << u"/stop"_s << toString(NoticeId::CommandStopping)
        << expectStates(u"settled running"_s);
    QTest::newRow("/new lets the running one run, and what is queued follow")
        << threeDeep << u"/new"_s << toString(NoticeId::CommandNewConversation)
        << SetUp([states](LedgerBench &bench) {
               QCOMPARE(states(bench), u"running queued queued"_s);
               QVERIFY(!bench.openAt(u"page"_s));
               const Admission next = bench.say(u"fresh"_s);
               QVERIFY(next.state == RequestState::Running);
               QVERIFY(bench.asked<ClaimedRequest>().first().binding.isNull());
           });
    QTest::newRow("/new of an idle place")
        << idle << u"/new"_s << toString(NoticeId::CommandNewConversation)
        << SetUp([](LedgerBench &bench) { QVERIFY(!bench.openAt(u"page"_s)); });
    QTest::newRow("/close stops what is open there")
        << threeDeep << u"/close"_s << toString(NoticeId::CommandConversationClosed)
        << SetUp([states](LedgerBench &bench) {
               QCOMPARE(states(bench), u"running settled settled"_s);
               QCOMPARE(bench.asked<StopAsked>().size(), 1);
               QVERIFY(!bench.openAt(u"page"_s));
           });
    QTest::newRow("/close of a place that waits for its provider")
        << waiting << u"/close"_s << toString(NoticeId::CommandConversationClosed)
        << expectStates(u"settled settled"_s);
    QTest::newRow("/close of an idle place")
        << idle << u"/close"_s << toString(NoticeId::CommandConversationClosed)
        << SetUp([](LedgerBench &bench) { QVERIFY(!bench.openAt(u"page"_s)); });
    QTest::newRow("/lang sets it, and answers in it")
        << running << u"/lang zh"_s << toString(NoticeId::CommandLanguageSet)
        << SetUp([](LedgerBench &bench) {
               QCOMPARE(bench.openAt(u"page"_s)->language, u"zh"_s);
               const QString id = bench.text(u"select id from requests where kind = 'command'"_s);
               QVERIFY(bench.reply(RequestId(id))->language == Language::Zh);
           });
    QTest::newRow("/lang alone tells the language, and changes nothing (A12)")
        << running << u"/lang"_s << toString(NoticeId::CommandLanguage)
        << SetUp(
               [](LedgerBench &bench) { QCOMPARE(bench.openAt(u"page"_s)->language, u"auto"_s); });
    QTest::newRow("/lang with another word tells its use")
        << running << u"/lang fr"_s << toString(NoticeId::CommandWrongUse)
        << SetUp(
               [](LedgerBench &bench) { QCOMPARE(bench.openAt(u"page"_s)->language, u"auto"_s); });
    QTest::newRow("/stop with a word behind it tells its use and stops nothing")
        << running << u"/stop please"_s << toString(NoticeId::CommandWrongUse)
        << SetUp([](LedgerBench &bench) { QVERIFY(bench.asked<StopAsked>().isEmpty()); });
    QTest::newRow("/steer is not available yet")
        << none << u"/steer x"_s << toString(NoticeId::CommandNotAvailable) << none;
    QTest::newRow("/restart is unknown: answered, not run")
        << running << u"/restart"_s << toString(NoticeId::CommandUnknown) << none;
}

void TestAdmit::command()
{
    QFETCH(SetUp, before);
    QFETCH(QString, text);
    QFETCH(QString, answer);
    QFETCH(SetUp, after);

    LedgerBench bench;
    before(bench);
    const QStringList transcript =
        bench.openAt(u"page"_s) ? bench.transcript(bench.openAt(u"page"_s)->id) : QStringList();
    const qint64 turns = bench.number(u"select count(*) from turns"_s);
    const qint64 before1 = bench.store().counters().commits;
    const InboundMessage message = bench.message(text, u"page"_s);
    const Admission admission = bench.admit(message);
    QCOMPARE(bench.store().counters().commits, before1 + 1);

    QVERIFY(admission.result == Admission::Result::Created);
    QVERIFY(admission.state == RequestState::Settled);
    QCOMPARE(bench.replyNotice(admission.request), answer);
    QCOMPARE(bench.number(u"select count(*) from turns where request_id = ?"_s,
                          {admission.request.toString()}),
             0);
    QVERIFY(bench.number(u"select count(*) from turns"_s) <= turns + 1);
    const RequestRow row = bench.request(admission.request);
    QVERIFY(bench.transcript(row.conversation) == transcript || transcript.isEmpty());
    after(bench);

    // A12: a duplicate returns the stored snapshot.
    const auto snapshot = bench.reply(admission.request);
    const Admission again = bench.admit(message);
    QVERIFY(again.result == Admission::Result::Replayed);
    QVERIFY(again.request == admission.request);
    QVERIFY(bench.reply(admission.request) == snapshot);
    QVERIFY(bench.actions().isEmpty());
}

void TestAdmit::fullQueueCountsQuestionsThatWait()
{
    LedgerBench bench;
    bench.policy.limits.queued = 2;
    QVERIFY(bench.say(u"runs"_s).result == Admission::Result::Created);
    QVERIFY(bench.say(u"/status"_s).result == Admission::Result::Created);
    QVERIFY(bench.say(u"first"_s).result == Admission::Result::Created);
    QVERIFY(bench.say(u"second"_s).result == Admission::Result::Created);
    const Admission third = bench.say(u"third"_s);
    QVERIFY(third.result == Admission::Result::Refused);
    QVERIFY(third.failure->kind == FailureKind::QueueFull);
    // A place beside it is not full.
    QVERIFY(bench.say(u"hello"_s, u"mail"_s).result == Admission::Result::Created);
}

void TestAdmit::claimAndIntentRideInTheCommit()
{
    LedgerBench bench;
    answeredBefore(bench, u"page"_s);
    const qint64 before = bench.store().counters().commits;
    const Admission admission = bench.say(u"next"_s);
    QCOMPARE(bench.store().counters().commits, before + 1);

    // A7: the claim names this run, and the turn is durable before anybody may send it.
    const RequestRow row = bench.request(admission.request);
    QVERIFY(row.state == RequestState::Running);
    QCOMPARE(row.run, bench.moment.run);
    const std::optional<TurnRow> turn = bench.liveTurn(admission.request);
    QVERIFY(turn.has_value());
    QCOMPARE(turn->ordinal, 1);
    const QList<ClaimedRequest> claims = bench.asked<ClaimedRequest>();
    QCOMPARE(claims.size(), 1);
    QVERIFY(claims.first().turn == turn->id);
    QVERIFY(claims.first().binding == turn->binding);
    QVERIFY(!claims.first().found);
    QVERIFY(!claims.first().firstOfThread);
    QCOMPARE(claims.first().text, u"next"_s);
    QCOMPARE(bench.transcript(row.conversation),
             (QStringList{u"user: earlier"_s, u"assistant: earlier answer"_s, u"user: next"_s}));
}

void TestAdmit::firstQuestionIsClaimedWithoutThread()
{
    LedgerBench bench;
    const Admission admission = bench.say(u"hello"_s, u"mail"_s);
    const ClaimedRequest claim = bench.asked<ClaimedRequest>().first();
    QVERIFY(claim.request == admission.request);
    QVERIFY(claim.binding.isNull());
    QVERIFY(claim.turn.isNull());
    QCOMPARE(claim.provider, u"agent"_s);
    QCOMPARE(claim.workspace, u"/srv/work"_s);
    QVERIFY(claim.access == Access::Read); // the grant says write, the workspace only read
}

void TestAdmit::nothingIsClaimedWhileStopping()
{
    LedgerBench bench;
    bench.checks = false; // a queue without a head is right here
    bench.moment.claims = false;
    const Admission admission = bench.say(u"hello"_s);
    QVERIFY(admission.result == Admission::Result::Created);
    QVERIFY(admission.state == RequestState::Queued);
    QVERIFY(bench.asked<ClaimedRequest>().isEmpty());
    bench.moment.claims = true;
    bench.checks = true;
    bench.restart();
    QVERIFY(bench.request(admission.request).state == RequestState::Running);
}

void TestAdmit::titleIsTheFirstQuestion()
{
    LedgerBench bench;
    bench.say(u"/status"_s);
    bench.say(u" \n  What  is this? "_s + QString(44, u'x') + u"😀 And more\nsecond line"_s);
    const QString title = bench.openAt(u"page"_s)->title;
    QVERIFY(title.startsWith(u"What is this? x"_s));
    QVERIFY(!title.contains(u"second"_s));
    QVERIFY(title.endsWith(u'…'));
    QVERIFY(title.size() <= 60);
    bench.say(u"another"_s);
    QCOMPARE(bench.openAt(u"page"_s)->title, title);
    bench.say(u"One line\n\nand a second"_s, u"mail"_s);
    QCOMPARE(bench.openAt(u"mail"_s)->title, u"One line"_s);
}

void TestAdmit::anEmptyTitlePutsTheAutomaticOneBack()
{
    LedgerBench bench;
    const auto rename = [&bench](const QString &title) {
        bench.unit([&title](Transaction &transaction, UnitContext &context) {
            QVERIFY(renameConversation(transaction, context, LedgerBench::place(u"page"_s), title)
                        .ok());
        });
        return bench.openAt(u"page"_s)->title;
    };
    bench.say(u"/status"_s); // no question, and so no title
    QCOMPARE(rename({}), QString());
    bench.say(u"the first\nof its lines"_s);
    bench.say(u"the second"_s);
    QCOMPARE(rename(u"mine"_s), u"mine"_s);
    QCOMPARE(rename({}), u"the first"_s);
    bench.say(u"the third"_s);
    QCOMPARE(bench.openAt(u"page"_s)->title, u"the first"_s);
    bench.say(u"/new"_s); // the place goes on, in another conversation
    bench.say(u"anew"_s);
    QCOMPARE(rename({}), u"the first"_s);
}

void TestAdmit::textIsKeptAsItWasWritten()
{
    LedgerBench bench;
    const QString text = u"  \tline one\r\nZeile ü 😀\n\n"_s;
    const Admission admission = bench.say(text);
    QCOMPARE(bench.request(admission.request).body, text);
    QCOMPARE(bench.transcript(bench.openAt(u"page"_s)->id), QStringList{u"user: "_s + text});
    // A refused text is cut for its row, never inside a code point.
    bench.policy.limits.textCharacters = 10;
    const Admission refused = bench.say(QString(59, u'x') + u"😀😀"_s, u"mail"_s);
    const QString kept = bench.request(refused.request).body;
    QVERIFY(!kept.isEmpty());
    QVERIFY(!kept.back().isHighSurrogate());
    QVERIFY(!kept.contains(QChar::ReplacementCharacter));
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestAdmit)
#include "tst_admit.moc"
