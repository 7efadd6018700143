// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"
#include "ask_rules.h"
#include "printing.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace hostline;
using namespace hostline::cli;

namespace {

ApiAnswer answered(int status, const QJsonObject &body = {})
{
    return {.result = ApiAnswer::Result::Answered, .status = status, .body = body, .detail = {}};
}

ApiAnswer without(ApiAnswer::Result result)
{
    return {.result = result, .status = 0, .body = {}, .detail = u"detail"_s};
}

QJsonObject requestIn(const QString &state, const QString &kind = {})
{
    QJsonObject request{{u"id"_s, u"r1"_s}, {u"state"_s, state}};
    if (!kind.isEmpty())
        request.insert(u"reply"_s, QJsonObject{{u"kind"_s, kind}, {u"text"_s, u"said"_s}});
    return request;
}

QString nameOf(const AskStep &step)
{
    if (const auto *const outcome = std::get_if<Finish>(&step))
        return u"finish %1"_s.arg(static_cast<int>(outcome->code));
    if (const auto *const stored = std::get_if<WaitFor>(&step))
        return u"wait for "_s + stored->request;
    return std::holds_alternative<SendAgain>(step) ? u"send again"_s : u"look again"_s;
}

} // namespace

class tst_cli_rules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goodArguments_data();
    void goodArguments();
    void wrongArguments_data();
    void wrongArguments();
    void helpAndVersion();
    void afterSending_data();
    void afterSending();
    void whatMayBeStored_data();
    void whatMayBeStored();
    void afterLooking_data();
    void afterLooking();
    void wordsForOneWhoWaits_data();
    void wordsForOneWhoWaits();
    void errors_data();
    void errors();
    void printsOnlyWhatIsThere();
    void printsProviders_data();
    void printsProviders();
};

void tst_cli_rules::goodArguments_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<Arguments>("expected");
    const auto with = [](Verb verb, auto change) {
        Arguments arguments;
        arguments.verb = verb;
        arguments.dataDirectory = u"/home/me/data"_s;
        arguments.command = u"hostline"_s;
        change(arguments);
        return arguments;
    };
    QTest::newRow("status") << QStringList{u"status"_s} << with(Verb::Status, [](Arguments &) {});
    QTest::newRow("a relative data folder counts from here")
        << QStringList{u"--data"_s, u"x/../y"_s, u"inbox"_s} << with(Verb::Inbox, [](Arguments &a) {
               a.dataDirectory = u"/here/y"_s;
               a.command = u"hostline --data '/here/y'"_s;
           });
    QTest::newRow("a data directory that a shell would take apart")
        << QStringList{u"--data"_s, u"/a b/it's"_s, u"inbox"_s}
        << with(Verb::Inbox, [](Arguments &a) {
               a.dataDirectory = u"/a b/it's"_s;
               a.command = u"hostline --data '/a b/it'\\''s'"_s;
           });
    QTest::newRow("options may follow the verb") << QStringList{u"ask"_s,
                                                                u"--wait"_s,
                                                                u"0"_s,
                                                                u"--conversation=c.1"_s,
                                                                u"--json"_s,
                                                                u"a b"_s}
                                                 << with(Verb::Ask, [](Arguments &a) {
                                                        a.subject = u"a b"_s;
                                                        a.waitSeconds = 0;
                                                        a.conversation = u"c.1"_s;
                                                        a.json = true;
                                                    });
    QTest::newRow("a text that looks like an option")
        << QStringList{u"ask"_s, u"--"_s, u"--help"_s}
        << with(Verb::Ask, [](Arguments &a) { a.subject = u"--help"_s; });
    QTest::newRow("the same question again")
        << QStringList{u"ask"_s, u"--conversation=c.1"_s, u"--client-id"_s, u"q"_s, u"a"_s}
        << with(Verb::Ask, [](Arguments &a) {
               a.subject = u"a"_s;
               a.conversation = u"c.1"_s;
               a.clientId = u"q"_s;
           });
    QTest::newRow("show") << QStringList{u"show"_s, u"r1"_s}
                          << with(Verb::Show, [](Arguments &a) { a.subject = u"r1"_s; });
    QTest::newRow("providers") << QStringList{u"providers"_s, u"--json"_s}
                               << with(Verb::Providers, [](Arguments &a) { a.json = true; });
    QTest::newRow("prune") << QStringList{u"prune"_s} << with(Verb::Prune, [](Arguments &) {});
    QTest::newRow("doctor") << QStringList{u"doctor"_s, u"--codex"_s, u"/c"_s}
                            << with(Verb::Doctor, [](Arguments &a) { a.codex = u"/c"_s; });
    QTest::newRow("doctor with a settings file")
        << QStringList{u"doctor"_s, u"--config"_s, u"s.toml"_s}
        << with(Verb::Doctor, [](Arguments &a) { a.settingsFile = u"/here/s.toml"_s; });
}

void tst_cli_rules::goodArguments()
{
    QFETCH(QStringList, words);
    QFETCH(Arguments, expected);
    const auto read = readArguments(words, u"/home/me/data"_s, u"/here"_s);
    QVERIFY(std::holds_alternative<Arguments>(read));
    QVERIFY(std::get<Arguments>(read) == expected);
}

void tst_cli_rules::wrongArguments_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("mentions");
    QTest::newRow("no verb") << QStringList{} << u"verb"_s;
    QTest::newRow("an unknown verb") << QStringList{u"dance"_s} << u"dance"_s;
    QTest::newRow("an unknown option") << QStringList{u"status"_s, u"--fast"_s} << u"fast"_s;
    QTest::newRow("an option of another verb")
        << QStringList{u"status"_s, u"--wait"_s, u"1"_s} << u"--wait"_s;
    QTest::newRow("ask without a text") << QStringList{u"ask"_s} << u"one argument"_s;
    QTest::newRow("ask with an empty text") << QStringList{u"ask"_s, u" "_s} << u"empty"_s;
    QTest::newRow("ask with two texts") << QStringList{u"ask"_s, u"a"_s, u"b"_s} << u"quotes"_s;
    QTest::newRow("status with a word more")
        << QStringList{u"status"_s, u"a"_s} << u"nothing more"_s;
    QTest::newRow("a wait that is no number")
        << QStringList{u"ask"_s, u"--wait"_s, u"long"_s, u"a"_s} << u"--wait"_s;
    QTest::newRow("a negative wait")
        << QStringList{u"ask"_s, u"--wait=-1"_s, u"a"_s} << u"--wait"_s;
    QTest::newRow("a client id without its conversation")
        << QStringList{u"ask"_s, u"--client-id"_s, u"c"_s, u"a"_s} << u"--client-id"_s;
    QTest::newRow("a client id of another verb")
        << QStringList{u"status"_s, u"--client-id"_s, u"c"_s} << u"--client-id"_s;
    QTest::newRow("a conversation with a slash")
        << QStringList{u"ask"_s, u"--conversation"_s, u"../x"_s, u"a"_s} << u"conversation"_s;
    QTest::newRow("an empty data folder")
        << QStringList{u"--data"_s, QString(), u"status"_s} << u"--data"_s;
}

void tst_cli_rules::wrongArguments()
{
    QFETCH(QStringList, words);
    QFETCH(QString, mentions);
    const auto read = readArguments(words, u"/home/me/data"_s, u"/here"_s);
    QVERIFY(std::holds_alternative<WrongUsage>(read));
    const QString text = std::get<WrongUsage>(read).text;
    QVERIFY2(text.contains(mentions), qPrintable(text));
}

void tst_cli_rules::helpAndVersion()
{
    const auto help = readArguments({u"-h"_s}, u"/d"_s, u"/"_s);
    QVERIFY(std::get<ShowHelp>(help).text.contains(u"doctor"_s));
    const auto version = readArguments({u"--version"_s}, u"/d"_s, u"/"_s);
    QCOMPARE(std::get<ShowHelp>(version).text, u"hostline " HOSTLINE_VERSION "\n"_s);
}

void tst_cli_rules::afterSending_data()
{
    using Result = ApiAnswer::Result;
    QTest::addColumn<ApiAnswer>("answer");
    QTest::addColumn<bool>("uncertain");
    QTest::addColumn<bool>("timeIsUp");
    QTest::addColumn<QString>("expected");
    const QJsonObject stored{{u"request"_s, requestIn(u"queued"_s)}, {u"created"_s, true}};
    QTest::newRow("stored: wait for its reply")
        << answered(202, stored) << false << false << u"wait for r1"_s;
    QTest::newRow("nobody there, nothing sent before: 5")
        << without(Result::NotThere) << false << false << u"finish 5"_s;
    QTest::newRow("nobody there after a lost answer: it may come back")
        << without(Result::NotThere) << true << false << u"send again"_s;
    QTest::newRow("nobody came back, and it may be stored: 4")
        << without(Result::NotThere) << true << true << u"finish 4"_s;
    QTest::newRow("a lost answer: the same question again")
        << without(Result::Lost) << true << false << u"send again"_s;
    QTest::newRow("a lost answer, no time left: 4")
        << without(Result::Lost) << true << true << u"finish 4"_s;
    QTest::newRow("the store cannot commit: again")
        << answered(503) << false << false << u"send again"_s;
    QTest::newRow("the store cannot commit, no time left: 1")
        << answered(503) << false << true << u"finish 1"_s;
    QTest::newRow("the store cannot commit, but may have before, no time left: 4")
        << answered(503) << true << true << u"finish 4"_s;
    QTest::newRow("refused by a rule: a notice, 3")
        << answered(422) << false << false << u"finish 3"_s;
    QTest::newRow("a wrong token: 1") << answered(401) << false << false << u"finish 1"_s;
    QTest::newRow("not JSON: 1") << without(Result::Unreadable) << false << false << u"finish 1"_s;
    QTest::newRow("stored, but which request? 1")
        << answered(202) << false << false << u"finish 1"_s;
}

void tst_cli_rules::afterSending()
{
    QFETCH(ApiAnswer, answer);
    QFETCH(bool, uncertain);
    QFETCH(bool, timeIsUp);
    QFETCH(QString, expected);
    QCOMPARE(nameOf(afterSend(answer, uncertain, timeIsUp)), expected);
}

void tst_cli_rules::whatMayBeStored_data()
{
    QTest::addColumn<ApiAnswer>("answer");
    QTest::addColumn<bool>("expected");
    const auto refused = [](int status, const QString &code) {
        return answered(status, {{u"error"_s, QJsonObject{{u"code"_s, code}}}});
    };
    QTest::newRow("nobody took it") << without(ApiAnswer::Result::NotThere) << false;
    QTest::newRow("no answer came") << without(ApiAnswer::Result::Lost) << true;
    QTest::newRow("the server stops while the store is at work")
        << refused(503, u"stopping"_s) << true;
    QTest::newRow("a 503 without a word") << answered(503) << true;
    QTest::newRow("the store says that nothing was changed")
        << refused(503, u"store_unavailable"_s) << false;
    QTest::newRow("refused by a rule") << refused(422, u"queue_full"_s) << false;
}

void tst_cli_rules::whatMayBeStored()
{
    QFETCH(ApiAnswer, answer);
    QFETCH(bool, expected);
    QCOMPARE(mayBeStored(answer), expected);
}

void tst_cli_rules::afterLooking_data()
{
    using Result = ApiAnswer::Result;
    QTest::addColumn<ApiAnswer>("answer");
    QTest::addColumn<bool>("timeIsUp");
    QTest::addColumn<QString>("expected");
    QTest::newRow("answered: 0") << answered(200, requestIn(u"settled"_s, u"answer"_s)) << false
                                 << u"finish 0"_s;
    QTest::newRow("answered at the last moment: 0")
        << answered(200, requestIn(u"settled"_s, u"answer"_s)) << true << u"finish 0"_s;
    QTest::newRow("ended with a notice: 3")
        << answered(200, requestIn(u"settled"_s, u"notice"_s)) << false << u"finish 3"_s;
    QTest::newRow("running: look again")
        << answered(200, requestIn(u"running"_s)) << false << u"look again"_s;
    QTest::newRow("running, time is up: 4")
        << answered(200, requestIn(u"running"_s)) << true << u"finish 4"_s;
    QTest::newRow("the server restarts: look again")
        << without(Result::NotThere) << false << u"look again"_s;
    QTest::newRow("the server is gone, time is up: 4")
        << without(Result::NotThere) << true << u"finish 4"_s;
    QTest::newRow("a lost answer: look again") << without(Result::Lost) << false << u"look again"_s;
    QTest::newRow("not ready: look again") << answered(503) << false << u"look again"_s;
    QTest::newRow("it was deleted: 1") << answered(404) << false << u"finish 1"_s;
}

void tst_cli_rules::afterLooking()
{
    QFETCH(ApiAnswer, answer);
    QFETCH(bool, timeIsUp);
    QFETCH(QString, expected);
    QCOMPARE(nameOf(afterLook(answer, requestIn(u"queued"_s), timeIsUp)), expected);
}

void tst_cli_rules::wordsForOneWhoWaits_data()
{
    QTest::addColumn<ApiAnswer>("answer");
    QTest::addColumn<QStringList>("expected");
    const QJsonObject notice{{u"id"_s, u"n"_s}, {u"at"_s, u"08:00"_s}, {u"text"_s, u"Sign in."_s}};
    const QJsonObject later{{u"id"_s, u"n"_s}, {u"at"_s, u"09:00"_s}, {u"text"_s, u"Sign in."_s}};
    const auto with = [](QJsonObject request, const QJsonArray &notices) {
        request.insert(u"notices"_s, notices);
        return answered(200, request);
    };
    QTest::newRow("nothing to say") << answered(200, requestIn(u"running"_s)) << QStringList{};
    QTest::newRow("what it waits for, and how to mend it")
        << with(requestIn(u"waiting"_s), {notice}) << QStringList{u"n 08:00: Sign in."_s};
    QTest::newRow("the same once more is another word")
        << with(requestIn(u"waiting"_s), {notice, later})
        << QStringList{u"n 08:00: Sign in."_s, u"n 09:00: Sign in."_s};
    QTest::newRow("of a settled one the reply says it all")
        << with(requestIn(u"settled"_s, u"answer"_s), {notice}) << QStringList{};
    QTest::newRow("the server is away")
        << without(ApiAnswer::Result::NotThere)
        << QStringList{
               u"away: Hostline does not run at the moment; the question is stored and the wait goes on"_s};
    QTest::newRow("a lost answer is no news") << without(ApiAnswer::Result::Lost) << QStringList{};
}

void tst_cli_rules::wordsForOneWhoWaits()
{
    QFETCH(ApiAnswer, answer);
    QFETCH(QStringList, expected);
    QStringList words;
    for (const Word &word : wordsWhileWaiting(answer))
        words.append(word.key + u": "_s + word.text);
    QCOMPARE(words, expected);
}

void tst_cli_rules::errors_data()
{
    QTest::addColumn<ApiAnswer>("answer");
    QTest::addColumn<QString>("expected");
    QTest::newRow("the server's words and its step") << answered(
        422, {{u"error"_s, QJsonObject{{u"message"_s, u"Full."_s}, {u"step"_s, u"Wait."_s}}}})
                                                     << u"Full.\nWait."_s;
    QTest::newRow("no words") << answered(500) << u"Hostline answered with status 500"_s;
    QTest::newRow("nobody there") << without(ApiAnswer::Result::NotThere) << notThereText();
    QTest::newRow("lost") << without(ApiAnswer::Result::Lost)
                          << u"no answer from Hostline: detail"_s;
    QTest::newRow("too large to be sent")
        << without(ApiAnswer::Result::TooLarge) << u"this is too long: detail"_s;
}

void tst_cli_rules::errors()
{
    QFETCH(ApiAnswer, answer);
    QFETCH(QString, expected);
    QCOMPARE(errorText(answer), expected);
}

void tst_cli_rules::printsOnlyWhatIsThere()
{
    const QJsonObject mark{{u"id"_s, u"m"_s}, {u"text"_s, u"sent at 08:00"_s}};
    QJsonObject reply{
        {u"kind"_s, u"answer"_s}, {u"text"_s, u"four\n"_s}, {u"marks"_s, QJsonArray{mark}}};
    QCOMPARE(replyText({{u"reply"_s, reply}}), u"[sent at 08:00]\nfour\n"_s);

    const QJsonObject waiting{{u"id"_s, u"r1"_s},
                              {u"state"_s, u"waiting"_s},
                              {u"waits_for"_s, u"thread"_s},
                              {u"stopping"_s, true},
                              {u"created_at"_s, u"2026-01-31T08:00:00.000Z"_s},
                              {u"text"_s, u"one\ntwo"_s}};
    const QDateTime now = QDateTime::fromString(u"2026-01-31T08:02:00.000Z"_s, Qt::ISODateWithMs);
    const QString line = inboxText({{u"requests"_s, QJsonArray{waiting}}}, now);
    QVERIFY2(line.contains(u"waiting (thread), stopping"_s) && line.contains(u"2 min"_s)
                 && line.endsWith(u"one\n"_s),
             qPrintable(line));
    QCOMPARE(inboxText({}, now), u"Nothing is open.\n"_s);
    QVERIFY(requestText(waiting).contains(u"> one\n> two\n"_s));
    QVERIFY(!requestText(waiting).contains(u"Settled"_s));

    const QJsonObject broken{
        {u"path"_s, u"/p/x.so"_s}, {u"usable"_s, false}, {u"reason"_s, u"not a library"_s}};
    const QJsonObject usable{{u"path"_s, u"/p/y.so"_s},
                             {u"usable"_s, true},
                             {u"id"_s, u"y"_s},
                             {u"kind"_s, u"channel"_s},
                             {u"version"_s, u"1.2"_s}};
    QCOMPARE(pluginsText({{u"plugins"_s, QJsonArray{broken, usable}}}),
             u"?             broken                       /p/x.so\n"
             "              not a library\n"
             "y             usable     channel 1.2       /p/y.so\n"_s);
    QVERIFY(
        stoppedText(u"hostline --data '/d'"_s, {{u"request"_s, QJsonObject{{u"id"_s, u"r7"_s}}}})
            .contains(u"hostline --data '/d' show r7"_s));
    QVERIFY(askAgainText(u"hostline --data '/d'"_s, u"c"_s, u"i"_s)
                .contains(u"hostline --data '/d' ask --conversation c --client-id i "_s));
    const QJsonObject provider{{u"id"_s, u"p"_s},
                               {u"state"_s, u"ready"_s},
                               {u"program"_s, u"/x/codex"_s},
                               {u"rehearsal"_s, true}};
    const QJsonObject full{{u"kind"_s, u"store_unavailable"_s},
                           {u"detail"_s, u"database or disk is full"_s},
                           {u"since"_s, u"2026-01-31T08:00:00.000Z"_s}};
    QVERIFY(statusText({{u"store_failure"_s, full}})
                .contains(
                    u"takes nothing since 2026-01-31T08:00:00.000Z (database or disk is full)"_s));
    QVERIFY(!statusText({}).contains(u"Store"_s));
    QVERIFY(statusText({{u"providers"_s, QJsonArray{provider}}})
                .contains(u"p: ready, program /x/codex (a rehearsal"_s));
    const QJsonObject told{
        {u"request_id"_s, u"r1"_s},
        {u"notice"_s, QJsonObject{{u"at"_s, u"08:00"_s}, {u"text"_s, u"It was withheld."_s}}}};
    QVERIFY(
        statusText({{u"notices"_s, QJsonArray{told}}}).contains(u"08:00 It was withheld. (r1)"_s));
    QCOMPARE(jsonText({{u"a"_s, 1}}), u"{\"a\":1}\n"_s);
}

// E1, E2, E4
void tst_cli_rules::printsProviders_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QByteArray>("waiting");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing at all")
        << QByteArray("{}") << QByteArray("{}") << u"No provider is set up.\nNothing waits.\n"_s;
    QTest::newRow("one without a quota")
        << QByteArray(R"({"providers":[{"id":"main","plugin":"codex","version":"0.171.0",
            "state":"ready","default":true,"model":"rehearsal","rehearsal":true,
            "capacity":{"state":"unmetered","windows":[]}}],
            "route":{"members":["main"],"choice":{"reason":"primary","provider":"main"}}})")
        << QByteArray(R"({"requests":[]})")
        << u"main: ready (default)\n"
           "  plugin         codex 0.171.0\n"
           "  model          rehearsal (a rehearsal, not a real model)\n"
           "  quota          unmetered\n"
           "Route: main\n"
           "  main answers\n"
           "Nothing waits.\n"_s;
    QTest::newRow("a substitute, and one who waits")
        << QByteArray(R"({"providers":[{"id":"main","plugin":"codex","state":"ready",
            "capacity":{"state":"exhausted","resets_at":"2026-12-01T12:05:00.000Z",
              "observed_at":"2026-12-01T10:00:00.000Z",
              "windows":[{"id":"primary","used_percent":100,"window_minutes":300,"resets_at":"2026-12-01T12:05:00.000Z"},
                         {"id":"secondary","used_percent":30,"window_minutes":10080,"resets_at":"2026-12-04T12:00:00.000Z"},
                         {"id":"old","used_percent":90,"window_minutes":90,"resets_at":"2026-12-01T09:00:00.000Z"}]}},
            {"id":"spare","plugin":"codex","state":"unavailable","message":"not signed in","step":"codex login"}],
            "route":{"plugin":"fallback","members":["main","spare"],"choice":{"reason":"substitute","provider":"spare"}}})")
        << QByteArray(
               R"({"requests":[{"id":"r1","waits_for":"capacity","waiting_since":"2026-12-01T10:01:00.000Z","text":"Why?\nMore"}]})")
        << u"main: ready\n"
           "  plugin         codex\n"
           "  quota          exhausted until 13:05 (as of 11:00)\n"
           "                 primary (5 h): 100 % used, reset at 13:05\n"
           "                 secondary (7 d): 30 % used, reset at 2026-12-04 13:00\n"
           "                 old (90 min): reset at 10:00, nothing is known since\n"
           "spare: unavailable\n"
           "  plugin         codex\n"
           "  trouble        not signed in\n"
           "  step           codex login\n"
           "  quota          unknown\n"
           "Route: fallback: main, then spare\n"
           "  spare answers in the primary's place, whose quota is used up\n"
           "Waiting:\n"
           "  r1  for capacity since 11:01  Why?\n"_s;
    QTest::newRow("nobody has quota left")
        << QByteArray(R"({"providers":[],"route":{"members":["main"],
            "choice":{"reason":"exhausted","until":"2026-12-02T00:30:00.000Z"}}})")
        << QByteArray("{}")
        << u"No provider is set up.\n"
           "Route: main\n"
           "  none has quota left: questions wait, tried again at 2026-12-02 01:30\n"
           "Nothing waits.\n"_s;
}

void tst_cli_rules::printsProviders()
{
    QFETCH(QByteArray, status);
    QFETCH(QByteArray, waiting);
    QFETCH(QString, text);
    const QDateTime now({2026, 12, 1}, {10, 30}, Qt::UTC);
    QCOMPARE(providersText(QJsonDocument::fromJson(status).object(),
                           QJsonDocument::fromJson(waiting).object(),
                           now,
                           QTimeZone(3600)),
             text);
}

QTEST_GUILESS_MAIN(tst_cli_rules)
#include "tst_cli_rules.moc"
