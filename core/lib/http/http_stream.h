// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/http/http_message.h"

#include <QObject>

#include <memory>

namespace hostline {

class HttpExchange;
class HttpRequest;

/**
 * An answer that is written bit by bit; made by HttpRequest::stream(). Nothing blocks: what the socket does not take waits
 * in memory, up to the cap. Deleting the stream ends it in order: what was written is still sent.
 */
class HttpStream : public QObject
{
    Q_OBJECT

public:
    enum class Closed {
        Ended, ///< end() was called and everything went out
        ByPeer, ///< the client went away, or the server was stopped
        Dropped, ///< the client did not drain and the cap was passed
        Aborted, ///< abort() or cut() was called
    };
    Q_ENUM(Closed)

    ~HttpStream() override;
    Q_DISABLE_COPY_MOVE(HttpStream)

    /** Queues bytes. @return false, and nothing is queued, when the stream is over, or is over because of this write. */
    bool write(const QByteArray &bytes);
    /** The end in order, after everything that was written. */
    void end();
    /** As end(), but the body stays unfinished: the peer reads what was written and then sees the connection break. */
    void cut();
    /** Resets the connection at once (TCP RST): what was queued is lost. For fault injection and hopeless readers. */
    void abort();

    [[nodiscard]] qint64 pendingBytes() const; ///< queued here and not yet taken by the socket
    [[nodiscard]] bool isOpen() const; ///< writes are still taken

Q_SIGNALS:
    /** Once, and never from inside a call of this class. The stream may be deleted in the slot. */
    void closed(hostline::HttpStream::Closed how);

private:
    friend class HttpExchange;
    friend class HttpRequest;
    HttpStream(std::shared_ptr<HttpExchange> exchange, HttpResponse head, qint64 capBytes);
    void finish(Closed how);

    std::shared_ptr<HttpExchange> m_exchange;
    qint64 m_capBytes;
    std::optional<Closed> m_how;
    bool m_ending = false;
    bool m_told = false;
};

} // namespace hostline
