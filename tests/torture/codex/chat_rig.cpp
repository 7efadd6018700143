// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/codex/chat_rig.h"

#include "rehearsal/codex_config.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtTest/QTest>

using namespace Qt::StringLiterals;

namespace hostline::torture {

namespace {

constexpr int pollGap = 40; ///< milliseconds: looking must not cost what the daemon needs

} // namespace

ChatRig::ChatRig(const ChatRigOptions &options)
{
    if (!codex.start()) {
        m_problem = codex.problem();
        return;
    }
    QFile config(codex.home() + u"/config.toml"_s);
    const QString overrides = rehearsal::codexToml(rehearsal::codexConfig(codex.endpoint().url()));
    if (!config.open(QIODevice::WriteOnly) || config.write(overrides.toUtf8()) < 0) {
        m_problem = u"cannot write "_s + config.fileName();
        return;
    }
    daemon = std::make_unique<DaemonLives>(QFileInfo(codex.home()).path(),
                                           QStringList{u"--workspace"_s, codex.workspace()});
    // Codex runs a login shell for each thread: not through the profile of whoever runs the tests.
    daemon->setEnvironment(u"HOME"_s, codex.home());
    daemon->writeSettings(uR"(language = "en"
[recovery]
review = "%4"
[workspaces.default]
access = "%5"
[channels.chat]
port = 0
[providers.codex]
command = "%1"
home = "%2"
model = "rehearsal"
start_timeout = 120
call_timeout = 120
%3
)"_s.arg(options.command.isEmpty() ? codex.program() : options.command,
         codex.home(),
         options.providerSettings,
         options.reviews ? u"auto"_s : u"off"_s,
         options.reviews ? u"write"_s : u"read"_s));
}

bool ChatRig::start()
{
    daemon->start();
    if (!daemon->waitUntilReady()) {
        m_problem = u"the daemon did not start"_s;
        return false;
    }
    QFile token(daemon->data() + u"/chat.token"_s);
    if (!token.open(QIODevice::ReadOnly)) {
        m_problem = u"there is no token"_s;
        return false;
    }
    earlier = std::move(chat);
    chat = std::make_unique<ChatClient>(daemon->address(), token.readAll().trimmed());
    const auto providerTakesTurns = [this] {
        const QJsonArray providers =
            chat->call("GET", u"status"_s).body.value("providers"_L1).toArray();
        QTest::qWait(pollGap);
        return providers.first().toObject().value("state"_L1) == "ready"_L1;
    };
    if (!chat->listen() || !QTest::qWaitFor(providerTakesTurns, 120'000)) {
        m_problem = u"Codex did not start"_s;
        return false;
    }
    return true;
}

int ChatRig::modelCalls(const QString &text)
{
    int count = 0;
    for (const rehearsal::Record &record : codex.endpoint().records()) {
        const bool asked = record.request.kind == rehearsal::RequestKind::Turn
            && rehearsal::questionOf(record.request).contains(text);
        count += asked ? 1 : 0;
    }
    return count;
}

QList<Process> ChatRig::codexProcesses() const
{
    return processesWith("CODEX_HOME=" + codex.home().toLocal8Bit());
}

QList<Process> ChatRig::appServers() const
{
    QList<Process> found = codexProcesses();
    found.removeIf(
        [](const Process &process) { return !process.commandLine.contains(" app-server"); });
    return found;
}

bool ChatRig::waitUntilSettled(const QString &request)
{
    const auto isSettled = [&] {
        const QString state =
            chat->call("GET", u"requests/"_s + request).body.value("state"_L1).toString();
        if (state != "settled"_L1)
            QTest::qWait(pollGap);
        return state == "settled"_L1;
    };
    return QTest::qWaitFor(isSettled, 180'000);
}

bool ChatRig::waitUntilChildless() const
{
    return QTest::qWaitFor([this] { return codexProcesses().isEmpty(); }, 10'000);
}

} // namespace hostline::torture
