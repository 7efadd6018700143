// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/clock.h>
#include <hostline/export.h>

#include <QtCore/QJsonObject>
#include <QtCore/QString>

namespace hostline {

class HostControl;

/// What the core gives to one product. Outlives it. Core thread only.
class HOSTLINE_EXPORT PluginContext
{
public:
    PluginContext() = default;
    PluginContext(const PluginContext &) = delete;
    PluginContext &operator=(const PluginContext &) = delete;
    virtual ~PluginContext();

    /// The product's name in the settings: Source::channel of a channel's messages.
    [[nodiscard]] virtual QString name() const = 0;
    /// The product's settings table, checked against the keys of the plugin's metadata, defaults filled in.
    [[nodiscard]] virtual QJsonObject settings() const = 0;
    [[nodiscard]] virtual Clock &clock() = 0;
    /// A new time-ordered id.
    [[nodiscard]] virtual QString newId() = 0;
    /// A private directory of this product (0700), made on first use. Empty: it cannot be made, or is not private
    /// (the log says why).
    [[nodiscard]] virtual QString directory() = 0;
    /// The data directory's root, for what people look for there (a token file).
    [[nodiscard]] virtual QString dataDirectory() = 0;
    /// Control over the host, for the one plugin that the host program granted it; else null.
    [[nodiscard]] virtual HostControl *control() = 0;
    /// From now on no line of the log shows this text: for a secret that the product made or read (the values of keys
    /// that its metadata declares secret are hidden before it is made). Texts of fewer than 4 characters stay.
    virtual void hideInLog(const QString &secret) = 0;
};

} // namespace hostline
