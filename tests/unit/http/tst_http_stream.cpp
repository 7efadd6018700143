// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/http/http_server.h"
#include "unit/http/raw_client.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <vector>

#include <sys/resource.h>

using namespace hostline;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// I5: many readers, slow readers, and answers that are written bit by bit.
class HttpStreamTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void writesBitByBitAndEnds();
    void deletingAStreamEndsIt();
    void answersHttp10UntilTheConnectionCloses();
    void breaksOffAfterWhatWasWritten();
    void resetsTheConnection();
    void tellsWhenTheReaderLeaves();
    void tellsWhenTheReaderLeavesWhileItIsWrittenTo();
    void dropsAReaderThatDoesNotDrainAndServesTheOthers();
    void keepsAReaderThatDrainsSlowly();
    void answersHeadToAStream();
    void endsStreamsWhenTheServerGoes();
    void feedsAThousandReaders();
};

namespace {

const HttpHeaders eventHeaders = {{"Content-Type", "text/event-stream"}};

/** Makes a stream of each request to /stream. */
struct Streamer
{
    explicit Streamer(HttpServerOptions options = {})
        : server(std::move(options),
                 [this](const HttpRequestPtr &request) {
                     if (request->target().path() != u"/stream"_s)
                         return request->respond({200, {}, "plain"});
                     streams.push_back(request->stream(200, eventHeaders, cap));
                 })
        , port(server.listen().port)
    { }

    qint64 cap = 1024LL * 1024;
    std::vector<std::unique_ptr<HttpStream>> streams;
    HttpServer server;
    quint16 port;
};

/** Undoes chunked coding, as far as whole chunks are there. */
QByteArray dechunked(QByteArrayView raw)
{
    QByteArray text;
    while (true) {
        const qsizetype line = raw.indexOf("\r\n");
        if (line < 0)
            return text;
        const qsizetype size = raw.first(line).toByteArray().toLongLong(nullptr, 16);
        if (size == 0 || raw.size() < line + 2 + size + 2)
            return text;
        text += raw.sliced(line + 2, size);
        raw = raw.sliced(line + 2 + size + 2);
    }
}

HttpStream::Closed howClosed(const QSignalSpy &spy)
{
    return spy.first().first().value<HttpStream::Closed>();
}

} // namespace

void HttpStreamTest::initTestCase()
{
    rlimit files{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = files.rlim_max;
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &files), 0);
}

void HttpStreamTest::writesBitByBitAndEnds()
{
    Streamer streamer;
    RawClient client(streamer.port, get("/stream"));
    QTRY_COMPARE(streamer.streams.size(), 1U);
    HttpStream &stream = *streamer.streams.front();
    QSignalSpy closed(&stream, &HttpStream::closed);
    QTRY_VERIFY(client.received.contains(
        "Transfer-Encoding: chunked")); // the head does not wait for the first byte
    QVERIFY(stream.write("one"));
    QTRY_COMPARE(dechunked(client.content()), "one");
    QVERIFY(stream.write("two"));
    QVERIFY(stream.write("three"));
    QTRY_COMPARE(dechunked(client.content()), "onetwothree");
    QTRY_COMPARE(stream.pendingBytes(), 0);
    stream.end();
    QVERIFY(!stream.isOpen());
    QVERIFY(!stream.write("late"));
    QTRY_VERIFY(client.content().endsWith("0\r\n\r\n"));
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(howClosed(closed), HttpStream::Closed::Ended);
    // The connection is kept.
    client.received.clear();
    client.write(get("/plain"));
    QTRY_COMPARE(client.content(), "plain");
}

void HttpStreamTest::deletingAStreamEndsIt()
{
    Streamer streamer;
    RawClient client(streamer.port, get("/stream"));
    QTRY_COMPARE(streamer.streams.size(), 1U);
    streamer.streams.front()->write("all");
    streamer.streams.clear();
    QTRY_VERIFY(client.content().endsWith("0\r\n\r\n"));
    QCOMPARE(dechunked(client.content()), "all");
}

void HttpStreamTest::answersHttp10UntilTheConnectionCloses()
{
    Streamer streamer;
    RawClient client(streamer.port, "GET /stream HTTP/1.0\r\n\r\n");
    QTRY_COMPARE(streamer.streams.size(), 1U);
    streamer.streams.front()->write("plain bytes");
    streamer.streams.front()->end();
    QTRY_VERIFY(client.isClosed());
    QCOMPARE(client.content(), "plain bytes");
}

void HttpStreamTest::breaksOffAfterWhatWasWritten()
{
    Streamer streamer;
    RawClient client(streamer.port, get("/stream"));
    QTRY_COMPARE(streamer.streams.size(), 1U);
    QSignalSpy closed(streamer.streams.front().get(), &HttpStream::closed);
    streamer.streams.front()->write(QByteArray(200'000, 'x'));
    streamer.streams.front()->cut();
    QTRY_VERIFY(client.isClosed());
    QCOMPARE(dechunked(client.content()).size(), 200'000);
    QVERIFY(!client.content().endsWith("0\r\n\r\n"));
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(howClosed(closed), HttpStream::Closed::Aborted);
}

void HttpStreamTest::resetsTheConnection()
{
    Streamer streamer;
    RawClient client(streamer.port, get("/stream"));
    QTRY_COMPARE(streamer.streams.size(), 1U);
    QSignalSpy closed(streamer.streams.front().get(), &HttpStream::closed);
    QSignalSpy error(&client, &QAbstractSocket::errorOccurred);
    streamer.streams.front()->write("first");
    QTRY_COMPARE(dechunked(client.content()), "first");
    streamer.streams.front()->abort();
    QTRY_VERIFY(client.isClosed());
    QVERIFY(error.size() == 1);
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(howClosed(closed), HttpStream::Closed::Aborted);
    QTRY_COMPARE(streamer.server.connectionCount(), 0);
}

void HttpStreamTest::tellsWhenTheReaderLeaves()
{
    Streamer streamer;
    auto client = std::make_unique<RawClient>(streamer.port, get("/stream"));
    QTRY_COMPARE(streamer.streams.size(), 1U);
    QSignalSpy closed(streamer.streams.front().get(), &HttpStream::closed);
    QTRY_VERIFY(!client->received.isEmpty());
    client->close();
    QTRY_COMPARE(closed.size(), 1); // although nothing is written
    QCOMPARE(howClosed(closed), HttpStream::Closed::ByPeer);
    QVERIFY(!streamer.streams.front()->write("nobody"));
    QTRY_COMPARE(streamer.server.connectionCount(), 0);
}

void HttpStreamTest::tellsWhenTheReaderLeavesWhileItIsWrittenTo()
{
    Streamer streamer;
    auto client = std::make_unique<RawClient>(streamer.port, get("/stream"));
    client->setReadBufferSize(1024);
    QTRY_COMPARE(streamer.streams.size(), 1U);
    QSignalSpy closed(streamer.streams.front().get(), &HttpStream::closed);
    QVERIFY(streamer.streams.front()->write(QByteArray(1'000'000, 'x')));
    QTRY_VERIFY(!client->received.isEmpty());
    client->abort();
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(howClosed(closed), HttpStream::Closed::ByPeer);
}

void HttpStreamTest::dropsAReaderThatDoesNotDrainAndServesTheOthers()
{
    Streamer streamer;
    RawClient lazy(streamer.port);
    QTRY_COMPARE(lazy.state(), QAbstractSocket::ConnectedState);
    lazy.blockSignals(true); // nothing reads its socket
    lazy.setReadBufferSize(1);
    lazy.write(get("/stream"));
    QTRY_COMPARE(streamer.streams.size(), 1U);
    RawClient eager(streamer.port, get("/stream"));
    QTRY_COMPARE(streamer.streams.size(), 2U);
    QSignalSpy closed(streamer.streams.front().get(), &HttpStream::closed);
    qint64 sent = 0;
    const QByteArray event(10'000, 'e');
    while (closed.isEmpty() && sent < 100'000'000) {
        streamer.streams.front()->write(event);
        QVERIFY(streamer.streams.front()->pendingBytes() <= streamer.cap);
        QVERIFY(streamer.streams.back()->write(event));
        sent += event.size();
        QTRY_COMPARE(streamer.streams.back()->pendingBytes(), 0);
    }
    QCOMPARE(closed.size(), 1);
    QCOMPARE(howClosed(closed), HttpStream::Closed::Dropped);
    QTRY_COMPARE(dechunked(eager.content()).size(), sent);
    QElapsedTimer elapsed;
    elapsed.start();
    RawClient plain(streamer.port, get("/plain"));
    QTRY_COMPARE(plain.content(), "plain");
    QVERIFY(elapsed.elapsed() < 1000);
}

void HttpStreamTest::keepsAReaderThatDrainsSlowly()
{
    Streamer streamer;
    streamer.cap = 8LL * 1024 * 1024;
    RawClient client(streamer.port);
    client.setReadBufferSize(64LL * 1024);
    client.write(get("/stream"));
    QTRY_COMPARE(streamer.streams.size(), 1U);
    QVERIFY(streamer.streams.front()->write(QByteArray(6'000'000, 'x')));
    streamer.streams.front()->end();
    QTRY_VERIFY_WITH_TIMEOUT(client.content().endsWith("0\r\n\r\n"), 20'000);
    QCOMPARE(dechunked(client.content()).size(), 6'000'000);
}

void HttpStreamTest::answersHeadToAStream()
{
    Streamer streamer;
    RawClient client(streamer.port, "HEAD /stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTRY_COMPARE(streamer.streams.size(), 1U);
    QTRY_VERIFY(client.received.endsWith("\r\n\r\n"));
    QTRY_VERIFY(!streamer.streams.front()->isOpen());
}

void HttpStreamTest::endsStreamsWhenTheServerGoes()
{
    std::unique_ptr<HttpStream> stream;
    auto server =
        std::make_unique<HttpServer>(HttpServerOptions{}, [&stream](const HttpRequestPtr &request) {
            stream = request->stream(200, eventHeaders);
        });
    const quint16 port = server->listen().port;
    RawClient client(port, get("/stream"));
    QTRY_VERIFY(stream);
    QSignalSpy closed(stream.get(), &HttpStream::closed);
    server.reset();
    QTRY_COMPARE(closed.size(), 1);
    QCOMPARE(howClosed(closed), HttpStream::Closed::ByPeer);
    QVERIFY(!stream->write("nobody"));
    QTRY_VERIFY(client.isClosed());
}

void HttpStreamTest::feedsAThousandReaders()
{
    constexpr int readers = 1000;
    constexpr int events = 20;
    Streamer streamer;
    std::vector<std::unique_ptr<RawClient>> clients;
    clients.reserve(readers);
    for (int i = 0; i < readers; ++i)
        clients.push_back(std::make_unique<RawClient>(streamer.port, get("/stream")));
    QTRY_COMPARE_WITH_TIMEOUT(streamer.streams.size(), static_cast<size_t>(readers), 20'000);
    QByteArray all;
    for (int i = 0; i < events; ++i) {
        const QByteArray event = "data: event " + QByteArray::number(i) + "\n\n";
        all += event;
        for (const auto &stream : streamer.streams)
            QVERIFY(stream->write(event));
    }
    QElapsedTimer elapsed;
    elapsed.start();
    RawClient plain(streamer.port, get("/plain"));
    QTRY_COMPARE(plain.content(), "plain");
    QVERIFY2(elapsed.elapsed() < 2000, qPrintable(QString::number(elapsed.elapsed())));
    for (const auto &client : clients)
        QTRY_COMPARE_WITH_TIMEOUT(dechunked(client->content()), all, 20'000);
}

QTEST_GUILESS_MAIN(HttpStreamTest)
#include "tst_http_stream.moc"
