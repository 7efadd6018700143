// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "rehearsal/endpoint.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QSignalSpy>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hostline::rehearsal;

namespace {

QByteArray question(const QString &text)
{
    return QJsonDocument(QJsonObject{{u"model"_s, u"m"_s}, {u"input"_s, text}}).toJson();
}

} // namespace

class TestRehearsalEndpoint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void questionIsAnsweredAsAStream();
    void errorsAreHttpErrors();
    void connectionsBreakWhereAsked_data();
    void connectionsBreakWhereAsked();
    void heldAnswersWaitForTheirRelease();
    void aClientThatLeavesIsNotHeldAnyLonger();
    void everyAnswerIsHeldWhenTheControlSaysSo();
    void scriptIsTakenFromTheControl();
    void aQuotaIsKeptUntilTheControlLiftsIt();
    void attemptsOfOneStepAreCounted();
    void requestsAreLoggedPrivately();
    void theControlIsServedOnlyWhereItIsWanted_data();
    void theControlIsServedOnlyWhereItIsWanted();
    void strangersAreRefused_data();
    void strangersAreRefused();
    void modelsAreListed();
    void aLogThatCannotBeWrittenIsToldAtTheStart();

private:
    QNetworkReply *send(const QByteArray &method,
                        const QString &path,
                        const QByteArray &body = {},
                        const QList<QNetworkReply::RawHeaderPair> &headers = {});
    QNetworkReply *finished(QNetworkReply *reply);
    QJsonObject control(const QByteArray &method, const QString &what, const QByteArray &body = {});

    std::unique_ptr<Endpoint> m_endpoint;
    std::unique_ptr<QNetworkAccessManager> m_network;
};

void TestRehearsalEndpoint::init()
{
    EndpointOptions options;
    options.control = true;
    m_endpoint = std::make_unique<Endpoint>(options);
    QCOMPARE(m_endpoint->listen(), QString());
    m_network = std::make_unique<QNetworkAccessManager>();
}

void TestRehearsalEndpoint::cleanup()
{
    m_network.reset();
    m_endpoint.reset();
}

QNetworkReply *TestRehearsalEndpoint::send(const QByteArray &method,
                                           const QString &path,
                                           const QByteArray &body,
                                           const QList<QNetworkReply::RawHeaderPair> &headers)
{
    QNetworkRequest request(m_endpoint->url().resolved(QUrl(path)));
    request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    for (const auto &[name, value] : headers)
        request.setRawHeader(name, value);
    auto *reply = method == "GET" ? m_network->get(request) : m_network->post(request, body);
    reply->setParent(m_network.get());
    return reply;
}

QNetworkReply *TestRehearsalEndpoint::finished(QNetworkReply *reply)
{
    QSignalSpy spy(reply, &QNetworkReply::finished);
    if (!reply->isFinished())
        spy.wait();
    return reply;
}

QJsonObject TestRehearsalEndpoint::control(const QByteArray &method,
                                           const QString &what,
                                           const QByteArray &body)
{
    auto *reply = finished(send(method, u"/control/"_s + what, body));
    return QJsonDocument::fromJson(reply->readAll()).object();
}

void TestRehearsalEndpoint::questionIsAnsweredAsAStream()
{
    auto *reply = finished(
        send("POST", u"/v1/responses"_s, question(u"[[say Good day]][[deltas 2 every 5]]"_s)));
    QCOMPARE(reply->error(), QNetworkReply::NoError);
    QCOMPARE(reply->header(QNetworkRequest::ContentTypeHeader).toString(), u"text/event-stream"_s);
    const auto body = reply->readAll();
    QVERIFY(body.contains("\"Good day\"") && body.contains("event: response.completed"));
    QCOMPARE(m_endpoint->counts(), (Counts{1, 0, 0}));
}

void TestRehearsalEndpoint::errorsAreHttpErrors()
{
    auto *reply =
        finished(send("POST", u"/v1/responses"_s, question(u"[[delay 5]][[error rate_limit]]"_s)));
    QCOMPARE(reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), 429);
    QCOMPARE(reply->rawHeader("Retry-After"), "1");
    QVERIFY(reply->readAll().contains("rate_limited"));
}

void TestRehearsalEndpoint::connectionsBreakWhereAsked_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("arrives");
    QTest::newRow("after the first event") << u"[[error drop]]"_s << QByteArray("response.created");
    QTest::newRow("after half of the answer")
        << u"[[half]]"_s << QByteArray("response.output_text.delta");
}

void TestRehearsalEndpoint::connectionsBreakWhereAsked()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, arrives);
    // Over a bare socket: Qt's client does not always tell a stream that broke off from one that ended.
    const QByteArray content = question(text);
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, quint16(m_endpoint->url().port()));
    socket.write("POST /v1/responses HTTP/1.1\r\nHost: " + m_endpoint->url().authority().toLatin1()
                 + "\r\nContent-Type: application/json\r\n"
                   "Content-Length: "
                 + QByteArray::number(content.size()) + "\r\n\r\n" + content);
    QByteArray received;
    connect(&socket, &QTcpSocket::readyRead, &socket, [&socket, &received] {
        received += socket.readAll();
    });
    QSignalSpy closed(&socket, &QTcpSocket::disconnected);
    QVERIFY2(closed.wait(), received.constData());
    received += socket.readAll();
    QVERIFY2(received.contains("Transfer-Encoding: chunked"), received.constData());
    QVERIFY2(received.contains(arrives), received.constData());
    QVERIFY(!received.contains("response.completed"));
    QVERIFY2(!received.endsWith("\r\n0\r\n\r\n"), "the stream ended in order");
}

void TestRehearsalEndpoint::heldAnswersWaitForTheirRelease()
{
    auto *first = send("POST", u"/v1/responses"_s, question(u"[[hold]][[say one]]"_s));
    auto *second =
        send("POST", u"/v1/responses"_s, question(u"[[hold half]][[say second]][[deltas 2]]"_s));
    QTRY_COMPARE(m_endpoint->counts(), (Counts{2, 0, 2}));
    QTRY_VERIFY(second->peek(second->bytesAvailable()).contains("\"sec\""));
    QVERIFY(!first->isFinished() && !second->isFinished());
    QCOMPARE(
        control("GET", u"count"_s),
        (QJsonObject{{u"turn"_s, 2}, {u"compaction"_s, 0}, {u"held"_s, 2}, {u"rejected"_s, 0}}));
    QCOMPARE(control("POST", u"release"_s).value("released"_L1).toInt(), 2);
    QVERIFY(finished(first)->readAll().contains("\"one\""));
    QVERIFY(finished(second)->readAll().contains("response.completed"));
    QCOMPARE(m_endpoint->counts().held, 0);
}

void TestRehearsalEndpoint::aClientThatLeavesIsNotHeldAnyLonger()
{
    auto *reply = send("POST", u"/v1/responses"_s, question(u"[[hold]]"_s));
    QTRY_COMPARE(m_endpoint->counts().held, 1);
    reply->abort();
    QTRY_COMPARE(m_endpoint->counts().held, 0);
}

void TestRehearsalEndpoint::everyAnswerIsHeldWhenTheControlSaysSo()
{
    QCOMPARE(control("POST", u"hold"_s), (QJsonObject{{u"hold"_s, true}}));
    auto *reply = send("POST", u"/v1/responses"_s, question(u"Hello"_s));
    QTRY_COMPARE(m_endpoint->counts().held, 1);
    QCOMPARE(control("POST", u"flow"_s), (QJsonObject{{u"hold"_s, false}}));
    QCOMPARE(m_endpoint->release(), 1);
    QVERIFY(finished(reply)->readAll().contains("rehearsal"));
}

void TestRehearsalEndpoint::scriptIsTakenFromTheControl()
{
    const auto wrong = control("POST", u"script"_s, R"({"zzz":1})");
    QVERIFY(wrong.value("error"_L1).toObject().value("message"_L1).toString().contains(u"zzz"_s));
    control("POST", u"script"_s, R"({"rules":[{"contains":"weather","answer":"[[say Rain]]"}]})");
    auto *reply = finished(send("POST", u"/v1/responses"_s, question(u"The weather?"_s)));
    QVERIFY(reply->readAll().contains("\"Rain\""));
}

void TestRehearsalEndpoint::aQuotaIsKeptUntilTheControlLiftsIt()
{
    const auto ask = [this] {
        return finished(send("POST", u"/v1/responses"_s, question(u"Well?"_s)));
    };
    QVERIFY(control("POST", u"quota"_s, R"({"requests":-1})").contains("error"_L1));
    control("POST", u"quota"_s, R"({"requests":1,"seconds":600})");
    auto *answered = ask();
    QCOMPARE(answered->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), 200);
    QCOMPARE(answered->rawHeader("x-codex-primary-used-percent"), "100");
    for (int tries = 0; tries < 2; ++tries) {
        auto *refused = ask();
        QCOMPARE(refused->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), 429);
        QVERIFY(refused->hasRawHeader("x-codex-primary-reset-at"));
        const auto error =
            QJsonDocument::fromJson(refused->readAll()).object().value("error"_L1).toObject();
        QCOMPARE(error.value("type"_L1).toString(), u"usage_limit_reached"_s);
        QCOMPARE(QByteArray::number(error.value("resets_at"_L1).toInteger()),
                 refused->rawHeader("x-codex-primary-reset-at"));
    }
    QCOMPARE(m_endpoint->records().back().rule, quotaRule);
    control("POST", u"quota"_s, "{}");
    auto *free = ask();
    QCOMPARE(free->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), 200);
    QVERIFY(!free->hasRawHeader("x-codex-primary-used-percent"));
}

void TestRehearsalEndpoint::attemptsOfOneStepAreCounted()
{
    const auto ask = [this](const QByteArray &turn) {
        return finished(send("POST",
                             u"/v1/responses"_s,
                             question(u"[[error 500 times 1]]"_s),
                             {{"x-codex-turn-metadata", "{\"turn_id\":\"" + turn + "\"}"}}))
            ->attribute(QNetworkRequest::HttpStatusCodeAttribute)
            .toInt();
    };
    QCOMPARE(ask("a"), 500);
    QCOMPARE(ask("a"), 200);
    QCOMPARE(ask("b"), 500);
    QCOMPARE(m_endpoint->records().at(1).attempt, 2);
}

void TestRehearsalEndpoint::requestsAreLoggedPrivately()
{
    const QTemporaryDir directory;
    EndpointOptions options;
    options.control = true;
    options.logFile = directory.filePath(u"log"_s);
    m_endpoint = std::make_unique<Endpoint>(options);
    QCOMPARE(m_endpoint->listen(), QString());
    finished(send("POST",
                  u"/v1/responses"_s,
                  question(u"Is it 好?"_s),
                  {{"x-codex-turn-metadata",
                    R"({"turn_id":"tu","thread_id":"th","request_kind":"compaction"})"}}));

    QFile file(options.logFile);
    QCOMPARE(QFileInfo(file).permissions() & QFileDevice::Permissions(0x0077),
             QFileDevice::Permissions());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto logged = QJsonDocument::fromJson(file.readAll()).object();
    QCOMPARE(logged.value("kind"_L1).toString(), u"compaction"_s);
    QCOMPARE(logged.value("turn"_L1).toString(), u"tu"_s);
    QCOMPARE(logged.value("thread"_L1).toString(), u"th"_s);
    QCOMPARE(logged.value("rule"_L1).toString(), u"compaction"_s);
    const auto item = logged.value("input"_L1).toArray().at(0).toObject();
    QCOMPARE(item.value("text"_L1).toString(), u"Is it 好?"_s);
    QCOMPARE(control("GET", u"log"_s).value("requests"_L1).toArray().at(0).toObject(), logged);
}

// H28: under ./run any user of the machine could read the dialogue there, and write answers.
void TestRehearsalEndpoint::theControlIsServedOnlyWhereItIsWanted_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QString>("what");
    QTest::newRow("the questions are not shown") << QByteArray("GET") << u"log"_s;
    QTest::newRow("nor counted") << QByteArray("GET") << u"count"_s;
    QTest::newRow("the script stays") << QByteArray("POST") << u"script"_s;
    QTest::newRow("nothing is held") << QByteArray("POST") << u"hold"_s;
}

void TestRehearsalEndpoint::theControlIsServedOnlyWhereItIsWanted()
{
    QFETCH(QByteArray, method);
    QFETCH(QString, what);
    m_endpoint = std::make_unique<Endpoint>();
    QCOMPARE(m_endpoint->listen(), QString());
    auto *reply = finished(send(method, u"/control/"_s + what, "{}"));
    QCOMPARE(reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), 404);
}

void TestRehearsalEndpoint::strangersAreRefused_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("a page of another origin")
        << QByteArray("Origin") << QByteArray("http://evil.example");
    QTest::newRow("another name for this host") << QByteArray("Host") << QByteArray("evil.example");
}

void TestRehearsalEndpoint::strangersAreRefused()
{
    QFETCH(QByteArray, header);
    QFETCH(QByteArray, value);
    auto *reply = finished(send("GET", u"/control/log"_s, {}, {{header, value}}));
    QCOMPARE(reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), 403);
}

void TestRehearsalEndpoint::modelsAreListed()
{
    auto *reply = finished(send("GET", u"/v1/models"_s));
    QVERIFY(reply->readAll().contains("\"rehearsal\""));
    QCOMPARE(finished(send("GET", u"/v1/other"_s))->error(), QNetworkReply::ContentNotFoundError);
    auto *bad = finished(send("POST", u"/v1/responses"_s, "no json"));
    QCOMPARE(bad->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), 400);
}

void TestRehearsalEndpoint::aLogThatCannotBeWrittenIsToldAtTheStart()
{
    EndpointOptions options;
    options.logFile = u"/nonexistent/log"_s;
    QVERIFY(Endpoint(options).listen().contains(u"/nonexistent/log"_s));
}

QTEST_GUILESS_MAIN(TestRehearsalEndpoint)
#include "tst_rehearsal_endpoint.moc"
