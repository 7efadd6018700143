// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/codex/app_server.h"

#include "support/codex/rehearsal_fixture.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <csignal>

#include <sys/prctl.h>

namespace hostline::test {

using namespace Qt::StringLiterals;

AppServer::AppServer()
{
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &AppServer::read);
    m_process.setStandardErrorFile(QProcess::nullDevice());
    m_process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
}

AppServer::~AppServer()
{
    disconnect(&m_process, nullptr, this, nullptr);
    m_process.closeWriteChannel();
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(10'000)) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

bool AppServer::start(const RehearsalFixture &fixture, const QStringList &arguments)
{
    m_process.setProcessEnvironment(fixture.environment());
    m_process.setWorkingDirectory(fixture.workspace());
    m_process.start(fixture.program(), arguments);
    const QJsonObject client{{u"name"_s, u"hostline_test"_s}, {u"version"_s, u"0"_s}};
    const auto reply = call(u"initialize"_s, {{u"clientInfo"_s, client}});
    if (!reply.contains("result"_L1)) {
        m_error = u"%1 %2: %3 %4"_s.arg(
            fixture.program(),
            arguments.join(u' '),
            m_process.errorString(),
            QString::fromUtf8(QJsonDocument(reply).toJson(QJsonDocument::Compact)));
        return false;
    }
    m_process.write("{\"method\":\"initialized\"}\n");
    return true;
}

QJsonObject AppServer::call(const QString &method, const QJsonObject &params)
{
    const auto id = ++m_lastId;
    const QJsonObject request{{u"id"_s, id}, {u"method"_s, method}, {u"params"_s, params}};
    m_process.write(QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n');
    const auto came = QTest::qWaitFor([this, id] { return m_replies.contains(id); }, 120'000);
    return came ? m_replies.take(id) : QJsonObject();
}

QJsonObject AppServer::waitFor(const Filter &filter, int timeoutMs)
{
    QJsonObject found;
    qsizetype looked = 0;
    (void)QTest::qWaitFor(
        [&] {
            for (; looked < m_messages.size() && found.isEmpty(); ++looked) {
                if (filter(m_messages[looked]))
                    found = m_messages[looked];
            }
            return !found.isEmpty();
        },
        timeoutMs);
    return found;
}

QString
AppServer::startThread(const QString &workspace, const QString &sandbox, const QJsonObject &more)
{
    QJsonObject params{
        {u"cwd"_s, workspace}, {u"sandbox"_s, sandbox}, {u"approvalPolicy"_s, u"never"_s}};
    for (auto extra = more.begin(); extra != more.end(); ++extra)
        params.insert(extra.key(), extra.value());
    const auto result = call(u"thread/start"_s, params).value("result"_L1).toObject();
    return result.value("thread"_L1).toObject().value("id"_L1).toString();
}

QString AppServer::startTurn(const QString &thread, const QString &text, const QString &clientId)
{
    const QJsonObject input{{u"type"_s, u"text"_s}, {u"text"_s, text}};
    QJsonObject params{{u"threadId"_s, thread}, {u"input"_s, QJsonArray{input}}};
    if (!clientId.isEmpty())
        params.insert(u"clientUserMessageId"_s, clientId);
    const auto result = call(u"turn/start"_s, params).value("result"_L1).toObject();
    return result.value("turn"_L1).toObject().value("id"_L1).toString();
}

QJsonObject AppServer::finishTurn(const QString &turn, int timeoutMs)
{
    const auto turnOf = [](const QJsonObject &message) {
        return message.value("params"_L1).toObject().value("turn"_L1).toObject();
    };
    const auto completed = waitFor(
        [&](const QJsonObject &message) {
            return message.value("method"_L1) == "turn/completed"_L1
                && turnOf(message).value("id"_L1) == turn;
        },
        timeoutMs);
    return turnOf(completed);
}

void AppServer::read()
{
    m_rest += m_process.readAllStandardOutput();
    qsizetype from = 0;
    for (auto end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n', from)) {
        const auto message = QJsonDocument::fromJson(m_rest.mid(from, end - from)).object();
        from = end + 1;
        if (message.contains("method"_L1))
            m_messages.append(message);
        else
            m_replies.insert(message.value("id"_L1).toInt(), message);
    }
    m_rest.remove(0, from);
}

} // namespace hostline::test
