// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "doctor.h"

#include "../places.h"
#include "lib/codexwire/native_binary.h"
#include "printing.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QJsonArray>
#include <QtSql/QSqlDatabase>
#include <QtSql/QSqlError>
#include <QtSql/QSqlQuery>

#include <chrono>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hostline::cli {

namespace {

constexpr auto patience = 20s;
constexpr qint64 headBytes = 16;

FileFacts factsOf(const QString &path)
{
    struct stat status = {};
    if (::lstat(QFile::encodeName(path).constData(), &status) != 0)
        return {};
    constexpr mode_t permissionBits = 07777;
    FileFacts facts{.kind = S_ISREG(status.st_mode) ? FileFacts::Kind::File
                        : S_ISDIR(status.st_mode)   ? FileFacts::Kind::Directory
                                                    : FileFacts::Kind::Other,
                    .own = status.st_uid == ::geteuid(),
                    .mode = static_cast<int>(status.st_mode & permissionBits),
                    .head = {},
                    .damage = {}};
    QFile file(path);
    if (facts.kind == FileFacts::Kind::File && file.open(QIODevice::ReadOnly))
        facts.head = file.read(headBytes);
    return facts;
}

/// Reads the whole store, as it is while another process writes to it.
QString damageOf(const QString &path)
{
    const QString name = u"doctor"_s;
    QString found;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, name);
        database.setDatabaseName(path);
        database.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=5000;QSQLITE_OPEN_READONLY"_s);
        if (database.open()) {
            QSqlQuery query(database);
            const bool asked = query.exec(u"pragma quick_check(1)"_s) && query.next();
            const QString said = asked ? query.value(0).toString() : query.lastError().text();
            found = said == "ok"_L1 ? QString() : said.simplified();
        } else {
            found = database.lastError().text().simplified();
        }
    }
    QSqlDatabase::removeDatabase(name);
    return found;
}

} // namespace

Doctor::Doctor(Arguments arguments, QObject *parent)
    : QObject(parent)
    , m_arguments(std::move(arguments))
{
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardInputFile(QProcess::nullDevice());
    // Queued: QProcess tidies up after this signal, and would take a program started meanwhile with it.
    connect(
        &m_process,
        &QProcess::errorOccurred,
        this,
        [this](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart)
                takeProgram(ProgramRun::End::Failed);
        },
        Qt::QueuedConnection);
    connect(&m_process, &QProcess::finished, this, [this](int, QProcess::ExitStatus status) {
        const bool hung = !m_patience.isActive();
        takeProgram(hung                                ? ProgramRun::End::Hung
                        : status == QProcess::CrashExit ? ProgramRun::End::Failed
                                                        : ProgramRun::End::Exited);
    });
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, &m_process, &QProcess::kill);
}

void Doctor::start()
{
    lookAtFiles();
    lookAtRunningOne();
}

void Doctor::lookAtFiles()
{
    const QString data = m_arguments.dataDirectory;
    m_findings.append(judgeDataDirectory(data, factsOf(data)));
    const QString store = data + "/hostline.sqlite"_L1;
    FileFacts facts = factsOf(store);
    if (facts.own && facts.head.startsWith("SQLite format 3"))
        facts.damage = damageOf(store);
    m_findings.append(judgeStore(store, facts));
    const QString token = data + "/chat.token"_L1;
    m_findings.append(judgeToken(token, factsOf(token)));
}

void Doctor::lookAtRunningOne()
{
    const Result<RemoteAddress> address = findRemote(m_arguments.dataDirectory);
    if (!address) {
        takeStatus(ApiAnswer{
            .result = ApiAnswer::Result::NotThere, .status = 0, .body = {}, .detail = {}});
        return;
    }
    m_client.setAddress(address.value());
    m_client.get(u"/status"_s, [this](const ApiAnswer &answer) { takeStatus(answer); });
}

void Doctor::takeStatus(const ApiAnswer &answer)
{
    m_status = answer;
    lookAtSettings();
    lookAtCodex();
}

void Doctor::lookAtSettings()
{
    // Which file the running one read is its own affair: a guessed one serves to find the home, and is not judged.
    const bool guessed = m_status.ok() && m_arguments.settingsFile.isEmpty();
    if (m_arguments.settingsFile.isEmpty())
        m_arguments.settingsFile = hosts::userSettingsFile();
    if (m_arguments.settingsFile.isEmpty())
        m_arguments.settingsFile = hosts::settingsOfRun(m_arguments.dataDirectory);
    SettingsDefaults defaults;
    defaults.providers.insert(hosts::providerName, {});
    defaults.provider = hosts::providerName;
    const Result<Settings> settings = loadSettings(m_arguments.settingsFile, defaults);
    if (settings)
        m_settings = settings.value();
    if (!guessed)
        m_findings += judgeSettings(m_arguments.settingsFile,
                                    settings ? std::nullopt : std::optional(settings.failure()));
}

void Doctor::lookAtCodex()
{
    const CodexPlace place = placeOfCodex(m_arguments.codex,
                                          m_status.ok() ? m_status.body : QJsonObject(),
                                          m_settings,
                                          m_arguments.settingsFile);
    const Result<QString> program =
        codexwire::resolveNativeBinary(codexwire::withoutTilde(place.command));
    if (!program) {
        m_findings.append(judgeCodexVersion(u"%1 (%2)"_s.arg(place.command, place.because),
                                            ProgramRun{.end = ProgramRun::End::NotFound,
                                                       .code = 0,
                                                       .output = program.failure().detail}));
        judgeStatus();
        return;
    }
    m_codex = QFileInfo(program.value()).absoluteFilePath();
    if (!place.home.isEmpty()) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"CODEX_HOME"_s, codexwire::withoutTilde(place.home));
        m_process.setProcessEnvironment(environment);
    }
    m_looks = {
        {{u"--version"_s},
         [this, because = place.because](const ProgramRun &run) {
             return judgeCodexVersion(u"%1 (%2)"_s.arg(m_codex, because), run);
         }},
        {{u"login"_s, u"status"_s},
         [this, home = codexwire::withoutTilde(place.home)](const ProgramRun &run) {
             return judgeSignIn(m_codex, home, run);
         }},
        {{u"sandbox"_s, u"--"_s, u"/bin/true"_s},
         [](const ProgramRun &run) {
             return judgeSandbox(run);
         }},
    };
    nextProgram();
}

void Doctor::nextProgram()
{
    if (m_looks.isEmpty()) {
        judgeStatus();
        return;
    }
    m_patience.start(patience);
    m_process.start(m_codex, m_looks.first().words);
}

void Doctor::takeProgram(ProgramRun::End end)
{
    m_patience.stop();
    const ProgramRun run{.end = end,
                         .code = m_process.exitCode(),
                         .output = end == ProgramRun::End::Failed && !m_process.isOpen()
                             ? QString()
                             : QString::fromUtf8(m_process.readAll()).trimmed()};
    m_findings.append(m_looks.takeFirst().judge(run));
    nextProgram();
}

void Doctor::judgeStatus()
{
    m_findings.append(judgeReads());
    const ApiAnswer &answer = m_status;
    if (!answer.ok()) {
        const bool running = answer.result != ApiAnswer::Result::NotThere;
        m_findings.append(Finding{.grade = running ? Finding::Grade::Bad : Finding::Grade::Remark,
                                  .subject = u"Running"_s,
                                  .text = errorText(answer),
                                  .step = {}});
    } else {
        m_findings.append(
            Finding{.grade = Finding::Grade::Good,
                    .subject = u"Running"_s,
                    .text = u"version %1"_s.arg(answer.body.value("version"_L1).toString()),
                    .step = {}});
        for (const QJsonValue provider : answer.body.value("providers"_L1).toArray())
            m_findings.append(judgeProduct(u"Provider"_s, provider.toObject()));
        for (const QJsonValue channel : answer.body.value("channels"_L1).toArray())
            m_findings.append(judgeProduct(u"Channel"_s, channel.toObject()));
        for (const QJsonValue value : answer.body.value("workspaces"_L1).toArray()) {
            const QString path = value.toObject().value("path"_L1).toString();
            const bool there = QFileInfo(path).isDir();
            m_findings.append(
                Finding{.grade = there ? Finding::Grade::Good : Finding::Grade::Bad,
                        .subject = u"Workspace"_s,
                        .text = there ? path : path + u" is not a folder"_s,
                        .step = there ? QString() : u"make it, or change [workspaces.…] path"_s});
        }
    }
    Q_EMIT finished(m_findings);
}

} // namespace hostline::cli
