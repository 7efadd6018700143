// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "fake_platform.h"

#include "support/wire/json_lines.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hostline {

FakePlatform::FakePlatform(Ability ability, QObject *parent)
    : QObject(parent)
    , m_ability(ability)
{
    connect(&m_server, &QLocalServer::newConnection, this, &FakePlatform::welcome);
}

FakePlatform::~FakePlatform()
{
    close();
}

bool FakePlatform::listen(const QString &path)
{
    QLocalServer::removeServer(path);
    return m_server.listen(path);
}

void FakePlatform::close()
{
    m_server.close();
    breakLine();
}

void FakePlatform::welcome()
{
    while (QLocalSocket *socket = m_server.nextPendingConnection()) {
        breakLine();
        m_channel = socket;
        ++m_connections;
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
            fake::readLines(*socket, [this](const QJsonObject &line) { take(line); });
        });
        connect(socket, &QLocalSocket::disconnected, this, [this, socket] {
            if (m_channel == socket) {
                m_channel = nullptr;
                m_greeted = false;
            }
            socket->deleteLater();
            Q_EMIT changed();
        });
        Q_EMIT changed();
    }
}

void FakePlatform::breakLine()
{
    m_greeted = false;
    if (QLocalSocket *socket = std::exchange(m_channel, nullptr)) {
        socket->disconnect(this);
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        socket->disconnectFromServer();
        Q_EMIT changed();
    }
}

void FakePlatform::write(const QJsonObject &line)
{
    if (m_channel)
        fake::writeLine(*m_channel, line);
}

void FakePlatform::writeMessage(const Message &message)
{
    const QDateTime sentAt =
        message.sentAt.isValid() ? message.sentAt : QDateTime::currentDateTimeUtc();
    write({{u"type"_s, u"message"_s},
           {u"id"_s, message.id},
           {u"account"_s, message.account},
           {u"peer"_s, message.peer},
           {u"thread"_s, message.thread},
           {u"sender"_s, message.sender},
           {u"text"_s, message.text},
           {u"replyTo"_s, message.replyTo},
           {u"sentAt"_s, sentAt.toMSecsSinceEpoch()}});
}

void FakePlatform::say(const Message &message)
{
    Message said = message;
    if (!said.sentAt.isValid())
        said.sentAt = QDateTime::currentDateTimeUtc();
    m_messages << said;
    m_open << said.id;
    if (m_greeted)
        writeMessage(said);
}

void FakePlatform::redeliver(const QString &id)
{
    for (const Message &message : std::as_const(m_messages)) {
        if (message.id == id)
            writeMessage(message);
    }
}

void FakePlatform::press(const QString &action,
                         const QString &kind,
                         const QString &subject,
                         const Message &where)
{
    write({{u"type"_s, u"action"_s},
           {u"action"_s, action},
           {u"kind"_s, kind},
           {u"subject"_s, subject},
           {u"account"_s, where.account},
           {u"peer"_s, where.peer},
           {u"thread"_s, where.thread},
           {u"sender"_s, where.sender}});
}

void FakePlatform::recall(const QString &id)
{
    for (const Message &message : std::as_const(m_messages)) {
        if (message.id == id)
            write({{u"type"_s, u"gone"_s},
                   {u"id"_s, id},
                   {u"account"_s, message.account},
                   {u"peer"_s, message.peer},
                   {u"thread"_s, message.thread}});
    }
}

void FakePlatform::take(const QJsonObject &line)
{
    const QString type = line.value("type"_L1).toString();
    if (type == "hello"_L1) {
        m_greeted = true;
        for (const Message &message : std::as_const(m_messages)) {
            if (m_open.contains(message.id))
                writeMessage(message);
        }
    } else if (type == "acknowledge"_L1) {
        const QString id = line.value("message"_L1).toString();
        m_open.removeAll(id);
        m_acknowledgements << Acknowledgement{
            id, line.value("result"_L1).toString(), line.value("request"_L1).toString()};
    } else if (type == "send"_L1) {
        takeSend(line);
    } else if (type == "readBack"_L1) {
        takeReadBack(line);
    } else if (type == "progress"_L1) {
        m_progress << Progress{line.value("request"_L1).toString(),
                               line.value("text"_L1).toString(),
                               line.value("ended"_L1).toBool()};
    } else if (type == "actionResult"_L1) {
        m_actionResults.insert(line.value("action"_L1).toString(),
                               line.value("accepted"_L1).toBool());
    }
    Q_EMIT changed();
}

void FakePlatform::takeSend(const QJsonObject &send)
{
    ++m_sends;
    const QString key = send.value("key"_L1).toString();
    switch (m_fates.isEmpty() ? Fate::Sent : m_fates.takeFirst()) {
    case Fate::Sent:
        answer(key, u"sent"_s, show(send));
        return;
    case Fate::LostAnswer:
        show(send);
        breakLine();
        return;
    case Fate::LostSend:
        breakLine();
        return;
    case Fate::NotSent:
        answer(key, u"not_sent"_s);
        return;
    case Fate::Refused:
        answer(key, u"refused"_s);
        return;
    case Fate::Gone:
        answer(key, u"gone"_s);
        return;
    case Fate::HoldAnswer:
        show(send);
        m_held << Held{send, true};
        return;
    case Fate::HoldSend:
        m_held << Held{send, false};
        return;
    }
    Q_UNREACHABLE();
}

void FakePlatform::takeReadBack(const QJsonObject &question)
{
    ++m_readBacks;
    const QString key = question.value("key"_L1).toString();
    if (m_ability != Ability::CanBeReadBack || m_readBackBroken)
        answer(key, u"unknown"_s);
    else if (const Shown *shown = find(key))
        answer(key, u"sent"_s, shown->receipt);
    else
        answer(key, u"not_sent"_s);
}

void FakePlatform::release()
{
    for (const Held &held : std::exchange(m_held, {})) {
        const QString key = held.send.value("key"_L1).toString();
        const Shown *shown = held.isShown ? find(key) : nullptr;
        answer(key, u"sent"_s, shown ? shown->receipt : show(held.send));
    }
    Q_EMIT changed();
}

const FakePlatform::Shown *FakePlatform::find(const QString &key) const
{
    const auto it = std::find_if(
        m_shown.begin(), m_shown.end(), [&key](const Shown &shown) { return shown.key == key; });
    return it == m_shown.end() ? nullptr : &*it;
}

QString FakePlatform::show(const QJsonObject &send)
{
    const QString key = send.value("key"_L1).toString();
    if (m_ability == Ability::HonoursKeys) {
        if (const Shown *shown = find(key))
            return shown->receipt;
    }
    Shown shown;
    shown.receipt = u"platform-%1"_s.arg(m_shown.size() + 1);
    shown.key = key;
    shown.request = send.value("request"_L1).toString();
    shown.purpose = send.value("purpose"_L1).toString();
    shown.text = send.value("text"_L1).toString();
    shown.peer = send.value("peer"_L1).toString();
    shown.thread = send.value("thread"_L1).toString();
    shown.replyTo = send.value("replyTo"_L1).toString();
    shown.part = send.value("part"_L1).toInt();
    shown.parts = send.value("parts"_L1).toInt(1);
    m_shown << shown;
    return shown.receipt;
}

QList<FakePlatform::Shown> FakePlatform::shown(const QString &request, const QString &purpose) const
{
    QList<Shown> found;
    std::copy_if(
        m_shown.begin(), m_shown.end(), std::back_inserter(found), [&](const Shown &shown) {
            return shown.request == request && shown.purpose == purpose;
        });
    return found;
}

void FakePlatform::answer(const QString &key, const QString &result, const QString &receipt)
{
    QJsonObject line{
        {u"type"_s, u"outcome"_s}, {u"key"_s, key}, {u"result"_s, result}, {u"receipt"_s, receipt}};
    if (result == "not_sent"_L1 && m_retryAfter)
        line.insert(u"retryAfterMs"_s, qint64(m_retryAfter->count()));
    write(line);
}

} // namespace hostline
