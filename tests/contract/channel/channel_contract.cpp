// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "channel_contract.h"

#include "plugins/guarded_channel.h"

#include <QtCore/QSet>
#include <QtTest/QtTest>

using namespace Qt::StringLiterals;

namespace hostline {

using State = Product::State;

ChannelBench::~ChannelBench() = default;

bool ChannelBench::setReachable(bool)
{
    return false;
}

ChannelContract::ChannelContract() = default;
ChannelContract::~ChannelContract() = default;

void ChannelContract::init()
{
    m_bench = bench();
    m_channel = m_bench->make();
    QVERIFY(m_channel);
    watch();
}

void ChannelContract::cleanup()
{
    m_channel.reset();
    m_bench.reset();
    m_states.clear();
    m_messages.clear();
    m_answers.clear();
}

void ChannelContract::watch()
{
    connect(
        m_channel.get(), &Product::stateChanged, this, [this](State state) { m_states << state; });
    connect(m_channel.get(),
            &Channel::messageReceived,
            this,
            [this](const InboundMessage &message) { m_messages << message; });
    connect(m_channel.get(), &Channel::delivered, this, [this](const DeliveryOutcome &outcome) {
        m_answers << Answer{outcome, m_inside};
    });
}

void ChannelContract::makeReady()
{
    m_channel->start();
    QTRY_COMPARE(m_channel->state(), State::Ready);
}

Delivery ChannelContract::delivery(const QString &key) const
{
    Delivery delivery;
    delivery.key = DeliveryKey(key);
    delivery.request = RequestId(u"request"_s);
    delivery.target = m_bench->target();
    delivery.body = {.text = u"答案 \"42\"\n```\ncode\n```"_s, .format = Body::Format::Markdown};
    delivery.part = {.ordinal = 0, .format = {}, .from = 0, .to = delivery.body.text.size()};
    return delivery;
}

void ChannelContract::deliver(const Delivery &delivery)
{
    m_inside = true;
    m_channel->deliver(delivery);
    m_inside = false;
}

void ChannelContract::readBack(const Delivery &delivery)
{
    m_inside = true;
    m_channel->readBack(delivery);
    m_inside = false;
}

int ChannelContract::answers(const QString &key) const
{
    return int(std::count_if(m_answers.begin(), m_answers.end(), [&key](const Answer &answer) {
        return answer.outcome.key == DeliveryKey(key);
    }));
}

void ChannelContract::verifyAnswers() const
{
    for (const Answer &answer : m_answers) {
        QVERIFY2(!answer.inside, "delivered came from inside the slot that asked");
        QVERIFY2(answer.outcome.result != DeliveryOutcome::Result::Sent
                     || !answer.outcome.receipt.isEmpty(),
                 "Sent without a receipt");
    }
}

void ChannelContract::beginsStopped()
{
    QCOMPARE(m_channel->state(), State::Stopped);
    QCoreApplication::processEvents();
    QVERIFY(m_states.isEmpty());
}

void ChannelContract::startsOnceAndStopsOnce()
{
    m_channel->start();
    m_channel->start();
    QTRY_COMPARE(m_channel->state(), State::Ready);
    m_channel->start();
    QCoreApplication::processEvents();
    QCOMPARE(count(State::Ready), 1);
    QVERIFY(!m_channel->failure());

    m_channel->stop();
    m_channel->stop();
    QTRY_COMPARE(m_channel->state(), State::Stopped);
    m_channel->stop();
    QCoreApplication::processEvents();
    QCOMPARE(count(State::Stopped), 1);
}

void ChannelContract::stopsBeforeItsStart()
{
    m_channel->stop();
    QCoreApplication::processEvents();
    QCOMPARE(m_channel->state(), State::Stopped);
    QVERIFY(m_states.isEmpty());
    makeReady();
}

void ChannelContract::stopsWhileItStarts()
{
    m_channel->start();
    m_channel->stop();
    QTRY_COMPARE(m_channel->state(), State::Stopped);
    QCOMPARE(count(State::Stopped), 1);
    // Nothing of the start comes after it.
    QTest::qWait(0);
    QCoreApplication::processEvents();
    QCOMPARE(m_channel->state(), State::Stopped);
    makeReady();
}

void ChannelContract::startsAgain()
{
    makeReady();
    m_channel->stop();
    QTRY_COMPARE(m_channel->state(), State::Stopped);
    makeReady();
    m_channel->stop();
    QTRY_COMPARE(m_channel->state(), State::Stopped);
    QCOMPARE(count(State::Ready), 2);
    QCOMPARE(count(State::Stopped), 2);
}

void ChannelContract::endsReadyWhenStartedWhileItStops()
{
    makeReady();
    m_channel->stop();
    m_channel->start();
    QTRY_COMPARE(m_channel->state(), State::Ready);
    QCoreApplication::processEvents();
    QCOMPARE(m_channel->state(), State::Ready);
}

void SendingChannelContract::tellsWhatIsWrongAndMendsItself()
{
    QVERIFY(m_bench->setReachable(false));
    m_channel->start();
    QTRY_COMPARE(m_channel->state(), State::Unavailable);
    QVERIFY(m_channel->failure());
    QVERIFY2(!m_channel->failure()->subject.isEmpty(), "the failure names no mending step");
    QVERIFY(m_bench->setReachable(true));
    QTRY_COMPARE(m_channel->state(), State::Ready);
    QVERIFY(!m_channel->failure());

    // And the same for a line that breaks, and for a stop without a far end.
    QVERIFY(m_bench->setReachable(false));
    QTRY_COMPARE(m_channel->state(), State::Unavailable);
    m_channel->stop();
    QTRY_COMPARE(m_channel->state(), State::Stopped);
    QCOMPARE(count(State::Stopped), 1);
}

void ChannelContract::goesAtAnyTime()
{
    m_channel->start();
    m_channel = m_bench->make(); // the first goes while it starts
    watch();
    makeReady();
    if (!m_bench->traits().stored)
        deliver(delivery(u"last"_s));
    m_channel.reset(); // and this one while it is ready, with a question open
    QCoreApplication::processEvents();
    QCOMPARE(answers(u"last"_s), 0);
}

void ChannelContract::plansRightly_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("markdown");

    const auto row = [](const char *name, const QString &text) {
        QTest::addRow("%s, markdown", name) << text << true;
        QTest::addRow("%s, plain", name) << text << false;
    };
    row("an empty body", QString());
    row("a word", u"word"_s);
    row("a long line", QString(200'000, u'x'));
    row("many lines", u"line\n"_s.repeated(40'000));
    row("emoji (B5: never inside a code point)", u"😀"_s.repeated(60'000));
    row("emoji after an odd beginning", u"x"_s + u"😀"_s.repeated(60'000));
    row("Chinese", u"一二三四五六七八九十"_s.repeated(10'000));
    row("a code block", u"```\n"_s + u"code 😀\n"_s.repeated(20'000) + u"```\n"_s);
    row("a table", u"|a|b|\n|-|-|\n"_s + u"|一|😀|\n"_s.repeated(20'000));
    row("a lone surrogate", QString(QChar(0xD83D)).repeated(50'000));
    row("zeros and controls", QString(50'000, QChar(0)) + QString(50'000, QChar(7)));
}

void ChannelContract::plansRightly()
{
    QFETCH(QString, text);
    QFETCH(bool, markdown);

    const Body body{.text = text,
                    .format = markdown ? Body::Format::Markdown : Body::Format::Plain};
    const QList<Part> parts = m_channel->plan(body, m_bench->target());
    const auto mistake = planMistake(text, parts);
    QVERIFY2(!mistake, mistake ? qPrintable(*mistake) : "");
    QCOMPARE(m_channel->plan(body, m_bench->target()), parts);
}

void ChannelContract::namesItsMessages()
{
    makeReady();
    m_bench->say(*m_channel, u"first"_s, u"一\n two "_s);
    m_bench->say(*m_channel, u"second"_s, u"again"_s);
    QTRY_COMPARE(m_messages.size(), 2);
    QSet<quint64> tags;
    for (const InboundMessage &message : std::as_const(m_messages)) {
        QCOMPARE(message.source.channel, m_bench->name());
        QVERIFY(!message.source.peer.isEmpty());
        QVERIFY(!message.messageId.isEmpty());
        QVERIFY(!message.sentAt.isValid() || message.sentAt.timeSpec() == Qt::UTC);
        tags.insert(message.tag);
    }
    QCOMPARE(m_messages.at(0).text, u"一\n two "_s);
    QVERIFY(m_messages.at(0).messageId != m_messages.at(1).messageId);
    QCOMPARE(tags.size(), 2);
}

void ChannelContract::takesEveryAdmission_data()
{
    QTest::addColumn<int>("result");
    QTest::newRow("created") << int(Admission::Result::Created);
    QTest::newRow("replayed") << int(Admission::Result::Replayed);
    QTest::newRow("conflict") << int(Admission::Result::Conflict);
    QTest::newRow("refused") << int(Admission::Result::Refused);
    QTest::newRow("try later") << int(Admission::Result::TryLater);
}

void ChannelContract::takesEveryAdmission()
{
    QFETCH(int, result);
    makeReady();
    m_bench->say(*m_channel, u"first"_s, u"text"_s);
    QTRY_COMPARE(m_messages.size(), 1);
    Admission admission;
    admission.tag = m_messages.first().tag;
    admission.result = Admission::Result(result);
    admission.request = RequestId(u"request"_s);
    if (admission.result == Admission::Result::Refused) {
        admission.failure = Failure{.kind = FailureKind::QueueFull};
        admission.text = u"No."_s;
    }
    m_channel->acknowledge(admission);
    m_channel->acknowledge(admission);
    m_channel->stop();
    m_channel->acknowledge(admission);
    QTRY_COMPARE(m_channel->state(), State::Stopped);
    m_channel->acknowledge(admission);
    QCoreApplication::processEvents();
    QVERIFY(m_answers.isEmpty());
}

void ChannelContract::ignoresUnknownTags()
{
    const auto ask = [this] {
        m_channel->acknowledge(
            {.tag = 987654, .result = Admission::Result::Created, .request = RequestId(u"r"_s)});
        m_channel->finishAction({.tag = 987655, .accepted = true, .text = u"Done."_s});
        QCoreApplication::processEvents();
        QVERIFY(m_answers.isEmpty());
        QVERIFY(m_messages.isEmpty());
    };
    ask();
    makeReady();
    ask();
    QCOMPARE(m_channel->state(), State::Ready);
}

void SendingChannelContract::answersEachDeliveryOnce()
{
    makeReady();
    for (int i = 0; i < 20; ++i)
        deliver(delivery(u"key-%1"_s.arg(i)));
    QTRY_COMPARE(m_answers.size(), 20);
    // A later attempt carries the same key and has its own answer.
    deliver(delivery(u"key-7"_s));
    QTRY_COMPARE(m_answers.size(), 21);
    QCoreApplication::processEvents();
    QCOMPARE(m_answers.size(), 21);
    for (int i = 0; i < 20; ++i)
        QCOMPARE(answers(u"key-%1"_s.arg(i)), i == 7 ? 2 : 1);
    for (const Answer &answer : std::as_const(m_answers))
        QCOMPARE(answer.outcome.result, DeliveryOutcome::Result::Sent);
    verifyAnswers();
}

void SendingChannelContract::answersADeliveryWhileStopped()
{
    deliver(delivery(u"early"_s));
    QTRY_COMPARE(m_answers.size(), 1);
    // It never went out, and the channel knows it: a repetition is safe.
    QCOMPARE(m_answers.first().outcome.result, DeliveryOutcome::Result::NotSent);
    verifyAnswers();
}

void SendingChannelContract::answersADeliveryBeforeItsStop()
{
    makeReady();
    deliver(delivery(u"last"_s));
    m_channel->stop();
    QTRY_COMPARE(m_channel->state(), State::Stopped);
    QTRY_COMPARE(answers(u"last"_s), 1);
    // Whatever became of it, it is not called undone unless that is known.
    verifyAnswers();
}

void SendingChannelContract::answersEachReadBackOnce()
{
    readBack(delivery(u"early"_s)); // stopped: it cannot know
    QTRY_COMPARE(m_answers.size(), 1);
    QCOMPARE(m_answers.at(0).outcome.result, DeliveryOutcome::Result::Unknown);
    makeReady();
    deliver(delivery(u"sent"_s));
    QTRY_COMPARE(m_answers.size(), 2);
    readBack(delivery(u"sent"_s));
    QTRY_COMPARE(m_answers.size(), 3);
    QCOMPARE(m_answers.at(2).outcome.result, DeliveryOutcome::Result::Sent);
    QCOMPARE(m_answers.at(2).outcome.receipt, m_answers.at(1).outcome.receipt);
    readBack(delivery(u"never"_s));
    QTRY_COMPARE(m_answers.size(), 4);
    QCOMPARE(m_answers.at(3).outcome.result, DeliveryOutcome::Result::NotSent);
    verifyAnswers();
}

void SendingChannelContract::takesProgressAtAnyTime()
{
    const Progress progress{.request = RequestId(u"request"_s),
                            .target = m_bench->target(),
                            .text = u"so far"_s,
                            .ended = false};
    const Progress ended{
        .request = RequestId(u"request"_s), .target = m_bench->target(), .text = {}, .ended = true};
    m_channel->showProgress(progress);
    makeReady();
    m_channel->showProgress(ended); // of a run before this one
    m_channel->showProgress(progress);
    m_channel->showProgress(ended);
    m_channel->showProgress(ended);
    m_channel->stop();
    m_channel->showProgress(progress);
    QTRY_COMPARE(m_channel->state(), State::Stopped);
    QVERIFY(m_answers.isEmpty());
}

} // namespace hostline
