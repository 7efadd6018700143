// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/guarded_channel.h"

#include <hostline/plugin_context.h>
#include <hostline/provider.h>

#include <QHash>
#include <QObject>

#include <map>
#include <memory>

namespace hostline {

/// The products that are there, by their names in the settings. Owns them and their contexts. Core thread.
class ProductSet final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProductSet)
public:
    explicit ProductSet(QObject *parent = nullptr);
    ~ProductSet() override;

    /// A context may be null where the product needs none.
    void addProvider(const QString &name,
                     std::unique_ptr<Provider> provider,
                     std::unique_ptr<PluginContext> context);
    void
    addChannel(const QString &name, GuardedChannel channel, std::unique_ptr<PluginContext> context);
    /// Takes a stopped product out; it is deleted with the next turn of the event loop.
    void removeProvider(const QString &name);
    void removeChannel(const QString &name);

    [[nodiscard]] Provider *provider(const QString &name) const;
    [[nodiscard]] Channel *channel(const QString &name) const;
    /// The channel with what it declared; null when there is none.
    [[nodiscard]] const GuardedChannel *guarded(const QString &channel) const;
    [[nodiscard]] QStringList providerNames() const;
    [[nodiscard]] QStringList channelNames() const;
    [[nodiscard]] QList<Product *> products() const; ///< channels first

Q_SIGNALS:
    void providerAdded(const QString &name, hostline::Provider *provider);
    void channelAdded(const QString &name, hostline::Channel *channel);
    void providerStateChanged(const QString &name, hostline::Product::State state);
    void channelStateChanged(const QString &name, hostline::Product::State state);

private:
    template<typename Node>
    void dropLater(Node node);

    struct ProviderEntry
    {
        std::unique_ptr<PluginContext> context; // outlives the product
        std::unique_ptr<Provider> provider;
    };
    struct ChannelEntry
    {
        std::unique_ptr<PluginContext> context;
        GuardedChannel channel;
    };
    std::map<QString, ProviderEntry> m_providers;
    std::map<QString, ChannelEntry> m_channels;
};

} // namespace hostline
