// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arguments.h"

#include <hostline/host.h>

namespace hostline::daemon {

/// One life of the daemon: starts the host, says when it takes requests, stops it in order.
class Daemon : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Daemon)
public:
    explicit Daemon(HostOptions options, QObject *parent = nullptr);

    void start();

public Q_SLOTS:
    void stop(); ///< the second time: at once, as a kill would
    void reload();

Q_SIGNALS:
    /// It takes requests: the line for standard output.
    void ready(const QByteArray &line);
    /// The end. `complaint` is empty unless something went wrong.
    void finished(hostline::daemon::ExitCode code, const QString &complaint);

private:
    enum class Phase { Starting, LookingForAddress, Serving, Stopping, Over };

    void lookForAddress();
    void takeAnswer(const QueryId &query, const Answer &answer);
    void takeStatus(const StatusView &status);
    void end(ExitCode code, const QString &complaint);

    HostOptions m_options;
    Host m_host;
    Phase m_phase = Phase::Starting;
    QueryId m_query;
    ExitCode m_code = ExitCode::Stopped;
    QString m_complaint;
};

/// The control channel's address, or why there is none. Pure.
[[nodiscard]] Result<QString> addressIn(const StatusView &status,
                                        const QStringList &controlChannels);

} // namespace hostline::daemon
