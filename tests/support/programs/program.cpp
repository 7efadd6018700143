// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/programs/program.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtTest/QTest>

#include <csignal>

using namespace Qt::StringLiterals;

namespace hostline::test {

Program::Program(const QString &program, const QStringList &arguments)
{
    const QString own = QStringLiteral(HOSTLINE_BUILD_DIR "/bin/") + program;
    m_process.setProgram(program.contains(u'/') ? program : own);
    m_process.setArguments(arguments);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, [this] {
        m_output += m_process.readAllStandardOutput();
    });
    connect(&m_process, &QProcess::readyReadStandardError, this, [this] {
        m_errors += m_process.readAllStandardError();
    });
}

Program::~Program()
{
    if (isRunning()) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

void Program::setEnvironment(const QString &name, const QString &value)
{
    m_environment.insert(name, value);
}

void Program::start()
{
    m_process.setProcessEnvironment(m_environment);
    m_process.start();
}

void Program::signal(int number)
{
    if (isRunning())
        ::kill(static_cast<pid_t>(pid()), number);
}

bool Program::waitForEnd(int milliseconds)
{
    return QTest::qWaitFor([this] { return !isRunning(); }, milliseconds);
}

QByteArray Program::nextLine(int milliseconds)
{
    const auto come = [this] {
        return m_output.contains('\n') || !isRunning();
    };
    if (!QTest::qWaitFor(come, milliseconds) || !m_output.contains('\n'))
        return {};
    const qsizetype end = m_output.indexOf('\n');
    QByteArray line = m_output.left(end);
    m_output.remove(0, end + 1);
    return line;
}

QJsonObject Program::nextObject(int milliseconds)
{
    return QJsonDocument::fromJson(nextLine(milliseconds)).object();
}

int Program::exitCode() const
{
    const bool ended = !isRunning() && m_process.error() == QProcess::UnknownError
        && m_process.exitStatus() == QProcess::NormalExit;
    return ended ? m_process.exitCode() : -1;
}

Outcome runProgram(const QString &program, const QStringList &arguments, int milliseconds)
{
    Program run(program, arguments);
    run.start();
    if (!run.waitForEnd(milliseconds))
        return {.exitCode = -1,
                .output = QString::fromUtf8(run.output()),
                .errors = u"(it did not end)"_s};
    return {.exitCode = run.exitCode(),
            .output = QString::fromUtf8(run.output()),
            .errors = QString::fromUtf8(run.errors())};
}

QStringList processesThatMention(const QString &text)
{
    QStringList found;
    const QStringList processes = QDir(u"/proc"_s).entryList(QDir::Dirs);
    for (const QString &process : processes) {
        for (const QLatin1StringView file : {"cmdline"_L1, "environ"_L1}) {
            QFile content(u"/proc/%1/%2"_s.arg(process, file));
            if (content.open(QIODevice::ReadOnly) && content.readAll().contains(text.toUtf8()))
                found.append(process);
        }
    }
    found.removeDuplicates();
    return found;
}

QString pinnedCodex()
{
    return QStringLiteral(HOSTLINE_SOURCE_DIR "/.tools/codex/bin/codex");
}

} // namespace hostline::test
