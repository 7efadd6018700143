// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "notices/language.h"
#include "settings/plugin_table.h"

#include <hostline/export.h>
#include <hostline/result.h>
#include <hostline/turn.h>

#include <QByteArray>
#include <QMap>

#include <chrono>

namespace hostline {

struct StoreSettings
{
    std::chrono::days retention{90}; // [store] retention_days, 7 to 36,500

    friend bool operator==(const StoreSettings &, const StoreSettings &) = default;
};

struct RouteSettings
{
    QString provider; // [route] provider: the name of an enabled one; empty only when there is none
    PluginTable table = {}; // [route] plugin and its keys; no plugin: it is always that provider

    // Where a table stands is no part of what it says.
    friend bool operator==(const RouteSettings &a, const RouteSettings &b)
    {
        return a.provider == b.provider && a.table.plugin == b.table.plugin
            && a.table.values == b.table.values;
    }
};

struct Workspace
{
    QString name;
    QString path; // absolute, clean; whether it exists is seen when it is used
    Access access = Access::Read;

    friend bool operator==(const Workspace &, const Workspace &) = default;
};

// One allow-list entry. An empty field matches everything.
struct GrantRule
{
    QString channel;
    QString account;
    QString peer;
    QString sender;
    QString workspace;
    std::optional<Access> access; // absent: what the workspace allows; never more than that

    friend bool operator==(const GrantRule &, const GrantRule &) = default;
};

struct Limits
{
    int queue = 20; // pending requests of a conversation, 1 to 10,000
    std::chrono::hours queueAge{24}; // queue_age_hours, 1 to 8,760
    std::chrono::days wait{8}; // wait_days, 1 to 365
    std::chrono::minutes late{5}; // late_minutes, 1 to 1,440
    qint64 textCharacters = 1'048'576; // text_characters, 1 to 16,777,216

    friend bool operator==(const Limits &, const Limits &) = default;
};

// Of turns (C17), in whole seconds: idle_seconds, hard_seconds, interrupt_seconds, restore_seconds; how long a provider may take to start is its own setting.
struct Timeouts
{
    std::chrono::seconds idle{180}; // 1 to 86,400
    std::chrono::seconds hard{7'200}; // 1 to 604,800
    std::chrono::seconds interrupt{5}; // 1 to 600
    std::chrono::seconds restore{600}; // 1 to 86,400; of a whole history (C10)

    friend bool operator==(const Timeouts &, const Timeouts &) = default;
};

struct RecoverySettings
{
    bool reviews = true; // [recovery] review = "auto" or "off" (D4)

    friend bool operator==(const RecoverySettings &, const RecoverySettings &) = default;
};

// The whole settings file, checked, defaults filled in. Tables of plugins are checked against their
// plugins by checkPluginTable().
struct Settings
{
    Language language = Language::Auto;
    StoreSettings store;
    RouteSettings route;
    QMap<QString, PluginTable> providers; // by name; disabled ones included
    QMap<QString, PluginTable> channels;
    QMap<QString, Workspace> workspaces;
    QString defaultWorkspace; // the name of one of them; empty only when there is none
    QList<GrantRule> grants;
    Limits limits;
    Timeouts timeouts;
    RecoverySettings recovery;

    friend bool operator==(const Settings &, const Settings &) = default;
};

// What the host program decides, so that the core names no plugin. A file adds to these and overrides them
// key by key; `enabled = false` in a default's table switches it off.
struct SettingsDefaults
{
    QMap<QString, QJsonObject> providers; // name -> keys of its table
    QMap<QString, QJsonObject> channels;
    QString provider; // the default of [route] provider
    QString workspace; // the name of the default workspace
    QString workspacePath; // absolute
    QStringList
        ownerChannels; // their people are the owner: granted everything, before the file's grants
};

struct SettingsReading
{
    Settings settings; // of use only without problems
    QList<SettingsProblem> problems; // all of the file, in its order
};

// Pure but for "~", which is the home directory. `file` is only named in problems.
SettingsReading
readSettings(const QByteArray &toml, const QString &file, const SettingsDefaults &defaults);

// Reads the file; an empty path gives the defaults. A file that is missing, no regular file or not readable
// is a failure like one with problems: InvalidConfiguration with everything that is wrong.
HOSTLINE_EXPORT Result<Settings> loadSettings(const QString &path,
                                              const SettingsDefaults &defaults);

// "read", "write".
QString settingText(Access access);
std::optional<Access> accessFromSetting(QStringView text);

} // namespace hostline
