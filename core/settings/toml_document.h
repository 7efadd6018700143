// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "settings/settings_problem.h"

#include <QByteArray>
#include <QHash>
#include <QJsonObject>

namespace hostline {

// A TOML file as JSON values, with the place of each key. Dates and times have no JSON and are problems.
struct TomlDocument
{
    QString file;
    QJsonObject root;
    QHash<QString, SourcePosition> positions; // by full key (joinedKey; elements of arrays: key[0])
    QList<SettingsProblem> problems;
};

// Pure. A syntax error (a table or key given twice included) is one problem with an empty root.
// Refused besides: more than 256 KiB, keys or values nested deeper than any sensible file.
TomlDocument readToml(const QByteArray &text, const QString &file);

} // namespace hostline
