// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/codex_errors.h"
#include "lib/codexwire/codex_messages.h"
#include "lib/codexwire/codex_version.h"
#include "lib/codexwire/json_rpc.h"
#include "lib/codexwire/line_splitter.h"
#include "lib/codexwire/native_binary.h"
#include "lib/codexwire/process_mark.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
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

bool makeFile(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size()
        && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                               | QFileDevice::ExeOwner);
}

} // namespace

class tst_codexwire : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesAreCut_data();
    void linesAreCut();
    void theCapIsExact();
    void aLongLineIsScannedOnceAndGivenBack();
    void messagesAreRead_data();
    void messagesAreRead();
    void linesThatWeWriteAreReadBack();
    void versionsAreRead_data();
    void versionsAreRead();
    void theFloorHolds_data();
    void theFloorHolds();
    void errorInfoHasItsKind_data();
    void errorInfoHasItsKind();
    void threadProblemsAreTold_data();
    void threadProblemsAreTold();
    void callsThatFailHaveTheirKind_data();
    void callsThatFailHaveTheirKind();
    void eventsAreRead_data();
    void eventsAreRead();
    void unknownItemsStayVisible();
    void theFinalAnswerIsChosen_data();
    void theFinalAnswerIsChosen();
    void turnPagesAreRead();
    void theNativeProgramIsFound_data();
    void theNativeProgramIsFound();
    void anUpdateChangesTheStamp();
    void startTicksAreRead_data();
    void startTicksAreRead();
    void marksAreReadBack_data();
    void marksAreReadBack();
    void lockHoldersAreFound_data();
    void lockHoldersAreFound();
};

// C16
void tst_codexwire::linesAreCut_data()
{
    QTest::addColumn<QList<QByteArray>>("chunks");
    QTest::addColumn<QList<QByteArray>>("lines");
    QTest::newRow("one whole line") << QList<QByteArray>{"abc\n"} << QList<QByteArray>{"abc"};
    QTest::newRow("a line in three pieces")
        << QList<QByteArray>{"a", "b", "c\n"} << QList<QByteArray>{"abc"};
    QTest::newRow("two lines in one write")
        << QList<QByteArray>{"a\nb\n"} << QList<QByteArray>{"a", "b"};
    QTest::newRow("a line and the start of the next")
        << QList<QByteArray>{"a\nb", "c\n"} << QList<QByteArray>{"a", "bc"};
    QTest::newRow("half a line is none") << QList<QByteArray>{"abc"} << QList<QByteArray>{};
    QTest::newRow("empty lines are skipped")
        << QList<QByteArray>{"\n\na\n\n"} << QList<QByteArray>{"a"};
    QTest::newRow("a carriage return is dropped")
        << QList<QByteArray>{"a\r\nb\r\n"} << QList<QByteArray>{"a", "b"};
    QTest::newRow("a code point in two pieces")
        << QList<QByteArray>{"\xe4\xb8", "\xad\n"} << QList<QByteArray>{"\xe4\xb8\xad"};
}

void tst_codexwire::linesAreCut()
{
    QFETCH(QList<QByteArray>, chunks);
    QFETCH(QList<QByteArray>, lines);
    LineSplitter splitter;
    QList<QByteArray> got;
    for (const QByteArray &chunk : chunks) {
        splitter.append(chunk);
        while (const auto line = splitter.next())
            got.append(*line);
    }
    QCOMPARE(got, lines);
    QVERIFY(!splitter.overflowed());
}

void tst_codexwire::theCapIsExact()
{
    LineSplitter fits(8);
    fits.append("12345678\n");
    QCOMPARE(fits.next().value_or(QByteArray()), QByteArray("12345678"));

    LineSplitter whole(8);
    whole.append("ok\n123456789\n");
    QCOMPARE(whole.next().value_or(QByteArray()), QByteArray("ok"));
    QVERIFY(!whole.next());
    QVERIFY(whole.overflowed());
    whole.append("later\n");
    QVERIFY(!whole.next());

    LineSplitter endless(8);
    endless.append("12345678");
    QVERIFY(!endless.next());
    QVERIFY(!endless.overflowed());
    endless.append("9");
    QVERIFY(!endless.next());
    QVERIFY(endless.overflowed());
}

void tst_codexwire::aLongLineIsScannedOnceAndGivenBack()
{
    constexpr qsizetype long12 = qsizetype(12) * 1024 * 1024;
    LineSplitter splitter;
    const QByteArray chunk(4096, 'x');
    for (qsizetype sent = 0; sent < long12; sent += chunk.size()) {
        splitter.append(chunk);
        QVERIFY(!splitter.next());
    }
    splitter.append("\nshort\n");
    QCOMPARE(splitter.next()->size(), long12);
    QCOMPARE(splitter.next().value_or(QByteArray()), QByteArray("short"));
    QVERIFY(!splitter.next());
    QVERIFY(splitter.held() < 1024LL * 1024);
}

void tst_codexwire::messagesAreRead_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("kind"); // index in RpcMessage
    QTest::newRow("a reply") << QByteArray(R"({"id":3,"result":{"a":1}})") << 0;
    QTest::newRow("a reply of nothing") << QByteArray(R"({"id":3,"result":null})") << 0;
    QTest::newRow("an error") << QByteArray(R"({"id":3,"error":{"code":-32600,"message":"no"}})")
                              << 0;
    QTest::newRow("a call with id 0")
        << QByteArray(R"({"id":0,"method":"item/tool/call","params":{}})") << 1;
    QTest::newRow("a call with a text id") << QByteArray(R"({"id":"a","method":"x"})") << 1;
    QTest::newRow("a notification")
        << QByteArray(R"({"method":"turn/started","params":{},"emittedAtMs":1})") << 2;
    QTest::newRow("a notification with null id") << QByteArray(R"({"id":null,"method":"x"})") << 2;
    QTest::newRow("with the jsonrpc member")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{}})") << 0;
    QTest::newRow("not JSON") << QByteArray("ERROR something") << 3;
    QTest::newRow("half JSON") << QByteArray(R"({"id":3,"resu)") << 3;
    QTest::newRow("an array") << QByteArray(R"([{"id":3,"result":{}}])") << 3;
    QTest::newRow("an empty object") << QByteArray("{}") << 3;
    QTest::newRow("a reply with a text id") << QByteArray(R"({"id":"x","result":{}})") << 3;
    QTest::newRow("a reply with a broken id") << QByteArray(R"({"id":1.5,"result":{}})") << 3;
    QTest::newRow("a reply with a huge id") << QByteArray(R"({"id":1e300,"result":{}})") << 3;
    QTest::newRow("not UTF-8") << QByteArray("{\"method\":\"\xff\xfe\"}") << 3;
    QTest::newRow("too deep") << QByteArray(5000, '[') << 3;
}

void tst_codexwire::messagesAreRead()
{
    QFETCH(QByteArray, line);
    QFETCH(int, kind);
    QCOMPARE(int(parseMessage(line).index()), kind);
}

void tst_codexwire::linesThatWeWriteAreReadBack()
{
    const QJsonObject params{{u"text"_s, u"两\n行 \"quoted\""_s}};
    const QByteArray request = requestLine(7, u"turn/start"_s, params);
    QCOMPARE(request.count('\n'), 1);
    QCOMPARE(std::get<RpcRequest>(parseMessage(request)), (RpcRequest{7, u"turn/start"_s, params}));
    QCOMPARE(std::get<RpcNotification>(parseMessage(notificationLine(u"initialized"_s, {}))),
             (RpcNotification{u"initialized"_s, {}}));
    QCOMPARE(std::get<RpcReply>(parseMessage(resultLine(0, params))).result, params);
    QCOMPARE(std::get<RpcReply>(parseMessage(errorLine(0, -32601, u"no"_s))).error,
             (RpcError{-32601, u"no"_s, {}}));
}

// C1
void tst_codexwire::versionsAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("version");
    QTest::newRow("as observed")
        << u"hostline/0.171.0 (Debian 12.0.0; x86_64) unknown (hostline; 0.1)"_s << u"0.171.0"_s;
    QTest::newRow("a pre-release") << u"hostline/0.153.0-alpha.2 (x)"_s << u"0.153.0"_s;
    QTest::newRow("nothing behind it") << u"hostline/0.152.1"_s << u"0.152.1"_s;
    QTest::newRow("no client name") << u"0.171.0"_s << QString();
    QTest::newRow("two numbers") << u"hostline/0.171 (x)"_s << QString();
    QTest::newRow("too large a number") << u"hostline/0.99999999999.0 (x)"_s << QString();
    QTest::newRow("empty") << QString() << QString();
}

void tst_codexwire::versionsAreRead()
{
    QFETCH(QString, text);
    QFETCH(QString, version);
    const auto read = versionOfUserAgent(text);
    QCOMPARE(read ? read->toString() : QString(), version);
}

void tst_codexwire::theFloorHolds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("enough");
    QTest::newRow("0.151.9 is too old") << u"codex-cli 0.151.9"_s << false;
    QTest::newRow("0.152.0 is enough") << u"codex-cli 0.152.0"_s << true;
    QTest::newRow("0.171.0 is enough") << u"codex-cli 0.171.0\n"_s << true;
    QTest::newRow("1.0.0 is enough") << u"codex 1.0.0"_s << true;
}

void tst_codexwire::theFloorHolds()
{
    QFETCH(QString, text);
    QFETCH(bool, enough);
    const auto version = versionOfProgramText(text);
    QVERIFY(version);
    QCOMPARE(*version >= oldestCodex, enough);
}

// C14
void tst_codexwire::errorInfoHasItsKind_data()
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

void tst_codexwire::errorInfoHasItsKind()
{
    QFETCH(QJsonValue, info);
    QFETCH(FailureKind, kind);
    QCOMPARE(toString(kindOfErrorInfo(info)), toString(kind));
    // Prose never decides: the same kind whatever the message says.
    QCOMPARE(toString(failureOfTurn(TurnError{u"usage limit reached"_s, info, {}}).kind),
             toString(kind));
}

// C3, C13
void tst_codexwire::threadProblemsAreTold_data()
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

void tst_codexwire::threadProblemsAreTold()
{
    QFETCH(QString, message);
    QFETCH(QJsonObject, details);
    QFETCH(ThreadProblem, problem);
    QCOMPARE(problemOfThread(RpcError{-32600, message, details}), problem);
}

void tst_codexwire::callsThatFailHaveTheirKind_data()
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

void tst_codexwire::callsThatFailHaveTheirKind()
{
    QFETCH(CallResult, result);
    QFETCH(FailureKind, kind);
    const Failure failure = failureOfCall(result, u"thread/resume"_s);
    QCOMPARE(toString(failure.kind), toString(kind));
    QVERIFY(failure.detail.contains(u"thread/resume"_s));
    QVERIFY(!failure.detail.contains(u'\n'));
}

void tst_codexwire::eventsAreRead_data()
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

void tst_codexwire::eventsAreRead()
{
    QFETCH(QString, method);
    QFETCH(QJsonObject, params);
    QFETCH(int, kind);
    QCOMPARE(int(readEvent(method, params).index()), kind);
}

void tst_codexwire::unknownItemsStayVisible()
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

// D1
void tst_codexwire::theFinalAnswerIsChosen_data()
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

void tst_codexwire::theFinalAnswerIsChosen()
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

void tst_codexwire::turnPagesAreRead()
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

// C1: the launcher of npm is never run
void tst_codexwire::theNativeProgramIsFound_data()
{
    QTest::addColumn<QStringList>("files"); // made in a folder, as scripts where they end in .js
    QTest::addColumn<QString>("link"); // bin/codex -> this
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("found"); // below the folder; empty: a failure
    const QString vendor = QSysInfo::currentCpuArchitecture() == "arm64"_L1
        ? u"codex-linux-arm64/vendor/aarch64-unknown-linux-musl"_s
        : u"codex-linux-x64/vendor/x86_64-unknown-linux-musl"_s;
    const QString launcher = u"lib/@openai/codex/bin/codex.js"_s;
    const QString beside = u"lib/@openai/"_s + vendor + u"/bin/codex"_s;
    const QString inside = u"lib/@openai/codex/node_modules/@openai/"_s + vendor + u"/bin/codex"_s;
    QTest::newRow("a native program on PATH")
        << QStringList{u"bin/codex"_s} << QString() << u"codex"_s << u"bin/codex"_s;
    QTest::newRow("a native program by path")
        << QStringList{u"x/codex"_s} << QString() << u"@/x/codex"_s << u"x/codex"_s;
    QTest::newRow("a launcher, its package beside it")
        << QStringList{launcher, beside} << launcher << u"codex"_s << beside;
    QTest::newRow("a launcher, its package inside it")
        << QStringList{launcher, inside} << launcher << u"codex"_s << inside;
    QTest::newRow("a launcher alone")
        << QStringList{launcher} << launcher << u"codex"_s << QString();
    QTest::newRow("no such name") << QStringList{} << QString() << u"codex"_s << QString();
    QTest::newRow("no such path") << QStringList{} << QString() << u"@/x/codex"_s << QString();
    QTest::newRow("a directory") << QStringList{u"x/codex/file"_s} << QString() << u"@/x/codex"_s
                                 << QString();
}

void tst_codexwire::theNativeProgramIsFound()
{
    QFETCH(QStringList, files);
    QFETCH(QString, link);
    QFETCH(QString, command);
    QFETCH(QString, found);
    const QTemporaryDir folder;
    for (const QString &file : std::as_const(files))
        QVERIFY(makeFile(folder.filePath(file),
                         file.endsWith(u".js"_s) ? "#!/usr/bin/env node\n"
                                                 : "\x7f"
                                                   "ELF"));
    if (!link.isEmpty()) {
        QVERIFY(QDir(folder.path()).mkpath(u"bin"_s));
        QVERIFY(QFile::link(folder.filePath(link), folder.filePath(u"bin/codex"_s)));
    }
    const Result<QString> result =
        resolveNativeBinary(command.replace(u'@', folder.path()), {folder.filePath(u"bin"_s)});
    QCOMPARE(result.ok(), !found.isEmpty());
    if (result) {
        QCOMPARE(result.value(), QDir(folder.path()).canonicalPath() + u'/' + found);
    } else {
        QCOMPARE(toString(result.failure().kind), toString(FailureKind::ProviderUnavailable));
        QCOMPARE(result.failure().subject, installStep());
    }
}

void tst_codexwire::anUpdateChangesTheStamp()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"codex"_s);
    QVERIFY(!stampOf(path));
    QVERIFY(makeFile(path, "one"));
    const auto first = stampOf(path);
    QVERIFY(first);
    QVERIFY(stampOf(path) == first);
    QVERIFY(makeFile(folder.filePath(u"next"_s), "two"));
    QVERIFY(QFile::remove(path));
    QVERIFY(QFile::rename(folder.filePath(u"next"_s), path));
    QVERIFY(stampOf(path) != first);
}

// C1: reaped is exactly the process that we left
void tst_codexwire::startTicksAreRead_data()
{
    QTest::addColumn<QByteArray>("stat");
    QTest::addColumn<bool>("alive");
    const QByteArray rest = " 1 1 1 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 4711 1 1";
    QTest::newRow("a plain name") << QByteArray("12 (codex) S" + rest) << true;
    QTest::newRow("a name with a parenthesis") << QByteArray("12 (a) b) S" + rest) << true;
    QTest::newRow("a zombie") << QByteArray("12 (codex) Z" + rest) << false;
    QTest::newRow("cut") << QByteArray("12 (codex) S 1 1") << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void tst_codexwire::startTicksAreRead()
{
    QFETCH(QByteArray, stat);
    QFETCH(bool, alive);
    QCOMPARE(startTicksOfStat(stat).value_or(0), alive ? quint64(4711) : quint64(0));
}

void tst_codexwire::marksAreReadBack_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("valid");
    QTest::newRow("whole") << QByteArray("12 34 boot\n") << true;
    QTest::newRow("without the boot") << QByteArray("12 34\n") << false;
    QTest::newRow("cut") << QByteArray("12") << false;
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("init is nobody's child") << QByteArray("1 34 boot\n") << false;
    QTest::newRow("a group") << QByteArray("-5 34 boot\n") << false;
    QTest::newRow("words") << QByteArray("a b c\n") << false;
}

void tst_codexwire::marksAreReadBack()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, valid);
    const auto mark = markOfText(text);
    QCOMPARE(mark.has_value(), valid);
    if (mark)
        QCOMPARE(textOfMark(*mark), text);
}

// C13
void tst_codexwire::lockHoldersAreFound_data()
{
    QTest::addColumn<QByteArray>("locks");
    QTest::addColumn<qint64>("holder");
    QTest::newRow("held") << QByteArray("1: POSIX  ADVISORY  READ 5 fe:00:77 128 128\n3: FLOCK  "
                                        "ADVISORY  WRITE 11855 fe:00:77 0 EOF\n")
                          << qint64(11855);
    QTest::newRow("another file") << QByteArray("3: FLOCK  ADVISORY  WRITE 11855 fe:00:78 0 EOF\n")
                                  << qint64(0);
    QTest::newRow("a waiter is no holder")
        << QByteArray("3: -> FLOCK  ADVISORY  WRITE 9 fe:00:77 0 EOF\n") << qint64(0);
    QTest::newRow("none") << QByteArray() << qint64(0);
}

void tst_codexwire::lockHoldersAreFound()
{
    QFETCH(QByteArray, locks);
    QFETCH(qint64, holder);
    QCOMPARE(lockHolder(locks, 77).value_or(0), holder);
}

QTEST_GUILESS_MAIN(tst_codexwire)
#include "tst_codexwire.moc"
