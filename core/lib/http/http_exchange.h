// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/http/http_message.h"

#include <deque>
#include <functional>
#include <memory>

#include <sys/types.h>

struct MHD_Connection;

namespace hostline {

class HttpStream;

/**
 * One request and its answer, between the library's callbacks and HttpRequest/HttpStream. Internal to lib/http. Shared by
 * both sides; the connection is known only until the library says that the request is complete.
 */
class HttpExchange
{
public:
    enum class Phase {
        Head, ///< the head is coming
        Body, ///< the head is good, the body is coming
        Handling, ///< handed over, no answer yet
        Answered, ///< the answer is known, the library does not have it yet
        Sending, ///< the library has the answer
        Over, ///< complete, or the connection is gone
    };

    /** @param wake runs the library soon: it does not notice a resumed connection by itself */
    HttpExchange(MHD_Connection *connection,
                 int socket,
                 QByteArray target,
                 std::function<void()> wake);
    Q_DISABLE_COPY_MOVE(HttpExchange)
    ~HttpExchange() = default;

    // The server's side
    [[nodiscard]] Phase phase() const { return m_phase; }
    void takeHead(HttpHead head, HttpTarget target);
    void takeBody(const char *bytes, size_t size);
    void startHandling();
    /** Gives the answer to the library; false when it does not take it. */
    bool queueAnswer(const std::shared_ptr<HttpExchange> &self, bool closeAfter);
    /** Parks the connection until there is something to do. */
    void suspend();
    void resume();
    /** The peer closed while the connection was parked. */
    void peerClosed();
    /** The request is complete (@p ok) or its connection is gone. */
    void complete(bool ok);

    // The handler's side
    [[nodiscard]] const HttpHead &head() const { return m_head; }
    [[nodiscard]] const QByteArray &rawTarget() const { return m_rawTarget; }
    [[nodiscard]] const HttpTarget &target() const { return m_target; }
    [[nodiscard]] const QByteArray &body() const { return m_body; }
    [[nodiscard]] bool isAnswered() const { return m_answered; }
    [[nodiscard]] bool isGone() const { return m_gone; }
    [[nodiscard]] bool isStream() const { return m_isStream; }
    void answer(HttpResponse response);
    void answerByStream(HttpResponse head, HttpStream *stream);
    void leaveStream(HttpStream *stream);
    void append(const QByteArray &bytes);
    void endStream();
    void cutStream();
    void reset();
    [[nodiscard]] qint64 pendingBytes() const { return m_pending; }

private:
    static ssize_t readStream(void *self, uint64_t position, char *buffer, size_t size);
    void ready();

    MHD_Connection *m_connection;
    int m_socket;
    std::function<void()> m_wake;
    QByteArray m_rawTarget;
    HttpHead m_head;
    HttpTarget m_target;
    QByteArray m_body;
    Phase m_phase = Phase::Head;
    bool m_suspended = false;
    bool m_answered = false;
    bool m_gone = false;
    HttpResponse m_response;
    // Streams
    HttpStream *m_stream = nullptr;
    bool m_isStream = false;
    bool m_ended = false;
    bool m_cut = false;
    bool m_broken = false;
    std::deque<QByteArray> m_chunks; // shared with the other readers of the same event
    qsizetype m_offset = 0; // into the first chunk
    qint64 m_pending = 0;
};

} // namespace hostline
