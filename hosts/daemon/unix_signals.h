// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QObject>

namespace hostline::daemon {

/// Turns SIGTERM, SIGINT and SIGHUP into Qt signals. One object a process. The handlers are not inherited by the programs
/// that this one starts, and nothing is blocked for them.
class UnixSignals : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UnixSignals)
public:
    explicit UnixSignals(QObject *parent = nullptr);
    ~UnixSignals() override;

Q_SIGNALS:
    void stopAsked();
    void reloadAsked();

private:
    void readPipe();

    int m_reading = -1;
};

} // namespace hostline::daemon
