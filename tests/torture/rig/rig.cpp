// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/rig/rig.h"

#include <QtCore/QFile>
#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlQuery>
#include <QtTest/QTest>

#include <algorithm>
#include <csignal>

using namespace Qt::StringLiterals;

namespace hostline::torture {

namespace {

QString pluginOf(FakePlatform::Ability ability)
{
    switch (ability) {
    case FakePlatform::Ability::HonoursKeys:
        return u"fake-keyed"_s;
    case FakePlatform::Ability::CanBeReadBack:
        return u"fake-readable"_s;
    case FakePlatform::Ability::Neither:
        return u"fake-blind"_s;
    }
    Q_UNREACHABLE();
}

} // namespace

Rig::Rig(FakePlatform::Ability ability)
    : platform(ability)
{
    if (!m_directory.isValid() || !platform.listen(m_directory.filePath(u"platform"_s)))
        qFatal("no room for a rig in %s", qPrintable(m_directory.path()));
    QFile settings(m_directory.filePath(u"hostline.toml"_s));
    const QString text = uR"(language = "en"
[channels.chat]
plugin = "%1"
socket = "%2/platform"
[providers.codex]
enabled = false
[providers.fake]
plugin = "fake-provider"
record = "%2/record"
[route]
provider = "fake"
)"_s.arg(pluginOf(ability), m_directory.path());
    if (!settings.open(QIODevice::WriteOnly) || settings.write(text.toUtf8()) < 0)
        qFatal("cannot write the settings");
}

Rig::~Rig()
{
    kill();
}

QString Rig::database() const
{
    return m_directory.filePath(u"data/hostline.sqlite"_s);
}

void Rig::start(const QString &killAt, const QStringList &wrapper)
{
    collectLog();
    QStringList command = wrapper;
    command << QStringLiteral(HOSTLINE_BUILD_DIR "/bin/hostlined") << u"--data"_s
            << m_directory.filePath(u"data"_s) << u"--config"_s
            << m_directory.filePath(u"hostline.toml"_s) << u"--workspace"_s << m_directory.path()
            << u"--plugins"_s << QStringLiteral(HOSTLINE_TORTURE_PLUGINS);
    m_pid = 0;
    m_program = std::make_unique<test::Program>(command.first(), command.mid(1));
    if (!killAt.isEmpty())
        m_program->setEnvironment(u"HOSTLINE_FAKE_KILL_AT"_s, killAt);
    m_program->start();
}

bool Rig::waitUntilReady()
{
    m_pid = m_program->nextObject(120'000).value("pid"_L1).toInteger();
    return m_pid > 0;
}

void Rig::kill()
{
    if (m_pid > 0 && m_program && m_program->isRunning())
        ::kill(static_cast<pid_t>(m_pid), SIGKILL);
    m_pid = 0;
    collectLog();
}

bool Rig::waitUntilDead(int milliseconds)
{
    return m_program->waitForEnd(milliseconds);
}

bool Rig::stopInOrder()
{
    if (m_pid > 0 && m_program->isRunning())
        ::kill(static_cast<pid_t>(m_pid), SIGTERM);
    const bool ended = m_program->waitForEnd();
    m_pid = 0;
    collectLog();
    return ended;
}

void Rig::collectLog()
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

bool Rig::waitUntilSettled(int count, int milliseconds)
{
    const auto settled = [this, count] {
        const QList<StoredRequest> all = requests();
        return all.size() == count
            && std::all_of(all.begin(), all.end(), [](const StoredRequest &request) {
                   return request.state == "settled"_L1 && !request.replyState.isEmpty()
                       && request.replyState != "owed"_L1;
               });
    };
    return QTest::qWaitFor([this, settled] { return settled() || !m_program->isRunning(); },
                           milliseconds)
        && settled();
}

QString Rig::state() const
{
    QStringList lines;
    for (const StoredRequest &request : requests())
        lines << u"stored: %1 %2, reply %3 %4 %5"_s.arg(
            request.message, request.state, request.replyKind, request.replyState, request.notice);
    for (const FakePlatform::Acknowledgement &each : platform.acknowledgements())
        lines << u"platform: %1 acknowledged as %2, %3"_s.arg(
            each.message, each.result, each.request);
    for (const FakePlatform::Shown &each : platform.shown())
        lines << u"platform: %1 to %2 shown: %3"_s.arg(each.purpose, each.request, each.text);
    lines << u"platform: %1 connections, %2 sends, %3 read back"_s.arg(platform.connections())
                 .arg(platform.sends())
                 .arg(platform.readBacks());
    for (const FakeRecord::Turn &turn : turns())
        lines << u"host: %1 in %2, state %3: %4"_s.arg(turn.id, turn.thread)
                     .arg(int(turn.state))
                     .arg(turn.text);
    return lines.join(u'\n');
}

QList<StoredRequest> Rig::requests() const
{
    const QString connection = m_directory.path();
    QList<StoredRequest> found;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, connection);
        database.setDatabaseName(this->database());
        database.setConnectOptions(u"QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=5000"_s);
        if (database.open()) {
            QSqlQuery query(database);
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
    QSqlDatabase::removeDatabase(connection);
    return found;
}

QList<FakeRecord::Turn> Rig::turns() const
{
    return FakeRecord(m_directory.filePath(u"record"_s)).turns();
}

void Rig::say(const QString &id, const QString &text, const QString &peer)
{
    FakePlatform::Message message;
    message.id = id;
    message.text = text;
    message.peer = peer;
    platform.say(message);
}

} // namespace hostline::torture
