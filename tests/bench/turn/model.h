// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QProcess>
#include <QtCore/QStringList>
#include <QtCore/QTemporaryDir>
#include <QtCore/QUrl>

namespace hostline::bench {

/// A stand-in for the model, in a process of its own. `arguments`: further ones of hostline-rehearsal.
class Model
{
public:
    explicit Model(const QStringList &arguments = {});
    ~Model();
    Model(const Model &) = delete;
    Model &operator=(const Model &) = delete;

    [[nodiscard]] const QUrl &url() const { return m_url; }

private:
    QProcess m_process;
    QUrl m_url;
};

/// What the next line of a process is; ends the program when none comes.
[[nodiscard]] QByteArray nextLine(QProcess &process);

/// A folder with a CODEX_HOME that leads to the model.
[[nodiscard]] QString newFolder(const QTemporaryDir &all, const QString &name, const Model &model);

/// The table of the provider that works there.
[[nodiscard]] QString codexProvider(const QString &program, const QString &folder);

} // namespace hostline::bench
