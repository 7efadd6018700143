// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/programs/program.h"

#include <QtCore/QHash>
#include <QtCore/QList>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <memory>

namespace hostline::torture {

/// What the store says of one request.
struct StoredRequest
{
    QString message; ///< the channel's id
    QString state;
    QString replyKind; ///< empty: no reply yet
    QString replyState;
    QString notice;
};

/// `hostlined` on one data directory, one life after the other. Waits in the event loop, and generously: a busy machine is no fault.
class DaemonLives
{
public:
    /// The data lie in `directory`/data, the settings in `directory`/hostline.toml. `more`: further arguments.
    explicit DaemonLives(QString directory, QStringList more = {});
    ~DaemonLives();
    DaemonLives(const DaemonLives &) = delete;
    DaemonLives &operator=(const DaemonLives &) = delete;

    void writeSettings(const QString &toml);
    void setEnvironment(const QString &name, const QString &value); ///< of the lives to come

    /// `killAt`: a point of kill_point.h. `wrapper`: a program and its arguments that run the daemon.
    void start(const QString &killAt = {}, const QStringList &wrapper = {});
    [[nodiscard]] bool waitUntilReady();
    [[nodiscard]] bool isRunning() const { return m_program && m_program->isRunning(); }
    [[nodiscard]] qint64 pid() const { return m_pid; } ///< of the life that is ready; else 0
    [[nodiscard]] QString address() const { return m_address; } ///< the page's
    void kill(); ///< -9
    [[nodiscard]] bool waitUntilDead(int milliseconds = 180'000);
    [[nodiscard]] bool stopInOrder();

    [[nodiscard]] QString data() const;
    [[nodiscard]] QString database() const;
    [[nodiscard]] QList<StoredRequest> requests() const; ///< in the order of their admission
    [[nodiscard]] QString log() const { return m_log; } ///< of all lives that ended

private:
    void collectLog();

    QString m_directory;
    QStringList m_more;
    QHash<QString, QString> m_environment;
    QString m_log;
    QString m_address;
    qint64 m_pid = 0;
    std::unique_ptr<test::Program> m_program;
};

} // namespace hostline::torture
