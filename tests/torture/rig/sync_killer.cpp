// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/rig/sync_killer.h"

#include <QtCore/QStandardPaths>
#include <QtTest/QTest>

using namespace Qt::StringLiterals;

namespace hostline::torture {

bool SyncKiller::attach(qint64 pid, const QString &call, int passing)
{
    const QString strace = QStandardPaths::findExecutable(u"strace"_s);
    if (strace.isEmpty()) {
        m_problem = u"there is no strace; ./check installs it"_s;
        return false;
    }
    m_strace = std::make_unique<test::Program>(
        strace,
        QStringList{u"-f"_s,
                    u"-e"_s,
                    u"trace="_s + call,
                    u"-e"_s,
                    u"signal=none"_s,
                    u"-e"_s,
                    u"inject=%1:signal=SIGKILL:when=%2"_s.arg(call, QString::number(passing)),
                    u"-o"_s,
                    u"/dev/null"_s,
                    u"-p"_s,
                    QString::number(pid)});
    m_strace->start();
    const auto attached = [this] {
        return m_strace->errors().contains(" attached");
    };
    const bool come =
        QTest::qWaitFor([this, attached] { return attached() || !m_strace->isRunning(); }, 60'000);
    if (come && attached())
        return true;
    m_problem = u"strace could not be attached (kernel.yama.ptrace_scope must be 0, or root): "_s
        + QString::fromUtf8(m_strace->errors());
    return false;
}

} // namespace hostline::torture
