// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/access.h"
#include "integration/chat/chat_fixture.h"

#include <QTest>

using namespace hostline;
using namespace hostline::chat;
using namespace Qt::StringLiterals;

// I1 and the "Bad input": who may call, and what a bad call meets, over real sockets.
class ChatAccessTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesClearly_data();
    void refusesClearly();
    void refusesStrangersAndForeignPages();
    void signsABrowserInOnce();
    void protectsEveryAnswer();
};

void ChatAccessTest::refusesClearly_data()
{
    QTest::addColumn<QByteArray>("bytes"); // HOST and AUTH are filled in
    QTest::addColumn<int>("status");
    const auto row = [](const char *name, const QByteArray &bytes, int status) {
        QTest::newRow(name) << bytes << status;
    };
    row("no such address", "GET /api/v1/nothing HTTP/1.1\r\nHOSTAUTH\r\n", 404);
    row("a path that climbs", "GET /../etc/passwd HTTP/1.1\r\nHOSTAUTH\r\n", 400);
    row("an asset that is not there", "GET /secret.js HTTP/1.1\r\nHOST\r\n", 404);
    row("the wrong method", "PUT /api/v1/status HTTP/1.1\r\nHOSTAUTH\r\n", 405);
    row("a question without a body",
        "POST /api/v1/conversations/c/requests HTTP/1.1\r\nHOSTAUTH\r\n",
        415);
    row("a question as a form",
        "POST /api/v1/conversations/c/requests HTTP/1.1\r\nHOSTAUTHContent-Type: "
        "text/plain\r\nContent-Length: 2\r\n\r\n{}",
        415);
    row("a question that is not JSON",
        "POST /api/v1/conversations/c/requests HTTP/1.1\r\nHOSTAUTHContent-Type: "
        "application/json\r\nContent-Length: 1\r\n\r\n{",
        400);
    row("a body in chunks",
        "POST /api/v1/conversations/c/requests HTTP/1.1\r\nHOSTAUTHTransfer-Encoding: "
        "chunked\r\n\r\n0\r\n\r\n",
        411);
    row("a body over 4 MiB",
        "POST /api/v1/conversations/c/requests HTTP/1.1\r\nHOSTAUTHContent-Length: 4194305\r\n\r\n",
        413);
    row("no token", "GET /api/v1/status HTTP/1.1\r\nHOST\r\n", 401);
    row("a wrong token",
        "GET /api/v1/status HTTP/1.1\r\nHOSTAuthorization: Bearer wrong\r\n\r\n",
        401);
    row("events without a token", "GET /api/v1/events HTTP/1.1\r\nHOST\r\n", 401);
    row("a question from another page",
        "POST /api/v1/conversations/c/requests HTTP/1.1\r\nHOSTAUTHOrigin: "
        "http://evil.example\r\n\r\n",
        403);
    row("a foreign name that points here",
        "GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        403);
    row("a foreign name for the page", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403);
    row("an unknown login code", "GET /login/abcdefghijklmnop HTTP/1.1\r\nHOST\r\n", 403);
    row("a body where none belongs",
        "POST /api/v1/prune HTTP/1.1\r\nHOSTAUTHContent-Type: application/json\r\nContent-Length: "
        "7\r\n\r\n{\"a\":1}",
        400);
    row("two tokens",
        "GET /api/v1/status HTTP/1.1\r\nHOSTAUTHAuthorization: Bearer x\r\n\r\n",
        400);
    row("a wrong token and a long question",
        "POST /api/v1/conversations/c/requests HTTP/1.1\r\nHOSTAuthorization: Bearer wrong\r\n"
        "Content-Type: application/json\r\nContent-Length: 10240\r\n\r\n"
            + QByteArray(10'240, 'x'),
        401);
    row("a stranger's body that does not come",
        "POST /api/v1/conversations/c/requests HTTP/1.1\r\nHOSTContent-Length: 1\r\n\r\n",
        401);
    row("a stranger's body at an open address",
        "GET /healthz HTTP/1.1\r\nHOSTContent-Length: 1\r\n\r\n",
        401);
    row("a body for a foreign name",
        "POST /api/v1/prune HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 1\r\n\r\n",
        403);
    row("a NUL in a header", "GET /healthz HTTP/1.1\r\nHOSTX: a\0b\r\n\r\n"_ba, 400);
    row("no Host", "GET /healthz HTTP/1.1\r\n\r\n", 400);
    row("another version", "GET /healthz HTTP/1.2\r\nHOST\r\n", 505);
    row("a long target", "GET /" + QByteArray(9'000, 'a') + " HTTP/1.1\r\nHOST\r\n", 414);
    row("a long header",
        "GET /healthz HTTP/1.1\r\nHOSTX: " + QByteArray(17'000, 'a') + "\r\n\r\n",
        431);
    row("a query where none belongs",
        "GET /api/v1/requests/x?limit=abc HTTP/1.1\r\nHOSTAUTH\r\n",
        400);
    row("a bad page size of the inbox",
        "GET /api/v1/requests?limit=abc HTTP/1.1\r\nHOSTAUTH\r\n",
        400);
    row("a bad page size", "GET /api/v1/conversations?limit=x HTTP/1.1\r\nHOSTAUTH\r\n", 400);
}

void ChatAccessTest::refusesClearly()
{
    QFETCH(QByteArray, bytes);
    QFETCH(const int, status);
    ChatFixture chat;
    chat.start();
    bytes.replace("HOST", "Host: 127.0.0.1:" + QByteArray::number(chat.port()) + "\r\n");
    bytes.replace("AUTH", "Authorization: Bearer " + chat.token() + "\r\n");
    RawClient client(chat.port(), bytes);
    QTRY_VERIFY(!client.content().isEmpty());
    QCOMPARE(client.status(), status);
    if (!bytes.contains("/login/")) {
        const QJsonObject error = json(client.content()).value("error"_L1).toObject();
        QVERIFY2(!error.value("code"_L1).toString().isEmpty(), client.received.constData());
        QVERIFY(!error.value("message"_L1).toString().isEmpty());
    }
    if (status == 405)
        QVERIFY(client.received.contains("Allow: GET, HEAD, OPTIONS\r\n"));
    if (status == 401)
        QVERIFY(client.received.contains("WWW-Authenticate: Bearer"));
    QVERIFY(chat.received.isEmpty());
    QVERIFY(chat.control.orders.isEmpty());
}

void ChatAccessTest::refusesStrangersAndForeignPages()
{
    ChatFixture chat;
    chat.start();
    const QByteArray host = "Host: localhost:" + QByteArray::number(chat.port()) + "\r\n";
    // A browser that is signed in, on a page of another program on this machine: the cookie goes along, the Origin betrays it.
    const QByteArray cookie =
        "Cookie: " + cookieName(chat.port()) + '=' + sessionOf(chat.token()) + "\r\n";
    RawClient foreign(chat.port(),
                      "POST /api/v1/prune HTTP/1.1\r\n" + host + cookie
                          + "Origin: http://localhost:1\r\n\r\n");
    QTRY_COMPARE(foreign.status(), 403);
    QVERIFY(chat.control.orders.isEmpty());
    RawClient own(chat.port(),
                  "POST /api/v1/prune HTTP/1.1\r\n" + host + cookie
                      + "Origin: http://localhost:" + QByteArray::number(chat.port()) + "\r\n\r\n");
    QTRY_COMPARE(own.status(), 200);
    // No answer is readable by another origin.
    QVERIFY(!own.received.contains("Access-Control-Allow"));
    RawClient preflight(chat.port(),
                        "OPTIONS /api/v1/prune HTTP/1.1\r\n" + host
                            + "Origin: http://evil.example\r\n\r\n");
    QTRY_COMPARE(preflight.status(), 403);
    RawClient options(chat.port(), "OPTIONS /api/v1/prune HTTP/1.1\r\n" + host + "\r\n");
    QTRY_COMPARE(options.status(), 204);
    QVERIFY(options.received.contains("Allow: POST, OPTIONS\r\n"));
}

void ChatAccessTest::signsABrowserInOnce()
{
    ChatFixture chat;
    chat.start();
    const auto makeLink = [&chat](QByteArray *link) {
        RawClient client(chat.port(), chat.request("POST", "/api/v1/login-links"));
        QTRY_VERIFY(!client.content().isEmpty());
        QCOMPARE(client.status(), 201);
        const QByteArray url = json(client.content()).value("url"_L1).toString().toUtf8();
        *link = url.mid(url.indexOf("/login/"));
    };
    const auto open = [&chat](const QByteArray &method, const QByteArray &link) {
        return method + ' ' + link
            + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(chat.port()) + "\r\n\r\n";
    };
    QByteArray link;
    makeLink(&link);
    RawClient preview(chat.port(), open("HEAD", link));
    QTRY_COMPARE(preview.status(), 403); // a look at the link does not use it up
    RawClient first(chat.port(), open("GET", link));
    QTRY_COMPARE(first.status(), 303);
    QVERIFY(first.received.contains("Location: /\r\n"));
    const qsizetype start = first.received.indexOf("Set-Cookie: ") + 12;
    const QByteArray cookie =
        first.received.mid(start, first.received.indexOf("\r\n", start) - start);
    QVERIFY(cookie.contains("; HttpOnly"));
    QVERIFY(cookie.contains("; SameSite=Strict"));
    QVERIFY(!cookie.contains(chat.token()));
    RawClient second(chat.port(), open("GET", link));
    QTRY_COMPARE(second.status(), 403);
    QVERIFY(second.received.contains("text/html"));

    RawClient status(chat.port(),
                     "GET /api/v1/plugins HTTP/1.1\r\nHost: 127.0.0.1:"
                         + QByteArray::number(chat.port()) + "\r\nCookie: a=b; "
                         + cookie.left(cookie.indexOf(';')) + "\r\n\r\n");
    QTRY_COMPARE(status.status(), 200);

    QByteArray late;
    makeLink(&late);
    chat.clock.advance(LoginCodes::validity);
    RawClient expired(chat.port(), open("GET", late));
    QTRY_COMPARE(expired.status(), 403);
}

void ChatAccessTest::protectsEveryAnswer()
{
    ChatFixture chat;
    chat.start();
    for (const char *target :
         {"/healthz", "/api/v1/plugins", "/api/v1/nothing", "/login/abcdefghijklmnop"}) {
        RawClient client(chat.port(), chat.request("GET", target));
        QTRY_VERIFY(!client.content().isEmpty());
        QVERIFY(client.received.contains(
            "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'"));
        QVERIFY(!client.received.contains("unsafe-inline"));
        QVERIFY(client.received.contains("X-Content-Type-Options: nosniff\r\n"));
        QVERIFY(client.received.contains("Cache-Control: no-store\r\n"));
    }
}

QTEST_GUILESS_MAIN(ChatAccessTest)
#include "tst_chat_access.moc"
