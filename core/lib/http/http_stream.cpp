// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/http/http_stream.h"

#include "lib/http/http_exchange.h"

#include <utility>

namespace hostline {

HttpStream::HttpStream(std::shared_ptr<HttpExchange> exchange, HttpResponse head, qint64 capBytes)
    : m_exchange(std::move(exchange))
    , m_capBytes(capBytes)
{
    m_exchange->answerByStream(std::move(head), this);
}

HttpStream::~HttpStream()
{
    m_exchange->leaveStream(this);
}

bool HttpStream::write(const QByteArray &bytes)
{
    if (!isOpen())
        return false;
    if (m_exchange->pendingBytes() + bytes.size() > m_capBytes) {
        m_how = Closed::Dropped;
        m_exchange->reset();
        return false;
    }
    m_exchange->append(bytes);
    return true;
}

void HttpStream::end()
{
    if (!isOpen())
        return;
    m_ending = true;
    m_exchange->endStream();
}

void HttpStream::cut()
{
    if (!isOpen())
        return;
    m_ending = true;
    m_how = Closed::Aborted;
    m_exchange->cutStream();
}

void HttpStream::abort()
{
    if (m_how == Closed::Dropped || m_told)
        return;
    m_how = Closed::Aborted;
    m_exchange->reset();
}

qint64 HttpStream::pendingBytes() const
{
    return m_exchange->pendingBytes();
}

bool HttpStream::isOpen() const
{
    return !m_ending && !m_how && !m_told;
}

void HttpStream::finish(Closed how)
{
    if (m_told)
        return;
    m_told = true;
    if (!m_how)
        m_how = how;
    QMetaObject::invokeMethod(
        this, [this] { Q_EMIT closed(*m_how); }, Qt::QueuedConnection);
}

} // namespace hostline
