// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/home_initializer.h"

#include "lib/codexwire/native_binary.h"

#include <QFile>
#include <QProcess>

#include <utility>

#include <sys/syscall.h>
#include <unistd.h>

namespace hostline::codex {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds patience = std::chrono::seconds(10);

} // namespace

HomeInitializer::HomeInitializer(codexwire::AppServerCommand command,
                                 QString markFile,
                                 Clock &clock,
                                 QObject *parent)
    : QObject(parent)
    , m_command(std::move(command))
    , m_markFile(std::move(markFile))
    , m_patience(clock.timer())
{
    connect(m_patience.get(), &Timer::timedOut, this, [this] { end(false); });
}

HomeInitializer::~HomeInitializer()
{
    if (m_end)
        ::close(static_cast<int>(m_end->socket()));
}

QByteArray HomeInitializer::mark() const
{
    const codexwire::BinaryStamp stamp =
        codexwire::stampOf(m_command.program).value_or(codexwire::BinaryStamp{});
    return u"%1\n%2\n%3 %4 %5 %6\n"_s
        .arg(m_command.program, m_command.environment.value(u"CODEX_HOME"_s))
        .arg(stamp.device)
        .arg(stamp.inode)
        .arg(stamp.size)
        .arg(stamp.modifiedNs)
        .toUtf8();
}

bool HomeInitializer::isNeeded() const
{
    QFile file(m_markFile);
    return !file.open(QIODevice::ReadOnly) || file.readAll() != mark();
}

void HomeInitializer::run()
{
    m_running = true;
    m_patience->start(patience);
    QProcess process;
    process.setProgram(m_command.program);
    process.setArguments(m_command.arguments);
    process.setProcessEnvironment(m_command.environment);
    process.setWorkingDirectory(m_command.directory);
    process.setStandardInputFile(QProcess::nullDevice()); // its end: Codex goes as soon as it is up
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    qint64 pid = 0;
    const int fd = process.startDetached(&pid)
        ? static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(pid), 0))
        : -1;
    if (fd < 0) { // it is gone already, or never was
        QMetaObject::invokeMethod(
            this, [this] { end(true); }, Qt::QueuedConnection);
        return;
    }
    m_end = std::make_unique<QSocketNotifier>(fd, QSocketNotifier::Read);
    connect(m_end.get(), &QSocketNotifier::activated, this, [this] { end(true); });
}

void HomeInitializer::end(bool done)
{
    if (!std::exchange(m_running, false))
        return;
    m_patience->stop();
    if (m_end) {
        m_end->setEnabled(false);
        ::close(static_cast<int>(m_end->socket()));
        m_end.release()->deleteLater(); // it may be what calls
    }
    QFile file(m_markFile);
    if (done && file.open(QIODevice::WriteOnly | QIODevice::Truncate)) {
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        file.write(mark());
    }
    Q_EMIT finished();
}

} // namespace hostline::codex
