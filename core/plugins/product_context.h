// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/plugin_context.h>

namespace hostline {

class IdSource;

/// What the core gives to one product. Clock, ids and control outlive it. Core thread.
class ProductContext final : public PluginContext
{
public:
    struct Parts
    {
        QString name; ///< of the product in the settings
        QJsonObject settings; ///< checked, defaults filled in
        QString dataDirectory; ///< absolute
        Clock &clock;
        IdSource &ids;
        HostControl *control = nullptr; ///< where the host program grants it
    };
    explicit ProductContext(Parts parts);

    [[nodiscard]] QString name() const override { return m_parts.name; }
    [[nodiscard]] QJsonObject settings() const override { return m_parts.settings; }
    [[nodiscard]] Clock &clock() override { return m_parts.clock; }
    [[nodiscard]] QString newId() override;
    /// <data>/plugins/<name>; characters that could lead elsewhere are percent-encoded.
    [[nodiscard]] QString directory() override;
    [[nodiscard]] QString dataDirectory() override { return m_parts.dataDirectory; }
    [[nodiscard]] HostControl *control() override { return m_parts.control; }
    void hideInLog(const QString &secret) override;

private:
    Parts m_parts;
    QString m_directory; ///< once it is made
};

} // namespace hostline
