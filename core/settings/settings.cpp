// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/settings.h"

#include <QFile>
#include <QFileInfo>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

Failure unreadable(const QString &path, const QString &what)
{
    return settingsFailure(path, {{.file = path, .position = {}, .key = {}, .what = what}});
}

} // namespace

Result<Settings> loadSettings(const QString &path, const SettingsDefaults &defaults)
{
    QByteArray text;
    if (!path.isEmpty()) {
        const QFileInfo info(path);
        if (!info.exists())
            return unreadable(path, u"there is no such file"_s);
        if (!info.isFile())
            return unreadable(path, u"this is not a file"_s);
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return unreadable(path, u"cannot be read: "_s + file.errorString());
        // One byte more than is taken, so that the reader can refuse the rest unread.
        text = file.read(256LL * 1024 + 1);
        if (file.error() != QFileDevice::NoError)
            return unreadable(path, u"cannot be read: "_s + file.errorString());
    }
    SettingsReading reading = readSettings(text, path, defaults);
    if (!reading.problems.isEmpty())
        return settingsFailure(path, reading.problems);
    return std::move(reading.settings);
}

QString settingText(Access access)
{
    switch (access) {
    case Access::Read:
        return u"read"_s;
    case Access::Write:
        return u"write"_s;
    }
    Q_UNREACHABLE();
}

std::optional<Access> accessFromSetting(QStringView text)
{
    for (Access access : {Access::Read, Access::Write}) {
        if (text == settingText(access))
            return access;
    }
    return std::nullopt;
}

} // namespace hostline
