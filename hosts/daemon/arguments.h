// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/host.h>

#include <QtCore/QStringList>

#include <variant>

namespace hostline::daemon {

/// How `hostlined` ends (docs/operations.md).
enum class ExitCode {
    Stopped = 0, ///< it was told to
    Failed = 1,
    Usage = 2,
    Settings = 3, ///< the settings file is broken
    DataInUse = 4, ///< another program holds the data directory
    Store = 5, ///< the data directory or the store in it cannot be used
    NoPage = 6, ///< the channel that people and programs reach it by is missing or cannot listen
};

struct Arguments
{
    QString dataDirectory; ///< absolute, as are all of these
    QString settingsFile; ///< empty: defaults
    QString logFile; ///< empty: standard error only
    QString workspace; ///< the folder of the default workspace
    QStringList pluginDirectories; ///< empty: those of the installation and of the user

    friend bool operator==(const Arguments &, const Arguments &) = default;
};

/// The surroundings that arguments are read in.
struct Surroundings
{
    QString currentDirectory;
    QString dataHome; ///< $XDG_DATA_HOME or its default
    QString settingsFile; ///< the user's settings file, if there is one; else empty
};

struct ShowHelp
{
    QString text;
};
struct WrongUsage
{
    QString text;
};

/// Reads the arguments after the program's name. Pure.
[[nodiscard]] std::variant<Arguments, ShowHelp, WrongUsage>
readArguments(const QStringList &words, const Surroundings &surroundings);

/// What this program decides for the core, which knows no plugin: the default channel, provider and workspace. `programDirectory` is where this program is installed.
[[nodiscard]] HostOptions
hostOptions(const Arguments &arguments, const QString &programDirectory, const QString &dataHome);

/// The code for a start that failed. A fault in the settings names their file as its subject.
[[nodiscard]] ExitCode exitCodeFor(const Failure &failure, const QString &settingsFile);

/// What to say of it: one line and the mending step; of broken settings a line for each problem.
[[nodiscard]] QString explanation(const Failure &failure);

/// The last words on standard error. A fault in the settings begins with its file and line, as editors look for it.
[[nodiscard]] QString lastWords(ExitCode code, const QString &complaint);

} // namespace hostline::daemon
