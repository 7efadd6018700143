// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// The core asks a channel for what its metadata declares and for nothing else.
#include "plugins/guarded_channel.h"

#include <QtTest/QtTest>

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace hostline;

namespace {

class RecordingChannel final : public Channel
{
    Q_OBJECT
public:
    RecordingChannel(QStringList &calls, QList<Part> parts)
        : m_calls(calls)
        , m_parts(std::move(parts))
    { }

    void start() override { }
    void stop() override { }
    void acknowledge(const Admission &) override { }
    void deliver(const Delivery &) override { m_calls << u"deliver"_s; }
    void readBack(const Delivery &) override { m_calls << u"readBack"_s; }
    void showProgress(const Progress &) override { m_calls << u"showProgress"_s; }
    QList<Part> plan(const Body &, const Source &) const override { return m_parts; }

private:
    QStringList &m_calls;
    QList<Part> m_parts;
};

class ThrowingChannel final : public Channel
{
    Q_OBJECT
public:
    explicit ThrowingChannel(bool known)
        : m_known(known)
    { }

    void start() override { }
    void stop() override { }
    void acknowledge(const Admission &) override { }
    void deliver(const Delivery &) override { fail(); }
    void readBack(const Delivery &) override { fail(); }
    void showProgress(const Progress &) override { fail(); }
    QList<Part> plan(const Body &, const Source &) const override { fail(); }

private:
    [[noreturn]] void fail() const
    {
        if (m_known)
            throw std::out_of_range("out of range");
        throw 1; // NOLINT(hicpp-exception-baseclass): what a stranger's plugin may do
    }

    bool m_known;
};

} // namespace

class GuardedChannelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asksForWhatIsDeclared_data();
    void asksForWhatIsDeclared();
    void findsAWrongPlan_data();
    void findsAWrongPlan();
    void sendsAWrongPlanWhole();
    void livesWithAChannelThatThrows_data();
    void livesWithAChannelThatThrows();
};

void GuardedChannelTest::asksForWhatIsDeclared_data()
{
    QTest::addColumn<bool>("stored");
    QTest::addColumn<bool>("readBack");
    QTest::addColumn<bool>("progress");
    QTest::addColumn<QStringList>("calls");

    QTest::newRow("nothing declared") << false << false << false << QStringList{u"deliver"_s};
    QTest::newRow("can be read back")
        << false << true << false << QStringList{u"deliver"_s, u"readBack"_s};
    QTest::newRow("shows progress")
        << false << false << true << QStringList{u"deliver"_s, u"showProgress"_s};
    QTest::newRow("reads from the store") << true << false << false << QStringList{};
    QTest::newRow("reads from the store and shows progress")
        << true << false << true << QStringList{u"showProgress"_s};
    QTest::newRow("all that goes together")
        << false << true << true << QStringList{u"deliver"_s, u"readBack"_s, u"showProgress"_s};
}

void GuardedChannelTest::asksForWhatIsDeclared()
{
    QFETCH(bool, stored);
    QFETCH(bool, readBack);
    QFETCH(bool, progress);
    QFETCH(QStringList, calls);

    QStringList made;
    const ChannelTraits traits{
        .stored = stored, .readBack = readBack, .progress = progress, .idempotency = {}};
    const GuardedChannel channel(std::make_unique<RecordingChannel>(made, QList<Part>()), traits);
    QCOMPARE(channel.deliver({}), calls.contains(u"deliver"_s));
    QCOMPARE(channel.readBack({}), calls.contains(u"readBack"_s));
    QCOMPARE(channel.showProgress({}), calls.contains(u"showProgress"_s));
    QCOMPARE(made, calls);
}

void GuardedChannelTest::livesWithAChannelThatThrows_data()
{
    QTest::addColumn<bool>("known");
    QTest::newRow("an exception of the standard library") << true;
    QTest::newRow("anything else") << false;
}

void GuardedChannelTest::livesWithAChannelThatThrows()
{
    QFETCH(bool, known);
    const ChannelTraits traits{
        .stored = false, .readBack = true, .progress = true, .idempotency = {}};
    const GuardedChannel channel(std::make_unique<ThrowingChannel>(known), traits);
    QSignalSpy delivered(channel.channel(), &Channel::delivered);
    Source target;
    target.channel = u"lark"_s;
    const auto expect = [known](const QByteArray &task) {
        const QByteArray text = "channel lark threw when it was to " + task;
        QTest::ignoreMessage(QtWarningMsg, (known ? text + ": out of range" : text).constData());
    };

    expect("plan a body");
    const Body body{.text = u"answer"_s, .format = Body::Format::Markdown};
    QCOMPARE(channel.plan(body, target), (QList<Part>{{0, {}, 0, 6}}));

    // It may have been sent before it threw: its outcome is unknown, and comes as any other does, later.
    Delivery delivery;
    delivery.target = target;
    delivery.key = DeliveryKey{u"d1"_s};
    const QList<std::pair<QByteArray, bool (GuardedChannel::*)(const Delivery &) const>> calls{
        {"deliver", &GuardedChannel::deliver},
        {"read a delivery back", &GuardedChannel::readBack},
    };
    for (const auto &[task, call] : calls) {
        expect(task);
        QVERIFY((channel.*call)(delivery));
        QVERIFY(delivered.isEmpty());
        QTRY_COMPARE(delivered.size(), 1);
        const auto outcome = delivered.takeFirst().first().value<DeliveryOutcome>();
        QCOMPARE(outcome.key, delivery.key);
        QVERIFY(outcome.result == DeliveryOutcome::Result::Unknown);
    }

    expect("show progress");
    Progress progress;
    progress.target = target;
    QVERIFY(channel.showProgress(progress));
}

void GuardedChannelTest::findsAWrongPlan_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<Part>>("parts");
    QTest::addColumn<QString>("mistake");

    const QString text = u"ab😀d"_s; // 5 UTF-16 code units
    using Parts = QList<Part>;
    QTest::newRow("one part") << text << Parts{{0, {}, 0, 5}} << QString();
    QTest::newRow("two parts") << text << Parts{{0, {}, 0, 2}, {1, {}, 2, 5}} << QString();
    QTest::newRow("an empty text") << QString() << Parts{{0, {}, 0, 0}} << QString();
    QTest::newRow("no part") << text << Parts{} << u"there is no part"_s;
    QTest::newRow("two parts of an empty text")
        << QString() << Parts{{0, {}, 0, 0}, {1, {}, 0, 0}} << u"an empty text has one part"_s;
    QTest::newRow("a wrong number")
        << text << Parts{{0, {}, 0, 2}, {2, {}, 2, 5}} << u"part 1 is numbered 2"_s;
    QTest::newRow("a late beginning")
        << text << Parts{{0, {}, 1, 5}} << u"part 0 begins at 1, the one before it ends at 0"_s;
    QTest::newRow("a gap") << text << Parts{{0, {}, 0, 1}, {1, {}, 2, 5}}
                           << u"part 1 begins at 2, the one before it ends at 1"_s;
    QTest::newRow("an overlap") << text << Parts{{0, {}, 0, 2}, {1, {}, 1, 5}}
                                << u"part 1 begins at 1, the one before it ends at 2"_s;
    QTest::newRow("an empty part")
        << text << Parts{{0, {}, 0, 2}, {1, {}, 2, 2}, {2, {}, 2, 5}} << u"part 1 is empty"_s;
    QTest::newRow("a part backwards") << text << Parts{{0, {}, 0, -1}} << u"part 0 is empty"_s;
    QTest::newRow("beyond the end")
        << text << Parts{{0, {}, 0, 6}} << u"part 0 ends after the text"_s;
    QTest::newRow("inside a code point (B5)")
        << text << Parts{{0, {}, 0, 3}, {1, {}, 3, 5}} << u"part 0 ends inside a code point"_s;
    QTest::newRow("the end is missing")
        << text << Parts{{0, {}, 0, 4}} << u"the parts end at 4 of 5"_s;
}

void GuardedChannelTest::findsAWrongPlan()
{
    QFETCH(QString, text);
    QFETCH(QList<Part>, parts);
    QFETCH(QString, mistake);
    QCOMPARE(planMistake(text, parts).value_or(QString()), mistake);
}

void GuardedChannelTest::sendsAWrongPlanWhole()
{
    QStringList calls;
    const Body body{.text = u"ab😀d"_s, .format = Body::Format::Markdown};
    const QList<Part> sound{{0, u"card"_s, 0, 2}, {1, u"post"_s, 2, 5}};
    QCOMPARE(GuardedChannel(std::make_unique<RecordingChannel>(calls, sound), {}).plan(body, {}),
             sound);

    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"planned a body wrongly"_s));
    QCOMPARE(
        GuardedChannel(std::make_unique<RecordingChannel>(calls, QList<Part>{{0, {}, 0, 3}}), {})
            .plan(body, {}),
        (QList<Part>{{0, {}, 0, 5}}));
}

QTEST_GUILESS_MAIN(GuardedChannelTest)
#include "tst_guarded_channel.moc"
