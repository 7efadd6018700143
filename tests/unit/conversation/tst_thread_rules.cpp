// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "conversation/thread_rules.h"

#include <QtTest>

using namespace hostline;

class tst_thread_rules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void afterThreadFailure_data()
    {
        QTest::addColumn<ThreadFacts>("facts");
        QTest::addColumn<ThreadStep>("step");
        using Kind = FailureKind;
        QTest::newRow("the provider went away")
            << ThreadFacts{Kind::ProviderUnavailable, true, false} << ThreadStep::WaitForProvider;
        QTest::newRow("C13: another process holds it")
            << ThreadFacts{Kind::ThreadBusyElsewhere, true, false} << ThreadStep::WaitForThread;
        QTest::newRow("C13: held, with a turn to read back")
            << ThreadFacts{Kind::ThreadBusyElsewhere, true, true} << ThreadStep::WaitForThread;
        QTest::newRow("C3, C4: lost, and the question was not asked in it")
            << ThreadFacts{Kind::ThreadLost, true, false} << ThreadStep::MakeAnother;
        QTest::newRow("lost with a turn that may have run")
            << ThreadFacts{Kind::ThreadLost, true, true} << ThreadStep::AskRecovery;
        QTest::newRow("a new one cannot be lost")
            << ThreadFacts{Kind::ThreadLost, false, false} << ThreadStep::Fail;
        QTest::newRow("refused by the host")
            << ThreadFacts{Kind::InvalidConfiguration, false, false} << ThreadStep::Fail;
        QTest::newRow("no answer, with a turn that may have run")
            << ThreadFacts{Kind::StartTimeout, true, true} << ThreadStep::WaitForThread;
    }
    void afterThreadFailure()
    {
        QFETCH(ThreadFacts, facts);
        QFETCH(ThreadStep, step);
        QCOMPARE(hostline::afterThreadFailure(facts), step);
    }

    void beforeOpening()
    {
        using State = Product::State;
        QCOMPARE(hostline::beforeOpening(std::nullopt), ProviderStep::Wait);
        QCOMPARE(hostline::beforeOpening(State::Ready), ProviderStep::Ask);
        QCOMPARE(hostline::beforeOpening(State::Starting), ProviderStep::Hold);
        QCOMPARE(hostline::beforeOpening(State::Unavailable), ProviderStep::Wait);
        QCOMPARE(hostline::beforeOpening(State::Stopped), ProviderStep::Wait);
    }
};

QTEST_GUILESS_MAIN(tst_thread_rules)
#include "tst_thread_rules.moc"
