// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/rig/daemon_lives.h"

#include <QtCore/QFile>
#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlQuery>

#include <csignal>
#include <utility>

using namespace Qt::StringLiterals;

namespace hostline::torture {

DaemonLives::DaemonLives(QString directory, QStringList more)
    : m_directory(std::move(directory))
    , m_more(std::move(more))
{ }

DaemonLives::~DaemonLives()
{
    kill();
}

void DaemonLives::writeSettings(const QString &toml)
{
    QFile settings(m_directory + u"/hostline.toml"_s);
    if (!settings.open(QIODevice::WriteOnly) || settings.write(toml.toUtf8()) < 0)
        qFatal("cannot write the settings");
}

void DaemonLives::setEnvironment(const QString &name, const QString &value)
{
    m_environment.insert(name, value);
}

QString DaemonLives::data() const
{
    return m_directory + u"/data"_s;
}

QString DaemonLives::database() const
{
    return data() + u"/hostline.sqlite"_s;
}

void DaemonLives::start(const QString &killAt, const QStringList &wrapper)
{
    collectLog();
    QStringList command = wrapper;
    command << QStringLiteral(HOSTLINE_BUILD_DIR "/bin/hostlined") << u"--data"_s << data()
            << u"--config"_s << m_directory + u"/hostline.toml"_s << m_more;
    m_pid = 0;
    m_program = std::make_unique<test::Program>(command.first(), command.mid(1));
    for (auto it = m_environment.cbegin(); it != m_environment.cend(); ++it)
        m_program->setEnvironment(it.key(), it.value());
    if (!killAt.isEmpty())
        m_program->setEnvironment(u"HOSTLINE_FAKE_KILL_AT"_s, killAt);
    m_program->start();
}

bool DaemonLives::waitUntilReady()
{
    const QJsonObject ready = m_program->nextObject(120'000);
    m_pid = ready.value("pid"_L1).toInteger();
    m_address = ready.value("chat"_L1).toString();
    return m_pid > 0;
}

void DaemonLives::kill()
{
    if (m_pid > 0 && isRunning())
        ::kill(static_cast<pid_t>(m_pid), SIGKILL);
    m_pid = 0;
    collectLog();
}

bool DaemonLives::waitUntilDead(int milliseconds)
{
    return m_program->waitForEnd(milliseconds);
}

bool DaemonLives::stopInOrder()
{
    if (m_pid > 0 && isRunning())
        ::kill(static_cast<pid_t>(m_pid), SIGTERM);
    const bool ended = m_program->waitForEnd();
    m_pid = 0;
    collectLog();
    return ended;
}

void DaemonLives::collectLog()
{
    if (!m_program)
        return;
    if (!m_program->waitForEnd())
        m_log += u"(a daemon had to be killed)\n"_s;
    m_log += u"-- one life, ended %1:\n%2"_s.arg(
        m_program->exitCode() == -1 ? u"by a signal"_s : u"with %1"_s.arg(m_program->exitCode()),
        QString::fromUtf8(m_program->errors()));
    m_program.reset();
}

QList<StoredRequest> DaemonLives::requests() const
{
    QList<StoredRequest> found;
    {
        QSqlDatabase store = QSqlDatabase::addDatabase(u"QSQLITE"_s, m_directory);
        store.setDatabaseName(database());
        store.setConnectOptions(u"QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=5000"_s);
        if (store.open()) {
            QSqlQuery query(store);
            query.exec(
                u"select r.message_id, r.state, coalesce(p.kind, ''), coalesce(p.state, ''), "
                u"coalesce(p.notice_id, '')"
                " from requests r left join replies p on p.request_id = r.id order by r.accepted_at, r.seq"_s);
            while (query.next())
                found << StoredRequest{query.value(0).toString(),
                                       query.value(1).toString(),
                                       query.value(2).toString(),
                                       query.value(3).toString(),
                                       query.value(4).toString()};
        }
    }
    QSqlDatabase::removeDatabase(m_directory);
    return found;
}

} // namespace hostline::torture
