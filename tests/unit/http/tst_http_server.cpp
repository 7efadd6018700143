// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/http/http_server.h"
#include "unit/http/raw_client.h"

#include <QElapsedTimer>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <memory>
#include <vector>

using namespace hostline;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// I1, I2 and the "Bad input": what a malformed, oversized, slow or hostile client meets.
class HttpServerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersAtOnceAndLater();
    void answersABadRequestClearly_data();
    void answersABadRequestClearly();
    void takesAnOddButGoodHead_data();
    void takesAnOddButGoodHead();
    void refusesALargeBodyWithoutReadingIt();
    void awaitsNoBodyThatItsOwnerRefuses();
    void asksForTheBodyOfAnExpectation();
    void answersHeadWithoutABody();
    void answersOneConnectionManyTimes();
    void answersADroppedRequestBy500();
    void survivesAClientThatLeavesBeforeItsAnswer();
    void cutsASlowHead();
    void cutsASlowBody();
    void servesOthersBesideAFlood_data();
    void servesOthersBesideAFlood();
    void keepsItsStreamsInAFlood();
    void refusalsAreWordedByTheOwner();
    void saysWhyItCannotListen();
    void closesParkedConnectionsWhenItGoes();
    void answersWithoutDelay();
};

namespace {

/** Echoes method, target and body; keeps what is asked for under /later. */
struct Echo
{
    explicit Echo(HttpServerOptions options = {})
        : server(std::move(options), [this](const HttpRequestPtr &request) { handle(request); })
        , port(server.listen().port)
    { }

    void handle(const HttpRequestPtr &request)
    {
        ++handled;
        if (request->target().path() == u"/later"_s)
            kept.push_back(request);
        else if (request->target().path() != u"/forgotten"_s)
            request->respond({200,
                              {{"X-Echo", "yes"}},
                              request->method() + ' ' + request->target().path().toUtf8() + ' '
                                  + request->body()});
    }

    int handled = 0;
    std::vector<HttpRequestPtr> kept;
    HttpServer server;
    quint16 port;
};

} // namespace

void HttpServerTest::answersAtOnceAndLater()
{
    Echo echo;
    QVERIFY(echo.port != 0);
    RawClient first(echo.port, get("/now"));
    RawClient second(echo.port, get("/later"));
    QTRY_VERIFY(first.content() == "GET /now ");
    QCOMPARE(first.status(), 200);
    QVERIFY(first.received.contains("X-Echo: yes\r\n"));
    QTRY_COMPARE(echo.kept.size(), 1U);
    QVERIFY(second.received.isEmpty());
    echo.kept.front()->respond({202, {}, "done"});
    QTRY_COMPARE(second.content(), "done");
    QCOMPARE(second.status(), 202);
}

void HttpServerTest::answersABadRequestClearly_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("closes");
    const auto row = [](const char *name, const QByteArray &bytes, int status, bool closes = true) {
        QTest::newRow(name) << bytes << status << closes;
    };
    const QByteArray head = "POST /a HTTP/1.1\r\nHost: localhost\r\n";
    row("not HTTP at all", "hello\r\n\r\n", 0);
    row("a TLS greeting",
        QByteArray("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15),
        0);
    row("no Host", "GET / HTTP/1.1\r\n\r\n", 400);
    row("two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400);
    row("an unknown method", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501);
    row("an unknown version", "GET / HTTP/3.7\r\nHost: a\r\n\r\n", 505);
    row("the absolute form", "GET http://evil/ HTTP/1.1\r\nHost: a\r\n\r\n", 400);
    row("an asterisk that is not for OPTIONS", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400);
    row("a bad escape", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400);
    row("a NUL in the target", "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400);
    row("length and chunks",
        head + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        400);
    row("chunks", head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 411);
    row("a negative length", head + "Content-Length: -5\r\n\r\n", 400);
    row("a signed length", head + "Content-Length: +5\r\n\r\nabcde", 400);
    row("two lengths", head + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400);
    row("a length that is no number", head + "Content-Length: many\r\n\r\n", 400);
    row("an unknown expectation", head + "Content-Length: 3\r\nExpect: the-worst\r\n\r\n", 417);
    row("a space before the colon", "GET / HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n", 400);
    row("a NUL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: b\0c\r\n\r\n"_ba, 400);
    row("a NUL at the end of a value", "GET / HTTP/1.1\r\nHost: a\0\r\n\r\n"_ba, 400);
    row("a NUL instead of a value", "GET / HTTP/1.1\r\nHost: a\r\nX:\0\r\n\r\n"_ba, 400);
    row("a NUL instead of a line", "GET / HTTP/1.1\r\nHost: a\r\n\0\r\n\r\n"_ba, 400);
    row("a NUL in the target as it is", "GET /a\0b HTTP/1.1\r\nHost: a\r\n\r\n"_ba, 400);
    row("another control character in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: \b\r\n\r\n", 400);
    row("a folded line", "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n", 400);
    row("a bare line feed", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", 400);
    row("two blanks in the request line", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400);
    row("a blank behind the target", "GET /  HTTP/1.1\r\nHost: a\r\n\r\n", 400);
    row("two Authorizations",
        "GET / HTTP/1.1\r\nHost: a\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n",
        400);
    row("a header without a colon", "GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n", 400);
    row("a target of 9 KB", "GET /" + QByteArray(9'000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n", 414);
    row("a header of 17 KB",
        "GET / HTTP/1.1\r\nHost: a\r\nX: " + QByteArray(17'000, 'a') + "\r\n\r\n",
        431);
    row("a target of 100 KB",
        "GET /" + QByteArray(100'000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n",
        414);
    row("a header of 100 KB",
        "GET / HTTP/1.1\r\nHost: a\r\nX: " + QByteArray(100'000, 'a') + "\r\n\r\n",
        431);
    row("5,000 headers",
        "GET / HTTP/1.1\r\nHost: a\r\n" + QByteArray("X: y\r\n").repeated(5000) + "\r\n",
        431);
    row("150 short headers",
        "GET / HTTP/1.1\r\nHost: a\r\n" + QByteArray("X: y\r\n").repeated(150) + "\r\n",
        431);
}

void HttpServerTest::answersABadRequestClearly()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, status);
    QFETCH(const bool, closes);
    HttpServerOptions options;
    options.headTime = 300ms;
    Echo echo(options);
    RawClient client(echo.port, bytes);
    if (closes)
        QTRY_VERIFY(client.isClosed());
    if (status != 0)
        QCOMPARE(client.status(), status);
    else
        QVERIFY2(client.status() == 0 || client.status() >= 400, client.received.constData());
    QCOMPARE(echo.handled, 0);
    // It serves the next one as if nothing had been.
    RawClient next(echo.port, get("/next"));
    QTRY_COMPARE(next.content(), "GET /next ");
}

void HttpServerTest::takesAnOddButGoodHead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray head = "GET /a?b=%20c&d HTTP/1.1\r\nHost: a\r\n";
    QTest::newRow("blanks before a value") << head + "X:   b\r\nY:\tc\r\n\r\n";
    QTest::newRow("no blank before a value") << head + "X:b\r\n\r\n";
    QTest::newRow("blanks behind a value") << head + "X: b  \r\nY: c\t\r\n\r\n";
    QTest::newRow("no value") << head + "X:\r\nY: \r\nZ:  \r\n\r\n";
    QTest::newRow("an empty line before it") << "\r\n" + head + "\r\n";
    QTest::newRow("a value in UTF-8") << head + "X: \xe4\xbd\xa0\r\n\r\n";
    QTest::newRow("cookies") << head + "Cookie: a=b; c=\"d\"; e\r\n\r\n";
    QTest::newRow("HTTP/1.0") << "GET /a HTTP/1.0\r\nX: b\r\n\r\n"_ba;
    QTest::newRow("a head in pieces, with a body")
        << "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"_ba;
}

void HttpServerTest::takesAnOddButGoodHead()
{
    QFETCH(const QByteArray, bytes);
    Echo echo;
    RawClient client(echo.port);
    client.write(bytes.first(9));
    QTRY_COMPARE(echo.server.connectionCount(), 1);
    client.write(bytes.sliced(9));
    QTRY_COMPARE(client.status(), 200);
    QVERIFY2(client.content().contains(" /a "), client.received.constData());
}

void HttpServerTest::refusesALargeBodyWithoutReadingIt()
{
    Echo echo;
    RawClient client(echo.port,
                     "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2147483648\r\n\r\n"
                         + QByteArray(50'000, 'x'));
    QTRY_COMPARE(client.status(), 413);
    QTRY_VERIFY(client.isClosed());
    QCOMPARE(echo.handled, 0);
}

void HttpServerTest::awaitsNoBodyThatItsOwnerRefuses()
{
    HttpServerOptions options;
    options.connections = 20;
    options.refuseBody = [](const HttpHeaders &headers) -> std::optional<HttpResponse> {
        if (headerValue(headers, "Authorization") == "friend")
            return std::nullopt;
        return HttpResponse{401, {}, "who are you?"};
    };
    Echo echo(options);
    const QByteArray post = "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: ";
    RawClient refused(echo.port, post + "10240\r\n\r\n" + QByteArray(10'240, 'x'));
    QTRY_COMPARE(refused.content(), "who are you?");
    QCOMPARE(refused.status(), 401);
    RawClient expecting(echo.port, post + "3\r\nExpect: 100-continue\r\n\r\n");
    QTRY_COMPARE(expecting.status(), 401);
    RawClient without(echo.port, post + "0\r\n\r\n");
    QTRY_COMPARE(without.content(), "POST /a ");

    std::vector<std::unique_ptr<RawClient>> flood;
    flood.reserve(60);
    for (int i = 0; i < 60; ++i)
        flood.push_back(std::make_unique<RawClient>(echo.port, post + "1\r\n\r\n"));
    RawClient client(echo.port, post + "3\r\nAuthorization: friend\r\n\r\nabc");
    QTRY_COMPARE(client.content(), "POST /a abc");
    QTRY_VERIFY(std::all_of(flood.cbegin(), flood.cend(), [](const auto &each) {
        return each->status() == 401 || each->isClosed();
    }));
}

void HttpServerTest::asksForTheBodyOfAnExpectation()
{
    Echo echo;
    RawClient client(
        echo.port,
        "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
    QTRY_VERIFY(client.received.startsWith("HTTP/1.1 100 "));
    client.received.clear();
    client.write("abc");
    QTRY_COMPARE(client.content(), "POST /a abc");

    RawClient large(echo.port,
                    "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\nExpect: "
                    "100-continue\r\n\r\n");
    QTRY_COMPARE(large.status(), 413);
}

void HttpServerTest::answersHeadWithoutABody()
{
    Echo echo;
    RawClient client(echo.port, "HEAD /a HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_VERIFY(client.received.endsWith("\r\n\r\n"));
    QCOMPARE(client.status(), 200);
    QVERIFY(client.received.contains("Content-Length: 8\r\n"));
    QCOMPARE(client.content(), QByteArray());

    RawClient options(echo.port, "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_COMPARE(options.content(), "OPTIONS * ");
}

void HttpServerTest::answersOneConnectionManyTimes()
{
    Echo echo;
    RawClient client(echo.port);
    for (int i = 0; i < 20; ++i) {
        client.received.clear();
        const QByteArray body = QByteArray::number(i);
        client.write("POST /again HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                     + QByteArray::number(body.size()) + "\r\n\r\n" + body);
        QTRY_COMPARE(client.content(), "POST /again " + body);
    }
    client.received.clear();
    client.write(get("/one") + get("/two"));
    QTRY_VERIFY(client.received.contains("GET /one ") && client.received.endsWith("GET /two "));
    QCOMPARE(echo.server.connectionCount(), 1);
}

void HttpServerTest::answersADroppedRequestBy500()
{
    Echo echo;
    RawClient client(echo.port, get("/forgotten"));
    QTRY_COMPARE(client.status(), 500);
}

void HttpServerTest::survivesAClientThatLeavesBeforeItsAnswer()
{
    Echo echo;
    auto client = std::make_unique<RawClient>(echo.port, get("/later"));
    QTRY_COMPARE(echo.kept.size(), 1U);
    client.reset();
    echo.kept.front()->respond({200, {}, "nobody"});
    QTRY_COMPARE(echo.server.connectionCount(), 0);
}

void HttpServerTest::cutsASlowHead()
{
    HttpServerOptions options;
    options.headTime = 400ms;
    Echo echo(options);
    RawClient client(echo.port, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
    QTimer trickle;
    QObject::connect(&trickle, &QTimer::timeout, &client, [&client] { client.write("a"); });
    trickle.start(50ms);
    QTRY_VERIFY(client.isClosed());
    QCOMPARE(client.status(), 408);
    QCOMPARE(echo.handled, 0);
}

void HttpServerTest::cutsASlowBody()
{
    HttpServerOptions options;
    options.bodyTime = 400ms;
    Echo echo(options);
    RawClient client(echo.port,
                     "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n");
    QTimer trickle;
    QObject::connect(&trickle, &QTimer::timeout, &client, [&client] { client.write("a"); });
    trickle.start(50ms);
    QTRY_VERIFY(client.isClosed());
    QCOMPARE(client.status(), 408);
    QCOMPARE(echo.handled, 0);
}

void HttpServerTest::servesOthersBesideAFlood_data()
{
    QTest::addColumn<QByteArray>("sent");
    QTest::addColumn<int>("connections");
    for (const int connections : {20, 100}) {
        QTest::addRow("idle connections, three times %d", connections)
            << QByteArray() << connections;
        QTest::addRow("half a head, three times %d", connections)
            << QByteArray("GET / HTTP/1.1\r\nHost: ") << connections;
    }
}

void HttpServerTest::servesOthersBesideAFlood()
{
    QFETCH(const QByteArray, sent);
    QFETCH(const int, connections);
    HttpServerOptions options;
    options.connections = connections;
    options.headTime = 60s; // nothing but the limit closes one
    Echo echo(options);
    std::vector<std::unique_ptr<RawClient>> flood;
    flood.reserve(3UL * connections);
    for (int i = 0; i < 3 * connections; ++i)
        flood.push_back(std::make_unique<RawClient>(echo.port, sent));
    RawClient client(echo.port, get("/served"));
    QTRY_COMPARE(client.content(), "GET /served ");
    QVERIFY(echo.server.connectionCount() <= connections);
    QTRY_VERIFY(std::count_if(flood.cbegin(),
                              flood.cend(),
                              [](const auto &each) { return !each->isClosed(); })
                <= connections);
}

void HttpServerTest::keepsItsStreamsInAFlood()
{
    HttpServerOptions options;
    options.connections = 20;
    std::unique_ptr<HttpStream> stream;
    HttpServer server(options, [&stream](const HttpRequestPtr &request) {
        stream = request->stream(200, {});
        stream->write("first");
    });
    const quint16 port = server.listen().port;
    RawClient reader(port, get("/events"));
    QTRY_VERIFY(reader.received.contains("first"));
    std::vector<std::unique_ptr<RawClient>> flood;
    flood.reserve(60);
    for (int i = 0; i < 60; ++i)
        flood.push_back(std::make_unique<RawClient>(port));
    QTRY_VERIFY(std::count_if(
                    flood.cbegin(), flood.cend(), [](const auto &each) { return each->isClosed(); })
                >= 40);
    stream->write("second");
    QTRY_VERIFY(reader.received.contains("second"));
}

void HttpServerTest::refusalsAreWordedByTheOwner()
{
    HttpServerOptions options;
    options.refuse = [](const HttpRefusal &why) {
        return HttpResponse{why.status,
                            {{"Content-Type", "application/json"}},
                            "{\"status\":" + QByteArray::number(why.status) + '}'};
    };
    Echo echo(options);
    RawClient client(echo.port, "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
    QTRY_COMPARE(client.content(), "{\"status\":400}");
}

void HttpServerTest::saysWhyItCannotListen()
{
    Echo echo;
    HttpServerOptions options;
    options.port = echo.port;
    HttpServer second(options, [](const HttpRequestPtr &) {});
    const HttpListening taken = second.listen();
    QCOMPARE(taken.port, 0);
    QVERIFY2(taken.error.contains(u"bind"_s), qPrintable(taken.error));
    options.address = "not an address";
    HttpServer third(options, [](const HttpRequestPtr &) {});
    QVERIFY(!third.listen().error.isEmpty());
}

void HttpServerTest::closesParkedConnectionsWhenItGoes()
{
    auto echo = std::make_unique<Echo>();
    RawClient client(echo->port, get("/later"));
    QTRY_COMPARE(echo->kept.size(), 1U);
    const HttpRequestPtr request = echo->kept.front();
    echo.reset();
    QTRY_VERIFY(client.isClosed());
    QVERIFY(request->clientGone());
    request->respond({200, {}, "too late"});
}

void HttpServerTest::answersWithoutDelay()
{
    Echo echo;
    RawClient client(echo.port);
    QTRY_COMPARE(client.state(), QAbstractSocket::ConnectedState);
    QElapsedTimer elapsed;
    elapsed.start();
    for (int i = 0; i < 50; ++i) {
        client.received.clear();
        client.write(get("/quick"));
        QTRY_COMPARE(client.content(), "GET /quick ");
    }
    // A held-back segment (Nagle with a delayed acknowledgement) costs 40 ms each time.
    QVERIFY2(elapsed.elapsed() < 1000, qPrintable(QString::number(elapsed.elapsed())));
}

QTEST_GUILESS_MAIN(HttpServerTest)
#include "tst_http_server.moc"
