// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QList>
#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtNetwork/QLocalServer>
#include <QtNetwork/QLocalSocket>

namespace hostline {

/// The far end of the fake provider plugin, in the test's process: it sees what the provider is asked and plays the
/// host's side. It survives kill -9 of the program under test; the provider of the next run connects to it again.
///
/// Wire: JSON lines over a local socket; the provider connects when it is started.
///   provider -> controller
///     {event: "thread", binding, native, resumed}   openThread was asked (native empty: a new one)
///     {event: "turn", turn, native, text}           the host accepted a turn
///     {event: "finished", turn, status}             its end was told to the core
///     {event: "interrupt", turn} {event: "end", turn} {event: "recorded", turn}
///   controller -> provider
///     {do: "release", turn}  {do: "say", turn, text}  {do: "crash"}  {do: "recover"}  {do: "comesUp", on}
///     {do: "lose", native}  {do: "busy", native, holder}  {do: "readable", on}
class FakeController : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FakeController)
public:
    struct Turn
    {
        QString id;
        QString native;
        QString text;
    };
    struct Event
    {
        QString what; ///< "thread", "turn", "finished", "interrupt", "end", "recorded"
        QString subject; ///< turn or binding
        QString detail; ///< finished: the status; thread: the native thread asked for
    };

    explicit FakeController(QObject *parent = nullptr);
    ~FakeController() override;

    bool listen(const QString &path);
    [[nodiscard]] bool isConnected() const { return m_provider != nullptr; }

    void release(const QString &turn);
    void say(const QString &turn, const QString &text);
    void crash();
    void recover();
    void setComesUp(bool on);
    void lose(const QString &native);
    void setBusy(const QString &native, const QString &holder); ///< empty holder: free
    void setReadable(bool on);

    [[nodiscard]] const QList<Turn> &turns() const
    {
        return m_turns;
    } ///< every turn that the host accepted, all runs
    [[nodiscard]] const QList<Event> &events() const { return m_events; }
    [[nodiscard]] int count(const QString &what) const;

Q_SIGNALS:
    void changed();

private:
    void welcome();
    void write(const QJsonObject &line);

    QLocalServer m_server;
    QLocalSocket *m_provider = nullptr;
    QList<Turn> m_turns;
    QList<Event> m_events;
};

} // namespace hostline
