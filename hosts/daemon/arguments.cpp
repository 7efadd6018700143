// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include "../places.h"

#include <QtCore/QCommandLineParser>
#include <QtCore/QDir>

using namespace Qt::StringLiterals;
using namespace hostline::hosts;

namespace hostline::daemon {

namespace {

constexpr auto help =
    R"(usage: hostlined [--data DIR] [--config FILE] [--workspace DIR] [--plugins DIR] [--log FILE]

Holds the data directory and answers what comes in. One line on standard output says when it takes requests:
  {"event":"ready","pid":N,"chat":"http://127.0.0.1:PORT"}

  --data DIR       everything that is kept (default: $XDG_DATA_HOME/hostline or ~/.local/share/hostline)
  --config FILE    settings (default: $XDG_CONFIG_HOME/hostline/hostline.toml or ~/.config/..., if it is there)
  --workspace DIR  the folder that is talked about (default: the current one)
  --plugins DIR    where plugins are, instead of the installed ones and the user's; may be repeated
  --log FILE       writes the log there, too

SIGTERM and SIGINT stop it in order (running answers get 8 s); a second one stops it at once. SIGHUP reads the settings
again. Exit codes: 0 stopped, 1 failed, 2 wrong usage, 3 broken settings, 4 the data is in use by another program,
5 the data directory or its store cannot be used, 6 the page's plugin is missing or cannot listen.
)";

WrongUsage wrong(const QString &text)
{
    return WrongUsage{.text = text};
}

} // namespace

std::variant<Arguments, ShowHelp, WrongUsage> readArguments(const QStringList &words,
                                                            const Surroundings &surroundings)
{
    QCommandLineParser parser;
    parser.addOption(QCommandLineOption(QStringList{u"help"_s, u"h"_s}));
    parser.addOption(QCommandLineOption(u"version"_s));
    const QStringList paths{u"data"_s, u"config"_s, u"workspace"_s, u"plugins"_s, u"log"_s};
    for (const QString &option : paths)
        parser.addOption(QCommandLineOption(option, {}, u"path"_s));
    if (!parser.parse(QStringList{u"hostlined"_s} + words))
        return wrong(parser.errorText());
    if (parser.isSet(u"help"_s))
        return ShowHelp{.text = QString::fromUtf8(help)};
    if (parser.isSet(u"version"_s))
        return ShowHelp{.text = u"hostlined " HOSTLINE_VERSION "\n"_s};
    if (!parser.positionalArguments().isEmpty())
        return wrong(u"nothing is known about: %1"_s.arg(parser.positionalArguments().first()));
    for (const QString &option : paths) {
        if (parser.isSet(option) && parser.values(option).contains(QString()))
            return wrong(u"--%1 needs a path"_s.arg(option));
    }

    const QDir here(surroundings.currentDirectory);
    const auto absolute = [&here](const QString &path) {
        return QDir::cleanPath(here.absoluteFilePath(path));
    };
    const auto pathOr = [&parser, &absolute](const QString &option, const QString &otherwise) {
        return parser.isSet(option) ? absolute(parser.value(option)) : otherwise;
    };
    QStringList plugins = parser.values(u"plugins"_s);
    for (QString &directory : plugins)
        directory = absolute(directory);
    return Arguments{.dataDirectory = pathOr(u"data"_s, surroundings.dataHome + "/hostline"_L1),
                     .settingsFile = pathOr(u"config"_s, surroundings.settingsFile),
                     .logFile = pathOr(u"log"_s, {}),
                     .workspace = pathOr(u"workspace"_s, surroundings.currentDirectory),
                     .pluginDirectories = plugins};
}

HostOptions
hostOptions(const Arguments &arguments, const QString &programDirectory, const QString &dataHome)
{
    HostOptions options;
    options.dataDirectory = arguments.dataDirectory;
    options.settingsFile = arguments.settingsFile;
    options.pluginDirectories = arguments.pluginDirectories;
    if (options.pluginDirectories.isEmpty()) {
        options.pluginDirectories = {
            QDir::cleanPath(programDirectory + "/../lib/hostline/plugins"_L1), // the build's
            QDir::cleanPath(programDirectory + "/../" HOSTLINE_PLUGIN_INSTALL_DIR ""_L1),
            dataHome + "/hostline/plugins"_L1,
        };
        options.pluginDirectories.removeDuplicates();
    }
    options.programName = u"hostlined"_s;
    options.defaultChannels.insert(channelName, {});
    options.defaultProviders.insert(providerName, {});
    options.defaultProvider = providerName;
    options.defaultWorkspace = workspaceName;
    options.defaultWorkspacePath = arguments.workspace;
    options.controlChannels = {channelName};
    return options;
}

ExitCode exitCodeFor(const Failure &failure, const QString &settingsFile)
{
    if (failure.kind == FailureKind::InvalidConfiguration)
        return !settingsFile.isEmpty() && failure.subject == settingsFile ? ExitCode::Settings
                                                                          : ExitCode::Store;
    if (failure.kind == FailureKind::Conflict)
        return ExitCode::DataInUse;
    return ExitCode::
        Failed; // also a full disk: that passes, and whoever watches may start it again
}

QString explanation(const Failure &failure)
{
    const bool more = !failure.subject.isEmpty() && !failure.detail.contains(failure.subject);
    return more ? u"%1 (%2)"_s.arg(failure.detail, failure.subject) : failure.detail;
}

QString lastWords(ExitCode code, const QString &complaint)
{
    if (code != ExitCode::Settings)
        return u"hostlined: %1\n"_s.arg(complaint);
    return complaint
        + u"\nhostlined: nothing was started; mend the settings file as said above (every key: docs/settings.md)\n"_s;
}

} // namespace hostline::daemon
