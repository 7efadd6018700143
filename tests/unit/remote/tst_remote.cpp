// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/data_lock.h"
#include "lib/remote/api_client.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtNetwork/QTcpServer>
#include <QtNetwork/QTcpSocket>
#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace hostline;

namespace {

/// Takes whole requests and does with each what the test says.
class Server : public QTcpServer
{
public:
    std::function<void(QTcpSocket &)> treat;
    QList<QByteArray> requests;

    Server()
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            QTcpSocket *const socket = nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [this, socket] {
                const QByteArray seen = socket->property("seen").toByteArray() + socket->readAll();
                socket->setProperty("seen", seen);
                const qsizetype head = seen.indexOf("\r\n\r\n");
                const qsizetype length = lengthIn(seen);
                if (head < 0 || seen.size() < head + 4 + length)
                    return;
                socket->setProperty("seen", QByteArray());
                requests.append(seen);
                treat(*socket);
            });
        });
    }

    RemoteAddress address() const
    {
        return {
            .base = QUrl(u"http://127.0.0.1:%1"_s.arg(serverPort())), .token = "secret", .pid = 1};
    }

    static void answer(QTcpSocket &socket, const QByteArray &status, const QByteArray &body)
    {
        socket.write("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: "
                     + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    }

private:
    static qsizetype lengthIn(const QByteArray &request)
    {
        const QByteArray lower = request.toLower();
        const qsizetype at = lower.indexOf("content-length:");
        return at < 0 ? 0
                      : lower.mid(at + 15, lower.indexOf("\r\n", at) - at - 15).trimmed().toInt();
    }
};

void write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    file.write(content);
}

} // namespace

/// Finding the running holder, and calling it: each call goes out at most once (I4, K2).
class tst_remote : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void findsTheHolder_data();
    void findsTheHolder();
    void answersAreTakenAsTheyAre_data();
    void answersAreTakenAsTheyAre();
    void aPostGoesOutOnce_data();
    void aPostGoesOutOnce();
    void nobodyThere();
    void sendsNoBodyThatIsTooLarge();
    void hearsEvents();
};

void tst_remote::findsTheHolder_data()
{
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<bool>("withToken");
    QTest::addColumn<int>("kind"); // -1: found
    const auto kind = [](FailureKind failure) {
        return static_cast<int>(failure);
    };
    QTest::addColumn<bool>("held");
    // PID is that of this process.
    const QByteArray good =
        R"({"pid":PID,"started_at":"2026-11-30T12:00:00.000Z","address":"http://127.0.0.1:4711"})";
    const auto with = [&good](const char *before, const char *after) {
        return QByteArray(good).replace(before, after);
    };
    const auto elsewhere = [&with](const char *address) {
        return with("http://127.0.0.1:4711", address);
    };
    QTest::newRow("found") << good << true << -1 << true;
    QTest::newRow("no record") << QByteArray() << true << kind(FailureKind::NotFound) << true;
    QTest::newRow("no token") << good << false << kind(FailureKind::NotFound) << true;
    // The port of one that is gone may be anybody's: the token is not for them (K4).
    QTest::newRow("a record that a killed one left")
        << good << true << kind(FailureKind::NotFound) << false;
    QTest::newRow("a record of one before the holder")
        << with("PID", "1") << true << kind(FailureKind::NotFound) << true;
    QTest::newRow("a record without an address")
        << elsewhere("") << true << kind(FailureKind::NotFound) << true;
    QTest::newRow("half a record")
        << QByteArray(R"({"pid":7,)") << true << kind(FailureKind::InvalidInput) << true;
    QTest::newRow("an address of another machine")
        << elsewhere("http://10.0.0.1:80") << true << kind(FailureKind::InvalidInput) << true;
    QTest::newRow("an address that is a name")
        << elsewhere("http://example.org:80") << true << kind(FailureKind::InvalidInput) << true;
}

void tst_remote::findsTheHolder()
{
    QFETCH(QByteArray, record);
    QFETCH(bool, withToken);
    QFETCH(int, kind);
    QFETCH(bool, held);
    const QTemporaryDir data;
    const qint64 pid = QCoreApplication::applicationPid();
    Result<std::unique_ptr<DataLock>> lock =
        DataLock::acquire(data.path(), {.pid = 0, .program = u"test"_s, .startedAt = {}});
    QVERIFY(lock);
    if (!held)
        lock = Failure{};
    if (!record.isEmpty())
        write(data.filePath(u"run.json"_s), record.replace("PID", QByteArray::number(pid)));
    if (withToken)
        write(data.filePath(u"chat.token"_s), "secret\n");
    const Result<RemoteAddress> found = findRemote(data.path());
    QCOMPARE(found.ok() ? -1 : static_cast<int>(found.failure().kind), kind);
    if (found) {
        QCOMPARE(found.value().base, QUrl(u"http://127.0.0.1:4711"_s));
        QCOMPARE(found.value().token, QByteArray("secret"));
        QCOMPARE(found.value().pid, pid);
    }
}

void tst_remote::answersAreTakenAsTheyAre_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("result");
    QTest::addColumn<bool>("ok");
    const auto number = [](ApiAnswer::Result result) {
        return static_cast<int>(result);
    };
    QTest::newRow("good") << QByteArray("200 OK") << QByteArray(R"({"a":1})")
                          << number(ApiAnswer::Result::Answered) << true;
    QTest::newRow("refused, with a reason")
        << QByteArray("409 Conflict") << QByteArray(R"({"error":{}})")
        << number(ApiAnswer::Result::Answered) << false;
    QTest::newRow("empty") << QByteArray("204 No Content") << QByteArray()
                           << number(ApiAnswer::Result::Answered) << true;
    QTest::newRow("not JSON") << QByteArray("200 OK") << QByteArray("<html>")
                              << number(ApiAnswer::Result::Unreadable) << false;
}

void tst_remote::answersAreTakenAsTheyAre()
{
    QFETCH(QByteArray, status);
    QFETCH(QByteArray, body);
    QFETCH(int, result);
    QFETCH(bool, ok);
    Server server;
    server.treat = [&status, &body](QTcpSocket &socket) {
        Server::answer(socket, status, body);
    };
    ApiClient client;
    client.setAddress(server.address());
    std::optional<ApiAnswer> answer;
    client.get(u"/status?x=a%20b"_s, [&answer](const ApiAnswer &got) { answer = got; });
    QTRY_VERIFY(answer);
    QCOMPARE(static_cast<int>(answer->result), result);
    QCOMPARE(answer->ok(), ok);
    QVERIFY(server.requests.first().startsWith("GET /api/v1/status?x=a%20b HTTP/1.1\r\n"));
    QVERIFY(server.requests.first().contains("Authorization: Bearer secret\r\n"));
}

void tst_remote::aPostGoesOutOnce_data()
{
    QTest::addColumn<QString>("ending");
    QTest::newRow("closed after reading") << u"close"_s;
    QTest::newRow("reset after reading") << u"reset"_s;
    QTest::newRow("closed on a connection that was used before") << u"reused"_s;
}

void tst_remote::aPostGoesOutOnce()
{
    QFETCH(QString, ending);
    Server server;
    int posts = 0;
    server.treat = [&server, &posts, &ending](QTcpSocket &socket) {
        if (server.requests.last().startsWith("GET")) {
            Server::answer(socket, "200 OK", "{}");
            return;
        }
        ++posts;
        if (ending == "reset"_L1)
            socket.setSocketOption(QAbstractSocket::LowDelayOption, 1), socket.abort();
        else
            socket.disconnectFromHost();
    };
    ApiClient client;
    client.setAddress(server.address());
    if (ending == "reused"_L1) {
        bool first = false;
        client.get(u"/status"_s, [&first](const ApiAnswer &) { first = true; });
        QTRY_VERIFY(first);
    }
    std::optional<ApiAnswer> answer;
    client.post(u"/x"_s, {{u"text"_s, u"q"_s}}, [&answer](const ApiAnswer &got) { answer = got; });
    QTRY_VERIFY(answer);
    QCOMPARE(static_cast<int>(answer->result), static_cast<int>(ApiAnswer::Result::Lost));
    QCOMPARE(posts, 1);
    QVERIFY(server.requests.last().endsWith(R"({"text":"q"})"));
}

void tst_remote::nobodyThere()
{
    RemoteAddress address;
    {
        const Server server;
        address = server.address();
    }
    ApiClient client;
    client.setAddress(address);
    std::optional<ApiAnswer> answer;
    client.post(u"/x"_s, {}, [&answer](const ApiAnswer &got) { answer = got; });
    QTRY_VERIFY(answer);
    QCOMPARE(static_cast<int>(answer->result), static_cast<int>(ApiAnswer::Result::NotThere));
}

void tst_remote::sendsNoBodyThatIsTooLarge()
{
    Server server;
    ApiClient client;
    client.setAddress(server.address());
    std::optional<ApiAnswer> answer;
    const QString text(4LL * 1024 * 1024, u'x');
    client.post(u"/x"_s, {{u"text"_s, text}}, [&answer](const ApiAnswer &got) { answer = got; });
    QVERIFY(!answer);
    QTRY_VERIFY(answer);
    QCOMPARE(static_cast<int>(answer->result), static_cast<int>(ApiAnswer::Result::TooLarge));
    QVERIFY2(answer->detail.contains(u"4194304"_s), qPrintable(answer->detail));
    QVERIFY(server.requests.isEmpty());
}

void tst_remote::hearsEvents()
{
    Server server;
    QTcpSocket *stream = nullptr;
    server.treat = [&stream](QTcpSocket &socket) {
        stream = &socket;
        socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nid: 1:0\n\n");
    };
    ApiClient client;
    client.setAddress(server.address());
    QSignalSpy begun(&client, &ApiClient::listening);
    QSignalSpy seen(&client, &ApiClient::eventSeen);
    QSignalSpy ended(&client, &ApiClient::eventsEnded);
    client.listen();
    client.listen(); // once is enough
    QVERIFY(begun.wait());
    QVERIFY(server.requests.first().contains("Accept: text/event-stream\r\n"));
    stream->write(": still here\n\nevent: request.set");
    stream->flush();
    stream->write("tled\nid: 1:1\ndata: {}\n\nevent: reset\ndata: {}\n\n");
    QTRY_COMPARE(seen.size(), 2);
    QCOMPARE(seen.first().first().toByteArray(), QByteArray("request.settled"));
    QCOMPARE(seen.last().first().toByteArray(), QByteArray("reset"));
    QCOMPARE(begun.size(), 1);
    stream->disconnectFromHost();
    QVERIFY(ended.wait());
    QCOMPARE(server.requests.size(), 1);
}

QTEST_GUILESS_MAIN(tst_remote)
#include "tst_remote.moc"
