// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QString>
#include <QtCore/QStringList>

#include <optional>
#include <variant>

namespace hostline::cli {

/// How `hostline` ends.
enum class ExitCode {
    Good = 0, ///< for ask: answered
    Failed = 1, ///< refused, or not understood, by the running Hostline
    Usage = 2,
    Notice = 3, ///< ask: the request ended with a notice, not an answer
    Open = 4, ///< ask: not ended, or not known to be stored, when the time was up
    NotThere = 5, ///< no Hostline runs on this data
};

enum class Verb { Ask, Status, Providers, Inbox, Show, Stop, Plugins, Login, Prune, Doctor };

/// What the command line asks for.
struct Arguments
{
    Verb verb = Verb::Status;
    QString dataDirectory; ///< absolute
    QString command; ///< how a person calls `hostline` for the same data, quoted for a shell
    QString subject; ///< ask: the text; show, stop: the request
    QString conversation; ///< ask; empty: a new one
    QString clientId; ///< ask: the question's name, to put it again; empty: a new one
    int waitSeconds = 600; ///< ask
    bool all = false; ///< inbox: settled ones too
    QString codex; ///< doctor: the program to look at; empty: where hostlined looks for it
    QString settingsFile; ///< doctor; absolute; empty: the user's, else that of ./run
    bool json = false;

    friend bool operator==(const Arguments &, const Arguments &) = default;
};

struct ShowHelp
{
    QString text;
};
struct WrongUsage
{
    QString text; ///< what is wrong, one line
};

/// Reads the arguments after the program's name. Pure but for `defaultData` and `currentDirectory`, which are handed in.
[[nodiscard]] std::variant<Arguments, ShowHelp, WrongUsage> readArguments(
    const QStringList &words, const QString &defaultData, const QString &currentDirectory);

} // namespace hostline::cli
