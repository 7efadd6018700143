// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/rig/http.h"

#include <QtCore/QProcess>
#include <QtCore/QStringList>

#include <functional>

namespace hostline::bench {

/// The provider of the tests as the only one: no child, no model. `remembers`: its host keeps what it was asked, as a host
/// does; without, the daemon's memory is the daemon's own.
[[nodiscard]] QString fakeProvider(bool remembers);

/// A `hostlined` of this build, in a folder of its own.
class Daemon
{
public:
    /// `folder` exists; `settings`: the lines of the settings file after the language.
    Daemon(const QString &folder, const QString &settings);
    ~Daemon();
    Daemon(const Daemon &) = delete;
    Daemon &operator=(const Daemon &) = delete;

    /// Waits for the line that says it is ready; ends the program when none comes. `wrapper` runs the daemon.
    void start(const QStringList &wrapper = {});
    void stop(); ///< in order; waits
    void setEnvironment(const QString &name, const QString &value);

    [[nodiscard]] const Address &address() const { return m_address; }
    [[nodiscard]] double startMs() const { return m_startMs; } ///< until that line
    [[nodiscard]] QString data() const { return m_folder + QStringLiteral("/data"); }
    [[nodiscard]] QString database() const { return data() + QStringLiteral("/hostline.sqlite"); }
    /// "VmRSS", "RssAnon", "VmHWM": of /proc/PID/status, in KB.
    [[nodiscard]] double memory(const QByteArray &what) const;

private:
    QString m_folder;
    QProcess m_process;
    qint64 m_pid = 0;
    Address m_address;
    double m_startMs = 0;
};

/// Asks, and waits for the reply's event. Ends the program when the reply is no answer.
class Talk
{
public:
    explicit Talk(const Address &address);

    struct Times
    {
        double asked = 0; ///< before the first byte of the request is written
        double accepted = 0;
        double settled = 0; ///< the event with the reply was read
    };
    /// `meanwhile` is called once the question is accepted.
    Times ask(const QByteArray &conversation,
              const QString &text,
              const std::function<void()> &meanwhile = {});

private:
    Connection m_connection;
    EventReader m_events;
    int m_count = 0;
};

} // namespace hostline::bench
