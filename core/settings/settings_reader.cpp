// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/settings.h"
#include "settings/toml_document.h"

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

// One table: hands out typed values and remembers which keys were asked for.
class TableReader
{
public:
    TableReader(TomlDocument &document, QString name, QJsonObject table)
        : m_document(document)
        , m_name(std::move(name))
        , m_table(std::move(table))
    { }

    const QString &name() const { return m_name; }
    QString fullKey(const QString &key) const { return joinedKey(m_name, key); }
    QStringList keys() const { return m_table.keys(); }

    SourcePosition position(const QString &key) const
    {
        return m_document.positions.value(fullKey(key), m_document.positions.value(m_name));
    }

    void report(const QString &key, const QString &what)
    {
        m_document.problems.append({.file = m_document.file,
                                    .position = position(key),
                                    .key = fullKey(key),
                                    .what = what});
    }

    QJsonValue take(const QString &key)
    {
        m_known.append(key);
        return m_table.value(key);
    }

    QString text(const QString &key, const QString &fallback = {})
    {
        const QJsonValue value = take(key);
        if (value.isUndefined())
            return fallback;
        if (!value.isString() || value.toString().isEmpty()) {
            report(key, u"must be text in quotes"_s);
            return fallback;
        }
        return value.toString();
    }

    qint64 integer(const QString &key, qint64 fallback, qint64 minimum, qint64 maximum)
    {
        const SettingKey rule{
            .key = key, .type = SettingKey::Type::Integer, .minimum = minimum, .maximum = maximum};
        const QJsonValue value = take(key);
        if (value.isUndefined())
            return fallback;
        const QString problem = valueProblem(rule, value);
        if (problem.isEmpty())
            return value.toInteger();
        report(key, problem);
        return fallback;
    }

    template<typename Unit>
    Unit duration(const QString &key, Unit fallback, qint64 minimum, qint64 maximum)
    {
        return Unit(integer(key, fallback.count(), minimum, maximum));
    }

    bool boolean(const QString &key, bool fallback)
    {
        const QJsonValue value = take(key);
        if (value.isUndefined())
            return fallback;
        if (!value.isBool())
            report(key, u"must be true or false"_s);
        return value.toBool(fallback);
    }

    template<typename Enum>
    std::optional<Enum> choice(const QString &key,
                               std::optional<Enum> (*parse)(QStringView),
                               const QStringList &allowed)
    {
        const QJsonValue value = take(key);
        if (value.isUndefined())
            return std::nullopt;
        const std::optional<Enum> parsed = parse(value.toString());
        if (!parsed)
            report(key, u"must be one of \"%1\""_s.arg(allowed.join("\", \""_L1)));
        return parsed;
    }

    TableReader table(const QString &key)
    {
        const QJsonValue value = take(key);
        if (!value.isUndefined() && !value.isObject())
            report(key, u"must be a table: [%1]"_s.arg(fullKey(key)));
        return TableReader(m_document, fullKey(key), value.toObject());
    }

    std::vector<TableReader> tables(const QString &key)
    {
        std::vector<TableReader> result;
        const QJsonValue value = take(key);
        const QJsonArray elements = value.toArray();
        const bool fits = std::all_of(elements.begin(),
                                      elements.end(),
                                      [](const QJsonValue &element) { return element.isObject(); });
        if (!value.isUndefined() && (!value.isArray() || !fits)) {
            report(key, u"must be a list of tables: [[%1]]"_s.arg(fullKey(key)));
            return result;
        }
        for (const QJsonValue element : elements) {
            const QString name = u"%1[%2]"_s.arg(fullKey(key)).arg(result.size());
            result.emplace_back(m_document, name, element.toObject());
        }
        return result;
    }

    void rejectUnknown()
    {
        for (const QString &key : m_table.keys()) {
            if (!m_known.contains(key))
                report(key, unknownKeyText(key, m_known));
        }
    }

    // What is left for a plugin to check.
    QJsonObject others() const
    {
        QJsonObject result = m_table;
        for (const QString &key : m_known)
            result.remove(key);
        return result;
    }

private:
    TomlDocument &m_document;
    QString m_name;
    QJsonObject m_table;
    QStringList m_known;
};

const QStringList &accessNames()
{
    static const QStringList names{settingText(Access::Read), settingText(Access::Write)};
    return names;
}

std::optional<bool> reviewsFromSetting(QStringView text)
{
    if (text == "auto"_L1)
        return true;
    return text == "off"_L1 ? std::optional(false) : std::nullopt;
}

// Names become folders and parts of keys.
bool isName(const QString &text)
{
    static const QRegularExpression form(u"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"_s);
    return form.match(text).hasMatch();
}

class SettingsReader
{
public:
    SettingsReader(TomlDocument document, const SettingsDefaults &defaults)
        : m_document(std::move(document))
        , m_defaults(defaults)
    { }

    SettingsReading read()
    {
        TableReader root(m_document, {}, m_document.root);
        m_settings.language = root.choice<Language>(u"language"_s,
                                                    languageFromString,
                                                    {u"zh"_s, u"en"_s, u"both"_s, u"auto"_s})
                                  .value_or(Language::Auto);
        readStore(root.table(u"store"_s));
        readLimits(root.table(u"limits"_s));
        readTimeouts(root.table(u"timeouts"_s));
        readRecovery(root.table(u"recovery"_s));
        m_settings.providers = pluginTables(root.table(u"providers"_s), m_defaults.providers);
        m_settings.channels = pluginTables(root.table(u"channels"_s), m_defaults.channels);
        readRoute(root.table(u"route"_s));
        readWorkspaces(root.table(u"workspaces"_s));
        readGrants(root.tables(u"grants"_s));
        root.rejectUnknown();

        std::stable_sort(m_document.problems.begin(),
                         m_document.problems.end(),
                         [](const SettingsProblem &left, const SettingsProblem &right) {
                             return std::pair(left.position.line, left.position.column)
                                 < std::pair(right.position.line, right.position.column);
                         });
        return {.settings = std::move(m_settings), .problems = std::move(m_document.problems)};
    }

private:
    void readStore(TableReader table)
    {
        StoreSettings &store = m_settings.store;
        store.retention = table.duration(u"retention_days"_s, store.retention, 7, 36'500);
        table.rejectUnknown();
    }

    void readLimits(TableReader table)
    {
        Limits &limits = m_settings.limits;
        limits.queue = static_cast<int>(table.integer(u"queue"_s, limits.queue, 1, 10'000));
        limits.queueAge = table.duration(u"queue_age_hours"_s, limits.queueAge, 1, 8'760);
        limits.wait = table.duration(u"wait_days"_s, limits.wait, 1, 365);
        limits.late = table.duration(u"late_minutes"_s, limits.late, 1, 1'440);
        limits.textCharacters =
            table.integer(u"text_characters"_s, limits.textCharacters, 1, 16'777'216);
        table.rejectUnknown();
    }

    void readTimeouts(TableReader table)
    {
        Timeouts &timeouts = m_settings.timeouts;
        timeouts.idle = table.duration(u"idle_seconds"_s, timeouts.idle, 1, 86'400);
        timeouts.hard = table.duration(u"hard_seconds"_s, timeouts.hard, 1, 604'800);
        timeouts.interrupt = table.duration(u"interrupt_seconds"_s, timeouts.interrupt, 1, 600);
        timeouts.restore = table.duration(u"restore_seconds"_s, timeouts.restore, 1, 86'400);
        table.rejectUnknown();
    }

    void readRecovery(TableReader table)
    {
        m_settings.recovery.reviews =
            table.choice<bool>(u"review"_s, reviewsFromSetting, {u"auto"_s, u"off"_s})
                .value_or(m_settings.recovery.reviews);
        table.rejectUnknown();
    }

    void readRoute(TableReader table)
    {
        const auto isEnabled = [this](const QString &name) {
            const auto found = m_settings.providers.constFind(name);
            return found != m_settings.providers.constEnd() && found->enabled;
        };
        QStringList enabled;
        for (const PluginTable &provider : qAsConst(m_settings.providers)) {
            if (provider.enabled)
                enabled.append(provider.name);
        }
        const QString fallback = isEnabled(m_defaults.provider) ? m_defaults.provider
            : enabled.size() == 1                               ? enabled.first()
                                                                : QString();
        m_settings.route.provider = table.text(u"provider"_s, fallback);
        PluginTable &route = m_settings.route.table;
        route.plugin = table.text(u"plugin"_s);
        if (!table.boolean(u"enabled"_s, true))
            route.plugin.clear();
        if (table.keys().contains(u"plugin"_s)) {
            route.name = u"route"_s;
            route.file = m_document.file;
            route.section = table.name();
            route.position = table.position({});
            route.values = table.others();
            for (const QString &key : route.values.keys())
                route.positions.insert(key, table.position(key));
        } else {
            table.rejectUnknown();
        }
        const QString names = enabled.isEmpty() ? u"none"_s : enabled.join(", "_L1);
        if (m_settings.route.provider.isEmpty()) {
            if (!enabled.isEmpty())
                table.report(u"provider"_s,
                             u"must name the provider that answers, one of: "_s + names);
        } else if (!isEnabled(m_settings.route.provider)) {
            table.report(u"provider"_s, u"must name an enabled provider; there are: "_s + names);
        }
    }

    QMap<QString, PluginTable> pluginTables(TableReader section,
                                            const QMap<QString, QJsonObject> &defaults)
    {
        QMap<QString, PluginTable> result;
        QStringList names = section.keys();
        for (auto entry = defaults.begin(); entry != defaults.end(); ++entry) {
            if (!names.contains(entry.key()))
                names.append(entry.key());
        }
        for (const QString &name : names) {
            if (!isName(name)) {
                section.report(name, u"a name is 1 to 64 of letters, digits, \"-\" and \"_\""_s);
                continue;
            }
            const SourcePosition position = section.position(name);
            TableReader own = section.table(name);
            QJsonObject merged = defaults.value(name);
            for (const QString &key : own.keys())
                merged.insert(key, own.take(key));
            TableReader table(m_document, own.name(), merged);
            PluginTable plugin{.name = name,
                               .plugin = table.text(u"plugin"_s, name),
                               .enabled = table.boolean(u"enabled"_s, true),
                               .values = {},
                               .file = m_document.file,
                               .section = own.name(),
                               .position = position,
                               .positions = {}};
            plugin.values = table.others();
            for (const QString &key : plugin.values.keys())
                plugin.positions.insert(key, table.position(key));
            result.insert(name, plugin);
        }
        return result;
    }

    QString workspacePath(TableReader &table, const QString &fallback)
    {
        const QString written = table.text(u"path"_s, fallback);
        QString path = written;
        if (path == "~"_L1 || path.startsWith("~/"_L1))
            path = QDir::homePath() + path.sliced(1);
        if (path.isEmpty())
            table.report(u"path"_s, u"is missing: the folder, as an absolute path"_s);
        else if (!QDir::isAbsolutePath(path) || path.contains(QChar::Null) || path.startsWith(u':'))
            table.report(u"path"_s, u"must be an absolute path, or begin with \"~/\""_s);
        return QDir::cleanPath(path);
    }

    void readWorkspaces(TableReader section)
    {
        if (!m_defaults.workspace.isEmpty()) {
            m_settings.defaultWorkspace = m_defaults.workspace;
            m_settings.workspaces.insert(m_defaults.workspace,
                                         {.name = m_defaults.workspace,
                                          .path = m_defaults.workspacePath,
                                          .access = Access::Read});
        }
        for (const QString &name : section.keys()) {
            if (!isName(name)) {
                section.report(name, u"a name is 1 to 64 of letters, digits, \"-\" and \"_\""_s);
                continue;
            }
            TableReader table = section.table(name);
            const QString fallback = m_settings.workspaces.value(name).path;
            Workspace workspace{.name = name, .path = workspacePath(table, fallback)};
            workspace.access = table.choice<Access>(u"access"_s, accessFromSetting, accessNames())
                                   .value_or(Access::Read);
            table.rejectUnknown();
            m_settings.workspaces.insert(name, workspace);
        }
        if (m_settings.defaultWorkspace.isEmpty() && !m_settings.workspaces.isEmpty())
            m_settings.defaultWorkspace = m_settings.workspaces.firstKey();
    }

    void readGrants(std::vector<TableReader> tables)
    {
        for (const QString &channel : m_defaults.ownerChannels)
            m_settings.grants.append(GrantRule{.channel = channel});
        for (TableReader &table : tables) {
            GrantRule grant{
                .channel = table.text(u"channel"_s),
                .account = table.text(u"account"_s),
                .peer = table.text(u"peer"_s),
                .sender = table.text(u"sender"_s),
                .workspace = table.text(u"workspace"_s),
                .access = table.choice<Access>(u"access"_s, accessFromSetting, accessNames())};
            table.rejectUnknown();
            QStringList channels = m_settings.channels.keys() + m_defaults.ownerChannels;
            channels.removeDuplicates();
            if (!grant.channel.isEmpty() && !channels.contains(grant.channel))
                table.report(u"channel"_s,
                             u"there is no channel of this name; there are: "_s
                                 + channels.join(", "_L1));
            if (!grant.workspace.isEmpty() && !m_settings.workspaces.contains(grant.workspace))
                table.report(u"workspace"_s,
                             u"there is no workspace of this name; there are: "_s
                                 + m_settings.workspaces.keys().join(", "_L1));
            m_settings.grants.append(grant);
        }
    }

    TomlDocument m_document;
    const SettingsDefaults &m_defaults;
    Settings m_settings;
};

} // namespace

SettingsReading
readSettings(const QByteArray &toml, const QString &file, const SettingsDefaults &defaults)
{
    TomlDocument document = readToml(toml, file);
    // A file that is no TOML would only be followed by complaints about what it lacks.
    if (document.root.isEmpty() && !document.problems.isEmpty())
        return {.settings = {}, .problems = document.problems};
    return SettingsReader(std::move(document), defaults).read();
}

} // namespace hostline
