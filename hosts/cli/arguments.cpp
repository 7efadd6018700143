// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <QtCore/QCommandLineParser>
#include <QtCore/QDir>
#include <QtCore/QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hostline::cli {

namespace {

struct VerbRow
{
    Verb verb;
    QLatin1StringView name;
    int words; ///< that follow it
    QStringList options; ///< beside --data, --json, --help, --version
};

const QList<VerbRow> &verbs()
{
    static const QList<VerbRow> rows{
        {Verb::Ask, "ask"_L1, 1, {u"conversation"_s, u"client-id"_s, u"wait"_s}},
        {Verb::Status, "status"_L1, 0, {}},
        {Verb::Providers, "providers"_L1, 0, {}},
        {Verb::Inbox, "inbox"_L1, 0, {u"all"_s}},
        {Verb::Show, "show"_L1, 1, {}},
        {Verb::Stop, "stop"_L1, 1, {}},
        {Verb::Plugins, "plugins"_L1, 0, {}},
        {Verb::Login, "login"_L1, 0, {}},
        {Verb::Prune, "prune"_L1, 0, {}},
        {Verb::Doctor, "doctor"_L1, 0, {u"codex"_s, u"config"_s}},
    };
    return rows;
}

constexpr auto help = R"(usage: hostline [--data DIR] VERB ...

  ask [--conversation ID] [--wait SECONDS] TEXT   puts a question and waits for its reply (600 s); TEXT - reads it from
                                                  standard input
      [--client-id ID]                            names the question: put again under its name in its conversation, it
                                                  is never asked twice
  status                                          what runs, and how it is
  providers                                       each provider with its quota, who answers now, and what waits
  inbox [--all]                                   the requests that are owed a reply (all: settled ones, too)
  show ID                                         one request with its reply
  stop ID                                         stops exactly this request
  plugins                                         every plugin found, also those that could not be loaded
  login                                           a link that signs one browser in to the page
  prune                                           removes settled requests older than the retention setting
  doctor [--config FILE] [--codex PROGRAM]        checks every prerequisite and says how to mend it: of the running
                                                  Hostline, else of one that is started with these settings

  --data DIR   the data directory of the running Hostline (default: $XDG_DATA_HOME/hostline or ~/.local/share/hostline)
  --json       prints JSON, as docs/openapi.yaml has it (doctor: {"findings": [{"what", "state", "text", "step"}]}, state
               good, note or bad; providers: {"providers", "route", "waiting"}, each as it is there)
  --version, --help

Exit codes: 0 good (ask: answered), 1 refused or failed, 2 wrong usage, 3 ask: ended with a notice,
4 ask: still open, or not known to be stored, when the time was up, 5 no Hostline runs on this data.
)";

QList<QCommandLineOption> options()
{
    QList<QCommandLineOption> all{QCommandLineOption(QStringList{u"help"_s, u"h"_s})};
    for (const QString &flag : {u"json"_s, u"version"_s, u"all"_s})
        all.append(QCommandLineOption(flag));
    for (const QString &option :
         {u"data"_s, u"conversation"_s, u"client-id"_s, u"wait"_s, u"codex"_s, u"config"_s})
        all.append(QCommandLineOption(option, {}, u"value"_s));
    return all;
}

/// A whole number of at most `largest`, or nothing.
std::optional<int> numberIn(const QString &text, int smallest, int largest)
{
    bool good = false;
    const int number = text.toInt(&good);
    if (!good || number < smallest || number > largest)
        return std::nullopt;
    return number;
}

QString quoted(QString word)
{
    return u"'%1'"_s.arg(word.replace(u'\'', "'\\''"_L1));
}

WrongUsage wrong(const QString &text)
{
    return WrongUsage{.text = text};
}

} // namespace

std::variant<Arguments, ShowHelp, WrongUsage>
readArguments(const QStringList &words, const QString &defaultData, const QString &currentDirectory)
{
    QCommandLineParser parser;
    parser.addOptions(options());
    if (!parser.parse(QStringList{u"hostline"_s} + words))
        return wrong(parser.errorText());
    if (parser.isSet(u"help"_s))
        return ShowHelp{.text = QString::fromUtf8(help)};
    if (parser.isSet(u"version"_s))
        return ShowHelp{.text = u"hostline " HOSTLINE_VERSION "\n"_s};

    const QStringList positional = parser.positionalArguments();
    if (positional.isEmpty())
        return wrong(u"a verb is missing"_s);
    const auto row =
        std::find_if(verbs().begin(), verbs().end(), [&positional](const VerbRow &candidate) {
            return candidate.name == positional.first();
        });
    if (row == verbs().end())
        return wrong(u"unknown verb: %1"_s.arg(positional.first()));
    if (positional.size() != row->words + 1) {
        return wrong(row->words == 0
                         ? u"%1 takes nothing more"_s.arg(row->name)
                         : u"%1 takes one argument (put a text into quotes)"_s.arg(row->name));
    }
    for (const QString &option :
         {u"conversation"_s, u"client-id"_s, u"wait"_s, u"all"_s, u"codex"_s, u"config"_s}) {
        if (parser.isSet(option) && !row->options.contains(option))
            return wrong(u"--%1 does not go with %2"_s.arg(option, row->name));
    }

    Arguments arguments;
    arguments.verb = row->verb;
    arguments.json = parser.isSet(u"json"_s);
    arguments.all = parser.isSet(u"all"_s);
    arguments.codex = parser.value(u"codex"_s);
    arguments.subject = row->words == 1 ? positional.at(1) : QString();
    if (row->words == 1 && arguments.subject.trimmed().isEmpty())
        return wrong(u"%1 needs something that is not empty"_s.arg(row->name));

    const QString data = parser.isSet(u"data"_s) ? parser.value(u"data"_s) : defaultData;
    if (data.isEmpty())
        return wrong(u"--data needs a folder"_s);
    const auto absolute = [here = QDir(currentDirectory)](const QString &path) {
        return QDir::cleanPath(here.absoluteFilePath(path));
    };
    arguments.dataDirectory = absolute(data);
    arguments.command = parser.isSet(u"data"_s)
        ? u"hostline --data "_s + quoted(arguments.dataDirectory)
        : u"hostline"_s;
    if (parser.isSet(u"config"_s)) {
        if (parser.value(u"config"_s).isEmpty())
            return wrong(u"--config needs a file"_s);
        arguments.settingsFile = absolute(parser.value(u"config"_s));
    }

    arguments.conversation = parser.value(u"conversation"_s);
    static const QRegularExpression conversationId(u"^[A-Za-z0-9._~-]{1,128}$"_s);
    if (parser.isSet(u"conversation"_s) && !conversationId.match(arguments.conversation).hasMatch())
        return wrong(u"a conversation is named by 1 to 128 letters, digits and . _ ~ -"_s);
    arguments.clientId = parser.value(u"client-id"_s);
    if (parser.isSet(u"client-id"_s)
        && (arguments.clientId.isEmpty() || arguments.conversation.isEmpty()))
        return wrong(u"--client-id names a question of the --conversation that goes with it"_s);
    if (parser.isSet(u"wait"_s)) {
        const std::optional<int> seconds = numberIn(parser.value(u"wait"_s), 0, 7 * 24 * 3600);
        if (!seconds)
            return wrong(u"--wait needs a number of seconds, at most 604800"_s);
        arguments.waitSeconds = *seconds;
    }
    return arguments;
}

} // namespace hostline::cli
