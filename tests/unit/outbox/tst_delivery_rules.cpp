// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "outbox/delivery_rules.h"

#include <QtTest>

using namespace hostline;
using namespace std::chrono_literals;

namespace {

constexpr ChannelTraits neither{};
constexpr ChannelTraits reads{.readBack = true};
constexpr ChannelTraits keyed{.idempotency = 1h};
constexpr ChannelTraits both{.readBack = true, .idempotency = 1h};

} // namespace

// B2: a send is repeated only when it is known not to have happened, or when its key cannot appear twice.
class tst_delivery_rules : public QObject
{
    Q_OBJECT

    enum class After { Send, ReadBack, Restart };

private Q_SLOTS:
    void steps_data()
    {
        using Result = DeliveryOutcome::Result;
        using Kind = DeliveryStep::Kind;
        QTest::addColumn<After>("after");
        QTest::addColumn<DeliveryFacts>("facts");
        QTest::addColumn<Result>("result");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<DeliveryState>("state");
        const auto row = [](const char *name,
                            After after,
                            DeliveryFacts facts,
                            Result result,
                            Kind kind,
                            DeliveryState state = DeliveryState::Intended) {
            QTest::newRow(name) << after << facts << result << kind << state;
        };
        row("sent", After::Send, {neither, 1, 1s}, Result::Sent, Kind::Record, DeliveryState::Sent);
        row("refused for good",
            After::Send,
            {keyed, 1, 1s},
            Result::Refused,
            Kind::Record,
            DeliveryState::Refused);
        row("the target is gone",
            After::Send,
            {keyed, 1, 1s},
            Result::Gone,
            Kind::Record,
            DeliveryState::Gone);
        row("known not sent is tried again",
            After::Send,
            {neither, 1, 1s},
            Result::NotSent,
            Kind::SendLater);
        row("known not sent for a day is given up",
            After::Send,
            {neither, 99, 25h},
            Result::NotSent,
            Kind::Record,
            DeliveryState::Refused);
        row("unknown is read back", After::Send, {reads, 1, 1s}, Result::Unknown, Kind::ReadBack);
        row("unknown is read back before the key is used",
            After::Send,
            {both, 1, 1s},
            Result::Unknown,
            Kind::ReadBack);
        row("unknown goes out again under its key",
            After::Send,
            {keyed, 1, 1s},
            Result::Unknown,
            Kind::SendLater);
        row("unknown outside the key's window is held",
            After::Send,
            {keyed, 1, 61min},
            Result::Unknown,
            Kind::Record,
            DeliveryState::Unknown);
        row("the pause may not lead out of the window",
            After::Send,
            {keyed, 1, 1h - 500ms},
            Result::Unknown,
            Kind::Record,
            DeliveryState::Unknown);
        row("unknown without any proof is held",
            After::Send,
            {neither, 1, 1s},
            Result::Unknown,
            Kind::Record,
            DeliveryState::Unknown);

        row("read back: it is there",
            After::ReadBack,
            {reads, 1, 1s},
            Result::Sent,
            Kind::Record,
            DeliveryState::Sent);
        row("read back: it is not there",
            After::ReadBack,
            {reads, 1, 1s},
            Result::NotSent,
            Kind::SendNow);
        row("read back: an old one that was sent once is not there",
            After::ReadBack,
            {reads, 1, 48h},
            Result::NotSent,
            Kind::SendNow);
        row("read back: it is not there again: not without a pause",
            After::ReadBack,
            {reads, 2, 1s},
            Result::NotSent,
            Kind::SendLater);
        row("read back: never there for a day is given up",
            After::ReadBack,
            {reads, 300, 25h},
            Result::NotSent,
            Kind::Record,
            DeliveryState::Refused);
        row("read back: not known now, no key: asked again later",
            After::ReadBack,
            {reads, 1, 1s, 1, 0s},
            Result::Unknown,
            Kind::ReadBackLater);
        row("read back: not known now, outside the key's window: asked again later",
            After::ReadBack,
            {both, 1, 2h, 1, 0s},
            Result::Unknown,
            Kind::ReadBackLater);
        row("read back: an old delivery whose doubt is young is asked for again",
            After::ReadBack,
            {reads, 0, 48h, 1, 1s},
            Result::Unknown,
            Kind::ReadBackLater);
        row("read back: not known for a day is held",
            After::ReadBack,
            {reads, 1, 25h, 40, 24h},
            Result::Unknown,
            Kind::Record,
            DeliveryState::Unknown);
        row("read back: not known, but the key protects",
            After::ReadBack,
            {both, 1, 1s},
            Result::Unknown,
            Kind::SendLater);
        row("read back: the place is gone",
            After::ReadBack,
            {both, 1, 1s},
            Result::Gone,
            Kind::Record,
            DeliveryState::Gone);

        row("after a restart it is read back",
            After::Restart,
            {both, 0, 1s},
            Result::Unknown,
            Kind::ReadBack);
        row("after a restart the key protects",
            After::Restart,
            {keyed, 0, 1min},
            Result::Unknown,
            Kind::SendNow);
        row("after a restart outside the window it is held",
            After::Restart,
            {keyed, 0, 2h},
            Result::Unknown,
            Kind::Record,
            DeliveryState::Unknown);
        row("after a restart without any proof it is held",
            After::Restart,
            {neither, 0, 1s},
            Result::Unknown,
            Kind::Record,
            DeliveryState::Unknown);
    }
    void steps()
    {
        QFETCH(After, after);
        QFETCH(DeliveryFacts, facts);
        QFETCH(DeliveryOutcome::Result, result);
        QFETCH(DeliveryStep::Kind, kind);
        QFETCH(DeliveryState, state);
        DeliveryOutcome outcome;
        outcome.result = result;
        const DeliveryStep step = after == After::Send ? afterSend(facts, outcome)
            : after == After::ReadBack                 ? afterReadBack(facts, outcome)
                                                       : afterRestart(facts);
        QCOMPARE(step.kind, kind);
        if (kind == DeliveryStep::Kind::Record)
            QVERIFY(step.state == state);
    }

    void pauseBetweenReadBacksGrows()
    {
        const DeliveryOutcome unknown;
        const auto pause = [&unknown](int readBacks) {
            return afterReadBack({reads, 1, 0s, readBacks, 0s}, unknown).delay;
        };
        QCOMPARE(pause(1), std::chrono::milliseconds(10s));
        QCOMPARE(pause(3), std::chrono::milliseconds(40s));
        QCOMPARE(pause(40), std::chrono::milliseconds(1h));
    }

    void pauseBehindReadBacksGrows()
    {
        DeliveryOutcome outcome;
        outcome.result = DeliveryOutcome::Result::NotSent;
        QCOMPARE(afterReadBack({reads, 2, 0s}, outcome).delay, std::chrono::milliseconds(2s));
        QCOMPARE(afterReadBack({reads, 40, 0s}, outcome).delay, std::chrono::milliseconds(5min));
    }

    void pauseGrows()
    {
        DeliveryOutcome outcome;
        outcome.result = DeliveryOutcome::Result::NotSent;
        QCOMPARE(afterSend({neither, 1, 0s}, outcome).delay, std::chrono::milliseconds(1s));
        QCOMPARE(afterSend({neither, 4, 0s}, outcome).delay, std::chrono::milliseconds(8s));
        QCOMPARE(afterSend({neither, 40, 0s}, outcome).delay, std::chrono::milliseconds(5min));
        outcome.retryAfter = 30s;
        QCOMPARE(afterSend({neither, 1, 0s}, outcome).delay, std::chrono::milliseconds(30s));
    }
};

QTEST_GUILESS_MAIN(tst_delivery_rules)
#include "tst_delivery_rules.moc"
