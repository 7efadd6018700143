// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/json_rpc.h"
#include "lib/codexwire/line_splitter.h"

#include <QJsonDocument>
#include <QTest>

using namespace hostline;
using namespace hostline::codexwire;
using namespace Qt::StringLiterals;

class tst_json_rpc_lines : public QObject
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
};

// C16
void tst_json_rpc_lines::linesAreCut_data()
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

void tst_json_rpc_lines::linesAreCut()
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

void tst_json_rpc_lines::theCapIsExact()
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

void tst_json_rpc_lines::aLongLineIsScannedOnceAndGivenBack()
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

void tst_json_rpc_lines::messagesAreRead_data()
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

void tst_json_rpc_lines::messagesAreRead()
{
    QFETCH(QByteArray, line);
    QFETCH(int, kind);
    QCOMPARE(int(parseMessage(line).index()), kind);
}

void tst_json_rpc_lines::linesThatWeWriteAreReadBack()
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

QTEST_GUILESS_MAIN(tst_json_rpc_lines)
#include "tst_json_rpc_lines.moc"
