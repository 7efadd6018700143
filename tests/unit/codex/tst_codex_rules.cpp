// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/codex_settings.h"
#include "plugins/codex/provider_life.h"
#include "plugins/codex/restart_budget.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace hostline;
using namespace hostline::codex;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using State = Product::State;

namespace {

QJsonObject object(const char *text)
{
    return QJsonDocument::fromJson(text).object();
}

} // namespace

class tst_codex_rules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLifeGoesOn_data();
    void theLifeGoesOn();
    void restartsAreLimited();
    void failedStartsSlowDown();
    void settingsAreRead_data();
    void settingsAreRead();
};

void tst_codex_rules::theLifeGoesOn_data()
{
    QTest::addColumn<State>("state");
    QTest::addColumn<bool>("startAgain");
    QTest::addColumn<Happening>("happening");
    QTest::addColumn<State>("then");
    QTest::addColumn<bool>("thenAgain");
    QTest::addColumn<Deed>("deed");
    const auto row = [](const char *name, State state, Happening happening, State then, Deed deed) {
        QTest::newRow(name) << state << false << happening << then << false << deed;
    };
    row("start launches", State::Stopped, Happening::StartAsked, State::Starting, Deed::Launch);
    row("a second start is nothing",
        State::Starting,
        Happening::StartAsked,
        State::Starting,
        Deed::Nothing);
    row("a start when ready is nothing",
        State::Ready,
        Happening::StartAsked,
        State::Ready,
        Deed::Nothing);
    row("a start when unavailable is nothing",
        State::Unavailable,
        Happening::StartAsked,
        State::Unavailable,
        Deed::Nothing);
    row("stop before start is nothing",
        State::Stopped,
        Happening::StopAsked,
        State::Stopped,
        Deed::Nothing);
    row("stop while starting",
        State::Starting,
        Happening::StopAsked,
        State::Stopping,
        Deed::EndServer);
    row("stop when ready", State::Ready, Happening::StopAsked, State::Stopping, Deed::EndServer);
    row("stop when unavailable",
        State::Unavailable,
        Happening::StopAsked,
        State::Stopped,
        Deed::ForgetRetry);
    row("a second stop is nothing",
        State::Stopping,
        Happening::StopAsked,
        State::Stopping,
        Deed::Nothing);
    row("the server is ready",
        State::Starting,
        Happening::ServerReady,
        State::Ready,
        Deed::Nothing);
    row("ready too late", State::Stopping, Happening::ServerReady, State::Stopping, Deed::Nothing);
    row("nothing to launch",
        State::Starting,
        Happening::LaunchRefused,
        State::Unavailable,
        Deed::RetryLater);
    row("still nothing to launch",
        State::Unavailable,
        Happening::LaunchRefused,
        State::Unavailable,
        Deed::RetryLater);
    row("it did not come up",
        State::Starting,
        Happening::ServerEnded,
        State::Unavailable,
        Deed::RetryLater);
    row("the retry is due", State::Unavailable, Happening::RetryDue, State::Starting, Deed::Launch);
    row("it died and is started again",
        State::Ready,
        Happening::ServerEnded,
        State::Starting,
        Deed::Launch);
    row("it died too often",
        State::Ready,
        Happening::ServerEndedTooOften,
        State::Unavailable,
        Deed::RetryLater);
    row("it ended as it was told",
        State::Stopping,
        Happening::ServerEnded,
        State::Stopped,
        Deed::ReportStopped);
    row("a retry after a stop", State::Stopped, Happening::RetryDue, State::Stopped, Deed::Nothing);
    QTest::newRow("a start while stopping is kept")
        << State::Stopping << false << Happening::StartAsked << State::Stopping << true
        << Deed::Nothing;
    QTest::newRow("and withdrawn by a stop") << State::Stopping << true << Happening::StopAsked
                                             << State::Stopping << false << Deed::Nothing;
    QTest::newRow("and carried out") << State::Stopping << true << Happening::ServerEnded
                                     << State::Stopped << true << Deed::ReportStopped;
}

void tst_codex_rules::theLifeGoesOn()
{
    QFETCH(State, state);
    QFETCH(bool, startAgain);
    QFETCH(Happening, happening);
    QFETCH(State, then);
    QFETCH(bool, thenAgain);
    QFETCH(Deed, deed);
    const LifeStep step = next(Life{state, startAgain}, happening);
    QCOMPARE(step.life.state, then);
    QCOMPARE(step.life.startAgain, thenAgain);
    QCOMPARE(int(step.deed), int(deed));
}

// C1
void tst_codex_rules::restartsAreLimited()
{
    RestartBudget budget;
    std::chrono::milliseconds now = 1h;
    for (int restart = 0; restart < RestartBudget::size; ++restart)
        QCOMPARE(budget.takeRestart(now).count(), 0);
    QCOMPARE(budget.takeRestart(now).count(),
             std::chrono::milliseconds(RestartBudget::refill).count());
    now += 2 * RestartBudget::refill;
    QCOMPARE(budget.takeRestart(now).count(), 0);
    now += 24h; // a quiet day fills it, and no more than that
    for (int restart = 0; restart < RestartBudget::size; ++restart)
        QCOMPARE(budget.takeRestart(now).count(), 0);
    QVERIFY(budget.takeRestart(now).count() > 0);
}

void tst_codex_rules::failedStartsSlowDown()
{
    RestartBudget budget;
    QList<qint64> pauses;
    for (int failure = 0; failure < 8; ++failure)
        pauses.append(budget.pauseAfterFailure().count() / 1000);
    QCOMPARE(pauses, (QList<qint64>{1, 2, 4, 8, 16, 32, 60, 60}));
    budget.started();
    QCOMPARE(budget.pauseAfterFailure().count(), 1000);
}

void tst_codex_rules::settingsAreRead_data()
{
    QTest::addColumn<QJsonObject>("table");
    QTest::addColumn<bool>("valid");
    QTest::addColumn<QString>("command");
    QTest::newRow("nothing set") << QJsonObject() << true << u"codex"_s;
    QTest::newRow("an empty command is the default")
        << object(R"({"command":""})") << true << u"codex"_s;
    QTest::newRow("a command") << object(R"({"command":"/opt/codex"})") << true << u"/opt/codex"_s;
    QTest::newRow("a time out of 0") << object(R"({"call_timeout":0})") << false << QString();
    QTest::newRow("a negative start time out")
        << object(R"({"start_timeout":-1})") << false << QString();
}

void tst_codex_rules::settingsAreRead()
{
    QFETCH(QJsonObject, table);
    QFETCH(bool, valid);
    QFETCH(QString, command);
    const Result<CodexSettings> settings = readSettings(table);
    QCOMPARE(settings.ok(), valid);
    if (valid)
        QCOMPARE(settings.value().command, command);
    else
        QCOMPARE(toString(settings.failure().kind), toString(FailureKind::InvalidConfiguration));
}

QTEST_GUILESS_MAIN(tst_codex_rules)
#include "tst_codex_rules.moc"
