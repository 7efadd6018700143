// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "integration/chat/chat_fixture.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

#include <vector>

#include <sys/resource.h>

using namespace hostline;
using namespace hostline::chat;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

struct SeenEvent
{
    QByteArray id;
    QByteArray name;
    QJsonObject data;
};

// I2, I5, B6: the events of the Chat channel over real sockets.
class ChatEventsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void tellsTheLifeOfARequest();
    void readsAChangedRequestOnceWhateverHappensMeanwhile();
    void gathersTextAndPacesIt();
    void rendersLongAnswersLessOften();
    void rendersTheRestWhenTheTextPauses();
    void startsAnItemAnew();
    void replaysWhatAReaderMissed();
    void resetsAReaderOfAnotherRun();
    void beatsWhileNothingHappens();
    void saysNothingOfOtherChannels();
    void dropsAReaderThatDoesNotDrainAndReplays();
    void feedsAThousandReadersBesideAGet();
    void leavesConnectionsForRequests();
    void cleanupTestCase();

private:
    void record(const SeenEvent &event);

    QFile m_record;
};

namespace {

/// A reader of events that takes the stream apart.
class Reader : public RawClient
{
public:
    explicit Reader(const ChatFixture &chat, const QByteArray &lastEventId = {})
        : RawClient(chat.port(),
                    chat.request("GET",
                                 "/api/v1/events",
                                 {},
                                 lastEventId.isEmpty() ? QByteArray()
                                                       : "Last-Event-ID: " + lastEventId + "\r\n"))
    { }

    [[nodiscard]] QByteArray stream() const
    {
        const QByteArray all = content();
        QByteArrayView raw = all;
        QByteArray text;
        while (true) {
            const qsizetype line = raw.indexOf("\r\n");
            const qsizetype size =
                line < 0 ? 0 : raw.first(line).toByteArray().toLongLong(nullptr, 16);
            if (size == 0 || raw.size() < line + 2 + size + 2)
                return text;
            text += raw.sliced(line + 2, size);
            raw = raw.sliced(line + 2 + size + 2);
        }
    }
    [[nodiscard]] QList<SeenEvent> events() const
    {
        QList<SeenEvent> list;
        QByteArray rest = stream();
        for (qsizetype end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
            SeenEvent event;
            for (const QByteArray &line : rest.first(end).split('\n')) {
                if (line.startsWith("id: "))
                    event.id = line.sliced(4);
                else if (line.startsWith("event: "))
                    event.name = line.sliced(7);
                else if (line.startsWith("data: "))
                    event.data = json(line.sliced(6));
            }
            if (!event.name.isEmpty())
                list.append(event);
            rest.remove(0, end + 2);
        }
        return list;
    }
    [[nodiscard]] QByteArray names() const
    {
        QByteArrayList list;
        for (const SeenEvent &event : events())
            list.append(event.name);
        return list.join(' ');
    }
    [[nodiscard]] bool isOpen() const { return stream().contains("retry: "); }
};

RequestId ask(ChatFixture &chat, const QString &text = u"question"_s)
{
    InboundMessage message;
    message.source = {u"chat"_s, {}, u"c"_s, {}, {}};
    message.messageId = QString::number(chat.control.requests.size());
    message.text = text;
    return chat.control.admit(message).request;
}

ReplyView answer(const ChatFixture &chat, const QString &text)
{
    return {ReplyView::Kind::Answer, ReplyView::State::Sent, text, {}, {}, chat.clock.wall()};
}

} // namespace

void ChatEventsTest::record(const SeenEvent &event)
{
    const QJsonObject line{{u"event"_s, QString::fromUtf8(event.name)}, {u"data"_s, event.data}};
    m_record.write(QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n');
}

void ChatEventsTest::initTestCase()
{
    rlimit files{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = files.rlim_max;
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &files), 0);
    m_record.setFileName(QStringLiteral(HOSTLINE_BUILD_DIR "/tests/chat_events.jsonl"));
    QVERIFY(m_record.open(QIODevice::WriteOnly | QIODevice::Truncate));
}

void ChatEventsTest::tellsTheLifeOfARequest()
{
    ChatFixture chat;
    chat.start();
    Reader reader(chat);
    QTRY_VERIFY(reader.isOpen());
    QVERIFY(reader.received.contains("Content-Type: text/event-stream"));
    const RequestId request = ask(chat);
    QTRY_COMPARE(reader.names(), "conversation.changed request.queued");
    chat.control.start(request);
    QTRY_VERIFY(reader.names().endsWith("request.started"));
    Q_EMIT chat.control.activityChanged(
        request, chat.control.requests.first().place, {Activity::Kind::Tool, u"ls"_s});
    chat.control.append(request, u"item"_s, 0, u"**so"_s);
    QTRY_VERIFY(reader.names().endsWith("activity answer.delta"));
    chat.control.note(request, {u"request.late"_s, u"sent at 08:00"_s, chat.clock.wall()});
    QTRY_VERIFY(reader.names().endsWith("notice"));
    static_cast<void>(chat.control.send(StopRequest{request}));
    QTRY_VERIFY(reader.names().endsWith("notice request.started"));
    QCOMPARE(
        reader.events().last().data.value("request"_L1).toObject().value("stopping"_L1).toBool(),
        true);
    chat.control.append(request, u"item"_s, 4, u" far** and"_s); // not told yet when the end comes
    chat.control.settle(request, answer(chat, u"**all**"_s));
    QTRY_VERIFY(reader.names().endsWith("request.settled"));
    const QJsonObject settled = reader.events().last().data.value("request"_L1).toObject();
    QCOMPARE(settled.value("reply"_L1).toObject().value("html"_L1).toString(),
             u"<p><strong>all</strong></p>\n"_s);
    Q_EMIT chat.control.changed({Change::Kind::ProductChanged, {}, {}});
    static_cast<void>(
        chat.control.send(DeleteConversation{chat.control.conversations.first().place}));
    chat.clock.advance(1s);
    QTRY_VERIFY(reader.names().endsWith(
        "request.settled status.changed conversation.changed")); // B6: no delta after the end
    QByteArray before;
    for (const SeenEvent &event : reader.events()) {
        QVERIFY(event.id != before);
        before = event.id;
        record(event);
    }
}

void ChatEventsTest::readsAChangedRequestOnceWhateverHappensMeanwhile()
{
    ChatFixture chat;
    chat.start();
    Reader reader(chat);
    QTRY_VERIFY(reader.isOpen());
    const RequestId request = ask(chat);
    chat.control.start(request); // before the first reading is answered
    chat.control.settle(request, answer(chat, u"done"_s));
    QTRY_VERIFY(reader.names().endsWith("request.settled"));
    QCOMPARE(reader.names(), "conversation.changed request.settled");
    QCOMPARE(chat.control.orders.size(), 2);
}

void ChatEventsTest::gathersTextAndPacesIt()
{
    ChatFixture chat;
    chat.start();
    Reader reader(chat);
    QTRY_VERIFY(reader.isOpen());
    const RequestId request = ask(chat);
    QTRY_VERIFY(reader.names().endsWith("request.queued"));
    QString text;
    for (int i = 0; i < 100; ++i) {
        const QString piece = u"%1 *字*😀 "_s.arg(i);
        chat.control.append(request, u"item"_s, text.size(), piece);
        text += piece;
        chat.clock.advance(10ms);
    }
    chat.clock.advance(EventFeed::pace);
    QString seen;
    QTRY_VERIFY(([&reader, &seen] {
                    seen.clear();
                    for (const SeenEvent &event : reader.events()) {
                        if (event.name == "answer.delta")
                            seen += event.data.value("text"_L1).toString();
                    }
                    return seen.size();
                }())
                == text.size());
    QCOMPARE(seen, text);
    const QList<SeenEvent> events = reader.events();
    QVERIFY2(events.size() >= 20 && events.size() <= 24,
             QByteArray::number(events.size()).constData()); // 1 s, one in 50 ms
    qsizetype offset = 0;
    for (const SeenEvent &event : events.sliced(2)) {
        QCOMPARE(event.data.value("offset"_L1).toInteger(), offset);
        offset += event.data.value("text"_L1).toString().size();
        QVERIFY(event.data.value("html"_L1).toString().startsWith(u"<p>0 <em>字</em>😀"_s));
        record(event);
    }
}

void ChatEventsTest::rendersLongAnswersLessOften()
{
    ChatFixture chat;
    chat.start();
    Reader reader(chat);
    QTRY_VERIFY(reader.isOpen());
    const RequestId request = ask(chat);
    QTRY_VERIFY(reader.names().endsWith("request.queued"));
    qsizetype length = 0;
    for (int i = 0; i < 100; ++i) {
        chat.control.append(request, u"item"_s, length, u"x"_s.repeated(2000));
        length += 2000;
        chat.clock.advance(EventFeed::pace);
    }
    QTRY_VERIFY(reader.events().size() >= 102);
    int rendered = 0;
    for (const SeenEvent &event : reader.events())
        rendered += event.data.contains("html"_L1) ? 1 : 0;
    QVERIFY2(rendered > 5 && rendered < 40, QByteArray::number(rendered).constData());
}

// What was told as plain text last is told as HTML once the text pauses, without more text.
void ChatEventsTest::rendersTheRestWhenTheTextPauses()
{
    ChatFixture chat;
    chat.start();
    Reader reader(chat);
    QTRY_VERIFY(reader.isOpen());
    const RequestId request = ask(chat);
    QTRY_VERIFY(reader.names().endsWith("request.queued"));
    const QString piece = u"x"_s.repeated(20'000);
    chat.control.append(request, u"item"_s, 0, piece);
    chat.clock.advance(EventFeed::pace);
    chat.control.append(request, u"item"_s, piece.size(), piece);
    QTRY_COMPARE(reader.events().size(), 4);
    QVERIFY(!reader.events().last().data.contains("html"_L1));
    chat.clock.advance(1min);
    QTRY_COMPARE(reader.events().size(), 5);
    const QJsonObject last = reader.events().last().data;
    QCOMPARE(last.value("text"_L1).toString(), QString());
    QCOMPARE(last.value("offset"_L1).toInteger(), 2 * piece.size());
    QVERIFY(last.value("html"_L1).toString().size() > 2 * piece.size());
}

void ChatEventsTest::startsAnItemAnew()
{
    ChatFixture chat;
    chat.start();
    Reader reader(chat);
    QTRY_VERIFY(reader.isOpen());
    const RequestId request = ask(chat);
    QTRY_VERIFY(reader.names().endsWith("request.queued"));
    chat.control.append(request, u"one"_s, 0, u"first"_s);
    chat.clock.advance(EventFeed::pace);
    chat.control.append(request, u"two"_s, 0, u"second"_s);
    chat.clock.advance(EventFeed::pace);
    chat.control.append(request, u"two"_s, 100, u"after a gap"_s);
    chat.clock.advance(EventFeed::pace);
    QTRY_COMPARE(reader.events().size(), 5);
    const QList<SeenEvent> events = reader.events();
    QCOMPARE(events.at(3).data.value("item"_L1).toString(), u"two"_s);
    QCOMPARE(events.at(3).data.value("offset"_L1).toInt(), 0);
    QCOMPARE(events.at(4).data.value("offset"_L1).toInt(), 100);
    QVERIFY(!events.at(4).data.contains("html"_L1)); // the beginning is not known
}

void ChatEventsTest::replaysWhatAReaderMissed()
{
    ChatFixture chat;
    chat.start();
    Reader first(chat);
    QTRY_VERIFY(first.isOpen());
    const RequestId request = ask(chat);
    QTRY_VERIFY(first.names().endsWith("request.queued"));
    const QByteArray last = first.events().last().id;
    first.abort();
    chat.control.append(request, u"item"_s, 0, u"text"_s);
    chat.control.settle(request, answer(chat, u"done"_s));
    QTRY_COMPARE(chat.control.orders.size(), 2);
    QTest::qWait(0);
    Reader second(chat, last);
    QTRY_COMPARE(second.names(), "answer.delta request.settled");
    // A reader that has seen everything gets nothing twice.
    Reader third(chat, second.events().last().id);
    QTRY_VERIFY(third.isOpen());
    Q_EMIT chat.control.changed({Change::Kind::ProductChanged, {}, {}});
    QTRY_COMPARE(third.names(), "status.changed");
}

void ChatEventsTest::resetsAReaderOfAnotherRun()
{
    ChatFixture chat;
    chat.start();
    for (const QByteArray id : {"another-run:3", "junk", "id-000001:99"}) {
        Reader reader(chat, id);
        QTRY_COMPARE(reader.names(), "reset");
        const QJsonObject line{{u"event"_s, u"reset"_s}, {u"data"_s, reader.events().first().data}};
        m_record.write(QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n');
    }
}

void ChatEventsTest::beatsWhileNothingHappens()
{
    ChatFixture chat;
    chat.start();
    Reader reader(chat);
    QTRY_VERIFY(reader.isOpen());
    chat.clock.advance(14s);
    QTest::qWait(20);
    QVERIFY(!reader.stream().contains("\n:\n"));
    chat.clock.advance(16s);
    QTRY_COMPARE(reader.stream().count("\n:\n"), 2);
}

void ChatEventsTest::saysNothingOfOtherChannels()
{
    ChatFixture chat;
    chat.start();
    Reader reader(chat);
    QTRY_VERIFY(reader.isOpen());
    const Place elsewhere{u"other"_s, {}, u"c"_s, {}};
    Q_EMIT chat.control.changed({Change::Kind::ConversationChanged, elsewhere, {}});
    Q_EMIT chat.control.textAppended(RequestId(u"x"_s), elsewhere, u"i"_s, 0, u"secret"_s);
    Q_EMIT chat.control.activityChanged(RequestId(u"x"_s), elsewhere, {});
    Q_EMIT chat.control.changed({Change::Kind::ProductChanged, {}, {}});
    QTRY_COMPARE(reader.names(), "status.changed");
}

void ChatEventsTest::dropsAReaderThatDoesNotDrainAndReplays()
{
    ChatFixture chat;
    chat.start();
    auto lazy = std::make_unique<Reader>(chat);
    QTRY_VERIFY(lazy->isOpen());
    const QByteArray last = "id-000001:0";
    QVERIFY(lazy->stream().contains(last));
    lazy->blockSignals(true); // nothing reads its socket
    lazy->setReadBufferSize(1);
    Reader eager(chat);
    QTRY_VERIFY(eager.isOpen());
    const RequestId request = ask(chat);
    QTRY_VERIFY(eager.names().endsWith("request.queued"));
    // More than the cap and every buffer of the system.
    qsizetype length = 0;
    while (length < 30'000'000) {
        chat.control.append(request, u"item"_s, length, u"x"_s.repeated(1'000'000));
        length += 1'000'000;
        chat.clock.advance(EventFeed::pace);
        const qsizetype expected = length;
        QTRY_VERIFY(eager.received.size() > expected); // it drains, and is not dropped
    }
    QElapsedTimer elapsed;
    elapsed.start();
    RawClient get(chat.port(), chat.request("GET", "/healthz"));
    QTRY_COMPARE(get.status(), 200);
    QVERIFY2(elapsed.elapsed() < 2000, QByteArray::number(elapsed.elapsed()).constData());
    lazy->blockSignals(false);
    lazy->setReadBufferSize(0);
    QTRY_VERIFY_WITH_TIMEOUT(lazy->isClosed(), 20'000);
    // It comes back: what it missed is too much by now, so it is told to fetch anew; then it follows.
    Reader back(chat, last);
    QTRY_COMPARE(back.names(), "reset");
    chat.control.settle(request, answer(chat, u"done"_s));
    QTRY_VERIFY(back.names().endsWith("request.settled"));
    QTRY_VERIFY_WITH_TIMEOUT(eager.received.contains("request.settled"), 20'000);
}

void ChatEventsTest::feedsAThousandReadersBesideAGet()
{
    ChatFixture chat;
    chat.start();
    std::vector<std::unique_ptr<Reader>> readers;
    readers.reserve(1000);
    for (int i = 0; i < 1000; ++i)
        readers.push_back(std::make_unique<Reader>(chat));
    for (const auto &reader : readers)
        QTRY_VERIFY_WITH_TIMEOUT(reader->isOpen(), 30'000);
    const RequestId request = ask(chat);
    chat.control.settle(request, answer(chat, u"done"_s));
    QElapsedTimer elapsed;
    elapsed.start();
    RawClient get(chat.port(),
                  chat.request("GET", "/api/v1/requests/" + request.toString().toUtf8()));
    QTRY_COMPARE(get.status(), 200);
    QVERIFY2(elapsed.elapsed() < 3000, QByteArray::number(elapsed.elapsed()).constData());
    for (const auto &reader : readers)
        QTRY_COMPARE_WITH_TIMEOUT(reader->names(), "conversation.changed request.settled", 30'000);
}

// Readers of events are never closed for others, so they must not take every connection that the process may have.
void ChatEventsTest::leavesConnectionsForRequests()
{
    ChatFixture chat;
    rlimit files{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &files), 0);
    const rlimit few{100, files.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
    chat.start();
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &files), 0);
    std::vector<std::unique_ptr<Reader>> readers;
    do {
        readers.push_back(std::make_unique<Reader>(chat));
        QTRY_VERIFY(readers.back()->status() != 0);
    } while (readers.back()->status() == 200 && readers.size() < 100);
    QCOMPARE(readers.back()->status(), 429);
    QVERIFY(readers.size() > 30);
    RawClient asking(chat.port(), chat.request("GET", "/api/v1/status"));
    QTRY_COMPARE(asking.status(), 200);
}

void ChatEventsTest::cleanupTestCase()
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

QTEST_GUILESS_MAIN(ChatEventsTest)
#include "tst_chat_events.moc"
