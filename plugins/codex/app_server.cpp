// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/app_server.h"

#include "lib/codexwire/native_binary.h"
#include "lib/codexwire/process_mark.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QLoggingCategory>

namespace hostline::codex {

using namespace Qt::StringLiterals;
using codexwire::CallResult;

namespace {

Q_LOGGING_CATEGORY(lcServer, "hostline.plugin.codex.server", QtInfoMsg)

constexpr std::chrono::milliseconds oldOnePoll{20};
constexpr int oldOnePolls = 250; // 5 s in all
constexpr std::chrono::milliseconds grace{1000};

codexwire::AppServerCommand commandOf(const CodexSettings &settings,
                                      const QString &program,
                                      const QString &directory,
                                      const QString &markFile)
{
    codexwire::AppServerCommand command;
    command.program = program;
    command.arguments = QStringList{u"app-server"_s} + featureArguments(settings.config);
    command.environment = QProcessEnvironment::systemEnvironment();
    if (!settings.home.isEmpty())
        command.environment.insert(u"CODEX_HOME"_s, settings.home);
    command.directory = directory;
    command.markFile = markFile;
    return command;
}

QString markFileIn(const QString &directory)
{
    return directory + u"/app-server.mark"_s;
}

Failure failureOf(const codexwire::TransportClosed &closed)
{
    return Failure{FailureKind::ProviderUnavailable, closed.detail, {}, {}};
}

} // namespace

AppServer::AppServer(const CodexSettings &settings,
                     const QString &program,
                     const QString &directory,
                     Clock &clock,
                     QObject *parent)
    : QObject(parent)
    , m_settings(settings)
    , m_markFile(markFileIn(directory))
    , m_clock(clock)
    , m_initializer(
          commandOf(settings, program, directory, m_markFile), directory + u"/home.mark"_s, clock)
    , m_process(commandOf(settings, program, directory, m_markFile), clock)
    , m_client(m_process, clock)
    , m_wait(clock.timer())
{
    connect(m_wait.get(), &Timer::timedOut, this, &AppServer::awaitOldOne);
    connect(&m_initializer, &HomeInitializer::finished, this, [this] {
        if (!m_ended)
            launch();
    });
    // Connected after the client: by now it has failed every call.
    connect(&m_process,
            &codexwire::Transport::closed,
            this,
            [this](const codexwire::TransportClosed &closed) {
                m_ended = true;
                m_wait->stop();
                Q_EMIT ended(m_failure.value_or(failureOf(closed)));
            });
}

AppServer::~AppServer() = default;

void AppServer::start()
{
    if (!m_settings.home.isEmpty()) {
        // Codex keeps its sign-in and the dialogues there. One that is there stays as its owner made it.
        const QFileInfo home(QDir::cleanPath(m_settings.home));
        QDir().mkpath(home.absolutePath());
        QDir().mkdir(home.absoluteFilePath(),
                     QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    }
    if (codexwire::AppServerProcess::reap(m_markFile))
        m_wait->start(oldOnePoll);
    else
        initializeHome();
}

void AppServer::initializeHome()
{
    if (m_initializer.isNeeded())
        m_initializer.run();
    else
        launch();
}

// Until it is gone, the old child holds the locks of its threads.
void AppServer::awaitOldOne()
{
    const std::optional<codexwire::ProcessMark> mark = codexwire::readMark(m_markFile);
    const bool lives = mark && codexwire::markOfProcess(mark->pid) == mark;
    if (lives && ++m_waits < oldOnePolls)
        m_wait->start(oldOnePoll);
    else
        initializeHome();
}

void AppServer::launch()
{
    m_launched = true;
    m_process.start();
    const QJsonObject client{
        {u"name"_s, u"hostline"_s},
        {u"title"_s, u"Hostline"_s},
        {u"version"_s, QCoreApplication::applicationVersion()},
    };
    const QJsonObject capabilities{
        {u"experimentalApi"_s, true}, // for thread/backgroundTerminals/clean
        {u"optOutNotificationMethods"_s, QJsonArray{u"item/commandExecution/outputDelta"_s}},
    };
    m_client.call(u"initialize"_s,
                  {{u"clientInfo"_s, client}, {u"capabilities"_s, capabilities}},
                  m_settings.startTimeout,
                  this,
                  [this](const CallResult &result) { onInitialized(result); });
}

void AppServer::onInitialized(const CallResult &result)
{
    switch (result.outcome) {
    case CallResult::Outcome::Answered:
        break;
    case CallResult::Outcome::Refused:
        endFor(Failure{FailureKind::UnsupportedHost,
                       u"initialize was refused: "_s + result.error.message.left(200),
                       {},
                       {}},
               grace);
        return;
    case CallResult::Outcome::TimedOut: {
        const QString words = m_process.lastWords();
        endFor(Failure{FailureKind::StartTimeout,
                       u"Codex did not answer within %1 s of its start"_s.arg(
                           m_settings.startTimeout.count())
                           + (words.isEmpty() ? QString() : u": "_s + words),
                       {},
                       {}},
               grace);
        return;
    }
    case CallResult::Outcome::NotSent:
    case CallResult::Outcome::Closed:
        return; // ended() follows
    }
    const QString userAgent = result.result.value("userAgent"_L1).toString();
    const std::optional<codexwire::CodexVersion> version = codexwire::versionOfUserAgent(userAgent);
    if (!version || *version < codexwire::oldestCodex) {
        const QString seen = version ? version->toString() : userAgent.left(80);
        endFor(Failure{FailureKind::UnsupportedHost,
                       u"Codex %1 is too old, %2 or later is needed: %3"_s.arg(
                           seen, codexwire::oldestCodex.toString(), codexwire::installStep()),
                       seen,
                       {}},
               grace);
        return;
    }
    m_codexHome = result.result.value("codexHome"_L1).toString();
    m_client.notify(u"initialized"_s);
    qCInfo(lcServer) << "Codex" << version->toString() << "is ready, process"
                     << m_process.processId();
    Q_EMIT ready(version->toString());
}

void AppServer::end(std::chrono::milliseconds grace)
{
    if (m_launched) {
        m_process.stop(grace);
        return;
    }
    m_wait->stop();
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (!std::exchange(m_ended, true))
                Q_EMIT ended(m_failure.value_or(Failure{
                    FailureKind::ProviderUnavailable, u"ended before it was started"_s, {}, {}}));
        },
        Qt::QueuedConnection);
}

void AppServer::endFor(const Failure &failure, std::chrono::milliseconds grace)
{
    if (!m_failure)
        m_failure = failure;
    end(grace);
}

} // namespace hostline::codex
