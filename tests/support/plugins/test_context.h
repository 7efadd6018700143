// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/system_clock.h"

#include <hostline/plugin_context.h>

#include <QtCore/QTemporaryDir>

#include <utility>

namespace hostline {

/// What a product gets in a test that makes it by itself: the machine's clock, counted ids, a directory that goes.
class TestContext final : public PluginContext
{
public:
    explicit TestContext(QString name, QJsonObject settings = {}, HostControl *control = nullptr)
        : m_name(std::move(name))
        , m_settings(std::move(settings))
        , m_control(control)
    { }

    QString name() const override { return m_name; }
    QJsonObject settings() const override { return m_settings; }
    Clock &clock() override { return m_clock; }
    QString newId() override
    {
        return QStringLiteral("id-%1").arg(++m_ids, 6, 10, QLatin1Char('0'));
    }
    QString directory() override { return m_directory.path(); }
    QString dataDirectory() override { return m_directory.path(); }
    HostControl *control() override { return m_control; }
    void hideInLog(const QString &secret) override { Q_UNUSED(secret) }

private:
    QString m_name;
    QJsonObject m_settings;
    HostControl *m_control;
    SystemClock m_clock;
    QTemporaryDir m_directory;
    int m_ids = 0;
};

} // namespace hostline
