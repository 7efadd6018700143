// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/system_clock.h"
#include "channel_contract.h"
#include "support/channel/fake_channel.h"
#include "support/channel/fake_platform.h"
#include "support/plugins/test_context.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

class FakeChannelBench final : public ChannelBench
{
public:
    FakeChannelBench()
        : m_platform(FakePlatform::Ability::CanBeReadBack)
        , m_context(u"fake"_s, {{u"socket"_s, path()}, {u"part_length"_s, 1000}})
    {
        setReachable(true);
    }

    std::unique_ptr<Channel> make() override { return std::make_unique<FakeChannel>(m_context); }
    ChannelTraits traits() const override
    {
        return {.stored = false, .readBack = true, .progress = true, .idempotency = {}};
    }
    QString name() const override { return m_context.name(); }
    Source target() const override
    {
        return {.channel = u"fake"_s,
                .account = {},
                .peer = u"peer"_s,
                .thread = {},
                .sender = u"person"_s};
    }

    void say(Channel &, const QString &id, const QString &text) override
    {
        m_platform.say({.id = id, .text = text});
    }
    bool setReachable(bool reachable) override
    {
        if (reachable)
            return m_platform.listen(path());
        m_platform.close();
        return true;
    }

private:
    QString path() const { return m_directory.filePath(u"platform"_s); }

    QTemporaryDir m_directory;
    FakePlatform m_platform;
    TestContext m_context;
};

} // namespace

class FakeChannelContract : public SendingChannelContract
{
    Q_OBJECT

protected:
    std::unique_ptr<ChannelBench> bench() override { return std::make_unique<FakeChannelBench>(); }

private Q_SLOTS:
    void acknowledgesWhatIsStored();
    void keepsAnswersApart_data();
    void keepsAnswersApart();
    void honoursKeysWhereItSaysSo();
};

void FakeChannelContract::acknowledgesWhatIsStored()
{
    QTemporaryDir directory;
    FakePlatform platform(FakePlatform::Ability::Neither);
    QVERIFY(platform.listen(directory.filePath(u"p"_s)));
    TestContext context(u"fake"_s, {{u"socket"_s, directory.filePath(u"p"_s)}});
    FakeChannel channel(context);
    QSignalSpy messages(&channel, &Channel::messageReceived);
    channel.start();
    QTRY_VERIFY(platform.isConnected());
    const QDateTime sentAt = QDateTime::fromMSecsSinceEpoch(1'700'000'000'123, Qt::UTC);
    platform.say({.id = u"one"_s, .text = u"?"_s, .sentAt = sentAt});
    QTRY_COMPARE(messages.size(), 1);
    const auto message = messages.at(0).at(0).value<InboundMessage>();
    QCOMPARE(message.sentAt, sentAt);

    // Not stored: the platform keeps it and sends it again.
    channel.acknowledge({.tag = message.tag, .result = Admission::Result::TryLater});
    platform.breakLine();
    QTRY_COMPARE(messages.size(), 2);
    QVERIFY(platform.acknowledgements().isEmpty());
    const auto again = messages.at(1).at(0).value<InboundMessage>();
    QCOMPARE(again.messageId, u"one"_s);
    QVERIFY(again.tag != message.tag);
    channel.acknowledge(
        {.tag = again.tag, .result = Admission::Result::Created, .request = RequestId(u"r1"_s)});
    QTRY_COMPARE(platform.acknowledgements().size(), 1);
    QCOMPARE(platform.acknowledgements().first().result, u"created"_s);
    QCOMPARE(platform.acknowledgements().first().request, u"r1"_s);

    // Stored: a new line brings nothing, a redelivery does.
    platform.breakLine();
    QTRY_COMPARE(platform.connections(), 3);
    QTRY_COMPARE(channel.state(), Product::State::Ready);
    QCOMPARE(messages.size(), 2);
    platform.redeliver(u"one"_s);
    QTRY_COMPARE(messages.size(), 3);
}

void FakeChannelContract::keepsAnswersApart_data()
{
    using Fate = FakePlatform::Fate;
    using Result = DeliveryOutcome::Result;
    QTest::addColumn<int>("fate");
    QTest::addColumn<int>("result");
    QTest::addColumn<int>("shown");
    QTest::newRow("sent") << int(Fate::Sent) << int(Result::Sent) << 1;
    QTest::newRow("the answer is lost") << int(Fate::LostAnswer) << int(Result::Unknown) << 1;
    QTest::newRow("the send is lost") << int(Fate::LostSend) << int(Result::Unknown) << 0;
    QTest::newRow("not sent") << int(Fate::NotSent) << int(Result::NotSent) << 0;
    QTest::newRow("refused for good") << int(Fate::Refused) << int(Result::Refused) << 0;
    QTest::newRow("the target is gone") << int(Fate::Gone) << int(Result::Gone) << 0;
}

void FakeChannelContract::keepsAnswersApart()
{
    QFETCH(int, fate);
    QFETCH(int, result);
    QFETCH(int, shown);

    QTemporaryDir directory;
    FakePlatform platform(FakePlatform::Ability::Neither);
    platform.setFates({FakePlatform::Fate(fate)});
    platform.setRetryAfter(std::chrono::milliseconds(700));
    QVERIFY(platform.listen(directory.filePath(u"p"_s)));
    TestContext context(u"fake"_s, {{u"socket"_s, directory.filePath(u"p"_s)}});
    FakeChannel channel(context);
    QSignalSpy answers(&channel, &Channel::delivered);
    channel.start();
    QTRY_COMPARE(channel.state(), Product::State::Ready);
    channel.deliver({.key = DeliveryKey(u"k"_s),
                     .target = {.peer = u"p"_s},
                     .body = {.text = u"text"_s},
                     .part = {.to = 4}});
    QTRY_COMPARE(answers.size(), 1);
    const auto outcome = answers.at(0).at(0).value<DeliveryOutcome>();
    QCOMPARE(int(outcome.result), result);
    QCOMPARE(outcome.retryAfter.has_value(), outcome.result == DeliveryOutcome::Result::NotSent);
    QCOMPARE(platform.shown().size(), shown);
    QCOMPARE(platform.sends(), 1);
}

void FakeChannelContract::honoursKeysWhereItSaysSo()
{
    for (const auto ability :
         {FakePlatform::Ability::HonoursKeys, FakePlatform::Ability::Neither}) {
        QTemporaryDir directory;
        FakePlatform platform(ability);
        QVERIFY(platform.listen(directory.filePath(u"p"_s)));
        TestContext context(u"fake"_s, {{u"socket"_s, directory.filePath(u"p"_s)}});
        FakeChannel channel(context);
        QSignalSpy answers(&channel, &Channel::delivered);
        channel.start();
        QTRY_COMPARE(channel.state(), Product::State::Ready);
        const Delivery delivery{.key = DeliveryKey(u"k"_s),
                                .target = {.peer = u"p"_s},
                                .body = {.text = u"text"_s},
                                .part = {.to = 4}};
        channel.deliver(delivery);
        channel.deliver(delivery);
        QTRY_COMPARE(answers.size(), 2);
        QCOMPARE(platform.shown().size(), ability == FakePlatform::Ability::HonoursKeys ? 1 : 2);
        QCOMPARE(platform.sends(), 2);
    }
}

} // namespace hostline

QTEST_GUILESS_MAIN(hostline::FakeChannelContract)
#include "tst_fake_channel_contract.moc"
