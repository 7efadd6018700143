// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/line_splitter.h"
#include "lib/codexwire/transport.h"

#include <hostline/clock.h>

#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

#include <chrono>
#include <memory>

namespace hostline::codexwire {

/// How to run one app-server.
struct AppServerCommand
{
    QString program; ///< the native binary, never a launcher
    QStringList arguments;
    QProcessEnvironment environment;
    QString directory; ///< working directory
    QString
        markFile; ///< where the child's mark is kept, so that a later run can end it; empty: not kept
};

/// One `codex app-server` as a child over its standard streams.
///
/// The child dies with us, also on kill -9 (parent-death signal). Its stderr is drained; the last of it is kept for the
/// failure's detail. What it sends is cut at LineSplitter::defaultCap a line, what waits to be written at \c writeCap.
class AppServerProcess : public Transport
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AppServerProcess)

public:
    static constexpr qint64 writeCap = qint64(32) * 1024 * 1024;

    /// \a clock outlives the object.
    AppServerProcess(AppServerCommand command, Clock &clock, QObject *parent = nullptr);
    ~AppServerProcess() override;

    /// Once. Failing to start is told by closed(NotStarted).
    void start();

    /// Asks the child to end (end of input, SIGTERM) and kills it after \a grace. closed(Stopped) follows.
    void stop(std::chrono::milliseconds grace);

    [[nodiscard]] bool send(const QByteArray &line) override;

    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    /// What it said last on standard error, one line; for the log and for people.
    [[nodiscard]] QString lastWords() const;

    /// Ends the child that an earlier run of ours left behind; true if one lived. Call before start().
    static bool reap(const QString &markFile);

private:
    void readOutput();
    void readErrors();
    void onFinished(int exitCode, QProcess::ExitStatus status);
    void onError(QProcess::ProcessError error);
    void giveUp(TransportEnd end, const QString &detail);
    void close();

    AppServerCommand m_command;
    QProcess m_process;
    std::unique_ptr<Timer> m_killTimer;
    LineSplitter m_splitter;
    QByteArray m_errors; ///< the last of stderr
    TransportClosed m_reason;
    bool m_reasoned = false; ///< the reason is known before the child is gone
    bool m_closed = false;
};

} // namespace hostline::codexwire
