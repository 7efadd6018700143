// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/rig/daemon.h"

#include "bench/rig/measure.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QUrl>

#include <csignal>

#include <sys/prctl.h>

using namespace Qt::StringLiterals;

namespace hostline::bench {

namespace {

constexpr int patience = 60'000;

} // namespace

QString fakeProvider(bool remembers)
{
    return u"[providers.codex]\nenabled = false\n[providers.fake]\nplugin = \"fake-provider\"\n"_s
        + (remembers ? QString() : u"forgetful = true\n"_s) + u"[route]\nprovider = \"fake\"\n"_s;
}

Daemon::Daemon(const QString &folder, const QString &settings)
    : m_folder(folder)
{
    QDir(folder).mkpath(u"workspace"_s);
    QDir(folder).mkpath(u"data"_s);
    QFile::setPermissions(data(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QFile file(folder + "/hostline.toml"_L1);
    if (!file.open(QIODevice::WriteOnly)
        || file.write((u"language = \"en\"\n"_s + settings).toUtf8()) < 0)
        qFatal("cannot write into %s", qPrintable(folder));
    m_process.setStandardErrorFile(folder + "/log"_L1, QIODevice::Append);
    m_process.setProcessEnvironment(QProcessEnvironment::systemEnvironment());
    m_process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
}

Daemon::~Daemon()
{
    stop();
}

void Daemon::setEnvironment(const QString &name, const QString &value)
{
    QProcessEnvironment environment = m_process.processEnvironment();
    environment.insert(name, value);
    m_process.setProcessEnvironment(environment);
}

void Daemon::start(const QStringList &wrapper)
{
    const QStringList command = wrapper
        + QStringList{QStringLiteral(HOSTLINE_BUILD_DIR "/bin/hostlined"),
                      u"--data"_s,
                      data(),
                      u"--config"_s,
                      m_folder + "/hostline.toml"_L1,
                      u"--workspace"_s,
                      m_folder + "/workspace"_L1,
                      u"--plugins"_s,
                      QStringLiteral(HOSTLINE_BUILD_DIR "/lib/hostline/plugins"),
                      u"--plugins"_s,
                      QStringLiteral(HOSTLINE_BENCH_PLUGINS)};
    const double from = now();
    m_process.start(command.first(), command.mid(1));
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(patience))
            qFatal("the daemon does not start; see %s/log", qPrintable(m_folder));
    }
    m_startMs = now() - from;
    const QJsonObject ready = QJsonDocument::fromJson(m_process.readLine()).object();
    m_pid = ready.value("pid"_L1).toInteger();
    m_address.port = quint16(QUrl(ready.value("chat"_L1).toString()).port());
    QFile token(data() + "/chat.token"_L1);
    if (!token.open(QIODevice::ReadOnly))
        qFatal("no token in %s", qPrintable(data()));
    m_address.token = token.readAll().trimmed();
}

void Daemon::stop()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    ::kill(static_cast<pid_t>(m_pid), SIGTERM);
    if (!m_process.waitForFinished(patience))
        qFatal("the daemon does not stop; see %s/log", qPrintable(m_folder));
}

double Daemon::memory(const QByteArray &what) const
{
    QFile status(u"/proc/%1/status"_s.arg(m_pid));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const QByteArrayList lines = status.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith(what + ':'))
            return line.mid(what.size() + 1).trimmed().split(' ').first().toDouble();
    }
    return 0;
}

Talk::Talk(const Address &address)
    : m_connection(address)
    , m_events(address)
{ }

Talk::Times Talk::ask(const QByteArray &conversation,
                      const QString &text,
                      const std::function<void()> &meanwhile)
{
    const QJsonObject body{{u"client_id"_s, u"c%1"_s.arg(++m_count)}, {u"text"_s, text}};
    Times times;
    times.asked = now();
    m_connection.post("/conversations/" + conversation + "/requests", body);
    const Response response = m_connection.receive();
    times.accepted = now();
    const QString id = response.body.value("request"_L1).toObject().value("id"_L1).toString();
    if (response.status != 202)
        qFatal("a question was refused with %d", response.status);
    if (meanwhile)
        meanwhile();
    while (const std::optional<Event> event = m_events.next()) {
        if (event->name != "request.settled")
            continue;
        times.settled = now();
        const QJsonObject request = event->request();
        if (request.value("id"_L1).toString() != id)
            continue;
        if (request.value("reply"_L1).toObject().value("kind"_L1).toString() != "answer"_L1)
            qFatal("no answer: %s", event->data.constData());
        return times;
    }
    qFatal("the events ended");
}

} // namespace hostline::bench
