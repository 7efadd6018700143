// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "places.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>

using namespace Qt::StringLiterals;

namespace hostline::hosts {

namespace {

QString fromEnvironment(const char *variable, QLatin1StringView belowHome)
{
    const QString value = qEnvironmentVariable(variable);
    return value.startsWith(u'/') ? value : QDir::homePath() + belowHome;
}

} // namespace

QString dataHome()
{
    return fromEnvironment("XDG_DATA_HOME", "/.local/share"_L1);
}

QString userSettingsFile()
{
    const QString path =
        fromEnvironment("XDG_CONFIG_HOME", "/.config"_L1) + "/hostline/hostline.toml"_L1;
    return QFileInfo::exists(path) ? path : QString();
}

QString settingsOfRun(const QString &dataDirectory)
{
    const QString path = dataDirectory + "/run.toml"_L1;
    return QFileInfo::exists(path) ? path : QString();
}

} // namespace hostline::hosts
