// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QList>
#include <QTemporaryDir>

namespace hostline::test {

/// A CODEX_HOME for the stand-in fake_app_server.py, which describes what it can be told to do.
class FakeAppServer
{
public:
    FakeAppServer();

    [[nodiscard]] bool isValid() const { return m_directory.isValid(); }
    [[nodiscard]] static QString program();
    [[nodiscard]] QString home() const { return m_directory.filePath(QStringLiteral("home")); }
    [[nodiscard]] QString workspace() const
    {
        return m_directory.filePath(QStringLiteral("workspace"));
    }

    /// A new private directory for one life of a provider.
    [[nodiscard]] QString newDirectory();

    /// What the next process misbehaves in (fake.json).
    void script(const QJsonObject &script) const;

    /// Every call and notification that it was sent, in all its lives.
    [[nodiscard]] QList<QJsonObject> received() const;
    [[nodiscard]] QList<QJsonObject> received(const QString &method) const;

private:
    QTemporaryDir m_directory;
    int m_directories = 0;
};

} // namespace hostline::test
