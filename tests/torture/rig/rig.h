// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/channel/fake_platform.h"
#include "support/provider/fake_controller.h"
#include "support/provider/fake_record.h"
#include "torture/rig/daemon_lives.h"

#include <QtCore/QTemporaryDir>

namespace hostline::torture {

/// A daemon with the fakes, and beside it what survives it: the platform that people see, the record of the host that runs
/// turns, and that host's far end. The fake channel stands in the place of the page.
class Rig
{
public:
    explicit Rig(FakePlatform::Ability ability);
    Rig(const Rig &) = delete;
    Rig &operator=(const Rig &) = delete;

private:
    QTemporaryDir m_directory;

public:
    FakePlatform platform;
    FakeController controller;
    DaemonLives daemon;

    /// Until there are `count` requests, each is settled, and no reply is owed. False: the daemon died before, or the time
    /// is up.
    [[nodiscard]] bool waitUntilSettled(int count, int milliseconds = 180'000);
    /// What the host did. Only while no daemon runs.
    [[nodiscard]] QList<FakeRecord::Turn> turns() const;
    /// For a person who looks for a fault: the store, the platform and the host. Only while no daemon runs.
    [[nodiscard]] QString state() const;

    void say(const QString &id, const QString &text, const QString &peer = QStringLiteral("peer"));
};

} // namespace hostline::torture
