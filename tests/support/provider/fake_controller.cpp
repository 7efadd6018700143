// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "fake_controller.h"

#include "support/wire/json_lines.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hostline {

FakeController::FakeController(QObject *parent)
    : QObject(parent)
{
    connect(&m_server, &QLocalServer::newConnection, this, &FakeController::welcome);
}

FakeController::~FakeController()
{
    if (m_provider)
        m_provider->disconnect(this);
}

bool FakeController::listen(const QString &path)
{
    QLocalServer::removeServer(path);
    return m_server.listen(path);
}

void FakeController::welcome()
{
    while (QLocalSocket *socket = m_server.nextPendingConnection()) {
        m_provider = socket; // the newest is the living one
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
            fake::readLines(*socket, [this](const QJsonObject &line) {
                const QString what = line.value("event"_L1).toString();
                const QString turn = line.value("turn"_L1).toString();
                if (what == "turn"_L1)
                    m_turns << Turn{
                        turn, line.value("native"_L1).toString(), line.value("text"_L1).toString()};
                m_events << Event{what,
                                  what == "thread"_L1 ? line.value("binding"_L1).toString() : turn,
                                  what == "thread"_L1 ? line.value("native"_L1).toString()
                                                      : line.value("status"_L1).toString()};
                Q_EMIT changed();
            });
        });
        connect(socket, &QLocalSocket::disconnected, this, [this, socket] {
            if (m_provider == socket)
                m_provider = nullptr;
            socket->deleteLater();
            Q_EMIT changed();
        });
        Q_EMIT changed();
    }
}

void FakeController::write(const QJsonObject &line)
{
    if (m_provider)
        fake::writeLine(*m_provider, line);
}

void FakeController::release(const QString &turn)
{
    write({{u"do"_s, u"release"_s}, {u"turn"_s, turn}});
}

void FakeController::say(const QString &turn, const QString &text)
{
    write({{u"do"_s, u"say"_s}, {u"turn"_s, turn}, {u"text"_s, text}});
}

void FakeController::crash()
{
    write({{u"do"_s, u"crash"_s}});
}

void FakeController::recover()
{
    write({{u"do"_s, u"recover"_s}});
}

void FakeController::setComesUp(bool on)
{
    write({{u"do"_s, u"comesUp"_s}, {u"on"_s, on}});
}

void FakeController::lose(const QString &native)
{
    write({{u"do"_s, u"lose"_s}, {u"native"_s, native}});
}

void FakeController::setBusy(const QString &native, const QString &holder)
{
    write({{u"do"_s, u"busy"_s}, {u"native"_s, native}, {u"holder"_s, holder}});
}

void FakeController::setReadable(bool on)
{
    write({{u"do"_s, u"readable"_s}, {u"on"_s, on}});
}

int FakeController::count(const QString &what) const
{
    return int(std::count_if(m_events.begin(), m_events.end(), [&what](const Event &event) {
        return event.what == what;
    }));
}

} // namespace hostline
