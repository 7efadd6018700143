// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "rehearsal/codex_config.h"
#include "rehearsal/script.h"
#include "rehearsal/texts.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hostline::rehearsal;
using std::chrono::milliseconds;

namespace {

ModelRequest asked(const QString &text)
{
    ModelRequest request;
    request.input.append({u"message"_s, u"user"_s, text});
    return request;
}

ModelRequest withOutputs(ModelRequest request, int outputs)
{
    for (int i = 0; i < outputs; ++i) {
        request.input.append({u"function_call"_s, {}, u"{}"_s});
        request.input.append({u"function_call_output"_s, {}, u"done"_s});
    }
    return request;
}

Circumstances circumstances(int attempt = 1, int number = 1)
{
    return {u"id"_s,
            QDateTime::fromSecsSinceEpoch(1'000'000, Qt::UTC),
            number,
            attempt,
            u"/x/codex login"_s};
}

Answer play(const QString &question, int outputs = 0, int attempt = 1)
{
    return decide(withOutputs(asked(question), outputs), {}, circumstances(attempt));
}

QList<QJsonObject> eventsOf(const QByteArray &body)
{
    QList<QJsonObject> events;
    const auto blocks = QString::fromUtf8(body).split(u"\n\n"_s, Qt::SkipEmptyParts);
    for (const auto &block : blocks) {
        const auto data = block.section(u"\ndata: "_s, 1);
        const auto object = QJsonDocument::fromJson(data.toUtf8()).object();
        const auto head = u"event: "_s + object.value("type"_L1).toString();
        events.append(block.startsWith(head + u'\n') ? object : QJsonObject());
    }
    return events;
}

QStringList typesOf(const Answer &answer)
{
    QStringList types;
    const auto events = eventsOf(answer.body());
    for (const auto &event : events)
        types.append(event.value("type"_L1).toString().section(u'.', 1));
    return types;
}

QString finalText(const Answer &answer)
{
    QString text;
    const auto events = eventsOf(answer.body());
    for (const auto &event : events) {
        const auto item = event.value("item"_L1).toObject();
        if (event.value("type"_L1) == "response.output_item.done"_L1
            && item.value("phase"_L1) == "final_answer"_L1)
            text += item.value("content"_L1).toArray().at(0).toObject().value("text"_L1).toString();
    }
    return text;
}

} // namespace

class TestRehearsalRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void directivesAreRead_data();
    void directivesAreRead();
    void impossibleDirectivesAreNamed_data();
    void impossibleDirectivesAreNamed();
    void aLongTextWithoutAnEndIsReadInLinearTime();
    void streamHasTheShapeOfTheResponsesApi();
    void everyFaultHasItsShape_data();
    void everyFaultHasItsShape();
    void faultsCanEndAfterSomeTries();
    void toolCallsArePlayedOneByOne_data();
    void toolCallsArePlayedOneByOne();
    void answersSayThatTheyAreARehearsal_data();
    void answersSayThatTheyAreARehearsal();
    void fillerHasItsLength_data();
    void fillerHasItsLength();
    void piecesNeverCutACodePoint();
    void timingIsPartOfTheAnswer();
    void requestsOfCodexAreUnderstood();
    void historyIsEchoedWithoutTheHostsNotes();
    void aQuotaIsUsedUpAndComesBack();
    void scriptsAreStrict_data();
    void scriptsAreStrict();
    void scriptsDecideInOrder_data();
    void scriptsDecideInOrder();
    void codexIsConfigured();
};

void TestRehearsalRules::directivesAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Directions>("expected");

    const auto row = [](const char *name, const QString &text, const Directions &expected) {
        QTest::newRow(name) << text << expected;
    };
    row("a plain question has none", u" Hello? "_s, {.question = u"Hello?"_s});
    row("what is said loses its blanks",
        u"Hi [[say  Good day ]]"_s,
        {.question = u"Hi"_s, .say = u"Good day"_s});
    row("two things said are two lines", u"[[say a]][[say b]]"_s, {.say = u"a\nb"_s});
    row("steps keep their order",
        u"[[delay 20]][[commentary Looking]][[hold]]"_s,
        {.steps = {Pause{milliseconds(20)}, Commentary{u"Looking"_s}, Hold{}}});
    row("a shell command is a call of exec_command",
        u"[[tool shell echo \"hi\" >> file]]"_s,
        {.steps = {ToolCall{u"exec_command"_s,
                            u"{\"cmd\":\"echo \\\"hi\\\" >> file\",\"yield_time_ms\":30000}"_s}}});
    row("another tool takes JSON",
        u"[[tool lookup {\"id\":1}]]"_s,
        {.steps = {ToolCall{u"lookup"_s, u"{\"id\":1}"_s}}});
    row("deltas and their rhythm",
        u"[[deltas 50 every 20]]"_s,
        {.deltas = 50, .every = milliseconds(20)});
    row("half of the deltas, then a hold", u"[[hold half]]"_s, {.holdHalf = true});
    row("a length in Chinese", u"[[length 30000 cjk]]"_s, {.length = Length{30'000, Filler::Cjk}});
    row("an error for some tries",
        u"[[error 503 times 2]]"_s,
        {.failing = Failing{Fault::Http503, 2, 3600}});
    row("a limit that resets",
        u"[[error usage_limit_reached resets 60]]"_s,
        {.failing = Failing{Fault::UsageLimitReached, 0, 60}});
    row("hang and half are words of their own",
        u"[[half times 1]]"_s,
        {.failing = Failing{Fault::Half, 1, 3600}});
    row("token counts", u"[[usage 100 20]]"_s, {.usage = Usage{100, 20}});
    row("the history", u"[[echo-history]]"_s, {.echoHistory = true});
    row("an unknown word stays text",
        u"see [[wiki page]] and [[ -f x ]]"_s,
        {.question = u"see [[wiki page]] and [[ -f x ]]"_s});
    row("a word that only begins like one stays text",
        u"[[sayings]]"_s,
        {.question = u"[[sayings]]"_s});
    row("an open end stays text", u"[[say never closed"_s, {.question = u"[[say never closed"_s});
    row("a Chinese question keeps its text",
        u"你好[[delay 5]]吗"_s,
        {.question = u"你好吗"_s, .steps = {Pause{milliseconds(5)}}});
}

void TestRehearsalRules::directivesAreRead()
{
    QFETCH(QString, text);
    QFETCH(Directions, expected);
    QCOMPARE(directionsOf(text), expected);
}

void TestRehearsalRules::impossibleDirectivesAreNamed_data()
{
    QTest::addColumn<QString>("directive");
    QTest::newRow("too long a pause") << u"[[delay 600001]]"_s;
    QTest::newRow("a negative pause") << u"[[delay -1]]"_s;
    QTest::newRow("no number") << u"[[delay soon]]"_s;
    QTest::newRow("no deltas") << u"[[deltas 0]]"_s;
    QTest::newRow("too many deltas") << u"[[deltas 10001]]"_s;
    QTest::newRow("a rhythm without a number") << u"[[deltas 5 every]]"_s;
    QTest::newRow("too long an answer") << u"[[length 32000001]]"_s;
    QTest::newRow("a filler nobody knows") << u"[[length 10 klingon]]"_s;
    QTest::newRow("an error nobody knows") << u"[[error 418]]"_s;
    QTest::newRow("no error") << u"[[error]]"_s;
    QTest::newRow("tries without a number") << u"[[error 500 times]]"_s;
    QTest::newRow("an empty command") << u"[[tool shell]]"_s;
    QTest::newRow("arguments that are no object") << u"[[tool lookup 5]]"_s;
    QTest::newRow("one token count") << u"[[usage 5]]"_s;
    QTest::newRow("a hold of something else") << u"[[hold third]]"_s;
}

void TestRehearsalRules::impossibleDirectivesAreNamed()
{
    QFETCH(QString, directive);
    QCOMPARE(directionsOf(directive).mistakes, QStringList(directive));
    QVERIFY(finalText(play(directive)).contains(directive));
}

void TestRehearsalRules::aLongTextWithoutAnEndIsReadInLinearTime()
{
    const auto text = u"[[say "_s.repeated(170'000);
    QCOMPARE(directionsOf(text).question.size(), text.size() - 1);
    QCOMPARE(directionsOf(u"[[delay 1]]"_s.repeated(200)).steps.size(), qsizetype(mostSteps));
}

void TestRehearsalRules::streamHasTheShapeOfTheResponsesApi()
{
    const auto answer =
        play(u"[[reasoning Hm]][[commentary Wait]][[say one two]][[deltas 2]][[usage 7 3]]"_s);
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.contentType, "text/event-stream");
    QCOMPARE(answer.ending, Ending::Complete);
    QCOMPARE(typesOf(answer),
             QStringList({u"created"_s,
                          u"output_item.added"_s,
                          u"reasoning_summary_part.added"_s,
                          u"reasoning_summary_text.delta"_s,
                          u"output_item.done"_s,
                          u"output_item.added"_s,
                          u"content_part.added"_s,
                          u"output_text.delta"_s,
                          u"output_item.done"_s,
                          u"output_item.added"_s,
                          u"content_part.added"_s,
                          u"output_text.delta"_s,
                          u"output_text.delta"_s,
                          u"output_item.done"_s,
                          u"completed"_s}));
    QCOMPARE(finalText(answer), u"one two"_s);
    const auto events = eventsOf(answer.body());
    for (qsizetype i = 0; i < events.size(); ++i)
        QCOMPARE(events[i].value("sequence_number"_L1).toInteger(), i);
    QCOMPARE(events[5].value("item"_L1).toObject().value("phase"_L1).toString(), u"commentary"_s);
    const auto usage =
        events.constLast().value("response"_L1).toObject().value("usage"_L1).toObject();
    QCOMPARE(usage.value("total_tokens"_L1).toInt(), 10);
}

void TestRehearsalRules::everyFaultHasItsShape_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("word"); // in the body
    QTest::addColumn<int>("ending");

    const auto row =
        [](const char *name, int status, const QString &word, Ending ending = Ending::Complete) {
            QTest::newRow(name) << QString::fromLatin1(name) << status << word << int(ending);
        };
    row("usage_limit_reached", 429, u"\"resets_at\":1003600"_s);
    row("usage_not_included", 429, u"\"type\":\"usage_not_included\""_s);
    row("insufficient_quota", 200, u"\"code\":\"insufficient_quota\""_s);
    row("rate_limit", 429, u"Too many requests"_s);
    row("rate_limit_exceeded", 200, u"try again in 0.5s"_s);
    row("context_length_exceeded", 200, u"\"code\":\"context_length_exceeded\""_s);
    row("context_length_exceeded_400", 400, u"\"code\":\"context_length_exceeded\""_s);
    row("server_overloaded", 200, u"\"code\":\"server_is_overloaded\""_s);
    row("server_overloaded_503", 503, u"\"code\":\"server_is_overloaded\""_s);
    row("slow_down", 503, u"\"code\":\"slow_down\""_s);
    row("400", 400, u"\"code\":\"invalid_value\""_s);
    row("401", 401, u"Not signed in"_s);
    row("403", 403, u"Forbidden"_s);
    row("404", 404, u"\"code\":\"model_not_found\""_s);
    row("413", 413, u"too_large"_s);
    row("500", 500, u"server_error"_s);
    row("503", 503, u"unavailable"_s);
    row("incomplete", 200, u"response.incomplete"_s);
    row("invalid_prompt", 200, u"\"code\":\"invalid_prompt\""_s);
    row("unknown_failure", 200, u"\"code\":\"rehearsed_failure\""_s);
    row("drop", 200, u"response.created"_s, Ending::Drop);
    row("half", 200, u"response.output_text.delta"_s, Ending::Drop);
    row("idle", 200, u"response.created"_s, Ending::Silence);
    row("hang", 200, {}, Ending::Silence);
    row("not_sse", 200, u"<html>"_s);
}

void TestRehearsalRules::everyFaultHasItsShape()
{
    QFETCH(QString, name);
    QFETCH(int, status);
    QFETCH(QString, word);
    QFETCH(int, ending);
    QVERIFY(faultNames().contains(name));
    const auto answer = play(u"[[error %1]]"_s.arg(name));
    QCOMPARE(answer.status, status);
    QCOMPARE(int(answer.ending), ending);
    QCOMPARE(answer.rule, u"error "_s + name);
    const auto body = QString::fromUtf8(answer.body());
    QVERIFY2(body.contains(word), qPrintable(body));
    QVERIFY(!body.contains(u"response.completed"_s));
}

void TestRehearsalRules::faultsCanEndAfterSomeTries()
{
    const auto question = u"[[error 500 times 2]][[say there]]"_s;
    QCOMPARE(play(question, 0, 1).status, 500);
    QCOMPARE(play(question, 0, 2).status, 500);
    QCOMPARE(finalText(play(question, 0, 3)), u"there"_s);
}

void TestRehearsalRules::toolCallsArePlayedOneByOne_data()
{
    QTest::addColumn<int>("outputs");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("word");
    QTest::newRow("first the first command") << 0 << u"tool"_s << u"echo one"_s;
    QTest::newRow("after its output what is said between, and the second")
        << 1 << u"tool"_s << u"Between"_s;
    QTest::newRow("after both the answer") << 2 << u"turn"_s << u"All done"_s;
    QTest::newRow("more outputs than calls: the answer") << 3 << u"turn"_s << u"All done"_s;
}

void TestRehearsalRules::toolCallsArePlayedOneByOne()
{
    QFETCH(int, outputs);
    QFETCH(QString, rule);
    QFETCH(QString, word);
    const auto answer = play(
        u"[[tool shell echo one]][[commentary Between]][[tool shell echo two]][[delay 9]][[say All done]]"_s,
        outputs);
    QCOMPARE(answer.rule, rule);
    const auto body = QString::fromUtf8(answer.body());
    QVERIFY2(body.contains(word), qPrintable(body));
    QCOMPARE(body.contains(u"echo one"_s), outputs == 0);
    QCOMPARE(body.contains(u"echo two"_s), outputs == 1);
    QCOMPARE(body.contains(u"final_answer"_s), outputs >= 2);
}

void TestRehearsalRules::answersSayThatTheyAreARehearsal_data()
{
    QTest::addColumn<QString>("question");
    QTest::addColumn<QString>("word");
    QTest::newRow("in English") << u"What is it?"_s << u"This is a rehearsal"_s;
    QTest::newRow("in Chinese for a question with Han characters")
        << u"What is 排练?"_s << u"这是排练"_s;
    QTest::newRow("with nothing asked") << u"[[deltas 2]]"_s << u"This is a rehearsal"_s;
}

void TestRehearsalRules::answersSayThatTheyAreARehearsal()
{
    QFETCH(QString, question);
    QFETCH(QString, word);
    const auto text = finalText(play(question));
    QVERIFY(text.contains(word));
    QVERIFY(text.contains(directionsOf(question).question));
    QCOMPARE(text.contains(u"`/x/codex login`"_s), !directionsOf(question).question.isEmpty());
}

void TestRehearsalRules::fillerHasItsLength_data()
{
    QTest::addColumn<QString>("filler");
    QTest::addColumn<int>("characters");
    QTest::newRow("none at all") << u"ascii"_s << 0;
    QTest::newRow("ascii") << u"ascii"_s << 30'001;
    QTest::newRow("Chinese") << u"cjk"_s << 30'000;
    QTest::newRow("Markdown") << u"markdown"_s << 999;
}

void TestRehearsalRules::fillerHasItsLength()
{
    QFETCH(QString, filler);
    QFETCH(int, characters);
    const auto text = finalText(play(u"[[length %1 %2]]"_s.arg(characters).arg(filler)));
    QCOMPARE(text.size(), characters);
    QCOMPARE(hasHan(text), filler != "ascii"_L1 && characters > 0);
}

void TestRehearsalRules::piecesNeverCutACodePoint()
{
    const auto text = u"😀😀😀好"_s;
    for (int count = 1; count < 9; ++count) {
        const auto parts = pieces(text, count);
        QCOMPARE(parts.join(QString()), text);
        for (const auto &part : parts)
            QVERIFY(!part.front().isLowSurrogate());
    }
    QVERIFY(pieces({}, 3).isEmpty());
}

void TestRehearsalRules::timingIsPartOfTheAnswer()
{
    const auto answer =
        play(u"[[delay 30]][[delay 12]][[say abcd]][[deltas 4 every 20]][[hold half]]"_s);
    // created, begun, four deltas, ended, completed
    QCOMPARE(answer.chunks.size(), 8);
    QCOMPARE(answer.chunks[0].after, milliseconds(0));
    QCOMPARE(answer.chunks[1].after, milliseconds(42));
    for (int delta = 0; delta < 4; ++delta) {
        QCOMPARE(answer.chunks[2 + delta].after, milliseconds(delta == 0 ? 0 : 20));
        QCOMPARE(answer.chunks[2 + delta].hold, delta == 2);
    }
    const auto failed = play(u"[[delay 30]][[hold]][[error 500]]"_s);
    QCOMPARE(failed.chunks.first().after, milliseconds(30));
    QVERIFY(failed.chunks.first().hold);
}

void TestRehearsalRules::requestsOfCodexAreUnderstood()
{
    const QByteArray body = R"({"model":"rehearsal","input":[
        {"type":"message","role":"developer","content":[{"type":"input_text","text":"base"}]},
        {"type":"additional_tools","role":"developer","tools":[{"type":"namespace","name":"functions","tools":[{"name":"exec"}]}]},
        {"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x"}]},
        {"type":"message","role":"user","content":[{"type":"input_text","text":"Do "},{"type":"input_text","text":"it"}]},
        {"type":"function_call","name":"exec_command","call_id":"c","arguments":"{}"},
        {"type":"function_call_output","call_id":"c","output":"hi"},
        {"type":"message","role":"user","content":[{"type":"input_text","text":"<turn_aborted> note"}]}],
        "tools":[{"type":"function","name":"exec_command"},{"type":"web_search"}]})";
    const auto request =
        readRequest(body, R"({"request_kind":"turn","thread_id":"th","turn_id":"tu"})")
            .value_or(ModelRequest());
    QCOMPARE(request.kind, RequestKind::Turn);
    QCOMPARE(request.thread, u"th"_s);
    QCOMPARE(request.turn, u"tu"_s);
    QCOMPARE(request.bytes, body.size());
    QVERIFY(request.inputBytes > 300 && request.inputBytes < body.size());
    QCOMPARE(request.tools, QStringList({u"exec_command"_s, u"web_search"_s}));
    QCOMPARE(request.additionalTools, QStringList(u"functions.exec"_s));
    QCOMPARE(questionOf(request), u"Do it"_s);
    QCOMPARE(outputsSinceQuestion(request), 1);

    const auto plain = readRequest(R"({"input":"hello"})", {}).value_or(ModelRequest());
    QCOMPARE(questionOf(plain), u"hello"_s);
    const auto compaction = readRequest(body, R"({"request_kind":"compaction","turn_id":"tu"})")
                                .value_or(ModelRequest());
    QCOMPARE(compaction.kind, RequestKind::Compaction);
    QVERIFY(!readRequest("[]", {}));
    QVERIFY(!readRequest("{\"input\":5}", {}));
    QVERIFY(!readRequest("{\"input\"", {}));
}

void TestRehearsalRules::historyIsEchoedWithoutTheHostsNotes()
{
    ModelRequest request;
    request.input = {{u"message"_s, u"developer"_s, u"base"_s},
                     {u"message"_s, u"user"_s, u"<environment_context>"_s},
                     {u"message"_s, u"user"_s, u"one\nline"_s},
                     {u"message"_s, u"assistant"_s, u"two"_s},
                     {u"message"_s, u"user"_s, u"[[echo-history]]"_s}};
    const auto lines = finalText(decide(request, {}, circumstances())).split(u'\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines[0].contains(u"3 messages"_s));
    QCOMPARE(lines[1], u"{\"role\":\"user\",\"text\":\"one\\nline\"}"_s);
    QCOMPARE(lines[2], u"{\"role\":\"assistant\",\"text\":\"two\"}"_s);

    request.kind = RequestKind::Compaction;
    const auto summary = finalText(decide(request, {}, circumstances()));
    QVERIFY(summary.contains(u"no model wrote it"_s) && summary.contains(u"one line"_s));
    request.input =
        QList<InputItem>(5'000, InputItem{u"message"_s, u"user"_s, u"x"_s.repeated(1'000)});
    QVERIFY(summaryOf(request).size() < 3'000);
    QVERIFY(summaryOf(request).contains(u"more"_s));
}

// E1, E4
void TestRehearsalRules::aQuotaIsUsedUpAndComesBack()
{
    const QDateTime start({2026, 12, 1}, {10, 0}, Qt::UTC);
    const Quota quota{.requests = 2, .seconds = 600};
    QuotaVerdict verdict = charge(quota, {}, start);
    QVERIFY(!verdict.refused);
    QCOMPARE(verdict.headers.at(0).second, "50");
    QCOMPARE(verdict.headers.at(1).second, "10");
    QCOMPARE(verdict.headers.at(2).second, QByteArray::number(start.toSecsSinceEpoch() + 600));
    verdict = charge(quota, verdict.use, start.addSecs(60));
    QVERIFY(!verdict.refused);
    verdict = charge(quota, verdict.use, start.addSecs(120));
    QVERIFY(verdict.refused);
    QCOMPARE(verdict.resetSeconds, 480);
    QCOMPARE(verdict.headers.at(0).second, "100");
    verdict = charge(quota, verdict.use, start.addSecs(599));
    QVERIFY(verdict.refused);
    verdict = charge(quota, verdict.use, start.addSecs(600));
    QVERIFY(!verdict.refused);
    QCOMPARE(verdict.use, (QuotaUse{1, start.addSecs(600)}));
    QVERIFY(charge({.requests = 0}, {}, start).refused);
}

void TestRehearsalRules::scriptsAreStrict_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("mistake"); // empty: none
    const auto row = [](const char *name, const char *json, const QString &mistake) {
        QTest::newRow(name) << QByteArray(json) << mistake;
    };
    row("everything at its right",
        R"({"delay_ms":5,"input_limit_bytes":160000,"fail_first":2,"fail_first_with":"503",
        "hold":true,"rules":[{"name":"r","contains":"x","kind":"turn","from":1,"to":2,"answer":"[[say y]]"}]})",
        {});
    row("nothing at all", "{}", {});
    row("no JSON", "{", u"no JSON object"_s);
    row("an unknown key", R"({"delay":5})", u"unknown key \"delay\""_s);
    row("a quota and headers of Codex's",
        R"({"quota":{"requests":2,"seconds":60},"headers":{"x-codex-credits-balance":"5"}})",
        {});
    row("a quota without a number",
        R"({"quota":{"seconds":60}})",
        u"\"quota\" has a wrong value"_s);
    row("a quota of no time", R"({"quota":{"requests":1,"seconds":0}})", u"\"quota\""_s);
    row("a header of somebody else",
        R"({"headers":{"Set-Cookie":"a"}})",
        u"\"headers\" has a wrong value"_s);
    row("a negative delay", R"({"delay_ms":-5})", u"\"delay_ms\" has a wrong value"_s);
    row("a number that is a text", R"({"fail_first":"2"})", u"\"fail_first\" has a wrong value"_s);
    row("an error nobody knows",
        R"({"fail_first_with":"418"})",
        u"\"fail_first_with\" has a wrong value"_s);
    row("a rule without an answer", R"({"rules":[{"contains":"x"}]})", u"rule 1: it has to be"_s);
    row("a rule with an unknown key",
        R"({"rules":[{"answer":"a"},{"answer":"b","if":1}]})",
        u"rule 2: unknown key"_s);
    row("a kind nobody knows",
        R"({"rules":[{"answer":"a","kind":"other"}]})",
        u"rule 1: \"kind\""_s);
}

void TestRehearsalRules::scriptsAreStrict()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, mistake);
    const auto script = readScript(json);
    const auto *wrong = std::get_if<QString>(&script);
    QCOMPARE(wrong == nullptr, mistake.isEmpty());
    if (wrong)
        QVERIFY2(wrong->contains(mistake), qPrintable(*wrong));
}

void TestRehearsalRules::scriptsDecideInOrder_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<int>("number");
    QTest::addColumn<bool>("compaction");
    QTest::addColumn<QString>("rule");
    const auto row =
        [](const char *name, const char *json, int number, bool compaction, const QString &rule) {
            QTest::newRow(name) << QByteArray(json) << number << compaction << rule;
        };
    const auto *rules =
        R"({"rules":[{"name":"a","contains":"nothing","answer":"a"},{"name":"b","from":2,"to":3,"answer":"b"},
        {"name":"c","kind":"compaction","answer":"[[error 500]]"}]})";
    row("too large an input comes first",
        R"({"input_limit_bytes":10,"fail_first":5})",
        1,
        false,
        u"input limit"_s);
    row("the first ones fail",
        R"({"fail_first":2,"fail_first_with":"drop"})",
        2,
        false,
        u"fail first: drop"_s);
    row("later ones do not", R"({"fail_first":2})", 3, false, u"turn"_s);
    row("a rule that does not fit is passed over", rules, 1, false, u"turn"_s);
    row("a rule for certain requests fits those", rules, 3, false, u"b: turn"_s);
    row("a rule for compactions fits those", rules, 4, true, u"c: error 500"_s);
    row("a compaction without a rule", "{}", 1, true, u"compaction"_s);
}

void TestRehearsalRules::scriptsDecideInOrder()
{
    QFETCH(QByteArray, json);
    QFETCH(int, number);
    QFETCH(bool, compaction);
    QFETCH(QString, rule);
    auto request = asked(u"Something"_s);
    request.inputBytes = 100;
    request.kind = compaction ? RequestKind::Compaction : RequestKind::Turn;
    const auto script = readScript(json);
    QVERIFY(std::holds_alternative<Script>(script));
    QCOMPARE(decide(request, std::get<Script>(script), circumstances(1, number)).rule, rule);
}

void TestRehearsalRules::codexIsConfigured()
{
    const auto config = codexConfig(QUrl(u"http://127.0.0.1:1234/v1"_s));
    const auto arguments = codexArguments(config);
    QCOMPARE(arguments.size(), 2 * config.size());
    QVERIFY(
        arguments.contains(u"model_providers.rehearsal.base_url=\"http://127.0.0.1:1234/v1\""_s));
    QVERIFY(arguments.contains(u"features.plugins=false"_s));
    QVERIFY(arguments.contains(u"model_providers.rehearsal.name=\"Hostline rehearsal\""_s));
    const auto remote = codexArguments(
        codexConfig(QUrl(u"http://127.0.0.1:1234/v1"_s), {}, CodexCompaction::Remote));
    QVERIFY(remote.contains(u"model_providers.rehearsal.name=\"OpenAI\""_s));
    QVERIFY(codexToml(config).contains(u"model_providers.rehearsal.request_max_retries = 1\n"_s));
}

QTEST_GUILESS_MAIN(TestRehearsalRules)
#include "tst_rehearsal_rules.moc"
