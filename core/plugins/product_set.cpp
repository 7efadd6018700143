// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/product_set.h"

namespace hostline {

ProductSet::ProductSet(QObject *parent)
    : QObject(parent)
{ }

ProductSet::~ProductSet() = default;

void ProductSet::addProvider(const QString &name,
                             std::unique_ptr<Provider> provider,
                             std::unique_ptr<PluginContext> context)
{
    Provider *const added = provider.get();
    m_providers.insert_or_assign(name, ProviderEntry{std::move(context), std::move(provider)});
    connect(added, &Product::stateChanged, this, [this, name](Product::State state) {
        Q_EMIT providerStateChanged(name, state);
    });
    Q_EMIT providerAdded(name, added);
}

void ProductSet::addChannel(const QString &name,
                            GuardedChannel channel,
                            std::unique_ptr<PluginContext> context)
{
    Channel *const added = channel.channel();
    m_channels.insert_or_assign(name, ChannelEntry{std::move(context), std::move(channel)});
    connect(added, &Product::stateChanged, this, [this, name](Product::State state) {
        Q_EMIT channelStateChanged(name, state);
    });
    Q_EMIT channelAdded(name, added);
}

template<typename Node>
void ProductSet::dropLater(Node node)
{
    if (node.empty())
        return;
    auto kept = std::make_shared<std::decay_t<decltype(node.mapped())>>(std::move(node.mapped()));
    QMetaObject::invokeMethod(
        this, [kept] { Q_UNUSED(kept) }, Qt::QueuedConnection);
}

void ProductSet::removeProvider(const QString &name)
{
    dropLater(m_providers.extract(name));
}

void ProductSet::removeChannel(const QString &name)
{
    dropLater(m_channels.extract(name));
}

Provider *ProductSet::provider(const QString &name) const
{
    const auto it = m_providers.find(name);
    return it == m_providers.end() ? nullptr : it->second.provider.get();
}

const GuardedChannel *ProductSet::guarded(const QString &name) const
{
    const auto it = m_channels.find(name);
    return it == m_channels.end() ? nullptr : &it->second.channel;
}

Channel *ProductSet::channel(const QString &name) const
{
    const GuardedChannel *const found = guarded(name);
    return found ? found->channel() : nullptr;
}

QStringList ProductSet::providerNames() const
{
    QStringList names;
    for (const auto &[name, entry] : m_providers)
        names.append(name);
    return names;
}

QStringList ProductSet::channelNames() const
{
    QStringList names;
    for (const auto &[name, entry] : m_channels)
        names.append(name);
    return names;
}

QList<Product *> ProductSet::products() const
{
    QList<Product *> all;
    for (const auto &[name, entry] : m_channels)
        all.append(entry.channel.channel());
    for (const auto &[name, entry] : m_providers)
        all.append(entry.provider.get());
    return all;
}

} // namespace hostline
