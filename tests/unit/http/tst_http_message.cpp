// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/http/http_message.h"

#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;

class HttpMessageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesTargetsApart_data();
    void takesTargetsApart();
    void refusesTargets_data();
    void refusesTargets();
    void readsCookies_data();
    void readsCookies();
    void checksHeads_data();
    void checksHeads();
    void measuresHeads_data();
    void measuresHeads();
};

void HttpMessageTest::takesTargetsApart_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<QStringList>("segments");
    QTest::addColumn<QString>("query");
    QTest::newRow("the root has no segment") << QByteArray("/") << QStringList() << u""_s;
    QTest::newRow("two segments") << QByteArray("/api/v1") << QStringList{u"api"_s, u"v1"_s}
                                  << u""_s;
    QTest::newRow("a trailing slash is an empty segment")
        << QByteArray("/a/") << QStringList{u"a"_s, u""_s} << u""_s;
    QTest::newRow("percent escapes are decoded as UTF-8")
        << QByteArray("/%E4%BD%A0%e5%a5%bd") << QStringList{u"你好"_s} << u""_s;
    QTest::newRow("an escaped slash stays inside its segment")
        << QByteArray("/a%2Fb/c") << QStringList{u"a/b"_s, u"c"_s} << u""_s;
    QTest::newRow("a plus in the path is a plus")
        << QByteArray("/a+b") << QStringList{u"a+b"_s} << u""_s;
    QTest::newRow("query items in order, plus is a space")
        << QByteArray("/s?q=a+b&limit=5&flag&&e=%3D") << QStringList{u"s"_s}
        << u"q=a b|limit=5|flag=|e=="_s;
    QTest::newRow("a second question mark belongs to the query")
        << QByteArray("/s?a=b?c") << QStringList{u"s"_s} << u"a=b?c"_s;
}

void HttpMessageTest::takesTargetsApart()
{
    QFETCH(const QByteArray, raw);
    QFETCH(const QStringList, segments);
    QFETCH(const QString, query);
    const std::optional<HttpTarget> target = parseHttpTarget(raw);
    QVERIFY(target);
    QCOMPARE(target->segments, segments);
    QStringList items;
    for (const auto &[name, value] : target->query)
        items.append(name + u'=' + value);
    QCOMPARE(items.join(u'|'), query);
}

void HttpMessageTest::refusesTargets_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::newRow("nothing") << QByteArray("");
    QTest::newRow("the absolute form") << QByteArray("http://localhost/a");
    QTest::newRow("the authority form") << QByteArray("localhost:80");
    QTest::newRow("a cut escape") << QByteArray("/%4");
    QTest::newRow("an escape that is not hexadecimal") << QByteArray("/%zz");
    QTest::newRow("a NUL") << QByteArray("/a%00b");
    QTest::newRow("a line end") << QByteArray("/a%0d%0ab");
    QTest::newRow("a bare escape character") << QByteArray("/a\x1b");
    QTest::newRow("text that is not UTF-8") << QByteArray("/%ff%fe");
    QTest::newRow("an overlong slash") << QByteArray("/%c0%af");
    QTest::newRow("unescaped bytes over ASCII") << QByteArray("/\xe4\xbd\xa0");
    QTest::newRow("one step up") << QByteArray("/a/../b");
    QTest::newRow("one step up, escaped") << QByteArray("/a/%2e%2E/b");
    QTest::newRow("a fragment") << QByteArray("/a#b");
    QTest::newRow("a bad escape in the query") << QByteArray("/a?b=%");
}

void HttpMessageTest::refusesTargets()
{
    QFETCH(const QByteArray, raw);
    QVERIFY(!parseHttpTarget(raw));
}

void HttpMessageTest::readsCookies_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("alone") << QByteArray("key=abc") << QByteArray("abc");
    QTest::newRow("between others") << QByteArray("a=1; key=abc; b=2") << QByteArray("abc");
    QTest::newRow("the first of two wins") << QByteArray("key=one; key=two") << QByteArray("one");
    QTest::newRow("an equals sign in the value") << QByteArray("key=a=b") << QByteArray("a=b");
    QTest::newRow("a longer name is another cookie")
        << QByteArray("key2=abc; xkey=d") << QByteArray();
    QTest::newRow("junk") << QByteArray(";;;=;key;") << QByteArray();
    QTest::newRow("no header") << QByteArray() << QByteArray();
}

void HttpMessageTest::readsCookies()
{
    QFETCH(const QByteArray, header);
    QFETCH(const QByteArray, value);
    QCOMPARE(cookieValue(header, "key").value_or(QByteArray()), value);
}

void HttpMessageTest::checksHeads_data()
{
    QTest::addColumn<QByteArray>("request"); // method version, then a header a line
    QTest::addColumn<int>("status");
    const auto row = [](const char *name, const char *request, int status) {
        QTest::newRow(name) << QByteArray(request) << status;
    };
    row("a plain GET is taken", "GET HTTP/1.1\nHost: a", 0);
    row("a POST with a length is taken", "POST HTTP/1.1\nHost: a\nContent-Length: 10", 0);
    row("a POST without a body needs no length", "POST HTTP/1.1\nHost: a", 0);
    row("HTTP/1.0 needs no Host", "GET HTTP/1.0", 0);
    row("a tab in a value is taken", "GET HTTP/1.1\nHost: a\nX-Tab: a\tb", 0);
    row("the expectation 100-continue in any case",
        "POST HTTP/1.1\nHost: a\nContent-Length: 1\nExpect: 100-Continue",
        0);
    row("another version is refused", "GET HTTP/2.0\nHost: a", 505);
    row("an unknown method is refused", "BREW HTTP/1.1\nHost: a", 501);
    row("TRACE is refused", "TRACE HTTP/1.1\nHost: a", 501);
    row("a method in lower case is unknown", "get HTTP/1.1\nHost: a", 501);
    row("no Host is refused", "GET HTTP/1.1", 400);
    row("two Hosts are refused", "GET HTTP/1.1\nHost: a\nhost: a", 400);
    row("two Hosts are refused in HTTP/1.0 too", "GET HTTP/1.0\nHost: a\nHost: b", 400);
    row("a space in a name is refused", "GET HTTP/1.1\nHost: a\nX Y: b", 400);
    row("an escape in a value is refused", "GET HTTP/1.1\nHost: a\nX: \x1b[0m", 400);
    row("more fields than the limit", "GET HTTP/1.1\nHost: a\nA: 1\nB: 1\nC: 1\nD: 1", 431);
    row("length and transfer coding together",
        "POST HTTP/1.1\nHost: a\nContent-Length: 1\nTransfer-Encoding: chunked",
        400);
    row("a chunked body needs a length", "POST HTTP/1.1\nHost: a\nTransfer-Encoding: chunked", 411);
    row("two equal lengths", "POST HTTP/1.1\nHost: a\nContent-Length: 1\nContent-Length: 1", 400);
    row("a negative length", "POST HTTP/1.1\nHost: a\nContent-Length: -5", 400);
    row("a length with a sign", "POST HTTP/1.1\nHost: a\nContent-Length: +5", 400);
    row("a length with a tail", "POST HTTP/1.1\nHost: a\nContent-Length: 5, 5", 400);
    row("an empty length", "POST HTTP/1.1\nHost: a\nContent-Length: ", 400);
    row("a length beyond every number",
        "POST HTTP/1.1\nHost: a\nContent-Length: 99999999999999999999",
        400);
    row("the largest body is taken", "POST HTTP/1.1\nHost: a\nContent-Length: 1000", 0);
    row("one byte more is refused", "POST HTTP/1.1\nHost: a\nContent-Length: 1001", 413);
    for (const char *name :
         {"Authorization", "Content-Type", "Cookie", "Last-Event-ID", "Origin"}) {
        const QByteArray field = QByteArray("\n") + name + ": a";
        QTest::addRow("one %s is taken", name) << "GET HTTP/1.1\nHost: a" + field << 0;
        QTest::addRow("two of %s are refused", name)
            << "GET HTTP/1.1\nHost: a" + field + field << 400;
    }
    row("another expectation", "POST HTTP/1.1\nHost: a\nContent-Length: 1\nExpect: 200-ok", 417);
}

void HttpMessageTest::checksHeads()
{
    QFETCH(const QByteArray, request);
    QFETCH(const int, status);
    const QList<QByteArray> lines = request.split('\n');
    HttpHead head{lines.first().split(' ').first(), lines.first().split(' ').last(), "/", {}, 0, 0};
    for (const QByteArray &line : lines.sliced(1))
        head.headers.append({line.left(line.indexOf(": ")), line.mid(line.indexOf(": ") + 2)});
    const std::optional<HttpRefusal> refusal = checkHttpHead(head, {4, 1000, 100, 200});
    QCOMPARE(refusal ? refusal->status : 0, status);
    if (refusal)
        QVERIFY(!refusal->message.isEmpty());
}

void HttpMessageTest::measuresHeads_data()
{
    QTest::addColumn<int>("target");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("stray");
    QTest::addColumn<int>("status");
    QTest::newRow("as large as can be") << 100 << 200 << 0 << 0;
    QTest::newRow("a target of one byte more") << 101 << 200 << 0 << 414;
    QTest::newRow("a head of one byte more") << 100 << 201 << 0 << 431;
    QTest::newRow("bytes of no field: behind a NUL") << 1 << 50 << 1 << 400;
    QTest::newRow("fewer bytes than the fields have: a bare line feed") << 1 << 50 << -1 << 400;
}

void HttpMessageTest::measuresHeads()
{
    QFETCH(const int, target);
    QFETCH(const int, bytes);
    QFETCH(const int, stray);
    QFETCH(const int, status);
    const HttpHead head{"GET", "HTTP/1.1", QByteArray(target, '/'), {{"Host", "a"}}, bytes, stray};
    const std::optional<HttpRefusal> refusal = checkHttpHead(head, {4, 1000, 100, 200});
    QCOMPARE(refusal ? refusal->status : 0, status);
}

QTEST_GUILESS_MAIN(HttpMessageTest)
#include "tst_http_message.moc"
