// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"
#include "ask_rules.h"
#include "doctor_rules.h"
#include "printing.h"

#include <QtCore/QJsonArray>
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

ProgramRun exited(int code, const QString &output)
{
    return {.end = ProgramRun::End::Exited, .code = code, .output = output};
}

} // namespace

/// The rules of `hostline`: its arguments, the wait of ask, what it prints, what the doctor thinks (K2, K3, I4).
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
    void afterLooking_data();
    void afterLooking();
    void errors_data();
    void errors();
    void printsOnlyWhatIsThere();
    void codexVersions_data();
    void codexVersions();
    void signInAndSandbox();
    void dataDirectories_data();
    void dataDirectories();
    void storeFiles_data();
    void storeFiles();
    void everyBadFindingHasAStep();
};

void tst_cli_rules::goodArguments_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<Arguments>("expected");
    const auto with = [](Verb verb, auto change) {
        Arguments arguments;
        arguments.verb = verb;
        arguments.dataDirectory = u"/home/me/data"_s;
        change(arguments);
        return arguments;
    };
    QTest::newRow("status") << QStringList{u"status"_s} << with(Verb::Status, [](Arguments &) {});
    QTest::newRow("a relative data folder counts from here")
        << QStringList{u"--data"_s, u"x/../y"_s, u"inbox"_s}
        << with(Verb::Inbox, [](Arguments &a) { a.dataDirectory = u"/here/y"_s; });
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
    QTest::newRow("show") << QStringList{u"show"_s, u"r1"_s}
                          << with(Verb::Show, [](Arguments &a) { a.subject = u"r1"_s; });
    QTest::newRow("prune") << QStringList{u"prune"_s} << with(Verb::Prune, [](Arguments &) {});
    QTest::newRow("doctor") << QStringList{u"doctor"_s, u"--codex"_s, u"/c"_s}
                            << with(Verb::Doctor, [](Arguments &a) { a.codex = u"/c"_s; });
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
    QTest::newRow("nobody came back: 5")
        << without(Result::NotThere) << true << true << u"finish 5"_s;
    QTest::newRow("a lost answer: the same question again")
        << without(Result::Lost) << true << false << u"send again"_s;
    QTest::newRow("a lost answer, no time left: 5")
        << without(Result::Lost) << true << true << u"finish 5"_s;
    QTest::newRow("the store cannot commit: again")
        << answered(503) << false << false << u"send again"_s;
    QTest::newRow("the store cannot commit, no time left: 1")
        << answered(503) << false << true << u"finish 1"_s;
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
    QVERIFY(stoppedText({{u"request"_s, QJsonObject{{u"id"_s, u"r7"_s}}}}).contains(u"show r7"_s));
    const QJsonObject provider{{u"id"_s, u"p"_s}, {u"state"_s, u"ready"_s}, {u"rehearsal"_s, true}};
    QVERIFY(statusText({{u"providers"_s, QJsonArray{provider}}}).contains(u"rehearsal"_s));
    const QJsonObject told{
        {u"request_id"_s, u"r1"_s},
        {u"notice"_s, QJsonObject{{u"at"_s, u"08:00"_s}, {u"text"_s, u"It was withheld."_s}}}};
    QVERIFY(
        statusText({{u"notices"_s, QJsonArray{told}}}).contains(u"08:00 It was withheld. (r1)"_s));
    QCOMPARE(jsonText({{u"a"_s, 1}}), u"{\"a\":1}\n"_s);
}

void tst_cli_rules::codexVersions_data()
{
    QTest::addColumn<ProgramRun>("run");
    QTest::addColumn<int>("grade");
    const auto row = [](const char *name, const ProgramRun &run, Finding::Grade grade) {
        QTest::newRow(name) << run << static_cast<int>(grade);
    };
    row("the tested one", exited(0, u"codex-cli 0.171.0"_s), Finding::Grade::Good);
    row("the oldest that will do", exited(0, u"codex-cli 0.152.0"_s), Finding::Grade::Good);
    row("an older one (C1)", exited(0, u"codex-cli 0.151.9"_s), Finding::Grade::Bad);
    row("a newer one", exited(0, u"codex-cli 0.180.1"_s), Finding::Grade::Remark);
    row("no version", exited(0, u"hello"_s), Finding::Grade::Bad);
    row("not there", {}, Finding::Grade::Bad);
    row("it hangs", {.end = ProgramRun::End::Hung, .code = 0, .output = {}}, Finding::Grade::Bad);
    row("it fails", exited(3, u"boom"_s), Finding::Grade::Bad);
}

void tst_cli_rules::codexVersions()
{
    QFETCH(ProgramRun, run);
    QFETCH(int, grade);
    QCOMPARE(static_cast<int>(judgeCodexVersion(u"codex"_s, run).grade), grade);
}

void tst_cli_rules::signInAndSandbox()
{
    QCOMPARE(judgeSignIn(u"/x/codex"_s, exited(0, u"Logged in using ChatGPT"_s)).grade,
             Finding::Grade::Good);
    const Finding signedOut = judgeSignIn(u"/x/codex"_s, exited(1, u"Not logged in"_s));
    QCOMPARE(signedOut.grade, Finding::Grade::Remark);
    QVERIFY(signedOut.step.startsWith(u"/x/codex login"_s));
    QCOMPARE(judgeSandbox(exited(0, {})).grade, Finding::Grade::Good);
    QCOMPARE(judgeSandbox(exited(101, u"bwrap: no"_s)).grade, Finding::Grade::Bad);
    // C19: said at every visit
    QCOMPARE(judgeReads().grade, Finding::Grade::Remark);
    QVERIFY(judgeReads().text.contains(u"not what is read"_s));
}

void tst_cli_rules::dataDirectories_data()
{
    using Kind = Directory::Kind;
    QTest::addColumn<Directory>("directory");
    QTest::addColumn<bool>("good");
    QTest::newRow("missing") << Directory{.kind = Kind::Missing, .own = true, .open = false}
                             << true;
    QTest::newRow("private") << Directory{.kind = Kind::Directory, .own = true, .open = false}
                             << true;
    QTest::newRow("a file, or a link")
        << Directory{.kind = Kind::Other, .own = true, .open = false} << false;
    QTest::newRow("another's") << Directory{.kind = Kind::Directory, .own = false, .open = false}
                               << false;
    QTest::newRow("open to others")
        << Directory{.kind = Kind::Directory, .own = true, .open = true} << false;
}

void tst_cli_rules::dataDirectories()
{
    QFETCH(Directory, directory);
    QFETCH(bool, good);
    QCOMPARE(judgeDataDirectory(u"/d"_s, directory).grade == Finding::Grade::Good, good);
}

void tst_cli_rules::storeFiles_data()
{
    using Kind = StoreFile::Kind;
    QTest::addColumn<StoreFile>("file");
    QTest::addColumn<bool>("good");
    QTest::newRow("missing") << StoreFile{} << true;
    QTest::newRow("a database") << StoreFile{.kind = Kind::File,
                                             .head = QByteArray("SQLite format 3\0", 16)}
                                << true;
    QTest::newRow("just made, still empty") << StoreFile{.kind = Kind::File, .head = {}} << true;
    QTest::newRow("something else") << StoreFile{.kind = Kind::File, .head = "%PDF"} << false;
    QTest::newRow("a directory") << StoreFile{.kind = Kind::Other, .head = {}} << false;
}

void tst_cli_rules::storeFiles()
{
    QFETCH(StoreFile, file);
    QFETCH(bool, good);
    QCOMPARE(judgeStore(u"/d/s"_s, file).grade == Finding::Grade::Good, good);
}

void tst_cli_rules::everyBadFindingHasAStep()
{
    const QList<Finding> findings{
        judgeCodexVersion(u"codex"_s, {}),
        judgeCodexVersion(u"codex"_s, exited(0, u"codex-cli 0.1.0"_s)),
        judgeSandbox(exited(1, {})),
        judgeDataDirectory(u"/d"_s, {.kind = Directory::Kind::Other, .own = true, .open = false}),
        judgeDataDirectory(u"/d"_s,
                           {.kind = Directory::Kind::Directory, .own = false, .open = false}),
        judgeDataDirectory(u"/d"_s,
                           {.kind = Directory::Kind::Directory, .own = true, .open = true}),
        judgeStore(u"/d/s"_s, {.kind = StoreFile::Kind::Other, .head = {}}),
        judgeStore(u"/d/s"_s, {.kind = StoreFile::Kind::File, .head = "x"}),
    };
    for (const Finding &one : findings) {
        QCOMPARE(one.grade, Finding::Grade::Bad);
        QVERIFY2(!one.step.isEmpty(), qPrintable(one.text));
        QVERIFY(findingsText({one}).contains(u"-> "_s + one.step));
    }
    QVERIFY(anyBad(findings));
    QVERIFY(!anyBad({judgeReads()}));
}

QTEST_GUILESS_MAIN(tst_cli_rules)
#include "tst_cli_rules.moc"
