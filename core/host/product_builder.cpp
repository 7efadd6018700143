// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "host/product_builder.h"

#include "base/logging.h"
#include "plugins/product_context.h"

#include <QLoggingCategory>

#include <algorithm>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcHost, "hostline.core.host", QtInfoMsg)

} // namespace

ProductBuilder::ProductBuilder(Parts parts)
    : m_parts(std::move(parts))
{ }

Result<QJsonObject> ProductBuilder::checked(const PluginTable &table) const
{
    const std::optional<PluginSpec> spec = m_parts.registry.find(table.plugin);
    if (!spec) {
        return Failure{FailureKind::InvalidConfiguration,
                       u"there is no plugin \"%1\""_s.arg(table.plugin),
                       u"install the plugin, or set enabled = false in [%1]"_s.arg(table.section),
                       {}};
    }
    // Before anything about this table can be logged (K5).
    const QStringList secrets = secretsOf(table, spec->settings);
    for (const QString &secret : secrets)
        Logging::addSecret(secret);
    return checkPluginTable(table, spec->settings);
}

std::unique_ptr<PluginContext> ProductBuilder::contextFor(const PluginTable &table,
                                                          const QJsonObject &values,
                                                          HostControl *control)
{
    return std::make_unique<ProductContext>(ProductContext::Parts{
        .name = table.name,
        .settings = values,
        .dataDirectory = m_parts.dataDirectory,
        .clock = m_parts.clock,
        .ids = m_parts.ids,
        .control = control,
    });
}

bool ProductBuilder::build(const PluginTable &table, HostControl *control, const Maker &make)
{
    m_failures.remove(table.section);
    const Result<QJsonObject> values = checked(table);
    const Result<Done> result =
        values ? make(contextFor(table, values.value(), control)) : Result<Done>(values.failure());
    if (!result) {
        qCWarning(lcHost,
                  "%ls cannot be made: %ls",
                  qUtf16Printable(table.section),
                  qUtf16Printable(result.failure().detail));
        m_failures.insert(table.section, result.failure());
    }
    return result.ok();
}

bool ProductBuilder::buildProvider(const PluginTable &table)
{
    return build(
        table, nullptr, [this, &table](std::unique_ptr<PluginContext> context) -> Result<Done> {
            Result<std::unique_ptr<Provider>> provider =
                m_parts.registry.createProvider(table.plugin, *context);
            if (!provider)
                return provider.failure();
            m_parts.products.addProvider(
                table.name, std::move(provider).value(), std::move(context));
            return Done{};
        });
}

bool ProductBuilder::buildChannel(const PluginTable &table)
{
    HostControl *const control =
        m_parts.controlChannels.contains(table.name) ? m_parts.control : nullptr;
    return build(
        table, control, [this, &table](std::unique_ptr<PluginContext> context) -> Result<Done> {
            Result<GuardedChannel> channel = m_parts.registry.createChannel(table.plugin, *context);
            if (!channel)
                return channel.failure();
            m_parts.products.addChannel(table.name, std::move(channel).value(), std::move(context));
            return Done{};
        });
}

std::shared_ptr<const Route> ProductBuilder::buildRoute(const RouteSettings &route)
{
    const PluginTable &table = route.table;
    m_failures.remove(u"route"_s);
    if (table.plugin.isEmpty())
        return nullptr;
    const auto refuse = [this](const Failure &failure) {
        qCWarning(lcHost,
                  "the route cannot be made, so the default provider answers: %ls",
                  qUtf16Printable(failure.detail));
        m_failures.insert(u"route"_s, failure);
        return nullptr;
    };
    const Result<QJsonObject> values = checked(table);
    if (!values)
        return refuse(values.failure());
    QJsonObject given = values.value();
    given.insert(u"provider"_s, route.provider);
    Result<std::unique_ptr<Route>> made = m_parts.registry.createRoute(table.plugin, given);
    if (!made)
        return refuse(made.failure());
    return std::shared_ptr<const Route>(std::move(made).value());
}

bool ProductBuilder::isStored(const PluginTable &table) const
{
    const std::optional<PluginSpec> spec = m_parts.registry.find(table.plugin);
    return spec && spec->traits.stored;
}

QString ProductBuilder::displayName(const PluginTable &table) const
{
    const std::optional<PluginSpec> spec = m_parts.registry.find(table.plugin);
    return spec && !spec->name.isEmpty() ? spec->name : table.name;
}

QStringList ProductBuilder::mistakes(const Settings &settings) const
{
    QStringList all;
    QList<PluginTable> tables = settings.providers.values() + settings.channels.values();
    if (!settings.route.table.plugin.isEmpty())
        tables.append(settings.route.table);
    QStringList enabled;
    for (const PluginTable &provider : settings.providers) {
        if (provider.enabled)
            enabled.append(provider.name);
    }
    std::ranges::stable_sort(
        tables, {}, [](const PluginTable &table) { return table.position.line; });
    for (const PluginTable &table : std::as_const(tables)) {
        const std::optional<PluginSpec> spec = m_parts.registry.find(table.plugin);
        if (!spec || !table.enabled)
            continue;
        if (const Result<QJsonObject> values = checkPluginTable(table, spec->settings); !values)
            all.append(values.failure().detail);
        else if (const Result<Done> names = checkProviderNames(table, spec->settings, enabled);
                 !names)
            all.append(names.failure().detail);
    }
    return all;
}

} // namespace hostline
