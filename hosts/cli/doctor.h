// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arguments.h"
#include "doctor_rules.h"
#include "lib/remote/api_client.h"

#include <QtCore/QProcess>
#include <QtCore/QTimer>

#include <functional>

namespace hostline::cli {

/// Finds the facts for `hostline doctor`, one after the other, and judges them.
class Doctor : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Doctor)
public:
    explicit Doctor(Arguments arguments, QObject *parent = nullptr);

    void start();

Q_SIGNALS:
    void finished(const QList<hostline::cli::Finding> &findings);

private:
    struct Look
    {
        QStringList words;
        std::function<Finding(const ProgramRun &)> judge;
    };

    void lookAtFiles();
    void lookAtRunningOne();
    void takeStatus(const ApiAnswer &answer);
    void lookAtSettings();
    void lookAtCodex();
    void nextProgram();
    void takeProgram(ProgramRun::End end);
    void judgeStatus();

    Arguments m_arguments;
    ApiAnswer m_status;
    Settings m_settings;
    QString m_codex;
    QList<Look> m_looks;
    QProcess m_process;
    QTimer m_patience;
    ApiClient m_client;
    QList<Finding> m_findings;
};

} // namespace hostline::cli
