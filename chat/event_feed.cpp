// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/event_feed.h"

#include "lib/api/api_words.h"

#include <QJsonDocument>

#include <algorithm>

namespace hostline::chat {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype htmlStep = 8LL * 1024; // characters of text that make HTML one pace rarer
constexpr qsizetype longestWithHtml =
    128LL * 1024; // characters; of more, the reply alone is shown as HTML

QByteArrayView eventName(RequestState state)
{
    switch (state) {
    case RequestState::Queued:
    case RequestState::Waiting:
        return "request.queued";
    case RequestState::Running:
        return "request.started";
    case RequestState::Settled:
        return "request.settled";
    }
    return {};
}

} // namespace

EventFeed::EventFeed(HostControl &control,
                     Clock &clock,
                     Rendering rendering,
                     QString channel,
                     QByteArray run,
                     QObject *parent)
    : QObject(parent)
    , m_control(control)
    , m_clock(clock)
    , m_rendering(std::move(rendering))
    , m_writer({m_rendering.markdown,
                m_rendering.plain,
                [this](const RequestId &request) {
                    const auto live = m_live.constFind(request);
                    return live == m_live.constEnd() ? QDateTime() : (*live)->activityAt;
                }})
    , m_channel(std::move(channel))
    , m_ring(std::move(run), ringEvents, ringBytes)
    , m_heartbeat(clock.timer())
{
    connect(&control, &HostControl::changed, this, &EventFeed::onChanged);
    connect(&control, &HostControl::answered, this, &EventFeed::onAnswered);
    connect(&control, &HostControl::textAppended, this, &EventFeed::onText);
    connect(&control, &HostControl::activityChanged, this, &EventFeed::onActivity);
    connect(m_heartbeat.get(), &Timer::timedOut, this, &EventFeed::beat);
    m_heartbeat->start(heartbeat);
}

EventFeed::~EventFeed() = default;

void EventFeed::add(std::unique_ptr<HttpStream> stream, QByteArrayView lastEventId)
{
    HttpStream *reader = stream.get();
    connect(reader, &HttpStream::closed, this, [this, reader] {
        const auto gone = std::find_if(m_readers.begin(),
                                       m_readers.end(),
                                       [reader](const auto &each) { return each.get() == reader; });
        if (gone == m_readers.end())
            return;
        gone->release()->deleteLater(); // it is just emitting
        m_readers.erase(gone);
    });
    // What is sent again carries its own ids: a newer one before it would hide what a cut in between lost.
    reader->write("retry: 1000\n"
                  + (lastEventId.isEmpty() ? "id: " + m_ring.lastId() + '\n' : QByteArray())
                  + '\n');
    if (!lastEventId.isEmpty()) {
        if (const std::optional<QByteArrayList> missed = m_ring.since(lastEventId)) {
            for (const QByteArray &event : *missed)
                reader->write(event);
        } else {
            reader->write(eventBytes(m_ring.lastId(), "reset", "{}"));
        }
    }
    m_readers.push_back(std::move(stream));
}

void EventFeed::endAll()
{
    for (const auto &reader : m_readers)
        reader->end();
}

void EventFeed::onChanged(const Change &change)
{
    if (change.kind == Change::Kind::ProductChanged || change.kind == Change::Kind::OwnerNoticed) {
        send("status.changed", {});
        return;
    }
    if (change.place.channel != m_channel)
        return;
    switch (change.kind) {
    case Change::Kind::RequestQueued:
    case Change::Kind::RequestStarted:
    case Change::Kind::RequestWaiting:
    case Change::Kind::RequestStopping:
    case Change::Kind::RequestSettled:
        read(change.request, false);
        break;
    case Change::Kind::RequestNoticed:
        read(change.request, true);
        break;
    case Change::Kind::ConversationChanged:
        tellConversation(change.place, false);
        break;
    case Change::Kind::ConversationDeleted:
        m_live.removeIf(
            [&change](const auto &each) { return each.value()->place == change.place; });
        tellConversation(change.place, true);
        break;
    case Change::Kind::ProductChanged:
    case Change::Kind::OwnerNoticed:
        break;
    }
}

void EventFeed::read(const RequestId &request, bool noticed)
{
    const bool running = m_reading.contains(request);
    Reading &reading = m_reading[request];
    reading.noticed = reading.noticed || noticed;
    reading.changed = reading.changed || !noticed;
    reading.again = running; // the answer under way may be older than this change
    if (!running)
        m_queries.insert(m_control.send(GetRequest{request}), request);
}

void EventFeed::onAnswered(const QueryId &query, const Answer &answer)
{
    const RequestId request = m_queries.take(query);
    if (request.isNull())
        return;
    const Reading reading = m_reading.value(request);
    if (reading.again) {
        m_reading[request].again = false;
        m_queries.insert(m_control.send(GetRequest{request}), request);
        return;
    }
    m_reading.remove(request);
    if (const auto *view = std::get_if<RequestView>(&answer)) {
        tell(*view, reading);
    } else { // deleted meanwhile
        m_live.remove(request);
        m_noticesTold.remove(request);
    }
}

void EventFeed::tell(const RequestView &view, const Reading &reading)
{
    const qsizetype count = view.notices.size();
    if (reading.noticed) {
        const qsizetype told = m_noticesTold.value(view.id, std::max<qsizetype>(0, count - 1));
        for (qsizetype i = told; i < count; ++i) {
            send("notice",
                 {{u"request_id"_s, view.id.toString()},
                  {u"conversation_id"_s, view.place.peer},
                  {u"notice"_s, m_writer.notice(view.notices.at(i))}});
        }
    }
    const bool settled = view.state == RequestState::Settled;
    if (settled)
        m_noticesTold.remove(view.id);
    else
        m_noticesTold[view.id] = count;
    if (reading.changed || settled)
        send(eventName(view.state), {{u"request"_s, m_writer.request(view)}});
    if (settled)
        m_live.remove(view.id);
}

EventFeed::Live &EventFeed::liveOf(const RequestId &request, const Place &place)
{
    std::shared_ptr<Live> &live = m_live[request];
    if (!live) {
        live = std::make_shared<Live>();
        live->place = place;
        live->timer = m_clock.timer();
        connect(live->timer.get(), &Timer::timedOut, this, [this, request] {
            if (const std::shared_ptr<Live> waiting = m_live.value(request))
                tellText(request, *waiting);
        });
    }
    return *live;
}

void EventFeed::onText(const RequestId &request,
                       const Place &place,
                       const QString &item,
                       qsizetype offset,
                       const QString &text)
{
    if (place.channel != m_channel)
        return;
    Live &live = liveOf(request, place);
    const qsizetype end = live.textFrom + live.text.size();
    if (item != live.item || offset < live.textFrom || offset > end) {
        live.item = item;
        live.text = text;
        live.textFrom = offset;
        live.toldTo = offset;
        live.htmlAfter = std::chrono::milliseconds(0);
        live.htmlOwed = false;
    } else {
        live.text.truncate(offset - live.textFrom);
        live.text += text;
        live.toldTo = std::min(live.toldTo, offset);
    }
    if (!live.timer->isActive())
        tellText(request, live);
}

void EventFeed::tellText(const RequestId &request, Live &live)
{
    qsizetype end = live.text.size();
    if (end > 0 && live.text.at(end - 1).isHighSurrogate())
        --end; // its other half comes with the next piece
    const qsizetype from = live.toldTo - live.textFrom;
    const std::chrono::milliseconds now = m_clock.sinceBoot();
    if (end <= from && !live.htmlOwed)
        return;
    if (end <= from && now < live.htmlAfter) {
        live.timer->start(live.htmlAfter - now);
        return;
    }
    const QJsonObject kept{{u"request_id"_s, request.toString()},
                           {u"conversation_id"_s, live.place.peer},
                           {u"item"_s, live.item},
                           {u"offset"_s, static_cast<qint64>(live.toldTo)},
                           {u"text"_s, live.text.sliced(from, end - from)}};
    live.toldTo = live.textFrom + end;
    QJsonObject data = kept;
    live.htmlOwed = live.textFrom == 0 && end <= longestWithHtml;
    if (live.textFrom == 0 && end <= longestWithHtml && now >= live.htmlAfter) {
        data.insert("html"_L1, m_rendering.markdown(live.text.first(end)));
        live.htmlAfter = now + pace * (end / htmlStep);
        live.htmlOwed = false;
    }
    live.timer->start(pace);
    send("answer.delta", data, kept);
}

void EventFeed::onActivity(const RequestId &request, const Place &place, const Activity &activity)
{
    if (place.channel != m_channel)
        return;
    const QDateTime now = m_clock.wall();
    liveOf(request, place).activityAt = now;
    const QJsonObject seen = m_writer.activity(activity);
    QJsonObject data{{u"request_id"_s, request.toString()},
                     {u"conversation_id"_s, place.peer},
                     {u"activity"_s, seen.value("kind"_L1).toString()},
                     {u"at"_s, api::timeText(now)}};
    if (seen.contains("label"_L1))
        data.insert("label"_L1, seen.value("label"_L1).toString());
    send("activity", data);
}

void EventFeed::tellConversation(const Place &place, bool deleted)
{
    send("conversation.changed", {{u"conversation_id"_s, place.peer}, {u"deleted"_s, deleted}});
}

void EventFeed::send(QByteArrayView name, const QJsonObject &data, const QJsonObject &kept)
{
    const QByteArray id = m_ring.nextId();
    const QByteArray event =
        eventBytes(id, name, QJsonDocument(data).toJson(QJsonDocument::Compact));
    m_ring.keep(kept.isEmpty()
                    ? event
                    : eventBytes(id, name, QJsonDocument(kept).toJson(QJsonDocument::Compact)));
    for (const auto &reader : m_readers)
        reader->write(event);
}

void EventFeed::beat()
{
    for (const auto &reader : m_readers)
        reader->write(":\n\n");
    m_heartbeat->start(heartbeat);
}

} // namespace hostline::chat
