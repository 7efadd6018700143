// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/channel_traits.h"
#include "settings/setting_key.h"

#include <hostline/views.h>

#include <QtCore/QString>

#include <optional>

namespace hostline {

enum class PluginKind { Unknown, Provider, Channel, Route };
/// "provider", "channel", "route"; Unknown: empty.
[[nodiscard]] QString toString(PluginKind kind);

struct ApiVersion
{
    int major = 0;
    int minor = 0;

    friend bool operator==(const ApiVersion &, const ApiVersion &) = default;
};

/// Why a plugin cannot be used.
struct PluginFault
{
    enum class Kind {
        Unreadable, ///< no regular file, or a directory that cannot be searched
        NotAPlugin, ///< no library, or one without a Qt plugin in it
        WrongInterface, ///< its IID is none of ours, or of another major version
        WrongApiVersion, ///< built for another major version of the SDK, or for a newer one
        BadMetadata,
        DuplicateId, ///< an earlier plugin has the same id
        CannotLoad, ///< the loader refused it: a missing symbol or library, a newer Qt
        Threw, ///< its root object could not be made
        WrongKind, ///< its root object is not what the metadata says
    };
    Kind kind = Kind::Unreadable;
    QString reason; ///< English, one line
    QString mend; ///< what a person can do

    friend bool operator==(const PluginFault &, const PluginFault &) = default;
};

/// One file that was found in a plugin directory. It is never dropped: what cannot be used is listed with its fault.
struct PluginSpec
{
    QString path; ///< absolute
    QString id; ///< empty when the metadata has none
    PluginKind kind = PluginKind::Unknown;
    QString version;
    ApiVersion api; ///< of the SDK that it was built with
    QString name;
    QString nameZh; ///< the name where there is none
    ChannelTraits traits; ///< channels
    QList<SettingKey> settings; ///< what its table in the settings may hold
    std::optional<PluginFault> fault;

    [[nodiscard]] bool usable() const { return !fault.has_value(); }
    friend bool operator==(const PluginSpec &, const PluginSpec &) = default;
};

/// As the host shows it. `instances`: the names of its products in the settings.
[[nodiscard]] PluginView viewOf(const PluginSpec &spec, const QStringList &instances);

} // namespace hostline
