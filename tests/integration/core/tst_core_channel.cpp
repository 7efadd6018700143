// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "core_bench.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

namespace hostline::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Ability = FakePlatform::Ability;
using Fate = FakePlatform::Fate;

namespace {

FakePlatform::Message said(const QString &id, const QString &text, const QDateTime &sentAt)
{
    FakePlatform::Message message;
    message.id = id;
    message.peer = u"room"_s;
    message.sender = u"ann"_s;
    message.text = text;
    message.sentAt = sentAt;
    return message;
}

QStringList shownReplies(const CoreBench &bench)
{
    QStringList texts;
    for (const FakePlatform::Shown &shown : bench.platform->shown()) {
        if (shown.purpose == "reply"_L1)
            texts.append(shown.text);
    }
    return texts;
}

bool hasHan(const QString &text)
{
    const QList<uint> characters = text.toUcs4();
    return std::any_of(characters.begin(), characters.end(), [](uint character) {
        return QChar::script(character) == QChar::Script_Han;
    });
}

/// A channel that takes a delivery and forgets about it.
class ForgetfulChannel final : public Channel
{
    Q_OBJECT
public:
    void start() override { setState(State::Ready); }
    void stop() override { setState(State::Stopped); }
    void acknowledge(const Admission &admission) override { m_request = admission.request; }
    void deliver(const Delivery &) override { ++m_taken; }
    [[nodiscard]] RequestId request() const { return m_request; }
    [[nodiscard]] int taken() const { return m_taken; }

private:
    RequestId m_request;
    int m_taken = 0;
};

} // namespace

/// Questions from a platform, and replies to it.
class TestCoreChannel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void answerIsDelivered_data();
    void answerIsDelivered();
    void ownerIsTold_data();
    void ownerIsTold();
    void doubtIsReadBackLater_data();
    void doubtIsReadBackLater();
    void aChannelThatStopsLeavesNothingInFlight();
    void killedAroundTheSend_data();
    void killedAroundTheSend();
    void backlogAfterADowntime();
    void staleCommandIsTold();
    void sameMessageThreeTimes();
    void longAnswerComesInParts();
    void progressEndsBeforeTheReply();
    void noticesSpeakTheLanguage_data();
    void noticesSpeakTheLanguage();
    void refusalsSpeakTheLanguage_data();
    void refusalsSpeakTheLanguage();
    void stopButton_data();
    void stopButton();
    void sendsThatAlwaysTimeOutArePaced();
    void languageChangesWhileItRuns_data();
    void languageChangesWhileItRuns();
    void revokedWhileItRuns();
};

void TestCoreChannel::answerIsDelivered_data()
{
    QTest::addColumn<Ability>("ability");
    QTest::addColumn<QList<Fate>>("fates");
    QTest::addColumn<int>("shown"); // how often people see the reply
    QTest::addColumn<QString>("state"); // of the reply
    QTest::newRow("B2 sent") << Ability::HonoursKeys << QList<Fate>{} << 1 << u"sent"_s;
    QTest::newRow("B2 known not to be sent: again")
        << Ability::Neither << QList<Fate>{Fate::NotSent, Fate::NotSent} << 1 << u"sent"_s;
    QTest::newRow("B2 unknown, sent: read back")
        << Ability::CanBeReadBack << QList<Fate>{Fate::LostAnswer} << 1 << u"sent"_s;
    QTest::newRow("B2 unknown, not sent: read back, then sent")
        << Ability::CanBeReadBack << QList<Fate>{Fate::LostSend} << 1 << u"sent"_s;
    QTest::newRow("B2 unknown, sent: the same key again")
        << Ability::HonoursKeys << QList<Fate>{Fate::LostAnswer} << 1 << u"sent"_s;
    QTest::newRow("B2 unknown, not sent: the same key again")
        << Ability::HonoursKeys << QList<Fate>{Fate::LostSend} << 1 << u"sent"_s;
    QTest::newRow("B2 unknown, and nobody can tell: held")
        << Ability::Neither << QList<Fate>{Fate::LostAnswer} << 1 << u"unknown"_s;
    QTest::newRow("B7 the place is gone")
        << Ability::Neither << QList<Fate>{Fate::Gone} << 0 << u"gone"_s;
}

void TestCoreChannel::answerIsDelivered()
{
    QFETCH(Ability, ability);
    QFETCH(QList<Fate>, fates);
    QFETCH(int, shown);
    QFETCH(QString, state);
    CoreBench bench;
    bench.useMail(ability);
    QVERIFY(bench.boot());
    bench.platform->setFates(fates);
    bench.platform->say(said(u"m1"_s, u"hello"_s, bench.clock.wall()));
    QVERIFY(soon([&] { return bench.platform->acknowledgements().size() == 1; }));
    const RequestId request(bench.platform->acknowledgements().first().request);
    QVERIFY(soon([&] {
        bench.advance(500ms);
        const RequestView view = bench.view(request);
        return view.reply && view.reply->state != ReplyView::State::Owed;
    }));
    using State = ReplyView::State;
    const State expected = state == "sent"_L1 ? State::Sent
        : state == "gone"_L1                  ? State::Gone
                                              : State::Unknown;
    QVERIFY(bench.view(request).reply->state == expected);
    QCOMPARE(bench.platform->shown(request.toString(), u"reply"_s).size(), shown);
    QCOMPARE(bench.turnsAsked(u"hello"_s), 1);
}

void TestCoreChannel::ownerIsTold_data()
{
    using State = ReplyView::State;
    QTest::addColumn<QList<Fate>>("fates");
    QTest::addColumn<State>("state"); // of the reply
    QTest::addColumn<int>("shown");
    QTest::addColumn<QString>("notice");
    QTest::newRow("B2 nobody can tell whether it arrived")
        << QList<Fate>{Fate::LostAnswer} << State::Unknown << 1
        << toString(NoticeId::OwnerDeliveryUnknown);
    QTest::newRow("B4 the grant goes between two attempts")
        << QList<Fate>{Fate::NotSent} << State::Withheld << 0
        << toString(NoticeId::OwnerReplyWithheld);
}

void TestCoreChannel::ownerIsTold()
{
    QFETCH(QList<Fate>, fates);
    QFETCH(ReplyView::State, state);
    QFETCH(int, shown);
    QFETCH(QString, notice);
    CoreBench bench;
    bench.useMail(Ability::Neither);
    QVERIFY(bench.boot());
    QSignalSpy changes(&bench.core->control, &HostControl::changed);
    bench.platform->setFates(fates);
    bench.platform->say(said(u"m1"_s, u"hello"_s, bench.clock.wall()));
    QVERIFY(soon([&] { return bench.platform->sends() == 1; }));
    const RequestId request(bench.platform->acknowledgements().first().request);
    bench.core->ledger.applyGrants({});
    QVERIFY(
        bench.until([&] { return bench.view(request).reply->state != ReplyView::State::Owed; }));
    QVERIFY(bench.view(request).reply->state == state);
    QCOMPARE(bench.platform->shown(request.toString(), u"reply"_s).size(), shown);
    const bool told = std::any_of(changes.begin(), changes.end(), [](const QVariantList &change) {
        return change.first().value<Change>().kind == Change::Kind::OwnerNoticed;
    });
    QVERIFY(told);
    for (int run = 0; run < 2; ++run) {
        const QList<OwnerNotice> notices =
            std::get<StatusView>(bench.answerTo(GetStatus{})).notices;
        QCOMPARE(notices.size(), 1);
        QCOMPARE(notices.first().request, request);
        QCOMPARE(notices.first().notice.id, notice);
        QVERIFY(notices.first().notice.text.contains(u"mail"_s));
        QVERIFY(notices.first().notice.text.contains(u"ann"_s));
        QVERIFY(bench.reboot());
    }
    bench.advance(8 * 24h, 24h);
    QVERIFY(std::get<StatusView>(bench.answerTo(GetStatus{})).notices.isEmpty());
}

void TestCoreChannel::doubtIsReadBackLater_data()
{
    QTest::addColumn<bool>("tells"); // within the day
    QTest::newRow("B2 the channel cannot tell for an hour: read back again") << true;
    QTest::newRow("B2 the channel can never tell: held after a day") << false;
}

void TestCoreChannel::doubtIsReadBackLater()
{
    QFETCH(bool, tells);
    using State = ReplyView::State;
    CoreBench bench;
    bench.useMail(Ability::CanBeReadBack);
    QVERIFY(bench.boot());
    bench.platform->setFates({Fate::LostSend});
    bench.platform->setReadBackBroken(true);
    bench.platform->say(said(u"m1"_s, u"doubtful"_s, bench.clock.wall()));
    QVERIFY(bench.until([&] { return bench.platform->readBacks() >= 2; }));
    const RequestId doubtful(bench.platform->acknowledgements().first().request);
    // Another reply to the same place is not held up by it.
    bench.platform->say(said(u"m2"_s, u"next"_s, bench.clock.wall()));
    QVERIFY(soon([&] { return shownReplies(bench) == QStringList{u"echo: next"_s}; }));
    bench.advance(1h, 1min);
    QVERIFY(bench.view(doubtful).reply->state == State::Owed);
    const int readBacks = bench.platform->readBacks();
    QVERIFY2(readBacks < 20, qPrintable(QString::number(readBacks)));
    bench.platform->setReadBackBroken(!tells);
    for (int hour = 0; hour < 25 && bench.view(doubtful).reply->state == State::Owed; ++hour) {
        bench.advance(1h, 10min);
        QVERIFY(bench.platform->isConnected());
    }
    QVERIFY(soon([&] { return bench.view(doubtful).reply->state != State::Owed; }));
    QVERIFY(bench.view(doubtful).reply->state == (tells ? State::Sent : State::Unknown));
    QCOMPARE(bench.platform->shown(doubtful.toString(), u"reply"_s).size(), tells ? 1 : 0);
}

void TestCoreChannel::aChannelThatStopsLeavesNothingInFlight()
{
    // B2: what it was about to deliver is in doubt, and what comes behind it goes out with its next life.
    CoreBench bench;
    QVERIFY(bench.boot());
    auto owned = std::make_unique<ForgetfulChannel>();
    ForgetfulChannel *const channel = owned.get();
    bench.core->products.addChannel(u"mail"_s, GuardedChannel(std::move(owned), {}), nullptr);
    GrantRow everybody;
    bench.core->ledger.applyGrants({everybody});
    channel->start();
    const auto say = [&](const QString &id) {
        InboundMessage message;
        message.source = {u"mail"_s, {}, u"room"_s, {}, u"ann"_s};
        message.messageId = id;
        message.text = u"hello"_s;
        const int taken = channel->taken();
        Q_EMIT channel->messageReceived(message);
        return soon([&] { return channel->taken() > taken; });
    };
    QVERIFY(say(u"m1"_s));
    QVERIFY(bench.core->outbox.isBusy());
    channel->stop();
    QVERIFY(!bench.core->outbox.isBusy());
    QVERIFY(soon([&] {
        const RequestView view = bench.view(channel->request());
        return view.reply && view.reply->state == ReplyView::State::Unknown;
    }));
    channel->start();
    QVERIFY(say(u"m2"_s));
}

void TestCoreChannel::killedAroundTheSend_data()
{
    QTest::addColumn<Ability>("ability");
    QTest::addColumn<Fate>("fate");
    QTest::addColumn<int>("shown");
    QTest::newRow("B3 point 6: mid-send, keys are honoured")
        << Ability::HonoursKeys << Fate::HoldSend << 1;
    QTest::newRow("B3 point 7: before the receipt, keys are honoured")
        << Ability::HonoursKeys << Fate::HoldAnswer << 1;
    QTest::newRow("B3 point 6: mid-send, can be read back")
        << Ability::CanBeReadBack << Fate::HoldSend << 1;
    QTest::newRow("B3 point 7: before the receipt, can be read back")
        << Ability::CanBeReadBack << Fate::HoldAnswer << 1;
    QTest::newRow("B3 point 6: mid-send, neither: held") << Ability::Neither << Fate::HoldSend << 0;
    QTest::newRow("B3 point 7: before the receipt, neither: held")
        << Ability::Neither << Fate::HoldAnswer << 1;
}

void TestCoreChannel::killedAroundTheSend()
{
    QFETCH(Ability, ability);
    QFETCH(Fate, fate);
    QFETCH(int, shown);
    CoreBench bench;
    bench.useMail(ability);
    QVERIFY(bench.boot());
    bench.platform->setFates({fate});
    bench.platform->say(said(u"m1"_s, u"hello"_s, bench.clock.wall()));
    QVERIFY(soon([&] { return bench.platform->held() == 1; }));
    const RequestId request(bench.platform->acknowledgements().first().request);
    QVERIFY(bench.reboot());
    QVERIFY(soon([&] {
        bench.advance(500ms);
        return bench.view(request).reply->state != ReplyView::State::Owed;
    }));
    QVERIFY(bench.view(request).reply->state
            == (ability == Ability::Neither ? ReplyView::State::Unknown : ReplyView::State::Sent));
    QCOMPARE(bench.platform->shown(request.toString(), u"reply"_s).size(), shown);
    QCOMPARE(bench.turnsAsked(u"hello"_s), 1);
}

void TestCoreChannel::backlogAfterADowntime()
{
    // H08, A9: what was sent while nobody was there is answered once; only what is old is marked.
    CoreBench bench;
    bench.useMail(Ability::HonoursKeys);
    const QDateTime now = bench.clock.wall();
    bench.platform->say(said(u"old"_s, u"two minutes ago"_s, now.addSecs(-120)));
    bench.platform->say(said(u"older"_s, u"an hour ago"_s, now.addSecs(-3600)));
    bench.platform->say(said(u"ahead"_s, u"from a clock ahead"_s, now.addSecs(90)));
    QVERIFY(bench.boot());
    QVERIFY(soon([&] { return shownReplies(bench).size() == 3; }));
    const QStringList replies = shownReplies(bench);
    QCOMPARE(replies.at(0), u"echo: two minutes ago"_s);
    QVERIFY(replies.at(1).endsWith(u"echo: an hour ago"_s));
    QVERIFY(replies.at(1).size() > 20);
    QCOMPARE(replies.at(2), u"echo: from a clock ahead"_s);
    for (const char *text : {"two minutes", "an hour", "a clock"})
        QCOMPARE(bench.turnsAsked(QString::fromLatin1(text)), 1);
}

void TestCoreChannel::staleCommandIsTold()
{
    // H09
    CoreBench bench;
    bench.useMail(Ability::HonoursKeys);
    QVERIFY(bench.boot());
    bench.platform->say(said(u"m0"_s, u"[[hang]] running"_s, bench.clock.wall()));
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    const QDateTime old = bench.clock.wall().addSecs(-1200);
    bench.platform->say(said(u"m1"_s, u"/restart"_s, old));
    bench.platform->say(said(u"m2"_s, u"/stop"_s, old));
    bench.platform->say(said(u"m3"_s, u"ping"_s, old));
    QVERIFY(soon([&] { return bench.platform->acknowledgements().size() == 4; }));
    bench.settle();
    QVERIFY(!bench.liveTurn().isNull()); // the stop of twenty minutes ago stops nothing
    bench.provider->releaseAll();
    QVERIFY(soon([&] { return shownReplies(bench).size() == 4; }));
    QCOMPARE(bench.turnsAsked(u"ping"_s), 1);
    QCOMPARE(bench.turnsAsked(u"restart"_s), 0);
    for (const char *id : {"m1", "m2"}) {
        const auto &all = bench.platform->acknowledgements();
        const auto one = std::find_if(all.begin(), all.end(), [id](const auto &ack) {
            return ack.message == QLatin1StringView(id);
        });
        QCOMPARE(bench.replyNotice(RequestId(one->request)), toString(NoticeId::CommandExpired));
    }
}

void TestCoreChannel::sameMessageThreeTimes()
{
    // H06, H07
    CoreBench bench;
    bench.useMail(Ability::Neither);
    QVERIFY(bench.boot());
    bench.platform->say(said(u"m1"_s, u"hello"_s, bench.clock.wall()));
    bench.platform->redeliver(u"m1"_s);
    bench.platform->redeliver(u"m1"_s);
    QVERIFY(soon([&] {
        return bench.platform->acknowledgements().size() == 3 && shownReplies(bench).size() == 1;
    }));
    QVERIFY(bench.reboot());
    bench.clock.advance(25h);
    bench.platform->redeliver(u"m1"_s);
    QVERIFY(soon([&] { return bench.platform->acknowledgements().size() == 4; }));
    bench.settle();
    QCOMPARE(bench.platform->acknowledgements().last().result, u"replayed"_s);
    QCOMPARE(shownReplies(bench).size(), 1);
    QCOMPARE(bench.turnsAsked(u"hello"_s), 1);
}

void TestCoreChannel::longAnswerComesInParts()
{
    // B5
    CoreBench bench;
    bench.useMail(Ability::HonoursKeys, 10);
    QVERIFY(bench.boot());
    bench.platform->setFates({Fate::Sent, Fate::Refused});
    bench.platform->say(said(u"m1"_s, u"[[say 0123456789abcdefghij012345]]"_s, bench.clock.wall()));
    QVERIFY(soon([&] { return bench.platform->shown().size() == 3; }));
    const RequestId request(bench.platform->acknowledgements().first().request);
    QCOMPARE(bench.platform->shown(request.toString(), u"reply"_s).size(), 2);
    QCOMPARE(bench.platform->shown(request.toString(), u"notice"_s).size(), 1);
    QVERIFY(soon([&] { return bench.view(request).reply->state == ReplyView::State::Partly; }));
}

void TestCoreChannel::progressEndsBeforeTheReply()
{
    // B6
    CoreBench bench;
    bench.useMail(Ability::HonoursKeys);
    QVERIFY(bench.boot());
    bench.platform->say(said(u"m1"_s, u"[[hang]] hello"_s, bench.clock.wall()));
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    const TurnId turn = bench.liveTurn();
    bench.provider->say(turn, u"so far"_s);
    QVERIFY(soon([&] { return !bench.platform->progress().isEmpty(); }));
    QCOMPARE(bench.platform->progress().first().text, u"so far"_s);
    bench.provider->release(turn);
    QVERIFY(soon([&] { return shownReplies(bench).size() == 1; }));
    QVERIFY(bench.platform->progress().last().ended);
    const qsizetype progress = bench.platform->progress().size();
    bench.provider->say(turn, u"late"_s);
    Q_EMIT bench.provider->textAppended(turn, u"x"_s, u"late"_s);
    bench.settle();
    QCOMPARE(bench.platform->progress().size(), progress);
}

void TestCoreChannel::noticesSpeakTheLanguage_data()
{
    QTest::addColumn<Language>("language");
    QTest::addColumn<QString>("question");
    QTest::addColumn<bool>("han"); // in our own texts
    QTest::newRow("H29 en, asked in English") << Language::En << u"hello"_s << false;
    QTest::newRow("H29 en, asked in Chinese") << Language::En << u"你好"_s << false;
    QTest::newRow("H29 zh, asked in English") << Language::Zh << u"hello"_s << true;
    QTest::newRow("H29 zh, asked in Chinese") << Language::Zh << u"你好"_s << true;
    QTest::newRow("H29 auto, asked in English") << Language::Auto << u"hello"_s << false;
    QTest::newRow("H29 auto, asked in Chinese") << Language::Auto << u"你好"_s << true;
}

void TestCoreChannel::noticesSpeakTheLanguage()
{
    QFETCH(Language, language);
    QFETCH(QString, question);
    QFETCH(bool, han);
    CoreBench bench;
    bench.settings.language = language;
    bench.useMail(Ability::HonoursKeys);
    QVERIFY(bench.boot());
    // Provoked: queued, stopped, late, quota, waiting for capacity, waiting for the provider, restarted.
    const QDateTime now = bench.clock.wall();
    bench.platform->say(said(u"m1"_s, u"[[hang]] [[say x]] "_s + question, now));
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    bench.platform->say(
        said(u"m2"_s, u"[[tool shell true]] [[error usage_limit_reached]] "_s + question, now));
    bench.platform->say(said(u"m3"_s, u"[[hang]] [[say x]] "_s + question, now.addSecs(-3600)));
    QVERIFY(soon([&] { return bench.platform->acknowledgements().size() == 3; }));
    bench.stop(RequestId(bench.platform->acknowledgements().first().request));
    QVERIFY(bench.until([&] { return bench.record.turns().size() == 3; }));
    bench.provider->setComesUp(false);
    bench.provider->crash();
    bench.settle();
    bench.provider->setComesUp(true);
    QVERIFY(bench.until([&] { return shownReplies(bench).size() == 3; }));
    QVERIFY(bench.platform->shown().size() >= 5);
    for (const FakePlatform::Shown &shown : bench.platform->shown())
        QVERIFY2(hasHan(shown.text) == han, qPrintable(shown.text));
}

void TestCoreChannel::refusalsSpeakTheLanguage_data()
{
    QTest::addColumn<QString>("wish"); // of the conversation
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("han");
    QTest::newRow("H1 zh, too long in English") << u"zh"_s << QString(31, u'x') << true;
    QTest::newRow("H1 en, too long in Chinese") << u"en"_s << QString(31, u'问') << false;
    QTest::newRow("H1 auto, too long in Chinese") << u"auto"_s << QString(31, u'问') << true;
    QTest::newRow("H1 auto, too long in English") << u"auto"_s << QString(31, u'x') << false;
    QTest::newRow("H2 zh, empty: no English in it") << u"zh"_s << u" \n"_s << true;
}

void TestCoreChannel::refusalsSpeakTheLanguage()
{
    // A6: where people read from the store, the answer to the call tells them, in the conversation's language.
    QFETCH(QString, wish);
    QFETCH(QString, text);
    QFETCH(bool, han);
    CoreBench bench;
    bench.settings.limits.textCharacters = 30;
    QVERIFY(bench.boot());
    bench.ask(u"/lang "_s + wish);
    const Admission refused = bench.ask(text);
    QVERIFY(refused.result == Admission::Result::Refused);
    QVERIFY(refused.failure->kind == FailureKind::InvalidInput);
    QVERIFY2(hasHan(refused.text) == han, qPrintable(refused.text));
    if (text.size() > 30) {
        QVERIFY2(refused.text.contains(u"30"_s), qPrintable(refused.text));
        QVERIFY2(refused.text.contains(u"31"_s), qPrintable(refused.text));
    }
    if (han) {
        const bool latin = std::any_of(refused.text.begin(), refused.text.end(), [](QChar one) {
            return one.isLetter() && one.script() == QChar::Script_Latin;
        });
        QVERIFY2(!latin, qPrintable(refused.text));
    }
}

void TestCoreChannel::stopButton_data()
{
    QTest::addColumn<QString>("peer"); // from where, by whom it is pressed
    QTest::addColumn<QString>("sender");
    QTest::addColumn<bool>("known"); // the request is
    QTest::addColumn<bool>("accepted");
    QTest::newRow("A10 at its own place by who may") << u"room"_s << u"ann"_s << true << true;
    QTest::newRow("A10 at its own place by somebody else who may")
        << u"room"_s << u"ben"_s << true << true;
    QTest::newRow("neg: at another place") << u"other"_s << u"ann"_s << true << false;
    QTest::newRow("neg: by a stranger") << u"room"_s << u"mallory"_s << true << false;
    QTest::newRow("neg: no such request") << u"room"_s << u"ann"_s << false << false;
}

void TestCoreChannel::stopButton()
{
    QFETCH(QString, peer);
    QFETCH(QString, sender);
    QFETCH(bool, known);
    QFETCH(bool, accepted);
    CoreBench bench;
    bench.useMail(Ability::HonoursKeys);
    QVERIFY(bench.boot());
    GrantRow ann;
    ann.channel = u"mail"_s;
    ann.sender = u"ann"_s;
    GrantRow ben = ann;
    ben.sender = u"ben"_s;
    bench.core->ledger.applyGrants({ann, ben});
    bench.platform->say(said(u"m1"_s, u"[[hang]] 你好"_s, bench.clock.wall()));
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    const QString request = bench.platform->acknowledgements().first().request;
    FakePlatform::Message where;
    where.peer = peer;
    where.sender = sender;
    bench.platform->press(u"b1"_s, u"stop"_s, known ? request : u"nobody"_s, where);
    QVERIFY(soon([&] { return bench.platform->actionResults().contains(u"b1"_s); }));
    QCOMPARE(bench.platform->actionResults().value(u"b1"_s), accepted);
    if (!accepted) {
        bench.settle();
        QVERIFY(!bench.liveTurn().isNull());
        QVERIFY(!bench.view(RequestId(request)).stopping);
        return;
    }
    QVERIFY(soon([&] { return bench.isSettled(RequestId(request)); }));
    QCOMPARE(bench.replyNotice(RequestId(request)), toString(NoticeId::FailedStopped));
}

void TestCoreChannel::sendsThatAlwaysTimeOutArePaced()
{
    // B2: a platform that never answers a send and never shows one is not asked without end.
    CoreBench bench;
    bench.useMail(Ability::CanBeReadBack);
    QVERIFY(bench.boot());
    bench.platform->setFates(QList<Fate>(500, Fate::LostSend));
    bench.platform->say(said(u"m1"_s, u"hello"_s, bench.clock.wall()));
    QVERIFY(bench.until([&] { return bench.platform->sends() >= 2; }));
    bench.advance(30s, 1s);
    QVERIFY2(bench.platform->sends() < 12, qPrintable(QString::number(bench.platform->sends())));
    bench.platform->setFates({});
    QVERIFY(bench.until([&] { return shownReplies(bench).size() == 1; }));
}

void TestCoreChannel::languageChangesWhileItRuns_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::newRow("B5 en, then zh") << u"en"_s << u"zh"_s;
    QTest::newRow("B5 zh, then en") << u"zh"_s << u"en"_s;
}

void TestCoreChannel::languageChangesWhileItRuns()
{
    // B5: the parts are slices of the text with the marks that they were planned over; nothing is cut or said twice.
    QFETCH(QString, before);
    QFETCH(QString, after);
    const QString answer = u"0123456789abcdefghij0123456789ABCDEFGHIJ"_s;
    CoreBench bench;
    bench.useMail(Ability::HonoursKeys, 10);
    QVERIFY(bench.boot());
    const QDateTime now = bench.clock.wall();
    bench.platform->say(said(u"m1"_s, u"/lang "_s + before, now));
    bench.platform->say(
        said(u"m2"_s, u"[[hang]] [[say "_s + answer + u"]] late"_s, now.addSecs(-3600)));
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    const TurnId turn = bench.liveTurn();
    bench.platform->say(said(u"m3"_s, u"/lang "_s + after, now));
    QVERIFY(soon([&] { return bench.platform->acknowledgements().size() == 3; }));
    const RequestId request(bench.platform->acknowledgements().at(1).request);
    bench.provider->release(turn);
    QVERIFY(soon([&] {
        const RequestView view = bench.view(request);
        return view.reply && view.reply->state == ReplyView::State::Sent;
    }));
    QString text;
    for (const FakePlatform::Shown &part : bench.platform->shown(request.toString(), u"reply"_s))
        text += part.text;
    QVERIFY2(text.endsWith(u"\n\n"_s + answer), qPrintable(text));
    QCOMPARE(text.count(answer), 1);
    QCOMPARE(hasHan(text), before == "zh"_L1);
}

void TestCoreChannel::revokedWhileItRuns()
{
    // Row 3: the turn is ended, the reply withheld, the owner told; nothing waits for the model any more.
    CoreBench bench;
    bench.useMail(Ability::HonoursKeys);
    QVERIFY(bench.boot());
    bench.platform->say(said(u"m1"_s, u"[[hang]] hello"_s, bench.clock.wall()));
    QVERIFY(soon([&] { return !bench.liveTurn().isNull(); }));
    bench.platform->say(said(u"m2"_s, u"next"_s, bench.clock.wall()));
    QVERIFY(soon([&] { return bench.platform->acknowledgements().size() == 2; }));
    const RequestId request(bench.platform->acknowledgements().first().request);
    const RequestId next(bench.platform->acknowledgements().last().request);
    const RequestId desk = bench.ask(u"[[hang]] desk"_s).request;
    QVERIFY(soon([&] { return bench.liveTurns().size() == 2; }));
    GrantRow other;
    other.channel = u"desk"_s;
    bench.core->ledger.applyGrants({other});
    QVERIFY(soon([&] { return bench.isSettled(request) && bench.isSettled(next); }));
    QVERIFY(bench.view(request).reply->state == ReplyView::State::Withheld);
    QVERIFY(bench.view(next).reply->state == ReplyView::State::Withheld);
    QVERIFY(shownReplies(bench).isEmpty());
    QCOMPARE(bench.turnsAsked(u"next"_s), 0);
    QVERIFY(!bench.isSettled(desk)); // another place's is not touched
    QCOMPARE(std::get<StatusView>(bench.answerTo(GetStatus{})).notices.size(), 2);
}

} // namespace hostline::test

QTEST_GUILESS_MAIN(hostline::test::TestCoreChannel)
#include "tst_core_channel.moc"
