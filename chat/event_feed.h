// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/event_ring.h"
#include "lib/api/api_writer.h"
#include "lib/http/http_stream.h"

#include <hostline/clock.h>

#include <QHash>
#include <QObject>

#include <memory>
#include <vector>

namespace hostline::chat {

/// Tells every reader of the events what HostControl tells us (I2, I5): reads a changed request again and says how it is
/// now, puts the text of running answers together, keeps what came last for readers that come back, and sends a heartbeat.
///
/// The state of a request decides the event's name, so a reader sees the newest state and may miss one in between; nothing
/// of a request comes after its request.settled. Of the places of other channels it says nothing.
class EventFeed final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventFeed)

public:
    static constexpr std::chrono::milliseconds heartbeat = std::chrono::seconds(15);
    static constexpr std::chrono::milliseconds pace =
        std::chrono::milliseconds(50); ///< between two deltas of one request
    static constexpr qsizetype ringBytes = 1024LL * 1024;
    static constexpr qsizetype ringEvents = 4096;
    /// What may wait for one reader (its bytes are shared by all): more than the ring, so that a replay never drops its
    /// reader, and more than the largest reply with its HTML.
    static constexpr qint64 readerCap = 8LL * 1024 * 1024;

    struct Rendering
    {
        std::function<QString(const QString &)> markdown;
        std::function<QString(const QString &)> plain;
    };

    EventFeed(HostControl &control,
              Clock &clock,
              Rendering rendering,
              QString channel,
              QByteArray run,
              QObject *parent = nullptr);
    ~EventFeed() override;

    /// Takes a reader; sends it the current id and what it missed after `lastEventId`, or a reset.
    void add(std::unique_ptr<HttpStream> stream, QByteArrayView lastEventId);
    /// Ends every reader in order.
    void endAll();

    [[nodiscard]] qsizetype readers() const { return static_cast<qsizetype>(m_readers.size()); }
    [[nodiscard]] const ApiWriter &writer() const { return m_writer; }

private:
    /// What is known of a request that is not settled.
    struct Live
    {
        Place place;
        QString item;
        QString text; ///< of the item, from textFrom on
        qsizetype textFrom = 0; ///< over 0 when the beginning was missed: no HTML then
        qsizetype toldTo = 0;
        std::chrono::milliseconds htmlAfter{
            0}; ///< since boot: the cost of HTML grows with the text, its rate falls
        bool htmlOwed = false; ///< the newest text was told without
        QDateTime activityAt;
        std::unique_ptr<Timer> timer;
    };
    struct Reading
    {
        bool again = false;
        bool noticed = false; ///< a side message is new
        bool changed = false; ///< anything else
    };

    void onChanged(const Change &change);
    void onAnswered(const QueryId &query, const Answer &answer);
    void onText(const RequestId &request,
                const Place &place,
                const QString &item,
                qsizetype offset,
                const QString &text);
    void onActivity(const RequestId &request, const Place &place, const Activity &activity);
    void read(const RequestId &request, bool noticed);
    void tell(const RequestView &view, const Reading &reading);
    void tellText(const RequestId &request, Live &live);
    void tellConversation(const Place &place, bool deleted);
    Live &liveOf(const RequestId &request, const Place &place);
    /// @param kept what is kept for readers that come back; empty: the same
    void send(QByteArrayView name, const QJsonObject &data, const QJsonObject &kept = {});
    void beat();

    HostControl &m_control;
    Clock &m_clock;
    Rendering m_rendering;
    ApiWriter m_writer;
    QString m_channel;
    EventRing m_ring;
    std::unique_ptr<Timer> m_heartbeat;
    std::vector<std::unique_ptr<HttpStream>> m_readers;
    QHash<QueryId, RequestId> m_queries;
    QHash<RequestId, Reading> m_reading;
    QHash<RequestId, qsizetype> m_noticesTold;
    QHash<RequestId, std::shared_ptr<Live>> m_live;
};

} // namespace hostline::chat
