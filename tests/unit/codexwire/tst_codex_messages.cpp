// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/codex_errors.h"
#include "lib/codexwire/codex_messages.h"

#include <QJsonDocument>
#include <QTest>

using namespace hostline;
using namespace hostline::codexwire;
using namespace Qt::StringLiterals;

namespace {

QJsonValue json(const char *text)
{
    return QJsonDocument::fromJson(QByteArray("[") + text + "]")[0];
}

QJsonObject object(const char *text)
{
    return json(text).toObject();
}

} // namespace

class tst_codex_messages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void errorInfoHasItsKind_data();
    void errorInfoHasItsKind();
    void threadProblemsAreTold_data();
    void threadProblemsAreTold();
    void callsThatFailHaveTheirKind_data();
    void callsThatFailHaveTheirKind();
    void eventsAreRead_data();
    void eventsAreRead();
    void unknownItemsStayVisible();
    void effectsTellWhatCameOfThem();
    void theFinalAnswerIsChosen_data();
    void theFinalAnswerIsChosen();
    void turnPagesAreRead();
};

// C14
void tst_codex_messages::errorInfoHasItsKind_data()
{
    QTest::addColumn<QJsonValue>("info");
    QTest::addColumn<FailureKind>("kind");
    const auto row = [](const char *name, const char *text, FailureKind kind) {
        QTest::newRow(name) << json(text) << kind;
    };
    row("used up", R"("usageLimitExceeded")", FailureKind::QuotaExhausted);
    row("budget of the session", R"("sessionBudgetExceeded")", FailureKind::QuotaExhausted);
    row("too fast", R"("rateLimitExceeded")", FailureKind::RateLimited);
    row("too often refused for rate",
        R"({"responseTooManyFailedAttempts":{"httpStatusCode":429}})",
        FailureKind::RateLimited);
    row("too large", R"("contextWindowExceeded")", FailureKind::ContextTooLarge);
    row("too large for the endpoint",
        R"({"httpConnectionFailed":{"httpStatusCode":413}})",
        FailureKind::ContextTooLarge);
    row("overloaded", R"("serverOverloaded")", FailureKind::Overloaded);
    row("unauthorized", R"("unauthorized")", FailureKind::SignedOut);
    row("401", R"({"httpConnectionFailed":{"httpStatusCode":401}})", FailureKind::SignedOut);
    row("403", R"({"httpConnectionFailed":{"httpStatusCode":403}})", FailureKind::SignedOut);
    row("401 after several tries",
        R"({"responseTooManyFailedAttempts":{"httpStatusCode":401}})",
        FailureKind::SignedOut);
    row("policy on security", R"("cyberPolicy")", FailureKind::UpstreamPolicy);
    row("policy on biology", R"("bioPolicy")", FailureKind::UpstreamPolicy);
    row("policy of the workspace", R"("inferenceHookDenied")", FailureKind::UpstreamPolicy);
    row("no such model", R"("modelNotFound")", FailureKind::ModelNotFound);
    row("connection refused",
        R"({"httpConnectionFailed":{"httpStatusCode":null}})",
        FailureKind::ConnectionLost);
    row("503", R"({"httpConnectionFailed":{"httpStatusCode":503}})", FailureKind::Overloaded);
    row("502", R"({"httpConnectionFailed":{"httpStatusCode":502}})", FailureKind::ConnectionLost);
    row("the stream could not start",
        R"({"responseStreamConnectionFailed":{"httpStatusCode":null}})",
        FailureKind::ConnectionLost);
    row("the stream broke",
        R"({"responseStreamDisconnected":{"httpStatusCode":null}})",
        FailureKind::ConnectionLost);
    row("500", R"("internalServerError")", FailureKind::ConnectionLost);
    row("bad request", R"("badRequest")", FailureKind::InvalidInput);
    row("busy with a compaction",
        R"({"activeTurnNotSteerable":{"turnKind":"compact"}})",
        FailureKind::Conflict);
    row("other", R"("other")", FailureKind::Internal);
    row("a word of the future", R"("somethingNew")", FailureKind::Internal);
    row("an object of the future",
        R"({"somethingNew":{"httpStatusCode":429}})",
        FailureKind::Internal);
    row("nothing", "null", FailureKind::Internal);
}

void tst_codex_messages::errorInfoHasItsKind()
{
    QFETCH(QJsonValue, info);
    QFETCH(FailureKind, kind);
    QCOMPARE(toString(kindOfErrorInfo(info)), toString(kind));
    // Prose never decides: the same kind whatever the message says.
    QCOMPARE(toString(failureOfTurn(TurnError{u"usage limit reached"_s, info, {}}).kind),
             toString(kind));
}

// C3, C13
void tst_codex_messages::threadProblemsAreTold_data()
{
    QTest::addColumn<QString>("message");
    QTest::addColumn<QJsonObject>("details");
    QTest::addColumn<ThreadProblem>("problem");
    const QJsonObject none;
    QTest::newRow("held by another process")
        << u"thread 01a2 already has an active writer"_s << none << ThreadProblem::BusyElsewhere;
    QTest::newRow("no rollout") << u"no rollout found for thread id 01a2"_s << none
                                << ThreadProblem::Lost;
    QTest::newRow("rollout deleted")
        << u"missing source rollout for 01a2"_s << none << ThreadProblem::Lost;
    QTest::newRow("not an id") << u"invalid session id: invalid character"_s << none
                               << ThreadProblem::Lost;
    QTest::newRow("archived")
        << u"session 01a2 is archived. Run `codex unarchive 01a2` to unarchive it first."_s << none
        << ThreadProblem::Lost;
    QTest::newRow("not found") << u"thread not found: 01a2"_s << none << ThreadProblem::NotLoaded;
    QTest::newRow("not loaded") << u"thread not loaded: 01a2"_s << none << ThreadProblem::NotLoaded;
    QTest::newRow("never had a turn")
        << u"thread 01a2 is not materialized yet; thread/turns/list is unavailable"_s << none
        << ThreadProblem::WithoutTurns;
    QTest::newRow("model provider gone")
        << u"This chat uses model provider"_s << object(R"({"type":"modelProviderNotConfigured"})")
        << ThreadProblem::ProviderMissing;
    QTest::newRow("bad configuration")
        << u"anything"_s << object(R"({"reason":"configLoad"})") << ThreadProblem::ConfigRefused;
    QTest::newRow("something else") << u"disk full"_s << none << ThreadProblem::None;
}

void tst_codex_messages::threadProblemsAreTold()
{
    QFETCH(QString, message);
    QFETCH(QJsonObject, details);
    QFETCH(ThreadProblem, problem);
    QCOMPARE(problemOfThread(RpcError{-32600, message, details}), problem);
}

void tst_codex_messages::callsThatFailHaveTheirKind_data()
{
    QTest::addColumn<CallResult>("result");
    QTest::addColumn<FailureKind>("kind");
    using Outcome = CallResult::Outcome;
    const auto refused = [](int code, const QString &message, const QJsonObject &data = {}) {
        return CallResult{Outcome::Refused, {}, RpcError{code, message, data}};
    };
    QTest::newRow("not sent") << CallResult{Outcome::NotSent, {}, {}}
                              << FailureKind::ProviderUnavailable;
    QTest::newRow("closed") << CallResult{Outcome::Closed, {}, {}}
                            << FailureKind::ProviderUnavailable;
    QTest::newRow("timed out") << CallResult{Outcome::TimedOut, {}, {}}
                               << FailureKind::ProviderUnavailable;
    QTest::newRow("overloaded") << refused(-32001, u"Server overloaded; retry later."_s)
                                << FailureKind::Overloaded;
    QTest::newRow("too long") << refused(
        -32602, u"x"_s, object(R"({"input_error_code":"input_too_large"})"))
                              << FailureKind::InvalidInput;
    QTest::newRow("typed") << refused(
        -32603, u"x"_s, object(R"({"codexErrorInfo":"unauthorized"})"))
                           << FailureKind::SignedOut;
    QTest::newRow("busy") << refused(-32600, u"thread 1 already has an active writer"_s)
                          << FailureKind::ThreadBusyElsewhere;
    QTest::newRow("lost") << refused(-32600, u"no rollout found for thread id 1"_s)
                          << FailureKind::ThreadLost;
    QTest::newRow("model provider")
        << refused(-32600, u"x"_s, object(R"({"type":"modelProviderNotConfigured"})"))
        << FailureKind::InvalidConfiguration;
    QTest::newRow("anything") << refused(-32603, u"boom"_s) << FailureKind::Internal;
}

void tst_codex_messages::callsThatFailHaveTheirKind()
{
    QFETCH(CallResult, result);
    QFETCH(FailureKind, kind);
    const Failure failure = failureOfCall(result, u"thread/resume"_s);
    QCOMPARE(toString(failure.kind), toString(kind));
    QVERIFY(failure.detail.contains(u"thread/resume"_s));
    QVERIFY(!failure.detail.contains(u'\n'));
}

void tst_codex_messages::eventsAreRead_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QJsonObject>("params");
    QTest::addColumn<int>("kind"); // index in Event
    const auto row = [](const char *name, const char *method, const char *params, int kind) {
        QTest::newRow(name) << QString::fromLatin1(method) << object(params) << kind;
    };
    row("turn started",
        "turn/started",
        R"({"threadId":"t","turn":{"id":"u","items":[],"status":"inProgress"}})",
        0);
    row("turn completed",
        "turn/completed",
        R"({"threadId":"t","turn":{"id":"u","items":[],"status":"completed"}})",
        1);
    row("item started",
        "item/started",
        R"({"threadId":"t","turnId":"u","item":{"id":"i","type":"reasoning"}})",
        2);
    row("item completed",
        "item/completed",
        R"({"threadId":"t","turnId":"u","item":{"id":"i","type":"agentMessage"}})",
        3);
    row("delta",
        "item/agentMessage/delta",
        R"({"threadId":"t","turnId":"u","itemId":"i","delta":"x"})",
        4);
    row("error",
        "error",
        R"({"threadId":"t","turnId":"u","error":{"message":"m"},"willRetry":true})",
        5);
    row("usage",
        "thread/tokenUsage/updated",
        R"({"threadId":"t","turnId":"u","tokenUsage":{"last":{"inputTokens":3}}})",
        6);
    row("reasoning is a sign of life",
        "item/reasoning/summaryTextDelta",
        R"({"threadId":"t","turnId":"u"})",
        7);
    row("a notification of the future in a turn",
        "item/hologram/delta",
        R"({"threadId":"t","turnId":"u"})",
        7);
    row("a status of a thread",
        "thread/status/changed",
        R"({"threadId":"t","status":{"type":"idle"}})",
        8);
    row("a notification of the future", "world/ended", R"({"when":1})", 8);
    row("nothing in it", "item/completed", "{}", 8);
}

void tst_codex_messages::eventsAreRead()
{
    QFETCH(QString, method);
    QFETCH(QJsonObject, params);
    QFETCH(int, kind);
    QCOMPARE(int(readEvent(method, params).index()), kind);
}

void tst_codex_messages::unknownItemsStayVisible()
{
    const ThreadItem item =
        readItem(object(R"({"id":"i","type":"hologram","status":"shimmering"})"));
    QCOMPARE(item.kind, ItemKind::Other);
    QCOMPARE(item.type, u"hologram"_s);
    QCOMPARE(item.status, ItemStatus::Other);
    QVERIFY(isEffect(item.kind)); // what we do not know may have done anything
    QCOMPARE(readItem(object(R"({"type":"commandExecution","command":"ls","status":"inProgress"})"))
                 .label,
             u"ls"_s);
    QCOMPARE(readItem(object(R"({"type":"mcpToolCall","server":"s","tool":"t"})")).label, u"s.t"_s);
    QCOMPARE(readItem(object(R"({"type":"userMessage","clientId":"c"})")).clientId, u"c"_s);
    QCOMPARE(readItem({}), ThreadItem{});
}

// D6: what a review is made from.
void tst_codex_messages::effectsTellWhatCameOfThem()
{
    const ThreadItem command = readItem(object(
        R"({"id":"1","type":"commandExecution","command":"make","status":"failed","aggregatedOutput":"no rule","exitCode":2})"));
    QCOMPARE(command.output, u"no rule"_s);
    QCOMPARE(command.exitCode, std::optional(2));
    const ThreadItem running = readItem(object(
        R"({"id":"1","type":"commandExecution","command":"make","status":"inProgress","aggregatedOutput":null,"exitCode":null})"));
    QVERIFY(!running.exitCode);
    const ThreadItem call = readItem(object(
        R"({"id":"2","type":"mcpToolCall","server":"s","tool":"t","status":"completed","arguments":{"a":1},"result":{"b":2}})"));
    QVERIFY(call.given.contains(uR"("arguments":{"a":1})"_s));
    QCOMPARE(call.output, uR"({"result":{"b":2}})"_s);
    const ThreadItem question = readItem(
        object(R"({"id":"3","type":"userMessage","content":[{"type":"text","text":"what"}]})"));
    QCOMPARE(question.text, u"what"_s);
}

// D1
void tst_codex_messages::theFinalAnswerIsChosen_data()
{
    QTest::addColumn<QString>("items"); // type:phase:text, ...
    QTest::addColumn<QString>("live");
    QTest::addColumn<QString>("interrupted");
    const auto row =
        [](const char *name, const char *items, const char *live, const char *interrupted) {
            QTest::newRow(name) << QString::fromLatin1(items) << QString::fromLatin1(live)
                                << QString::fromLatin1(interrupted);
        };
    row("one final answer", "agentMessage:final_answer:a", "a", "a");
    row("the last of two", "agentMessage:final_answer:a agentMessage:final_answer:b", "b", "b");
    row("a final answer before a phase-less message",
        "agentMessage:final_answer:a agentMessage::b",
        "a",
        "a");
    row("the last phase-less one", "agentMessage::a agentMessage::b", "b", "");
    row("commentary is none", "agentMessage:commentary:a", "", "");
    row("a partial answer is none", "agentMessage:partial_answer:a", "", "");
    row("a phase of the future is none", "agentMessage:hint:a", "", "");
    row("an empty text is none", "agentMessage:final_answer:", "", "");
    row("a reasoning is none", "reasoning::a", "", "");
    row("nothing", "", "", "");
}

void tst_codex_messages::theFinalAnswerIsChosen()
{
    QFETCH(QString, items);
    QFETCH(QString, live);
    QFETCH(QString, interrupted);
    QList<ThreadItem> list;
    const QStringList words = items.split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : words) {
        const QStringList parts = word.split(u':');
        QJsonObject item{{u"type"_s, parts.at(0)}, {u"text"_s, parts.at(2)}};
        if (!parts.at(1).isEmpty())
            item.insert(u"phase"_s, parts.at(1));
        list.append(readItem(item));
    }
    QCOMPARE(finalAnswer(list, true).value_or(QString()), live);
    QCOMPARE(finalAnswer(list, false).value_or(QString()), interrupted);
}

void tst_codex_messages::turnPagesAreRead()
{
    const TurnPage page = readTurnPage(
        object(R"({"data":[{"id":"b","status":"failed","items":[],"error":{"message":"m",
        "codexErrorInfo":"other"}},{"id":"a","status":"interrupted","items":[{"type":"userMessage","id":"i","clientId":"c"}]}],
        "nextCursor":"n"})"));
    QCOMPARE(page.turns.size(), 2);
    QCOMPARE(page.turns.at(0).status, TurnStatus::Failed);
    QCOMPARE(page.turns.at(0).error->codexErrorInfo.toString(), u"other"_s);
    QCOMPARE(page.turns.at(1).items.at(0).clientId, u"c"_s);
    QCOMPARE(page.nextCursor, u"n"_s);
    QCOMPARE(readTurnPage({}), TurnPage{});
    QCOMPARE(readTurnPage(object(R"({"data":[],"nextCursor":null})")).nextCursor, QString());
}

QTEST_GUILESS_MAIN(tst_codex_messages)
#include "tst_codex_messages.moc"
