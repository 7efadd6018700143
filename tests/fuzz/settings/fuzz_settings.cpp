// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/settings.h"
#include "settings/settings_difference.h"

#include <cstdlib>

using namespace hostline;
using namespace Qt::StringLiterals;

// Any bytes are a settings file: it is refused with a place, or read; the same bytes are read the same.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray toml(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const SettingsDefaults defaults{.providers = {{u"echo"_s, {}}},
                                    .channels = {{u"desk"_s, {{u"port"_s, 0}}}},
                                    .provider = u"echo"_s,
                                    .workspace = u"default"_s,
                                    .workspacePath = u"/srv/work"_s,
                                    .ownerChannels = {u"desk"_s}};
    const QList<SettingKey> keys{{.key = u"port"_s, .type = SettingKey::Type::Integer},
                                 {.key = u"config"_s, .type = SettingKey::Type::Table},
                                 {.key = u"hosts"_s, .type = SettingKey::Type::TextList}};
    const SettingsReading reading = readSettings(toml, u"s.toml"_s, defaults);
    for (const SettingsProblem &problem : reading.problems) {
        if (problem.what.isEmpty() || toString(problem).contains(u'\n'))
            std::abort();
    }
    if (!reading.problems.isEmpty())
        return 0;
    const SettingsReading again = readSettings(toml, u"s.toml"_s, defaults);
    if (difference(reading.settings, again.settings) != SettingsDifference())
        std::abort();
    for (const PluginTable &table : reading.settings.channels)
        (void)checkPluginTable(table, keys);
    return 0;
}
