// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/app_server_process.h"

#include "lib/codexwire/process_mark.h"

#include <QFile>
#include <QLoggingCategory>
#include <QRegularExpression>

#include <csignal>

#include <malloc.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace hostline::codexwire {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcProcess, "hostline.plugin.codex.process", QtInfoMsg)

constexpr qsizetype errorTail = 8192;
constexpr qsizetype bigLine = 1024LL * 1024;

/// The line of the child's stderr that says most, without colours: what it calls an error, else the last one.
QString wordsOf(const QByteArray &errors)
{
    static const QRegularExpression colours(u"\x1b\\[[0-9;]*m"_s);
    constexpr qsizetype longest = 300;
    const QString text = QString::fromUtf8(errors).remove(colours).trimmed();
    const qsizetype error = QString(u'\n' + text).lastIndexOf("\nError: "_L1);
    const qsizetype from = error >= 0 ? error : text.lastIndexOf(u'\n') + 1;
    return text.mid(from).section(u'\n', 0, 0).trimmed().left(longest);
}

} // namespace

AppServerProcess::AppServerProcess(AppServerCommand command, Clock &clock, QObject *parent)
    : Transport(parent)
    , m_command(std::move(command))
    , m_killTimer(clock.timer())
{
    m_process.setProgram(m_command.program);
    m_process.setArguments(m_command.arguments);
    m_process.setProcessEnvironment(m_command.environment);
    m_process.setWorkingDirectory(m_command.directory);
    const pid_t parentPid = ::getpid();
    m_process.setChildProcessModifier([parentPid] {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::setpgid(0, 0); // a Ctrl-C for us is not one for a turn that still runs
        if (::getppid() != parentPid)
            ::_exit(1); // we died before the line above
    });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &AppServerProcess::readOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &AppServerProcess::readErrors);
    connect(&m_process, &QProcess::finished, this, &AppServerProcess::onFinished);
    connect(&m_process, &QProcess::errorOccurred, this, &AppServerProcess::onError);
    connect(m_killTimer.get(), &Timer::timedOut, &m_process, &QProcess::kill);
}

AppServerProcess::~AppServerProcess()
{
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning)
        m_process.kill();
}

void AppServerProcess::start()
{
    m_process.start();
    if (m_command.markFile.isEmpty() || m_process.processId() == 0)
        return;
    if (const std::optional<ProcessMark> mark = markOfProcess(m_process.processId()))
        writeMark(m_command.markFile, *mark);
}

void AppServerProcess::stop(std::chrono::milliseconds grace)
{
    if (m_closed || m_process.state() == QProcess::NotRunning)
        return;
    if (!m_reasoned) {
        m_reason = TransportClosed{TransportEnd::Stopped, {}};
        m_reasoned = true;
    }
    m_process.closeWriteChannel();
    m_process.terminate();
    m_killTimer->start(grace);
}

bool AppServerProcess::send(const QByteArray &line)
{
    if (m_closed || m_reasoned || m_process.state() == QProcess::NotRunning)
        return false;
    if (m_process.bytesToWrite() + line.size() > writeCap) {
        giveUp(TransportEnd::NotListening,
               u"%1 bytes wait for the app-server to read them"_s.arg(m_process.bytesToWrite()));
        return false;
    }
    return m_process.write(line) == line.size();
}

QString AppServerProcess::lastWords() const
{
    return wordsOf(m_errors);
}

bool AppServerProcess::reap(const QString &markFile)
{
    const std::optional<ProcessMark> mark = readMark(markFile);
    const bool killed = mark && killMarked(*mark);
    if (killed)
        qCWarning(lcProcess) << "ended the app-server that an earlier run left, process"
                             << mark->pid;
    return killed;
}

void AppServerProcess::readOutput()
{
    m_splitter.append(m_process.readAllStandardOutput());
    bool big = false;
    while (const std::optional<QByteArray> line = m_splitter.next()) {
        big = big || line->size() >= bigLine;
        Q_EMIT lineReceived(*line);
        if (m_closed)
            return;
    }
    if (m_splitter.overflowed())
        giveUp(TransportEnd::LineTooLong,
               u"the app-server sent a line of more than %1 bytes"_s.arg(LineSplitter::defaultCap));
    // glibc keeps what a long line took; an agent's process should not stay that large for it (C16).
    if (big || m_splitter.overflowed())
        QMetaObject::invokeMethod(
            this, [] { ::malloc_trim(0); }, Qt::QueuedConnection);
}

void AppServerProcess::readErrors()
{
    const QByteArray bytes = m_process.readAllStandardError();
    qCDebug(lcProcess).noquote() << bytes.trimmed();
    m_errors += bytes;
    if (m_errors.size() > errorTail)
        m_errors = m_errors.right(errorTail);
}

void AppServerProcess::onFinished(int exitCode, QProcess::ExitStatus status)
{
    readErrors();
    if (!m_reasoned) {
        readOutput(); // what it managed to say still counts
        const QString words = wordsOf(m_errors);
        const QString tail = words.isEmpty() ? QString() : u": "_s + words;
        if (status == QProcess::CrashExit)
            m_reason =
                TransportClosed{TransportEnd::Crashed,
                                u"the app-server was ended by signal %1"_s.arg(exitCode) + tail};
        else
            m_reason = TransportClosed{TransportEnd::Exited,
                                       u"the app-server ended with code %1"_s.arg(exitCode) + tail};
        m_reasoned = true;
    }
    close();
}

void AppServerProcess::onError(QProcess::ProcessError error)
{
    if (error != QProcess::FailedToStart)
        return; // finished() follows a crash; a write to a dying child is told by its end
    m_reason = TransportClosed{TransportEnd::NotStarted,
                               u"%1: %2"_s.arg(m_command.program, m_process.errorString())};
    m_reasoned = true;
    QMetaObject::invokeMethod(this, &AppServerProcess::close, Qt::QueuedConnection);
}

void AppServerProcess::giveUp(TransportEnd end, const QString &detail)
{
    if (m_reasoned)
        return;
    qCWarning(lcProcess).noquote() << detail;
    m_reason = TransportClosed{end, detail};
    m_reasoned = true;
    m_process.kill();
}

void AppServerProcess::close()
{
    if (m_closed)
        return;
    m_closed = true;
    m_killTimer->stop();
    if (!m_command.markFile.isEmpty())
        QFile::remove(m_command.markFile);
    Q_EMIT closed(m_reason);
}

} // namespace hostline::codexwire
