// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/http/http_exchange.h"

#include "lib/http/http_stream.h"

#include <QLoggingCategory>

#include <algorithm>
#include <cstring>

#include <microhttpd.h>
#include <sys/socket.h>

namespace hostline {

Q_DECLARE_LOGGING_CATEGORY(httpLog)

namespace {

constexpr size_t streamBlock = 16UL * 1024;

void addHeaders(MHD_Response *response, const HttpHeaders &headers)
{
    for (const HttpHeader &header : headers)
        MHD_add_response_header(response, header.name.constData(), header.value.constData());
}

} // namespace

HttpExchange::HttpExchange(MHD_Connection *connection,
                           int socket,
                           QByteArray target,
                           std::function<void()> wake)
    : m_connection(connection)
    , m_socket(socket)
    , m_wake(std::move(wake))
    , m_rawTarget(std::move(target))
{ }

void HttpExchange::takeHead(HttpHead head, HttpTarget target)
{
    m_head = std::move(head);
    m_target = std::move(target);
    m_phase = Phase::Body;
}

void HttpExchange::takeBody(const char *bytes, size_t size)
{
    m_body.append(bytes, static_cast<qsizetype>(size));
}

void HttpExchange::startHandling()
{
    m_phase = Phase::Handling;
}

bool HttpExchange::queueAnswer(const std::shared_ptr<HttpExchange> &self, bool closeAfter)
{
    MHD_Response *response = nullptr;
    if (m_isStream && m_head.method != "HEAD") {
        auto *reference = new std::shared_ptr<HttpExchange>(self);
        response = MHD_create_response_from_callback(
            MHD_SIZE_UNKNOWN, streamBlock, &HttpExchange::readStream, reference, [](void *held) {
                delete static_cast<std::shared_ptr<HttpExchange> *>(held);
            });
        if (!response)
            delete reference;
    } else {
        auto *body = new QByteArray(m_response.body);
        response = MHD_create_response_from_buffer_with_free_callback_cls(
            static_cast<size_t>(body->size()),
            body->data(),
            [](void *held) { delete static_cast<QByteArray *>(held); },
            body);
        if (!response)
            delete body;
    }
    if (!response)
        return false;
    addHeaders(response, m_response.headers);
    if (closeAfter)
        MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    const bool queued =
        MHD_queue_response(m_connection, static_cast<unsigned int>(m_response.status), response)
        == MHD_YES;
    MHD_destroy_response(response);
    m_phase = Phase::Sending;
    return queued;
}

void HttpExchange::suspend()
{
    m_suspended = true;
    MHD_suspend_connection(m_connection);
}

void HttpExchange::resume()
{
    if (!m_suspended || !m_connection)
        return;
    m_suspended = false;
    MHD_resume_connection(m_connection);
    m_wake();
}

void HttpExchange::peerClosed()
{
    m_gone = true;
    if (!m_isStream)
        return;
    m_broken = true;
    resume();
}

void HttpExchange::complete(bool ok)
{
    m_phase = Phase::Over;
    m_connection = nullptr;
    m_suspended = false;
    m_gone = m_gone || !ok;
    m_chunks.clear();
    m_pending = 0;
    if (m_stream)
        m_stream->finish(ok && !m_broken ? HttpStream::Closed::Ended : HttpStream::Closed::ByPeer);
}

void HttpExchange::answer(HttpResponse response)
{
    if (m_answered) {
        qCCritical(httpLog, "a request was answered twice; the second answer is ignored");
        return;
    }
    m_answered = true;
    m_response = std::move(response);
    ready();
}

void HttpExchange::answerByStream(HttpResponse head, HttpStream *stream)
{
    if (m_answered) {
        qCCritical(httpLog, "a request was answered twice; the second answer is ignored");
        stream->finish(HttpStream::Closed::Aborted);
        return;
    }
    m_isStream = true;
    m_stream = stream;
    answer(std::move(head));
    if (m_phase == Phase::Over)
        stream->finish(HttpStream::Closed::ByPeer);
}

void HttpExchange::ready()
{
    if (m_phase != Phase::Handling)
        return;
    m_phase = Phase::Answered;
    resume();
}

void HttpExchange::leaveStream(HttpStream *stream)
{
    if (m_stream != stream)
        return;
    m_stream = nullptr;
    endStream();
}

void HttpExchange::append(const QByteArray &bytes)
{
    if (bytes.isEmpty() || !m_connection)
        return;
    m_chunks.push_back(bytes);
    m_pending += bytes.size();
    if (m_phase == Phase::Sending)
        resume();
}

void HttpExchange::endStream()
{
    m_ended = true;
    if (m_phase == Phase::Sending)
        resume();
}

void HttpExchange::cutStream()
{
    m_cut = true;
    endStream();
}

void HttpExchange::reset()
{
    m_broken = true;
    m_chunks.clear();
    m_pending = 0;
    if (!m_connection)
        return;
    // Dissolving the association is the one way to send RST while the library still holds the descriptor.
    sockaddr nowhere{};
    nowhere.sa_family = AF_UNSPEC;
    const linger atOnce{1, 0};
    ::setsockopt(m_socket, SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
    static_cast<void>(::connect(m_socket, &nowhere, sizeof nowhere));
    resume();
}

ssize_t HttpExchange::readStream(void *self, uint64_t position, char *buffer, size_t size)
{
    Q_UNUSED(position)
    HttpExchange &exchange = **static_cast<std::shared_ptr<HttpExchange> *>(self);
    if (exchange.m_broken)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    size_t filled = 0;
    while (filled < size && !exchange.m_chunks.empty()) {
        const QByteArray &chunk = exchange.m_chunks.front();
        const auto part =
            std::min(static_cast<size_t>(chunk.size() - exchange.m_offset), size - filled);
        std::memcpy(buffer + filled, chunk.constData() + exchange.m_offset, part);
        filled += part;
        exchange.m_offset += static_cast<qsizetype>(part);
        if (exchange.m_offset == chunk.size()) {
            exchange.m_chunks.pop_front();
            exchange.m_offset = 0;
        }
    }
    exchange.m_pending -= static_cast<qint64>(filled);
    if (filled > 0)
        return static_cast<ssize_t>(filled);
    if (exchange.m_ended)
        return exchange.m_cut ? MHD_CONTENT_READER_END_WITH_ERROR
                              : MHD_CONTENT_READER_END_OF_STREAM;
    exchange.suspend();
    return 0;
}

} // namespace hostline
