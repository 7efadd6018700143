// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/failure.h>

#include <QList>
#include <QString>
#include <QStringList>

namespace hostline {

// Where something stands in a settings file; lines and columns count from 1, 0 is "nowhere" (a default).
struct SourcePosition
{
    int line = 0;
    int column = 0;

    friend bool operator==(const SourcePosition &, const SourcePosition &) = default;
};

// One thing wrong in a settings file. English and technical: for the log, the CLI and doctor.
struct SettingsProblem
{
    QString file;
    SourcePosition position;
    QString
        key; // full, as written in TOML: providers.NAME.port, grants[0].channel; empty: the file
    QString what; // what is wrong, and what is allowed

    friend bool operator==(const SettingsProblem &, const SettingsProblem &) = default;
};

// "settings.toml:12:3: limits.queue: must be ..."
QString toString(const SettingsProblem &problem);

// All problems of a file as one InvalidConfiguration, one on a line; its subject is the file.
Failure settingsFailure(const QString &file, const QList<SettingsProblem> &problems);

// `unknown key; did you mean "port"? Known here: a, b, c`; the suggestion only where one is close.
QString unknownKeyText(const QString &key, QStringList known);

// The full name of a key in a table; a key that is not bare TOML is quoted.
QString joinedKey(const QString &table, const QString &key);

} // namespace hostline
