// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "integration/chat/chat_fixture.h"

#include <QJsonArray>
#include <QProcess>
#include <QTcpServer>
#include <QTest>

using namespace hostline;
using namespace hostline::chat;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// I2, I4, A3: the API of the Chat channel over real sockets. Every answer is recorded and validated against docs/openapi.yaml at the end.
class ChatApiTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void takesAQuestionOnce();
    void tellsWhatBecameOfAQuestion_data();
    void tellsWhatBecameOfAQuestion();
    void showsRequests();
    void stopsExactlyOneRequest();
    void managesConversations();
    void searches();
    void showsTheHouse();
    void saysThatNothingCanBeStored();
    void answersFailuresOfTheHost();
    void forgetsAClientThatLeaves();
    void saysWhenItsPortIsTaken();
    void stopsInOrder();
    void cleanupTestCase();

private:
    /// Sends, waits for the whole answer, records it.
    void call(ChatFixture &chat,
              const QByteArray &method,
              const QByteArray &target,
              const QByteArray &body = {});
    void record(const QByteArray &method, const QByteArray &target);

    int m_status = 0;
    QByteArray m_body;
    QFile m_record;
};

void ChatApiTest::initTestCase()
{
    m_record.setFileName(QStringLiteral(HOSTLINE_BUILD_DIR "/tests/chat_answers.jsonl"));
    QVERIFY(m_record.open(QIODevice::WriteOnly | QIODevice::Truncate));
}

void ChatApiTest::record(const QByteArray &method, const QByteArray &target)
{
    const QJsonObject line{{u"method"_s, QString::fromUtf8(method)},
                           {u"path"_s, QString::fromUtf8(target)},
                           {u"status"_s, m_status},
                           {u"body"_s, QString::fromUtf8(m_body)}};
    m_record.write(QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n');
}

void ChatApiTest::call(ChatFixture &chat,
                       const QByteArray &method,
                       const QByteArray &target,
                       const QByteArray &body)
{
    RawClient client(chat.port(), chat.request(method, target, body, "Connection: close\r\n"));
    QTRY_VERIFY(client.isClosed());
    m_status = client.status();
    m_body = client.content();
    QVERIFY2(m_status != 0, target.constData());
    record(method, target);
}

void ChatApiTest::takesAQuestionOnce()
{
    ChatFixture chat;
    chat.start();
    QCOMPARE(chat.channel->state(), Product::State::Ready);
    const QByteArray target = "/api/v1/conversations/work/requests";
    call(chat, "POST", target, R"({"client_id":"m-1","text":"你好 *you*"})");
    QCOMPARE(m_status, 202);
    const QJsonObject first = json(m_body);
    QCOMPARE(first.value("created"_L1).toBool(), true);
    QCOMPARE(first.value("request"_L1).toObject().value("state"_L1).toString(), u"queued"_s);
    const InboundMessage message = chat.received.first();
    QCOMPARE(message.source, (Source{u"chat"_s, {}, u"work"_s, {}, {}}));
    QCOMPARE(message.messageId, u"m-1"_s);
    QCOMPARE(message.text, u"你好 *you*"_s);
    QCOMPARE(message.sentAt, chat.clock.wall());

    // I4: the answer was lost, the client sends it again.
    call(chat, "POST", target, R"({"client_id":"m-1","text":"你好 *you*"})");
    QCOMPARE(m_status, 202);
    QCOMPARE(json(m_body).value("created"_L1).toBool(), false);
    QCOMPARE(json(m_body).value("request"_L1), first.value("request"_L1));
    // A3: the same id for another text.
    call(chat, "POST", target, R"({"client_id":"m-1","text":"other"})");
    QCOMPARE(m_status, 409);
    QCOMPARE(json(m_body).value("error"_L1).toObject().value("code"_L1).toString(), u"conflict"_s);
    QCOMPARE(chat.control.requests.size(), 1);
}

void ChatApiTest::tellsWhatBecameOfAQuestion_data()
{
    QTest::addColumn<int>("result");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    QTest::newRow("refused by a rule, in the words of the notice")
        << int(Admission::Result::Refused) << 422 << u"queue_full"_s;
    QTest::newRow("the store could not commit")
        << int(Admission::Result::TryLater) << 503 << u"store_unavailable"_s;
}

void ChatApiTest::tellsWhatBecameOfAQuestion()
{
    QFETCH(const int, result);
    QFETCH(const int, status);
    QFETCH(const QString, code);
    ChatFixture chat;
    chat.start();
    Admission admission;
    admission.result = static_cast<Admission::Result>(result);
    admission.failure = Failure{FailureKind::QueueFull, u"20 wait"_s, {}, {}};
    admission.text = u"太多了"_s;
    chat.answer = admission;
    call(chat, "POST", "/api/v1/conversations/c/requests", R"({"client_id":"a","text":"b"})");
    QCOMPARE(m_status, status);
    const QJsonObject error = json(m_body).value("error"_L1).toObject();
    QCOMPARE(error.value("code"_L1).toString(), code);
    if (status == 422)
        QCOMPARE(error.value("message"_L1).toString(), u"太多了"_s);
}

void ChatApiTest::showsRequests()
{
    ChatFixture chat;
    chat.start();
    for (const char *body : {R"({"client_id":"1","text":"one"})",
                             R"({"client_id":"2","text":"two"})",
                             R"({"client_id":"3","text":"three"})"})
        call(chat, "POST", "/api/v1/conversations/c/requests", body);
    call(chat, "POST", "/api/v1/conversations/d/requests", R"({"client_id":"1","text":"four"})");
    chat.control.start(RequestId(u"r-1"_s));
    RequestView &running = chat.control.request(RequestId(u"r-1"_s));
    running.partial = PartialView{u"item"_s, u"# so far"_s};
    running.activity = Activity{Activity::Kind::Tool, u"ls -l"_s};
    running.notices = {{u"request.late"_s, u"late"_s, chat.clock.wall()}};
    call(chat, "GET", "/api/v1/requests/r-1");
    QCOMPARE(m_status, 200);
    QCOMPARE(json(m_body).value("partial"_L1).toObject().value("html"_L1).toString(),
             u"<h1>so far</h1>\n"_s);
    QCOMPARE(json(m_body).value("activity"_L1).toObject().value("kind"_L1).toString(), u"tool"_s);

    chat.control.settle(RequestId(u"r-2"_s),
                        {ReplyView::Kind::Answer,
                         ReplyView::State::Sent,
                         u"**answer** <b>"_s,
                         {},
                         {{u"reply.recovered"_s, u"recovered"_s, {}}},
                         chat.clock.wall()});
    call(chat, "GET", "/api/v1/requests/r-2");
    const QJsonObject reply = json(m_body).value("reply"_L1).toObject();
    QCOMPARE(reply.value("html"_L1).toString(), u"<p><strong>answer</strong> &lt;b&gt;</p>\n"_s);
    chat.control.request(RequestId(u"r-3"_s)).failure =
        Failure{FailureKind::Stopped, u"by the person"_s, {}, {}};
    chat.control.settle(RequestId(u"r-3"_s),
                        {ReplyView::Kind::Notice,
                         ReplyView::State::Sent,
                         u"Stopped."_s,
                         u"failed.stopped"_s,
                         {},
                         chat.clock.wall()});
    call(chat, "GET", "/api/v1/requests/r-3");
    QCOMPARE(json(m_body).value("reply"_L1).toObject().value("notice_id"_L1).toString(),
             u"failed.stopped"_s);
    call(chat, "GET", "/api/v1/requests/r-99");
    QCOMPARE(m_status, 404);

    const auto ids = [this] {
        QStringList found;
        for (const QJsonValue each : json(m_body).value("requests"_L1).toArray())
            found.append(each.toObject().value("id"_L1).toString());
        return found.join(u' ');
    };
    call(chat, "GET", "/api/v1/requests");
    QCOMPARE(ids(), u"r-4 r-1"_s);
    call(chat, "GET", "/api/v1/requests?state=settled&limit=1");
    QCOMPARE(ids(), u"r-3"_s);
    call(chat, "GET", "/api/v1/requests?state=all&conversation=c");
    QCOMPARE(ids(), u"r-3 r-2 r-1"_s);
    call(chat, "GET", "/api/v1/requests?conversation=nowhere");
    QCOMPARE(ids(), QString());
    call(chat, "GET", "/api/v1/conversations/c?limit=2");
    QCOMPARE(ids(), u"r-2 r-3"_s);
    QVERIFY(!json(m_body).value("next"_L1).toString().isEmpty());
}

void ChatApiTest::stopsExactlyOneRequest()
{
    ChatFixture chat;
    chat.start();
    call(chat, "POST", "/api/v1/conversations/c/requests", R"({"client_id":"1","text":"one"})");
    call(chat, "POST", "/api/v1/requests/r-1/stop");
    QCOMPARE(m_status, 202);
    const bool stopped = std::any_of(
        chat.control.orders.cbegin(), chat.control.orders.cend(), [](const Order &order) {
            const auto *stop = std::get_if<StopRequest>(&order);
            return stop && stop->request == RequestId(u"r-1"_s);
        });
    QVERIFY(stopped);
    call(chat, "POST", "/api/v1/requests/r-1/stop", "{}");
    QCOMPARE(m_status, 202);
    call(chat, "POST", "/api/v1/requests/r-2/stop");
    QCOMPARE(m_status, 404);
}

void ChatApiTest::managesConversations()
{
    ChatFixture chat;
    chat.start();
    call(chat,
         "POST",
         "/api/v1/conversations",
         R"({"id":"one","title":"  First ","language":"zh"})");
    QCOMPARE(m_status, 201);
    const QJsonObject made = json(m_body).value("conversation"_L1).toObject();
    QCOMPARE(made.value("title"_L1).toString(), u"First"_s);
    QCOMPARE(made.value("language"_L1).toString(), u"zh"_s);
    call(chat, "POST", "/api/v1/conversations", R"({"id":"one","title":"Second"})");
    QCOMPARE(m_status, 200);
    QCOMPARE(json(m_body).value("conversation"_L1).toObject(), made);
    call(chat, "POST", "/api/v1/conversations", "{}");
    QCOMPARE(m_status, 201);
    QVERIFY(!json(m_body).value("conversation"_L1).toObject().value("id"_L1).toString().isEmpty());
    call(chat, "PATCH", "/api/v1/conversations/one", R"({"title":"New","language":"both"})");
    QCOMPARE(m_status, 200);
    QCOMPARE(json(m_body).value("conversation"_L1).toObject().value("title"_L1).toString(),
             u"New"_s);
    QCOMPARE(json(m_body).value("conversation"_L1).toObject().value("language"_L1).toString(),
             u"both"_s);
    call(chat, "PATCH", "/api/v1/conversations/one", R"({"language":"en"})");
    QCOMPARE(m_status, 200);
    call(
        chat,
        "PATCH",
        "/api/v1/conversations/one",
        R"({"title":"Newer","provider":"spare","model":" gpt-6 ","effort":"high","workspace":"w"})");
    QCOMPARE(m_status, 200);
    const QJsonObject chosen = json(m_body).value("conversation"_L1).toObject();
    QCOMPARE(chosen.value("title"_L1).toString(), u"Newer"_s);
    QCOMPARE(chosen.value("provider"_L1).toString(), u"spare"_s);
    QCOMPARE(chosen.value("model"_L1).toString(), u"gpt-6"_s);
    QCOMPARE(chosen.value("effort"_L1).toString(), u"high"_s);
    QCOMPARE(chosen.value("workspace"_L1).toString(), u"w"_s);
    call(chat, "PATCH", "/api/v1/conversations/one", R"({"model":""})");
    const QJsonObject back = json(m_body).value("conversation"_L1).toObject();
    QVERIFY(!back.contains("model"_L1));
    QCOMPARE(back.value("provider"_L1).toString(), u"spare"_s);
    call(chat, "PATCH", "/api/v1/conversations/one", R"({"model":"a b"})");
    QCOMPARE(m_status, 400);
    call(chat, "GET", "/api/v1/conversations?limit=1");
    QCOMPARE(json(m_body).value("conversations"_L1).toArray().size(), 1);
    QCOMPARE(json(m_body).value("next"_L1).toString(), u"more"_s);
    call(chat, "POST", "/api/v1/conversations/one/close");
    QCOMPARE(m_status, 200);
    QCOMPARE(json(m_body).value("conversation"_L1).toObject().value("closed"_L1).toBool(), true);
    call(chat, "DELETE", "/api/v1/conversations/one");
    QCOMPARE(m_status, 204);
    QCOMPARE(m_body, QByteArray());
    for (const char *method : {"GET", "DELETE"}) {
        call(chat, method, "/api/v1/conversations/one");
        QCOMPARE(m_status, 404);
    }
    call(chat, "PATCH", "/api/v1/conversations/one", R"({"title":"x"})");
    QCOMPARE(m_status, 404);
    call(chat, "POST", "/api/v1/conversations/one/close");
    QCOMPARE(m_status, 404);
}

void ChatApiTest::searches()
{
    ChatFixture chat;
    chat.start();
    call(chat,
         "POST",
         "/api/v1/conversations/c/requests",
         R"({"client_id":"1","text":"天气怎么样"})");
    call(chat, "GET", "/api/v1/search?q=%E5%A4%A9%E6%B0%94");
    QCOMPARE(m_status, 200);
    QCOMPARE(json(m_body).value("results"_L1).toArray().size(), 1);
    call(chat, "GET", "/api/v1/search");
    QCOMPARE(m_status, 400);
}

void ChatApiTest::showsTheHouse()
{
    ChatFixture chat;
    chat.start();
    chat.control.status.version = u"1.0"_s;
    chat.control.status.pid = 42;
    chat.control.status.startedAt = chat.clock.wall();
    chat.control.status.language = u"auto"_s;
    chat.control.status.defaultProvider = u"agent"_s;
    chat.control.status.providers = {
        {u"agent"_s,
         u"agent"_s,
         Product::State::Ready,
         u"0.171.0"_s,
         u"/opt/agent"_s,
         u"rehearsal"_s,
         {},
         {}},
        {u"other"_s,
         u"agent"_s,
         Product::State::Unavailable,
         {},
         {},
         {},
         {},
         Failure{FailureKind::SignedOut, u"not signed in"_s, u"codex login"_s, {}}}};
    chat.control.status.channels = {
        {u"chat"_s, u"chat"_s, Product::State::Ready, {}, {}, {}, {}, {}}};
    chat.control.status.workspaces = {{u"default"_s, u"/tmp"_s, Access::Read}};
    chat.clock.advance(5s);
    call(chat, "GET", "/api/v1/status");
    QCOMPARE(m_status, 200);
    const QJsonObject status = json(m_body);
    QCOMPARE(status.value("uptime_ms"_L1).toInt(), 5000);
    QCOMPARE(
        status.value("providers"_L1).toArray().first().toObject().value("rehearsal"_L1).toBool(),
        true);
    QCOMPARE(status.value("providers"_L1).toArray().first().toObject().value("program"_L1),
             QJsonValue(u"/opt/agent"_s));
    QCOMPARE(status.value("providers"_L1).toArray().last().toObject().value("step"_L1).toString(),
             u"codex login"_s);

    PluginView good{u"chat"_s,
                    u"channel"_s,
                    u"1.0"_s,
                    u"Chat"_s,
                    u"聊天"_s,
                    u"/lib/chat.so"_s,
                    true,
                    {},
                    {u"chat"_s}};
    PluginView bad;
    bad.path = u"/lib/bad.so"_s;
    bad.reason = u"not a library"_s;
    chat.control.plugins = {good, bad};
    call(chat, "GET", "/api/v1/plugins");
    QCOMPARE(json(m_body).value("plugins"_L1).toArray().size(), 2);
    call(chat, "POST", "/api/v1/prune");
    QCOMPARE(json(m_body).value("requests"_L1).toInt(), 3);
    call(chat, "POST", "/api/v1/login-links");
    QCOMPARE(m_status, 201);
    call(chat, "GET", "/healthz");
    QCOMPARE(json(m_body).value("ready"_L1).toBool(), true);
}

void ChatApiTest::saysThatNothingCanBeStored()
{
    ChatFixture chat;
    chat.start();
    chat.control.status.version = u"1.0"_s;
    chat.control.status.pid = 42;
    chat.control.status.startedAt = chat.clock.wall();
    chat.control.status.language = u"auto"_s;
    chat.control.status.storeTrouble = StoreTrouble{
        {FailureKind::StoreUnavailable, u"database or disk is full"_s, {}, {}}, chat.clock.wall()};
    const QString since = chat.clock.wall().toUTC().toString(Qt::ISODateWithMs);
    call(chat, "GET", "/healthz");
    QCOMPARE(m_status, 503);
    QCOMPARE(json(m_body),
             (QJsonObject{
                 {u"ready"_s, false}, {u"reason"_s, u"store_unavailable"_s}, {u"since"_s, since}}));
    call(chat, "GET", "/api/v1/status");
    QCOMPARE(m_status, 200);
    QCOMPARE(json(m_body).value("store_failure"_L1).toObject(),
             (QJsonObject{{u"kind"_s, u"store_unavailable"_s},
                          {u"detail"_s, u"database or disk is full"_s},
                          {u"since"_s, since}}));
    chat.control.status.storeTrouble.reset();
    call(chat, "GET", "/healthz");
    QCOMPARE(m_status, 200);
    QCOMPARE(json(m_body), (QJsonObject{{u"ready"_s, true}}));
    // Not even the state can be read.
    chat.control.failWith = Failure{FailureKind::StoreUnavailable, u"disk gone"_s, {}, {}};
    call(chat, "GET", "/healthz");
    QCOMPARE(m_status, 503);
    QCOMPARE(json(m_body).value("reason"_L1).toString(), u"store_unavailable"_s);
}

void ChatApiTest::answersFailuresOfTheHost()
{
    ChatFixture chat;
    chat.start();
    chat.control.failWith = Failure{FailureKind::StoreUnavailable, u"disk full"_s, {}, {}};
    call(chat, "POST", "/api/v1/prune");
    QCOMPARE(m_status, 503);
    call(chat, "POST", "/api/v1/conversations", R"({"id":"x"})");
    QCOMPARE(m_status, 503);
    call(chat, "DELETE", "/api/v1/conversations/x");
    QCOMPARE(m_status, 503);
    call(chat, "POST", "/api/v1/requests/x/stop");
    QCOMPARE(m_status, 503);
}

void ChatApiTest::forgetsAClientThatLeaves()
{
    ChatFixture chat;
    chat.start();
    chat.acknowledges = false;
    {
        RawClient client(chat.port(),
                         chat.request("POST",
                                      "/api/v1/conversations/c/requests",
                                      R"({"client_id":"1","text":"one"})"));
        QTRY_COMPARE(chat.received.size(), 1);
    }
    Admission admission = chat.control.admit(chat.received.first());
    admission.tag = chat.received.first().tag;
    chat.channel->acknowledge(admission);
    chat.channel->acknowledge(admission); // nobody waits for it any more
    chat.acknowledges = true;
    call(chat, "POST", "/api/v1/conversations/c/requests", R"({"client_id":"1","text":"one"})");
    QCOMPARE(m_status, 202);
    QCOMPARE(json(m_body).value("created"_L1).toBool(), false);
}

void ChatApiTest::saysWhenItsPortIsTaken()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    ChatFixture chat;
    chat.context.table.insert("port"_L1, other.serverPort());
    chat.start();
    QCOMPARE(chat.channel->state(), Product::State::Unavailable);
    QVERIFY(chat.channel->failure()->detail.contains(QString::number(other.serverPort())));
    QVERIFY(!chat.channel->failure()->subject.isEmpty());
    other.close();
    chat.clock.advance(5s);
    QCOMPARE(chat.channel->state(), Product::State::Ready);
    QCOMPARE(chat.port(), chat.context.table.value("port"_L1).toInt());
}

void ChatApiTest::stopsInOrder()
{
    ChatFixture chat;
    chat.start();
    chat.channel->start(); // idempotent
    chat.acknowledges = false;
    chat.control.silent = true;
    const quint16 port = chat.port();
    RawClient asking(port,
                     chat.request("POST",
                                  "/api/v1/conversations/c/requests",
                                  R"({"client_id":"1","text":"one"})"));
    RawClient reading(port, chat.request("GET", "/api/v1/status"));
    RawClient watching(port, chat.request("GET", "/healthz"));
    RawClient events(port, chat.request("GET", "/api/v1/events"));
    QTRY_COMPARE(chat.received.size(), 1);
    QTRY_COMPARE(chat.control.orders.size(), 2);
    QTRY_VERIFY(events.received.contains("id: "));
    chat.channel->stop();
    chat.channel->stop();
    QCOMPARE(chat.channel->state(), Product::State::Stopping);
    QTRY_COMPARE(asking.status(), 503);
    QTRY_COMPARE(reading.status(), 503);
    QVERIFY(reading.received.contains("stopping"));
    QTRY_COMPARE(watching.status(), 503); // in the words of this address
    QCOMPARE(json(watching.content()),
             (QJsonObject{{u"ready"_s, false}, {u"reason"_s, u"stopping"_s}}));
    QTRY_VERIFY(events.content().endsWith("0\r\n\r\n"));
    RawClient health(
        port, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(port) + "\r\n\r\n");
    QTRY_COMPARE(health.status(), 503);
    chat.clock.advance(1s);
    QCOMPARE(chat.channel->state(), Product::State::Stopped);
    QTRY_VERIFY(asking.isClosed());
    chat.channel->start();
    chat.clock.advance(1ms);
    QCOMPARE(chat.channel->state(), Product::State::Ready);
}

void ChatApiTest::cleanupTestCase()
{
    m_record.close();
    QProcess check;
    check.setProcessChannelMode(QProcess::MergedChannels);
    check.start(u"/usr/bin/python3"_s,
                {QStringLiteral(HOSTLINE_SOURCE_DIR "/tests/integration/chat/check_answers.py"),
                 QStringLiteral(HOSTLINE_SOURCE_DIR "/docs/openapi.yaml"),
                 m_record.fileName()});
    QTRY_COMPARE_WITH_TIMEOUT(check.state(), QProcess::NotRunning, 60'000);
    QVERIFY2(check.exitCode() == 0, check.readAll().constData());
}

QTEST_GUILESS_MAIN(ChatApiTest)
#include "tst_chat_api.moc"
