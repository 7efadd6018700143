// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/app_server_process.h"

#include <hostline/clock.h>

#include <QSocketNotifier>

#include <memory>

namespace hostline::codex {

/// Lets a Codex that is new to a home set it up, in a process that outlives us, before one is started for us.
///
/// Observed (0.171.0): at its first start Codex builds an index of the sessions there (3.5 s for 3,000 of them). Killed in
/// that time, every later start waits 30 s for the one that died and gives up, for 15 minutes. Our app-server dies with us;
/// this does not.
class HomeInitializer : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HomeInitializer)

public:
    /// \a command as for the app-server. \a markFile says afterwards for which program and home it was done.
    HomeInitializer(codexwire::AppServerCommand command,
                    QString markFile,
                    Clock &clock,
                    QObject *parent = nullptr);
    ~HomeInitializer() override; ///< it works on

    [[nodiscard]] bool isNeeded() const;
    /// -> finished(), never from inside, also when it fails or takes too long: what is wrong Codex says itself then.
    void run();
    [[nodiscard]] bool isRunning() const { return m_running; }

Q_SIGNALS:
    void finished();

private:
    void end(bool done);
    [[nodiscard]] QByteArray mark() const;

    codexwire::AppServerCommand m_command;
    QString m_markFile;
    std::unique_ptr<Timer> m_patience;
    std::unique_ptr<QSocketNotifier> m_end;
    bool m_running = false;
};

} // namespace hostline::codex
