// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/codex_settings.h"
#include "plugins/codex/inventory.h"
#include "plugins/codex/provider_life.h"
#include "plugins/codex/restart_budget.h"
#include "plugins/codex/thread_parameters.h"
#include "plugins/codex/turn_track.h"

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

codexwire::Event eventOf(const char *method, const char *params)
{
    return codexwire::readEvent(QString::fromLatin1(method), object(params));
}

codexwire::Turn turnOf(const char *text)
{
    return codexwire::readTurn(object(text));
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
    void everyThreadGetsItsConfiguration_data();
    void everyThreadGetsItsConfiguration();
    void onlyFeaturesAreOnTheCommandLine();
    void aNewThreadIsAskedFor();
    void aThreadIsResumed();
    void trustIsTakenFromTheUser_data();
    void trustIsTakenFromTheUser();
    void aWritableWorkspaceIsNeverLeftUnsaid_data();
    void aWritableWorkspaceIsNeverLeftUnsaid();
    void aTurnCarriesItsId();
    void labelsAreShort_data();
    void labelsAreShort();
    void aTurnIsFollowed();
    void retriesAreProgress();
    void resultsOfTurns_data();
    void resultsOfTurns();
    void turnsAreSearched_data();
    void turnsAreSearched();
    void inventories_data();
    void inventories();
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

void tst_codex_rules::everyThreadGetsItsConfiguration_data()
{
    QTest::addColumn<QJsonObject>("config");
    QTest::addColumn<QJsonObject>("sent");
    QTest::newRow("nothing set: a refused connection ends")
        << QJsonObject() << object(R"({"features":{"unbounded_connection_retries":false}})");
    QTest::newRow("beside other features")
        << object(R"({"features":{"plugins":false}})")
        << object(R"({"features":{"plugins":false,"unbounded_connection_retries":false}})");
    QTest::newRow("the person's own choice stays")
        << object(R"({"features":{"unbounded_connection_retries":true}})")
        << object(R"({"features":{"unbounded_connection_retries":true}})");
    QTest::newRow("also with a dotted key")
        << object(R"({"features.unbounded_connection_retries":true})")
        << object(R"({"features.unbounded_connection_retries":true})");
    QTest::newRow("tables stay tables") << object(R"({"model_providers":{"a.b":{"base_url":"x"}}})")
                                        << object(R"({"model_providers":{"a.b":{"base_url":"x"}},
                                                      "features":{"unbounded_connection_retries":false}})");
}

void tst_codex_rules::everyThreadGetsItsConfiguration()
{
    QFETCH(QJsonObject, config);
    QFETCH(QJsonObject, sent);
    QCOMPARE(threadConfig(config), sent);
}

void tst_codex_rules::onlyFeaturesAreOnTheCommandLine()
{
    const QJsonObject config = object(R"({"features":{"plugins":false},"features.hooks":true,
        "model_providers":{"mine":{"http_headers":{"Authorization":"Bearer secret"}}},"model":"m"})");
    QCOMPARE(featureArguments(config),
             (QStringList{u"-c"_s,
                          u"features.plugins=false"_s,
                          u"-c"_s,
                          u"features.unbounded_connection_retries=false"_s,
                          u"-c"_s,
                          u"features.hooks=true"_s}));
}

void tst_codex_rules::aNewThreadIsAskedFor()
{
    CodexSettings settings;
    settings.model = u"gpt-9"_s;
    const ThreadSpec spec{BindingId(u"b"_s), {}, u"/w"_s, {}, u"Guide."_s, Access::Read};
    const QJsonObject parameters = openParameters(spec, settings, {});
    QCOMPARE(parameters,
             object(R"({"cwd":"/w","sandbox":"read-only","approvalPolicy":"never","model":"gpt-9",
        "developerInstructions":"Guide.","config":{"features":{"unbounded_connection_retries":false}}})"));
}

// C3: a resume sends everything again
void tst_codex_rules::aThreadIsResumed()
{
    CodexSettings settings;
    settings.config = object(R"({"web_search":"disabled"})");
    const ThreadSpec spec{
        BindingId(u"b"_s), u"native"_s, u"/w"_s, u"gpt-8"_s, u"Guide."_s, Access::Write};
    const QJsonObject parameters = openParameters(spec, settings, u"untrusted"_s);
    QCOMPARE(
        parameters,
        object(R"({"threadId":"native","excludeTurns":true,"cwd":"/w","sandbox":"workspace-write",
        "approvalPolicy":"never","model":"gpt-8","developerInstructions":"Guide.",
        "config":{"web_search":"disabled","features":{"unbounded_connection_retries":false},
                  "projects":{"/w":{"trust_level":"untrusted"}}}})"));
}

// C19
void tst_codex_rules::trustIsTakenFromTheUser_data()
{
    QTest::addColumn<QJsonObject>("user");
    QTest::addColumn<QString>("trust");
    QTest::newRow("nothing said") << QJsonObject() << u"untrusted"_s;
    QTest::newRow("trusted") << object(R"({"projects":{"/a/b":{"trust_level":"trusted"}}})")
                             << u"trusted"_s;
    QTest::newRow("untrusted") << object(R"({"projects":{"/a/b":{"trust_level":"untrusted"}}})")
                               << u"untrusted"_s;
    QTest::newRow("a folder above is trusted")
        << object(R"({"projects":{"/a":{"trust_level":"trusted"}}})") << u"trusted"_s;
    QTest::newRow("the root is trusted")
        << object(R"({"projects":{"/":{"trust_level":"trusted"}}})") << u"trusted"_s;
    QTest::newRow("the nearest decides") << object(
        R"({"projects":{"/a":{"trust_level":"trusted"},"/a/b":{"trust_level":"untrusted"}}})")
                                         << u"untrusted"_s;
    QTest::newRow("a neighbour with a longer name")
        << object(R"({"projects":{"/a/bc":{"trust_level":"trusted"}}})") << u"untrusted"_s;
    QTest::newRow("a folder below")
        << object(R"({"projects":{"/a/b/c":{"trust_level":"trusted"}}})") << u"untrusted"_s;
    QTest::newRow("a neighbour with a shorter name")
        << object(R"({"projects":{"/a/":{"trust_level":"trusted"}}})") << u"untrusted"_s;
}

void tst_codex_rules::trustIsTakenFromTheUser()
{
    QFETCH(QJsonObject, user);
    QFETCH(QString, trust);
    QCOMPARE(trustLevel(user, u"/a/b"_s), trust);
}

// C19: Codex writes into the user's config.toml where it hears nothing of a writable git folder
void tst_codex_rules::aWritableWorkspaceIsNeverLeftUnsaid_data()
{
    QTest::addColumn<Access>("access");
    QTest::addColumn<QJsonObject>("config");
    QTest::addColumn<QString>("said");
    QTest::newRow("write") << Access::Write << QJsonObject() << u"untrusted"_s;
    QTest::newRow("write, a name with dots elsewhere")
        << Access::Write << object(R"({"projects":{"/x.y":{"trust_level":"trusted"}}})")
        << u"untrusted"_s;
    QTest::newRow("write, said in the settings")
        << Access::Write << object(R"({"projects":{"/a.b":{"trust_level":"trusted"}}})")
        << u"trusted"_s;
    QTest::newRow("read says nothing") << Access::Read << QJsonObject() << QString();
}

void tst_codex_rules::aWritableWorkspaceIsNeverLeftUnsaid()
{
    QFETCH(Access, access);
    QFETCH(QJsonObject, config);
    QFETCH(QString, said);
    CodexSettings settings;
    settings.config = config;
    const ThreadSpec spec{BindingId(u"b"_s), {}, u"/a.b"_s, {}, {}, access};
    const QJsonObject projects = openParameters(spec, settings, u"untrusted"_s)
                                     .value("config"_L1)
                                     .toObject()
                                     .value("projects"_L1)
                                     .toObject();
    QCOMPARE(projects.value("/a.b"_L1).toObject().value("trust_level"_L1).toString(), said);
}

// C2
void tst_codex_rules::aTurnCarriesItsId()
{
    const QJsonObject parameters = turnParameters(
        TurnStart{TurnId(u"turn-1"_s), BindingId(u"b"_s), u"  What?\n"_s}, u"native"_s);
    QCOMPARE(parameters.value("clientUserMessageId"_L1).toString(), u"turn-1"_s);
    QCOMPARE(parameters.value("threadId"_L1).toString(), u"native"_s);
    QCOMPARE(parameters.value("input"_L1).toArray().at(0).toObject().value("text"_L1).toString(),
             u"  What?\n"_s);
}

void tst_codex_rules::labelsAreShort_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("label");
    QTest::newRow("without the shell") << u"/bin/bash -lc 'ls -l'"_s << u"ls -l"_s;
    QTest::newRow("without quotes") << u"bash -lc ls"_s << u"ls"_s;
    QTest::newRow("no shell") << u"git status"_s << u"git status"_s;
    QTest::newRow("one line") << u"/bin/bash -lc 'a\n  b'"_s << u"a b"_s;
    QTest::newRow("long") << QString(200, u'x') << QString(79, u'x') + u'…';
    QTest::newRow("not through a code point")
        << QString(78, u'x') + u"😀😀"_s << QString(78, u'x') + u'…';
}

void tst_codex_rules::labelsAreShort()
{
    QFETCH(QString, command);
    QFETCH(QString, label);
    codexwire::ThreadItem item;
    item.label = command;
    QCOMPARE(activityLabel(item), label);
}

void tst_codex_rules::aTurnIsFollowed()
{
    TurnTrack track;
    track.reach = Reach::Accepted;
    take(track,
         eventOf("item/started",
                 R"({"threadId":"t","turnId":"u","item":{"id":"1","type":"userMessage"}})"));
    QCOMPARE(track.reach, Reach::Accepted); // our own message is no answer
    TurnNews news =
        take(track,
             eventOf("item/started",
                     R"({"threadId":"t","turnId":"u","item":{"id":"2","type":"reasoning"}})"));
    QVERIFY(track.busy());
    QCOMPARE(news.activity, (Activity{Activity::Kind::Thinking, {}}));
    take(track,
         eventOf("item/completed",
                 R"({"threadId":"t","turnId":"u","item":{"id":"2","type":"reasoning"}})"));
    QVERIFY(!track.busy());
    QCOMPARE(track.reach, Reach::ModelAnswered);
    news = take(
        track,
        eventOf(
            "item/started",
            R"({"threadId":"t","turnId":"u","item":{"id":"3","type":"commandExecution","command":"ls"}})"));
    QCOMPARE(news.activity, (Activity{Activity::Kind::Tool, u"ls"_s}));
    QCOMPARE(track.reach, Reach::ToolStarted);
    QVERIFY(track.busy());
    news = take(
        track,
        eventOf(
            "item/completed",
            R"({"threadId":"t","turnId":"u","item":{"id":"3","type":"commandExecution","status":"failed"}})"));
    QCOMPARE(news.activity, (Activity{Activity::Kind::Thinking, {}}));
    news = take(track,
                eventOf("item/agentMessage/delta",
                        R"({"threadId":"t","turnId":"u","itemId":"4","delta":"Hel"})"));
    QCOMPARE(news.text, u"Hel"_s);
    QCOMPARE(news.item, u"4"_s);
    QCOMPARE(news.activity, (Activity{Activity::Kind::Answering, {}}));
    news = take(track,
                eventOf("item/agentMessage/delta",
                        R"({"threadId":"t","turnId":"u","itemId":"4","delta":"lo"})"));
    QVERIFY(!news.activity); // told once
    QVERIFY(!track.busy()); // a stream that stops is idle
    QCOMPARE(track.reach, Reach::ToolStarted);
    const char *usage =
        R"({"threadId":"t","turnId":"u","tokenUsage":{"last":{"inputTokens":10,"outputTokens":2}}})";
    take(track, eventOf("thread/tokenUsage/updated", usage));
    take(track, eventOf("thread/tokenUsage/updated", usage));
    QCOMPARE(track.inputTokens, 20);
    QCOMPARE(track.outputTokens, 4);
}

// C14
void tst_codex_rules::retriesAreProgress()
{
    TurnTrack track;
    const char *error =
        R"({"threadId":"t","turnId":"u","error":{"message":"Reconnecting... 1/5","codexErrorInfo":
        {"responseStreamDisconnected":{"httpStatusCode":null}}},"willRetry":true})";
    const TurnNews news = take(track, eventOf("error", error));
    QCOMPARE(news.activity, (Activity{Activity::Kind::Retrying, {}}));
    QVERIFY(news.heard);
}

void tst_codex_rules::resultsOfTurns_data()
{
    QTest::addColumn<QByteArray>("turn");
    QTest::addColumn<TurnResult::Status>("status");
    QTest::addColumn<QString>("answer");
    QTest::addColumn<QString>("kind");
    using Status = TurnResult::Status;
    const auto row = [](const char *name,
                        const char *turn,
                        Status status,
                        const char *answer,
                        const QString &kind) {
        QTest::newRow(name) << QByteArray(turn) << status << QString::fromUtf8(answer) << kind;
    };
    row("completed",
        R"({"status":"completed","items":[{"type":"agentMessage","phase":"final_answer","text":"A"}]})",
        Status::Completed,
        "A",
        {});
    row("completed without a phase",
        R"({"status":"completed","items":[{"type":"agentMessage","phase":null,"text":"A"}]})",
        Status::Completed,
        "A",
        {});
    row("completed without an answer",
        R"({"status":"completed","items":[]})",
        Status::Failed,
        "",
        u"internal"_s);
    row("interrupted keeps no text",
        R"({"status":"interrupted","items":[{"type":"agentMessage","phase":null,"text":"A"}]})",
        Status::Interrupted,
        "",
        {});
    row("failed for quota",
        R"({"status":"failed","items":[],"error":{"message":"m","codexErrorInfo":"usageLimitExceeded"}})",
        Status::Failed,
        "",
        u"quota_exhausted"_s);
    row("failed for nothing said",
        R"({"status":"failed","items":[],"error":null})",
        Status::Failed,
        "",
        u"internal"_s);
    row("a status of the future", R"({"status":"postponed","items":[]})", Status::Lost, "", {});
}

void tst_codex_rules::resultsOfTurns()
{
    QFETCH(QByteArray, turn);
    QFETCH(TurnResult::Status, status);
    QFETCH(QString, answer);
    QFETCH(QString, kind);
    TurnTrack track;
    track.reach = Reach::Accepted;
    const TurnResult result = resultOfTurn(TurnId(u"t"_s), turnOf(turn.constData()), track, u"m"_s);
    QCOMPARE(result.status, status);
    QCOMPARE(result.answer, answer);
    QCOMPARE(result.failure ? toString(result.failure->kind) : QString(), kind);
}

// D1
void tst_codex_rules::turnsAreSearched_data()
{
    QTest::addColumn<QList<QByteArray>>("pages");
    QTest::addColumn<QString>("found");
    QTest::addColumn<Inventory::State>("notFound");
    using S = Inventory::State;
    const char *other =
        R"({"id":"o","status":"completed","items":[{"type":"userMessage","clientId":"other"}]})";
    const char *ours =
        R"({"id":"x","status":"interrupted","items":[{"type":"userMessage","clientId":"t"}]})";
    const char *empty = R"({"id":"e","status":"interrupted","items":[]})";
    const char *running = R"({"id":"r","status":"inProgress","items":[]})";
    const auto page = [](const QByteArrayList &turns, const char *cursor) {
        return QByteArray(R"({"data":[)" + turns.join(',') + R"(],"nextCursor":)" + cursor + "}");
    };
    QTest::newRow("the newest") << QList<QByteArray>{page({ours, other}, R"("2")")} << u"x"_s
                                << S::Absent;
    QTest::newRow("on the second page")
        << QList<QByteArray>{page({other}, R"("1")"), page({ours}, "null")} << u"x"_s << S::Absent;
    QTest::newRow("nowhere") << QList<QByteArray>{page({other}, R"("1")"), page({other}, "null")}
                             << QString() << S::Absent;
    QTest::newRow("no turns") << QList<QByteArray>{page({}, "null")} << QString() << S::Absent;
    QTest::newRow("the newest is empty")
        << QList<QByteArray>{page({empty, other}, "null")} << QString() << S::Empty;
    QTest::newRow("an older one is empty")
        << QList<QByteArray>{page({other, empty}, "null")} << QString() << S::Absent;
    QTest::newRow("the newest has just begun")
        << QList<QByteArray>{page({running}, "null")} << QString() << S::Running;
    QTest::newRow("behind an empty one")
        << QList<QByteArray>{page({empty, ours}, "null")} << u"x"_s << S::Absent;
}

void tst_codex_rules::turnsAreSearched()
{
    QFETCH(QList<QByteArray>, pages);
    QFETCH(QString, found);
    QFETCH(Inventory::State, notFound);
    TurnSearch search(TurnId(u"t"_s));
    for (qsizetype page = 0; page < pages.size(); ++page)
        QCOMPARE(search.take(codexwire::readTurnPage(object(pages.at(page).constData()))),
                 page == pages.size() - 1);
    QCOMPARE(search.found() ? search.found()->id : QString(), found);
    if (found.isEmpty())
        QCOMPARE(search.notFound().state, notFound);
}

// D1: only a completed item of phase final_answer counts in an interrupted turn
void tst_codex_rules::inventories_data()
{
    QTest::addColumn<QByteArray>("turn");
    QTest::addColumn<Inventory::State>("state");
    QTest::addColumn<QString>("answer");
    using S = Inventory::State;
    const auto row = [](const char *name,
                        const char *status,
                        const char *phase,
                        S state,
                        const char *answer) {
        const QByteArray turn = QByteArray(R"({"id":"x","status":")") + status
            + R"(","items":[{"type":"userMessage","id":"1","clientId":"t"},{"type":"commandExecution","id":"2"},
               {"type":"hologram","id":"3"},{"type":"agentMessage","id":"4","text":"A","phase":)"
            + phase + "}]}";
        QTest::newRow(name) << turn << state << QString::fromLatin1(answer);
    };
    row("completed", "completed", R"("final_answer")", S::Completed, "A");
    row("completed without a phase", "completed", "null", S::Completed, "A");
    row("interrupted after the answer", "interrupted", R"("final_answer")", S::Interrupted, "A");
    row("interrupted, no phase", "interrupted", "null", S::Interrupted, "");
    row("interrupted, commentary", "interrupted", R"("commentary")", S::Interrupted, "");
    row("running", "inProgress", R"("final_answer")", S::Running, "");
    row("failed", "failed", R"("final_answer")", S::Failed, "");
    row("a status of the future", "postponed", "null", S::Unreadable, "");
}

void tst_codex_rules::inventories()
{
    QFETCH(QByteArray, turn);
    QFETCH(Inventory::State, state);
    QFETCH(QString, answer);
    const codexwire::Turn read = turnOf(turn.constData());
    const Inventory inventory = inventoryOf(TurnId(u"t"_s), read, read.items);
    QCOMPARE(inventory.state, state);
    QCOMPARE(inventory.finalAnswer, answer);
    QCOMPARE(inventory.items.size(), 4);
    QCOMPARE(inventory.items.at(0).kind, TurnItem::Kind::UserMessage);
    QCOMPARE(inventory.items.at(1).kind, TurnItem::Kind::Effect);
    QCOMPARE(inventory.items.at(2).kind, TurnItem::Kind::Unknown);
    QCOMPARE(inventory.items.at(2).type, u"hologram"_s);
    QCOMPARE(inventory.items.at(3).kind, TurnItem::Kind::AgentMessage);
    QCOMPARE(inventory.failure.has_value(),
             state == Inventory::State::Failed || state == Inventory::State::Unreadable);
}

QTEST_GUILESS_MAIN(tst_codex_rules)
#include "tst_codex_rules.moc"
