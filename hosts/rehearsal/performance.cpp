// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "performance.h"

namespace hostline::rehearsal {

namespace {

// The largest answer is 32 million characters, twice in its events.
constexpr qint64 streamCap = 512LL * 1024 * 1024;

} // namespace

Performance::Performance(HttpRequestPtr request, Answer answer, QObject *parent)
    : QObject(parent)
    , m_request(std::move(request))
    , m_answer(std::move(answer))
{
    m_pause.setSingleShot(true);
    m_pause.setTimerType(Qt::PreciseTimer);
    connect(&m_pause, &QTimer::timeout, this, &Performance::playNext);
}

void Performance::start()
{
    if (m_answer.status == 200 && !m_answer.chunks.isEmpty()) {
        HttpHeaders headers{{"Content-Type", m_answer.contentType}, {"Cache-Control", "no-store"}};
        for (const auto &[name, value] : m_answer.headers)
            headers.append({name, value});
        m_stream = m_request->stream(200, headers, streamCap);
        connect(m_stream.get(), &HttpStream::closed, this, &Performance::finish);
    }
    approachNext();
}

void Performance::release()
{
    if (!m_held)
        return;
    m_held = false;
    Q_EMIT heldChanged();
    m_pause.start(m_answer.chunks.at(m_next).after);
}

bool Performance::isDeserted() const
{
    return m_request->clientGone();
}

void Performance::approachNext()
{
    // Without a pause at once, so that an answer in many pieces costs no timer each.
    while (m_next < m_answer.chunks.size()) {
        const auto &chunk = m_answer.chunks.at(m_next);
        if (chunk.hold) {
            m_held = true;
            Q_EMIT heldChanged();
            return;
        }
        if (chunk.after > std::chrono::milliseconds::zero()) {
            m_pause.start(chunk.after);
            return;
        }
        if (!m_stream)
            break;
        m_stream->write(chunk.bytes);
        ++m_next;
    }
    end();
}

void Performance::playNext()
{
    if (m_stream)
        m_stream->write(m_answer.chunks.at(m_next++).bytes);
    else
        m_next = m_answer.chunks.size();
    approachNext();
}

void Performance::end()
{
    if (m_answer.ending == Ending::Silence)
        return;
    if (m_stream) {
        if (m_answer.ending == Ending::Drop)
            m_stream->abort();
        else
            m_stream->end();
        return; // closed() tells the end
    }
    HttpHeaders headers{{"Content-Type", m_answer.contentType}};
    for (const auto &[name, value] : m_answer.headers)
        headers.append({name, value});
    m_request->respond({m_answer.status, headers, m_answer.body()});
    QMetaObject::invokeMethod(this, &Performance::finish, Qt::QueuedConnection);
}

void Performance::finish()
{
    if (m_finished)
        return;
    m_finished = true;
    m_pause.stop();
    if (std::exchange(m_held, false))
        Q_EMIT heldChanged();
    Q_EMIT finished();
}

} // namespace hostline::rehearsal
