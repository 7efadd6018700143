// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/product_set.h"

namespace hostline {

ProductSet::ProductSet(QObject *parent)
    : QObject(parent)
{
}

ProductSet::~ProductSet() = default;

void ProductSet::addProvider(const QString &name, std::unique_ptr<Provider> provider)
{
    Provider *const added = provider.release();
    added->setParent(this);
    m_providers.insert(name, added);
    connect(added, &Product::stateChanged, this, [this, name](Product::State state) { Q_EMIT providerStateChanged(name, state); });
    Q_EMIT providerAdded(name, added);
}

void ProductSet::addChannel(const QString &name, std::unique_ptr<Channel> channel, const ChannelTraits &traits)
{
    Channel *const added = channel.release();
    added->setParent(this);
    m_channels.insert(name, added);
    m_traits.insert(name, traits);
    connect(added, &Product::stateChanged, this, [this, name](Product::State state) { Q_EMIT channelStateChanged(name, state); });
    Q_EMIT channelAdded(name, added);
}

void ProductSet::remove(const QString &name)
{
    for (Product *product : {static_cast<Product *>(m_providers.take(name)), static_cast<Product *>(m_channels.take(name))}) {
        if (!product)
            continue;
        product->disconnect();
        product->deleteLater();
    }
    m_traits.remove(name);
}

QStringList ProductSet::providerNames() const
{
    QStringList names = m_providers.keys();
    names.sort();
    return names;
}

QStringList ProductSet::channelNames() const
{
    QStringList names = m_channels.keys();
    names.sort();
    return names;
}

} // namespace hostline
