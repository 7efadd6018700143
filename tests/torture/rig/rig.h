// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/channel/fake_platform.h"
#include "support/programs/program.h"
#include "support/provider/fake_record.h"

#include <QtCore/QTemporaryDir>

#include <memory>

namespace hostline::torture {

/// What the store says of one request.
struct StoredRequest
{
    QString message; ///< the platform's id
    QString state;
    QString replyKind; ///< empty: no reply yet
    QString replyState;
    QString notice;
};

/// One data directory of `hostlined`, and beside it what survives the daemon: the platform that people see, and the record
/// of the host that runs turns. The fake channel stands in the place of the page.
class Rig
{
public:
    explicit Rig(FakePlatform::Ability ability);
    ~Rig();
    Rig(const Rig &) = delete;
    Rig &operator=(const Rig &) = delete;

    FakePlatform platform;

    /// `killAt`: a point of kill_point.h. `wrapper`: a program and its arguments that run the daemon.
    void start(const QString &killAt = {}, const QStringList &wrapper = {});
    [[nodiscard]] bool waitUntilReady();
    void kill(); ///< -9
    [[nodiscard]] bool waitUntilDead(int milliseconds = 180'000);
    [[nodiscard]] bool stopInOrder();
    /// Until there are `count` requests, each is settled, and no reply is owed. False: the daemon died before, or the time
    /// is up.
    [[nodiscard]] bool waitUntilSettled(int count, int milliseconds = 180'000);

    [[nodiscard]] QList<StoredRequest> requests() const; ///< in the order of their admission
    /// What the host did. Only while no daemon runs.
    [[nodiscard]] QList<FakeRecord::Turn> turns() const;
    [[nodiscard]] QString database() const;
    [[nodiscard]] QString log() const { return m_log; } ///< of all runs that ended
    /// For a person who looks for a fault: the store, the platform and the host. Only while no daemon runs.
    [[nodiscard]] QString state() const;

    void say(const QString &id, const QString &text, const QString &peer = QStringLiteral("peer"));

private:
    void collectLog();

    QTemporaryDir m_directory;
    QString m_log;
    qint64 m_pid = 0;
    std::unique_ptr<test::Program> m_program;
};

} // namespace hostline::torture
