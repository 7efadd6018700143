// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/plugin_context.h>

namespace hostline {

/// What a product under test is given.
class FakeContext final : public PluginContext
{
public:
    FakeContext(Clock &clock, HostControl *control, QString directory)
        : m_clock(clock)
        , m_control(control)
        , m_directory(std::move(directory))
    { }

    [[nodiscard]] QString name() const override { return productName; }
    [[nodiscard]] QJsonObject settings() const override { return table; }
    [[nodiscard]] Clock &clock() override { return m_clock; }
    [[nodiscard]] QString newId() override
    {
        return QStringLiteral("id-%1").arg(++m_ids, 6, 10, QLatin1Char('0'));
    }
    [[nodiscard]] QString directory() override { return m_directory; }
    [[nodiscard]] QString dataDirectory() override { return m_directory; }
    [[nodiscard]] HostControl *control() override { return m_control; }
    void hideInLog(const QString &secret) override { hidden.append(secret); }

    QString productName = QStringLiteral("chat");
    QJsonObject table;
    QStringList hidden; ///< what the product said is secret

private:
    Clock &m_clock;
    HostControl *m_control;
    QString m_directory;
    int m_ids = 0;
};

} // namespace hostline
