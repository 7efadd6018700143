// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtCore/QStringList>

namespace hostline::test {

/// One run of a program of this build, or of any other. Killed when it goes out of scope while it runs.
class Program : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Program)
public:
    /// A name without a slash is one of <build>/bin.
    explicit Program(const QString &program, const QStringList &arguments = {});
    ~Program() override;

    void setEnvironment(const QString &name, const QString &value);
    void setDirectory(const QString &directory) { m_process.setWorkingDirectory(directory); }
    void start();
    void signal(int number);

    /// Both wait in the event loop. False, or empty, when the time is up or the program ended before.
    [[nodiscard]] bool waitForEnd(int milliseconds = 30'000);
    [[nodiscard]] QByteArray
    nextLine(int milliseconds = 30'000); ///< of standard output, without its end
    [[nodiscard]] QJsonObject nextObject(int milliseconds = 30'000);

    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }
    [[nodiscard]] int exitCode() const; ///< -1: it runs, crashed, or never started
    [[nodiscard]] QByteArray output() const { return m_output; } ///< what nextLine() did not take
    [[nodiscard]] QByteArray errors() const { return m_errors; }

private:
    QProcess m_process;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();
    QByteArray m_output;
    QByteArray m_errors;
};

/// Runs a program to its end.
struct Outcome
{
    int exitCode = -1;
    QString output;
    QString errors;
};
[[nodiscard]] Outcome
runProgram(const QString &program, const QStringList &arguments, int milliseconds = 60'000);

/// The numbers of all processes whose arguments or environment hold this text.
[[nodiscard]] QStringList processesThatMention(const QString &text);

/// The native program of the pinned Codex that ./check installs.
[[nodiscard]] QString pinnedCodex();

} // namespace hostline::test
