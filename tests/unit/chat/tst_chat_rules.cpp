// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/access.h"
#include "chat/bodies.h"
#include "chat/chat_token.h"
#include "chat/event_ring.h"
#include "chat/login_codes.h"
#include "chat/routes.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace hostline;
using namespace hostline::chat;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// I1, I2: the pure rules of the Chat channel.
class ChatRulesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void checksHostAndOrigin_data();
    void checksHostAndOrigin();
    void knowsWhoIsSignedIn_data();
    void knowsWhoIsSignedIn();
    void findsRoutes_data();
    void findsRoutes();
    void takesQuestions_data();
    void takesQuestions();
    void takesChanges_data();
    void takesChanges();
    void takesQueries_data();
    void takesQueries();
    void redeemsALoginCodeOnce();
    void forgetsOldLoginCodes();
    void replaysFromTheRing_data();
    void replaysFromTheRing();
    void boundsTheRing();
    void makesAPrivateTokenOnce();
    void refusesATokenThatIsNotPrivate_data();
    void refusesATokenThatIsNotPrivate();
};

void ChatRulesTest::checksHostAndOrigin_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("origin");
    QTest::addColumn<QString>("code");
    const auto row =
        [](const char *name, const char *host, const char *origin, const QString &code) {
            QTest::newRow(name) << QByteArray(host) << QByteArray(origin) << code;
        };
    row("the address itself", "127.0.0.1:8000", "", u""_s);
    row("localhost in any case", "LocalHost:8000", "", u""_s);
    row("the IPv6 name", "[::1]:8000", "", u""_s);
    row("our own page", "127.0.0.1:8000", "http://127.0.0.1:8000", u""_s);
    row("our own page under the other name", "127.0.0.1:8000", "http://localhost:8000", u""_s);
    row("another port is not us", "127.0.0.1:8001", "", u"host_not_allowed"_s);
    row("no port is not us", "127.0.0.1", "", u"host_not_allowed"_s);
    row("a foreign name that points here (DNS rebinding)",
        "evil.example:8000",
        "",
        u"host_not_allowed"_s);
    row("a name that begins like ours", "localhost.evil.example:8000", "", u"host_not_allowed"_s);
    row("another loopback address", "127.0.0.2:8000", "", u"host_not_allowed"_s);
    row("nothing", "", "", u"host_not_allowed"_s);
    row("a foreign page", "127.0.0.1:8000", "http://evil.example", u"origin_not_allowed"_s);
    row("another program's page on this machine",
        "127.0.0.1:8000",
        "http://localhost:9000",
        u"origin_not_allowed"_s);
    row("a sandboxed page", "127.0.0.1:8000", "null", u"origin_not_allowed"_s);
    row("https is not us", "127.0.0.1:8000", "https://127.0.0.1:8000", u"origin_not_allowed"_s);
    row("an origin with a path is none",
        "127.0.0.1:8000",
        "http://127.0.0.1:8000/",
        u"origin_not_allowed"_s);
}

void ChatRulesTest::checksHostAndOrigin()
{
    QFETCH(const QByteArray, host);
    QFETCH(const QByteArray, origin);
    QFETCH(const QString, code);
    const std::optional<ApiError> error = checkOrigin(host, origin, 8000);
    QCOMPARE(error ? error->code : QString(), code);
    if (error) {
        QCOMPARE(error->status, 403);
        QVERIFY(!error->step.isEmpty());
    }
}

void ChatRulesTest::knowsWhoIsSignedIn_data()
{
    QTest::addColumn<QByteArray>("authorization");
    QTest::addColumn<QByteArray>("cookie");
    QTest::addColumn<bool>("signedIn");
    const QByteArray session = sessionOf("secret");
    QTest::newRow("nothing") << QByteArray() << QByteArray() << false;
    QTest::newRow("the token") << QByteArray("Bearer secret") << QByteArray() << true;
    QTest::newRow("the scheme in any case") << QByteArray("bearer secret") << QByteArray() << true;
    QTest::newRow("another token") << QByteArray("Bearer secreT") << QByteArray() << false;
    QTest::newRow("a beginning of the token")
        << QByteArray("Bearer secre") << QByteArray() << false;
    QTest::newRow("an empty token") << QByteArray("Bearer ") << QByteArray() << false;
    QTest::newRow("the token without its scheme") << QByteArray("secret") << QByteArray() << false;
    QTest::newRow("the cookie") << QByteArray() << session << true;
    QTest::newRow("the token as cookie") << QByteArray() << QByteArray("secret") << false;
    QTest::newRow("the cookie as token")
        << QByteArray("Bearer " + session) << QByteArray() << false;
    QTest::newRow("a wrong token beside a good cookie")
        << QByteArray("Bearer x") << session << false;
}

void ChatRulesTest::knowsWhoIsSignedIn()
{
    QFETCH(const QByteArray, authorization);
    QFETCH(const QByteArray, cookie);
    QFETCH(const bool, signedIn);
    QCOMPARE(
        isSignedIn(authorization, cookie.isNull() ? std::nullopt : std::optional(cookie), "secret"),
        signedIn);
}

void ChatRulesTest::findsRoutes_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("found"); // "route id", "allow ...", "404"
    const auto row = [](const char *method, const QString &path, const QString &found) {
        QTest::newRow(qPrintable(QString(QLatin1String(method) + u' ' + path)))
            << QByteArray(method) << path << found;
    };
    const auto route = [](Route value, const QString &id = {}) {
        return QString(QString::number(int(value)) + u' ' + id);
    };
    row("POST", u"api/v1/conversations/a~b.c/requests"_s, route(Route::Ask, u"a~b.c"_s));
    row("GET", u"api/v1/requests"_s, route(Route::Inbox));
    row("HEAD", u"api/v1/requests/r-1"_s, route(Route::Request, u"r-1"_s));
    row("POST", u"api/v1/requests/r-1/stop"_s, route(Route::Stop, u"r-1"_s));
    row("PATCH", u"api/v1/conversations/c"_s, route(Route::ChangeConversation, u"c"_s));
    row("DELETE", u"api/v1/conversations/c"_s, route(Route::DeleteConversation, u"c"_s));
    row("POST", u"api/v1/conversations/c/close"_s, route(Route::CloseConversation, u"c"_s));
    row("GET", u"login/abc_-9"_s, route(Route::Login, u"abc_-9"_s));
    row("GET", u"healthz"_s, route(Route::Health));
    row("GET", u""_s, route(Route::Asset));
    row("GET", u"app.js"_s, route(Route::Asset, u"app.js"_s));
    row("PUT", u"api/v1/conversations/c"_s, u"allow GET, HEAD, PATCH, DELETE, OPTIONS"_s);
    row("OPTIONS", u"api/v1/status"_s, u"allow GET, HEAD, OPTIONS"_s);
    row("POST", u"healthz"_s, u"allow GET, HEAD, OPTIONS"_s);
    row("GET", u"api/v1"_s, u"404"_s);
    row("GET", u"api/v2/status"_s, u"404"_s);
    row("GET", u"api/v1/status/"_s, u"404"_s);
    row("GET", u"api/v1/conversations/"_s, u"404"_s);
    row("GET", u"api/v1/conversations/a b"_s, u"404"_s);
    row("GET", u"api/v1/conversations/a/b"_s, u"404"_s);
    row("GET", u"api/v1/conversations/会话"_s, u"404"_s);
    row("GET", u"api/v1/requests/a~b"_s, u"404"_s);
    row("GET", QString(u"api/v1/conversations/"_s + u"c"_s.repeated(129)), u"404"_s);
    row("GET", u"page/app.js"_s, u"404"_s);
}

void ChatRulesTest::findsRoutes()
{
    QFETCH(const QByteArray, method);
    QFETCH(const QString, path);
    QFETCH(const QString, found);
    const auto result = findRoute(method, path.isEmpty() ? QStringList() : path.split(u'/'));
    QString text;
    if (const auto *match = std::get_if<RouteMatch>(&result))
        text = QString::number(int(match->route)) + u' ' + match->id;
    else if (const auto *methods = std::get_if<OtherMethods>(&result))
        text = u"allow "_s + QString::fromLatin1(methods->allow);
    else
        text = QString::number(std::get<ApiError>(result).status);
    QCOMPARE(text, found);
}

void ChatRulesTest::takesQuestions_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status"); // 0: taken
    const auto row = [](const char *name,
                        const QByteArray &body,
                        int status,
                        const char *type = "application/json") {
        QTest::newRow(name) << QByteArray(type) << body << status;
    };
    row("a question", R"({"client_id":"a","text":"hi"})", 0);
    row("with a charset", R"({"client_id":"a","text":"hi"})", 0, "application/json; charset=utf-8");
    row("an emoji by escapes", R"({"client_id":"a","text":"\ud83d\ude00"})", 0);
    row("no type", R"({"client_id":"a","text":"hi"})", 415, "");
    row("a form", "client_id=a&text=hi", 415, "application/x-www-form-urlencoded");
    row("text as type", R"({"client_id":"a","text":"hi"})", 415, "text/plain");
    row("nothing", "", 400);
    row("half an object", R"({"client_id":"a","text":)", 400);
    row("an array", R"(["a","hi"])", 400);
    row("a number", "1", 400);
    row("bytes that are not UTF-8", "{\"client_id\":\"a\",\"text\":\"\xff\"}", 400);
    row("no client id", R"({"text":"hi"})", 400);
    row("an empty client id", R"({"client_id":"","text":"hi"})", 400);
    row("a client id with a line end", R"({"client_id":"a\nb","text":"hi"})", 400);
    row("a client id of 129 characters",
        R"({"client_id":")" + QByteArray(129, 'a') + R"(","text":"hi"})",
        400);
    row("no text", R"({"client_id":"a"})", 400);
    row("white space as text", R"({"client_id":"a","text":" \n"})", 400);
    row("a number as text", R"({"client_id":"a","text":1})", 400);
    row("null as text", R"({"client_id":"a","text":null})", 400);
    row("half a surrogate pair", R"({"client_id":"a","text":"\ud83d"})", 400);
    row("a NUL in the text", R"({"client_id":"a","text":"a\u0000b"})", 400);
    row("a field that is not known", R"({"client_id":"a","text":"hi","model":"x"})", 400);
    row("nested beyond reason", QByteArray(5000, '['), 400);
}

void ChatRulesTest::takesQuestions()
{
    QFETCH(const QByteArray, type);
    QFETCH(const QByteArray, body);
    QFETCH(const int, status);
    const Parsed<AskBody> parsed = parseAsk(type, body);
    const auto *error = std::get_if<ApiError>(&parsed);
    QCOMPARE(error ? error->status : 0, status);
    if (error)
        QVERIFY(!error->message.isEmpty());
}

void ChatRulesTest::takesChanges_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("change");
    QTest::addColumn<bool>("create");
    const auto row = [](const char *name, const QByteArray &body, bool change, bool create) {
        QTest::newRow(name) << body << change << create;
    };
    row("a title", R"({"title":"a"})", true, true);
    row("an empty title", R"({"title":""})", true, true);
    row("a language", R"({"language":"zh"})", true, true);
    row("both", R"({"title":"a","language":"both"})", true, true);
    row("nothing is no change, but a conversation", "{}", false, true);
    row("a choice",
        R"({"provider":"p","model":"gpt-6","effort":"high","workspace":"w"})",
        true,
        false);
    row("the choice taken back", R"({"model":""})", true, false);
    row("a model of two words", R"({"model":"a b"})", false, false);
    row("a model too long", R"({"model":")" + QByteArray(201, 'a') + R"("})", false, false);
    row("a choice that is no text", R"({"provider":null})", false, false);
    row("an unknown language", R"({"language":"fr"})", false, false);
    row("a title of two lines", R"({"title":"a\nb"})", false, false);
    row("a title too long", R"({"title":")" + QByteArray(201, 'a') + R"("})", false, false);
    row("an id belongs to a new one only", R"({"id":"x","title":"a"})", false, true);
    row("an id that can be none", R"({"id":"a/b"})", false, false);
    row("an empty id", R"({"id":""})", false, false);
}

void ChatRulesTest::takesChanges()
{
    QFETCH(const QByteArray, body);
    QFETCH(const bool, change);
    QFETCH(const bool, create);
    QCOMPARE(std::holds_alternative<ChangeBody>(parseChange("application/json", body)), change);
    QCOMPARE(std::holds_alternative<CreateBody>(parseCreate("application/json", body)), create);
}

void ChatRulesTest::takesQueries_data()
{
    QTest::addColumn<Query>("query");
    QTest::addColumn<bool>("page");
    QTest::addColumn<bool>("inbox");
    QTest::addColumn<bool>("search");
    const auto row = [](const char *name, const Query &query, bool page, bool inbox, bool search) {
        QTest::newRow(name) << query << page << inbox << search;
    };
    row("nothing", {}, true, true, false);
    row("a limit", {{u"limit"_s, u"200"_s}}, true, true, false);
    row("a limit of nothing", {{u"limit"_s, u"0"_s}}, false, false, false);
    row("a limit too large", {{u"limit"_s, u"201"_s}}, false, false, false);
    row("a limit with a sign", {{u"limit"_s, u"+5"_s}}, false, false, false);
    row("a limit with a blank", {{u"limit"_s, u" 5"_s}}, false, false, false);
    row("an empty limit", {{u"limit"_s, u""_s}}, false, false, false);
    row("a limit in words", {{u"limit"_s, u"many"_s}}, false, false, false);
    row("a limit twice", {{u"limit"_s, u"1"_s}, {u"limit"_s, u"2"_s}}, false, false, false);
    row("a cursor", {{u"before"_s, u"x"_s}}, true, true, false);
    row("an empty cursor", {{u"before"_s, u""_s}}, false, false, false);
    row("a state", {{u"state"_s, u"waiting"_s}}, false, true, false);
    row("all states", {{u"state"_s, u"all"_s}}, false, true, false);
    row("an unknown state", {{u"state"_s, u"lost"_s}}, false, false, false);
    row("a conversation", {{u"conversation"_s, u"c"_s}}, false, true, false);
    row("a conversation that can be none", {{u"conversation"_s, u"a b"_s}}, false, false, false);
    row("something unknown", {{u"order"_s, u"up"_s}}, false, false, false);
    row("text to find", {{u"q"_s, u"x"_s}}, false, false, true);
    row("nothing to find", {{u"q"_s, u""_s}}, false, false, false);
    row("too much to find", {{u"q"_s, u"x"_s.repeated(201)}}, false, false, false);
}

void ChatRulesTest::takesQueries()
{
    QFETCH(const Query, query);
    QFETCH(const bool, page);
    QFETCH(const bool, inbox);
    QFETCH(const bool, search);
    QCOMPARE(std::holds_alternative<PageQuery>(parsePage(query)), page);
    QCOMPARE(std::holds_alternative<InboxQuery>(parseInbox(query)), inbox);
    QCOMPARE(std::holds_alternative<SearchQuery>(parseSearch(query)), search);
}

void ChatRulesTest::redeemsALoginCodeOnce()
{
    LoginCodes codes;
    codes.add("first", 0ms);
    codes.add("second", 0ms);
    QVERIFY(!codes.redeem("third", 1ms));
    QVERIFY(!codes.redeem("", 1ms));
    QVERIFY(codes.redeem("first", 1ms));
    QVERIFY(!codes.redeem("first", 1ms));
    QVERIFY(codes.redeem("second", LoginCodes::validity - 1ms));
}

void ChatRulesTest::forgetsOldLoginCodes()
{
    LoginCodes codes;
    codes.add("late", 0ms);
    QVERIFY(!codes.redeem("late", LoginCodes::validity));
    for (qsizetype i = 0; i <= LoginCodes::most; ++i)
        codes.add(QByteArray::number(i), 0ms);
    QVERIFY(!codes.redeem("0", 1ms)); // pushed out by newer ones
    QVERIFY(codes.redeem("1", 1ms));
}

void ChatRulesTest::replaysFromTheRing_data()
{
    QTest::addColumn<QByteArray>("last");
    QTest::addColumn<QByteArray>("events"); // "-": reset
    QTest::newRow("the newest: nothing was missed") << QByteArray("run:5") << QByteArray("");
    QTest::newRow("the one before") << QByteArray("run:4") << QByteArray("5");
    QTest::newRow("the oldest that is kept") << QByteArray("run:2") << QByteArray("345");
    QTest::newRow("one that has fallen out") << QByteArray("run:1") << QByteArray("-");
    QTest::newRow("before the first") << QByteArray("run:0") << QByteArray("-");
    QTest::newRow("one that was never given") << QByteArray("run:6") << QByteArray("-");
    QTest::newRow("another run") << QByteArray("other:5") << QByteArray("-");
    QTest::newRow("no counter") << QByteArray("run:") << QByteArray("-");
    QTest::newRow("a negative counter") << QByteArray("run:-1") << QByteArray("-");
    QTest::newRow("a signed counter") << QByteArray("run:+5") << QByteArray("-");
    QTest::newRow("a counter beyond every number")
        << QByteArray("run:99999999999999999999") << QByteArray("-");
    QTest::newRow("junk") << QByteArray("\xff\xfe:") << QByteArray("-");
}

void ChatRulesTest::replaysFromTheRing()
{
    QFETCH(const QByteArray, last);
    QFETCH(const QByteArray, events);
    EventRing ring("run", 3, 1000);
    QCOMPARE(ring.lastId(), "run:0");
    for (int i = 1; i <= 5; ++i) {
        QCOMPARE(ring.nextId(), "run:" + QByteArray::number(i));
        ring.keep(QByteArray::number(i));
    }
    const std::optional<QByteArrayList> missed = ring.since(last);
    QCOMPARE(missed ? missed->join() : QByteArray("-"), events);
}

void ChatRulesTest::boundsTheRing()
{
    EventRing ring("run", 100, 10);
    for (int i = 0; i < 3; ++i) {
        static_cast<void>(ring.nextId());
        ring.keep("1234");
    }
    QVERIFY(!ring.since("run:0"));
    QCOMPARE(ring.since("run:1")->size(), 2);
    static_cast<void>(ring.nextId());
    ring.keep("more than there is room for");
    QVERIFY(!ring.since("run:3"));
    QVERIFY(ring.since("run:4"));
    QCOMPARE(eventBytes("run:4", "notice", "{}"), "id: run:4\nevent: notice\ndata: {}\n\n");
}

void ChatRulesTest::makesAPrivateTokenOnce()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(u"chat.token"_s);
    const Result<QByteArray> first = loadToken(path);
    QVERIFY(first.ok());
    QVERIFY(first.value().size() >= 43); // 256 bits
    struct stat status
    { };
    QCOMPARE(::stat(QFile::encodeName(path).constData(), &status), 0);
    QCOMPARE(status.st_mode & 07777, mode_t(0600));
    const Result<QByteArray> second = loadToken(path);
    QVERIFY(second.ok());
    QCOMPARE(second.value(), first.value());
    QVERIFY(randomSecret() != randomSecret());
}

void ChatRulesTest::refusesATokenThatIsNotPrivate_data()
{
    QTest::addColumn<QString>("what");
    QTest::newRow("others may read it") << u"mode"_s;
    QTest::newRow("it is a link") << u"link"_s;
    QTest::newRow("it is a directory") << u"directory"_s;
    QTest::newRow("it is empty") << u"empty"_s;
    QTest::newRow("it is too long") << u"long"_s;
    QTest::newRow("its directory is not there") << u"missing"_s;
}

void ChatRulesTest::refusesATokenThatIsNotPrivate()
{
    QFETCH(const QString, what);
    const QTemporaryDir directory;
    QString path = directory.filePath(u"chat.token"_s);
    const QByteArray name = QFile::encodeName(path);
    const auto write = [](const QString &file, const QByteArray &content, mode_t mode) {
        QFile target(file);
        QVERIFY(target.open(QIODevice::WriteOnly));
        target.write(content);
        target.close();
        QCOMPARE(::chmod(QFile::encodeName(file).constData(), mode), 0);
    };
    if (what == u"mode"_s) {
        write(path, QByteArray(43, 'a'), 0640);
    } else if (what == u"link"_s) {
        write(directory.filePath(u"other"_s), QByteArray(43, 'a'), 0600);
        QCOMPARE(::symlink(QFile::encodeName(directory.filePath(u"other"_s)).constData(),
                           name.constData()),
                 0);
    } else if (what == u"directory"_s) {
        QCOMPARE(::mkdir(name.constData(), 0700), 0);
    } else if (what == u"empty"_s) {
        write(path, {}, 0600);
    } else if (what == u"long"_s) {
        write(path, QByteArray(100'000, 'a'), 0600);
    } else {
        path = directory.filePath(u"missing/chat.token"_s);
    }
    const Result<QByteArray> token = loadToken(path);
    QVERIFY(!token.ok());
    QVERIFY(token.failure().kind == FailureKind::InvalidConfiguration);
    QVERIFY(token.failure().detail.contains(path));
    QVERIFY(!token.failure().subject.isEmpty());
}

QTEST_GUILESS_MAIN(ChatRulesTest)
#include "tst_chat_rules.moc"
