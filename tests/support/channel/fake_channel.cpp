// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "fake_channel.h"

#include "support/plugins/kill_point.h"
#include "support/wire/json_lines.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

constexpr std::chrono::milliseconds retryGap(50);

QString word(Admission::Result result)
{
    switch (result) {
    case Admission::Result::Created:
        return u"created"_s;
    case Admission::Result::Replayed:
        return u"replayed"_s;
    case Admission::Result::Conflict:
        return u"conflict"_s;
    case Admission::Result::Refused:
        return u"refused"_s;
    case Admission::Result::TryLater:
        return u"try_later"_s;
    }
    Q_UNREACHABLE();
}

DeliveryOutcome::Result resultFromWord(const QString &word)
{
    if (word == "sent"_L1)
        return DeliveryOutcome::Result::Sent;
    if (word == "not_sent"_L1)
        return DeliveryOutcome::Result::NotSent;
    if (word == "refused"_L1)
        return DeliveryOutcome::Result::Refused;
    if (word == "gone"_L1)
        return DeliveryOutcome::Result::Gone;
    return DeliveryOutcome::Result::Unknown;
}

} // namespace

FakeChannel::FakeChannel(PluginContext &context)
    : m_name(context.name())
    , m_path(context.settings().value("socket"_L1).toString())
    , m_partLength(context.settings().value("part_length"_L1).toInt())
    , m_retry(context.clock().timer())
{
    // Queued: a broken line may be noticed inside a write, and answers never come from inside the slot that asked.
    connect(
        &m_socket, &QLocalSocket::connected, this, &FakeChannel::connected, Qt::QueuedConnection);
    connect(&m_socket,
            &QLocalSocket::disconnected,
            this,
            &FakeChannel::lineBroken,
            Qt::QueuedConnection);
    connect(&m_socket,
            &QLocalSocket::errorOccurred,
            this,
            &FakeChannel::lineBroken,
            Qt::QueuedConnection);
    connect(&m_socket, &QLocalSocket::readyRead, this, [this] {
        fake::readLines(m_socket, [this](const QJsonObject &line) { take(line); });
    });
    connect(m_retry.get(), &Timer::timedOut, this, &FakeChannel::connectNow);
}

FakeChannel::~FakeChannel()
{
    m_socket.disconnect(this);
}

QList<Part> FakeChannel::plan(const Body &body, const Source &target) const
{
    if (m_partLength <= 0 || body.text.size() <= m_partLength)
        return Channel::plan(body, target);
    QList<Part> parts;
    for (qsizetype from = 0; from < body.text.size();) {
        qsizetype to = std::min(from + m_partLength, body.text.size());
        if (to < body.text.size() && body.text.at(to - 1).isHighSurrogate())
            to += to - from > 1 ? -1 : 1;
        parts << Part{.ordinal = int(parts.size()), .format = u"text"_s, .from = from, .to = to};
        from = to;
    }
    return parts;
}

void FakeChannel::start()
{
    m_wanted = true;
    if (state() == State::Stopped) {
        setState(State::Starting);
        connectNow();
    }
}

void FakeChannel::connectNow()
{
    if (m_socket.state() == QLocalSocket::UnconnectedState)
        m_socket.connectToServer(m_path);
}

void FakeChannel::connected()
{
    if (state() == State::Stopping || state() == State::Stopped)
        return;
    fake::writeLine(m_socket, {{u"type"_s, u"hello"_s}, {u"channel"_s, m_name}});
    setAddress(u"fake:"_s + m_path);
    setState(State::Ready);
}

void FakeChannel::lineBroken()
{
    if (state() == State::Stopping || state() == State::Stopped
        || m_socket.state() != QLocalSocket::UnconnectedState)
        return;
    for (const DeliveryKey &key : std::exchange(m_open, {}))
        Q_EMIT delivered({.key = key, .detail = u"the line broke"_s});
    setState(State::Unavailable,
             Failure{.kind = FailureKind::ConnectionLost,
                     .detail = u"no platform at %1"_s.arg(m_path),
                     .subject = u"start the platform"_s,
                     .until = {}});
    m_retry->start(retryGap);
}

void FakeChannel::stop()
{
    m_wanted = false;
    if (state() == State::Stopped || state() == State::Stopping)
        return;
    m_retry->stop();
    setState(State::Stopping);
    QMetaObject::invokeMethod(this, &FakeChannel::finishStop, Qt::QueuedConnection);
}

void FakeChannel::finishStop()
{
    m_socket.abort();
    for (const DeliveryKey &key : std::exchange(m_open, {}))
        Q_EMIT delivered({.key = key, .detail = u"the channel was stopped"_s});
    m_messages.clear();
    m_actions.clear();
    setState(State::Stopped);
    if (m_wanted)
        start();
}

Source FakeChannel::source(const QJsonObject &line) const
{
    return {.channel = m_name,
            .account = line.value("account"_L1).toString(),
            .peer = line.value("peer"_L1).toString(),
            .thread = line.value("thread"_L1).toString(),
            .sender = line.value("sender"_L1).toString()};
}

void FakeChannel::take(const QJsonObject &line)
{
    const QString type = line.value("type"_L1).toString();
    if (type == "message"_L1) {
        InboundMessage message;
        message.tag = ++m_lastTag;
        message.source = source(line);
        message.messageId = line.value("id"_L1).toString();
        message.replyTo = line.value("replyTo"_L1).toString();
        message.text = line.value("text"_L1).toString();
        message.sentAt =
            QDateTime::fromMSecsSinceEpoch(line.value("sentAt"_L1).toInteger(), Qt::UTC);
        m_messages.insert(message.tag, message.messageId);
        fake::killPoint("channel.message");
        Q_EMIT messageReceived(message);
    } else if (type == "action"_L1) {
        const UserAction action{.tag = ++m_lastTag,
                                .kind = UserAction::Kind::Stop,
                                .subject = line.value("subject"_L1).toString(),
                                .source = source(line)};
        m_actions.insert(action.tag, line.value("action"_L1).toString());
        Q_EMIT actionReceived(action);
    } else if (type == "gone"_L1) {
        Q_EMIT messageGone(source(line), line.value("id"_L1).toString());
    } else if (type == "outcome"_L1) {
        takeOutcome(line);
    }
}

void FakeChannel::takeOutcome(const QJsonObject &line)
{
    DeliveryOutcome outcome;
    outcome.key = DeliveryKey(line.value("key"_L1).toString());
    outcome.result = resultFromWord(line.value("result"_L1).toString());
    outcome.receipt = line.value("receipt"_L1).toString();
    outcome.detail = line.value("detail"_L1).toString();
    if (const QJsonValue wish = line.value("retryAfterMs"_L1); wish.isDouble())
        outcome.retryAfter = std::chrono::milliseconds(wish.toInteger());
    settle(outcome);
}

void FakeChannel::settle(const DeliveryOutcome &outcome)
{
    if (m_open.removeOne(outcome.key))
        Q_EMIT delivered(outcome);
}

void FakeChannel::acknowledge(const Admission &admission)
{
    const QString message = m_messages.take(admission.tag);
    if (message.isEmpty() || admission.result == Admission::Result::TryLater)
        return;
    fake::killPoint("channel.acknowledging");
    fake::writeLine(m_socket,
                    {{u"type"_s, u"acknowledge"_s},
                     {u"message"_s, message},
                     {u"result"_s, word(admission.result)},
                     {u"request"_s, admission.request.toString()}});
    if (fake::isKillPoint("channel.acknowledged"))
        dieAfterWriting();
}

void FakeChannel::dieAfterWriting()
{
    while (m_socket.bytesToWrite() > 0 && m_socket.flush()) { }
    fake::die();
}

void FakeChannel::finishAction(const ActionResult &result)
{
    const QString action = m_actions.take(result.tag);
    if (!action.isEmpty())
        fake::writeLine(m_socket,
                        {{u"type"_s, u"actionResult"_s},
                         {u"action"_s, action},
                         {u"accepted"_s, result.accepted},
                         {u"text"_s, result.text}});
}

void FakeChannel::ask(const DeliveryKey &key,
                      const QJsonObject &question,
                      DeliveryOutcome::Result whenOffline)
{
    m_open << key;
    if (state() == State::Ready && m_socket.state() == QLocalSocket::ConnectedState) {
        fake::writeLine(m_socket, question);
        return;
    }
    const DeliveryOutcome outcome{.key = key,
                                  .result = whenOffline,
                                  .receipt = {},
                                  .retryAfter = {},
                                  .detail = u"not connected"_s};
    QMetaObject::invokeMethod(
        this, [this, outcome] { settle(outcome); }, Qt::QueuedConnection);
}

void FakeChannel::deliver(const Delivery &delivery)
{
    const bool reply = delivery.purpose == DeliveryPurpose::Reply;
    if (reply)
        fake::killPoint("channel.sending");
    const Part &part = delivery.part;
    const QJsonObject send{
        {u"type"_s, u"send"_s},
        {u"key"_s, delivery.key.toString()},
        {u"request"_s, delivery.request.toString()},
        {u"purpose"_s, delivery.purpose == DeliveryPurpose::Reply ? u"reply"_s : u"notice"_s},
        {u"text"_s, delivery.body.text.sliced(part.from, part.to - part.from)},
        {u"part"_s, part.ordinal},
        {u"parts"_s, delivery.parts},
        {u"format"_s, part.format},
        {u"account"_s, delivery.target.account},
        {u"peer"_s, delivery.target.peer},
        {u"thread"_s, delivery.target.thread},
        {u"replyTo"_s, delivery.replyTo}};
    if (reply && fake::isKillPoint("channel.half")) {
        const QByteArray line = QJsonDocument(send).toJson(QJsonDocument::Compact);
        m_socket.write(line.left(line.size() / 2));
        dieAfterWriting();
    }
    ask(delivery.key, send, DeliveryOutcome::Result::NotSent);
    if (reply && fake::isKillPoint("channel.sent"))
        dieAfterWriting();
}

void FakeChannel::readBack(const Delivery &delivery)
{
    ask(delivery.key,
        {{u"type"_s, u"readBack"_s}, {u"key"_s, delivery.key.toString()}},
        DeliveryOutcome::Result::Unknown);
}

void FakeChannel::showProgress(const Progress &progress)
{
    if (state() == State::Ready)
        fake::writeLine(m_socket,
                        {{u"type"_s, u"progress"_s},
                         {u"request"_s, progress.request.toString()},
                         {u"peer"_s, progress.target.peer},
                         {u"text"_s, progress.text},
                         {u"ended"_s, progress.ended}});
}

} // namespace hostline
