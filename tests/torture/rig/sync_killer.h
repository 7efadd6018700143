// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/programs/program.h"

#include <memory>

namespace hostline::torture {

/// Kills a running program with -9 as it enters a system call, from outside: strace is attached to it and injects the signal.
class SyncKiller
{
public:
    /// `call`: of strace; `passing`: the how-manieth call of one thread from now on, from 1. False: strace could not be
    /// attached, problem() says why.
    [[nodiscard]] bool attach(qint64 pid, const QString &call, int passing);
    [[nodiscard]] QString problem() const { return m_problem; }

private:
    QString m_problem;
    std::unique_ptr<test::Program> m_strace;
};

} // namespace hostline::torture
