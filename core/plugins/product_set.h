// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/channel.h>
#include <hostline/provider.h>

#include <QHash>
#include <QObject>

#include <chrono>
#include <memory>

namespace hostline {

/// What a channel declares in its metadata; enforced by those who call it.
struct ChannelTraits
{
    bool stored = false; ///< its people read replies from the store
    bool readBack = false;
    bool progress = false;
    std::chrono::seconds idempotency {0}; ///< how long a repeated key does not appear twice

    friend bool operator==(const ChannelTraits &, const ChannelTraits &) = default;
};

/// The products that are there, by their names in the settings. Owns them. Core thread.
class ProductSet final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProductSet)
public:
    explicit ProductSet(QObject *parent = nullptr);
    ~ProductSet() override;

    void addProvider(const QString &name, std::unique_ptr<Provider> provider);
    void addChannel(const QString &name, std::unique_ptr<Channel> channel, const ChannelTraits &traits);
    /// Takes a stopped product out and deletes it later.
    void remove(const QString &name);

    [[nodiscard]] Provider *provider(const QString &name) const { return m_providers.value(name); }
    [[nodiscard]] Channel *channel(const QString &name) const { return m_channels.value(name); }
    [[nodiscard]] ChannelTraits traits(const QString &channel) const { return m_traits.value(channel); }
    [[nodiscard]] QStringList providerNames() const;
    [[nodiscard]] QStringList channelNames() const;

Q_SIGNALS:
    void providerAdded(const QString &name, hostline::Provider *provider);
    void channelAdded(const QString &name, hostline::Channel *channel);
    void providerStateChanged(const QString &name, hostline::Product::State state);
    void channelStateChanged(const QString &name, hostline::Product::State state);

private:
    QHash<QString, Provider *> m_providers;
    QHash<QString, Channel *> m_channels;
    QHash<QString, ChannelTraits> m_traits;
};

} // namespace hostline
