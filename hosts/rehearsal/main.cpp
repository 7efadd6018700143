// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "codex_config.h"
#include "endpoint.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <csignal>
#include <cstdio>

#include <sys/prctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace hostline::rehearsal;

namespace {

constexpr int usageError = 2;

const auto about =
    R"(A scripted local stand-in for a model: POST /v1/responses on loopback. Every answer says that it is a rehearsal.

Directives in a question's text direct its answer (docs/rehearsal.md):
  [[say TEXT]]  [[length N ascii|cjk|markdown]]  [[echo-history]] [[markers]]   the answer's text
  [[deltas N every MS]]  [[delay MS]]  [[hold]]  [[hold half]]         its timing
  [[commentary TEXT]]  [[reasoning TEXT]]  [[tool shell COMMAND]]  [[tool NAME {JSON}]]  before it, in order
  [[usage INPUT OUTPUT]]                                               its token counts
  [[error KIND [times N] [resets S]]]  [[hang]]  [[half]]              in its place
Kinds: )"_L1;

int fail(const QString &message)
{
    std::fprintf(stderr, "hostline-rehearsal: %s\n", qPrintable(message));
    return usageError;
}

std::optional<int> number(const QCommandLineParser &parser, const QString &option, int most)
{
    bool ok = false;
    const auto value = parser.value(option).toInt(&ok);
    return ok && value >= 0 && value <= most ? std::optional(value) : std::nullopt;
}

// The signal comes when the thread that started this program ends; the check covers a parent that ended before.
bool dieWithParent(pid_t parent)
{
    return prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == parent;
}

} // namespace

int main(int argc, char **argv)
{
    const auto parent = getppid();
    const QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(u"hostline-rehearsal"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(HOSTLINE_VERSION));

    QCommandLineParser parser;
    parser.setApplicationDescription(about + faultNames().join(u", "_s));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({
        {u"port"_s, u"Port on 127.0.0.1 (0: any free one)."_s, u"N"_s, u"0"_s},
        {u"log"_s, u"Append a JSON line for each request (mode 0600)."_s, u"FILE"_s},
        {u"script"_s, u"Read delays, limits, failures and rules from a JSON file."_s, u"FILE"_s},
        {u"sign-in"_s,
         u"The command that answers name as the way to a real model (%1)."_s.arg(usualSignIn),
         u"COMMAND"_s,
         usualSignIn},
        {u"control"_s,
         u"Serve /control: any program on this machine may read what was asked and change the answers."_s},
        {u"parent-death"_s, u"End when the parent process ends."_s},
        {u"codex-config"_s,
         u"Print what Codex has to be told to use the endpoint at URL (TOML), and end."_s,
         u"URL"_s},
        {u"remote-compaction"_s,
         u"With --codex-config: let the endpoint compact, as for a signed-in account."_s},
    });
    parser.process(app);

    if (parser.isSet(u"codex-config"_s)) {
        const QUrl url(parser.value(u"codex-config"_s));
        if (!url.isValid() || url.scheme() != "http"_L1)
            return fail(u"--codex-config wants the url that the ready line names"_s);
        const auto compaction =
            parser.isSet(u"remote-compaction"_s) ? CodexCompaction::Remote : CodexCompaction::Local;
        std::fputs(codexToml(codexConfig(url, {}, compaction)).toUtf8().constData(), stdout);
        return 0;
    }
    if (parser.isSet(u"parent-death"_s) && !dieWithParent(parent))
        return fail(u"the parent process is gone"_s);

    EndpointOptions options;
    const auto port = number(parser, u"port"_s, 65'535);
    if (!port)
        return fail(u"--port wants a number up to 65535"_s);
    options.port = quint16(*port);
    options.logFile = parser.value(u"log"_s);
    options.control = parser.isSet(u"control"_s);
    options.signIn = parser.value(u"sign-in"_s);
    if (parser.isSet(u"script"_s)) {
        QFile file(parser.value(u"script"_s));
        if (!file.open(QIODevice::ReadOnly))
            return fail(u"%1: %2"_s.arg(file.fileName(), file.errorString()));
        const auto script = readScript(file.readAll());
        if (const auto *mistake = std::get_if<QString>(&script))
            return fail(u"%1: %2"_s.arg(file.fileName(), *mistake));
        options.script = std::get<Script>(script);
    }

    Endpoint endpoint(std::move(options));
    if (const auto error = endpoint.listen(); !error.isEmpty())
        return fail(error);
    const QJsonObject ready{{u"event"_s, u"ready"_s}, {u"url"_s, endpoint.url().toString()}};
    std::printf("%s\n", QJsonDocument(ready).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
    return QCoreApplication::exec();
}
