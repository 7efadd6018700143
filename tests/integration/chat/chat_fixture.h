// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "chat/chat_channel.h"
#include "support/clock/manual_clock.h"
#include "support/control/fake_context.h"
#include "support/control/fake_control.h"
#include "unit/http/raw_client.h"

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>

#include <memory>

namespace hostline::chat {

/// A Chat channel over a host of a few lists, on a clock that stands still.
struct ChatFixture
{
    ChatFixture()
        : control(clock, QStringLiteral("chat"))
        , context(clock, &control, directory.path())
        , channel(std::make_unique<ChatChannel>(context))
    {
        QObject::connect(channel.get(),
                         &Channel::messageReceived,
                         &control,
                         [this](const InboundMessage &message) {
                             received.append(message);
                             if (!acknowledges)
                                 return;
                             const Admission admission = answer ? *answer : control.admit(message);
                             QMetaObject::invokeMethod(
                                 &control,
                                 [this, admission, tag = message.tag] {
                                     Admission tagged = admission;
                                     tagged.tag = tag;
                                     channel->acknowledge(tagged);
                                 },
                                 Qt::QueuedConnection);
                         });
    }

    void start()
    {
        channel->start();
        clock.advance(std::chrono::milliseconds(1));
    }

    [[nodiscard]] quint16 port() const
    {
        return static_cast<quint16>(channel->address().section(u':', -1).toInt());
    }
    [[nodiscard]] QByteArray token() const
    {
        QFile file(directory.filePath(QStringLiteral("chat.token")));
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
    }

    /// The bytes of a request as the own page or the CLI sends it.
    [[nodiscard]] QByteArray request(const QByteArray &method,
                                     const QByteArray &target,
                                     const QByteArray &body = {},
                                     const QByteArray &more = {}) const
    {
        QByteArray bytes = method + ' ' + target + " HTTP/1.1\r\nHost: 127.0.0.1:"
            + QByteArray::number(port()) + "\r\nAuthorization: Bearer " + token() + "\r\n" + more;
        if (!body.isEmpty())
            bytes += "Content-Type: application/json\r\nContent-Length: "
                + QByteArray::number(body.size()) + "\r\n";
        return bytes + "\r\n" + body;
    }

    QTemporaryDir directory;
    ManualClock clock;
    FakeControl control;
    FakeContext context;
    std::unique_ptr<ChatChannel> channel;
    QList<InboundMessage> received;
    bool acknowledges = true;
    std::optional<Admission> answer; ///< instead of the fake's own
};

inline QJsonObject json(const QByteArray &bytes)
{
    return QJsonDocument::fromJson(bytes).object();
}

} // namespace hostline::chat
