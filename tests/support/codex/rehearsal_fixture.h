// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rehearsal/codex_config.h"
#include "rehearsal/endpoint.h"

#include <QProcessEnvironment>
#include <QTemporaryDir>

#include <memory>

namespace hostline::test {

/// For a QTemporaryDir: in the build folder, or in ~/.cache where that is below the temporary directory, since Codex treats
/// a home there differently.
[[nodiscard]] QString scratchTemplate();

/// The native program: HOSTLINE_CODEX, else what ./check installed. It need not be there.
[[nodiscard]] QString codexProgram();

/**
 * What a test of the real Codex stands on: the rehearsal endpoint in this process, a CODEX_HOME and a workspace of its own,
 * and the Codex program. The directories lie where scratchTemplate() says and go with the fixture.
 *
 *     RehearsalFixture codex;
 *     QVERIFY2(codex.start(), qPrintable(codex.problem()));
 */
class RehearsalFixture
{
public:
    explicit RehearsalFixture(rehearsal::EndpointOptions options = {});
    Q_DISABLE_COPY_MOVE(RehearsalFixture)
    ~RehearsalFixture() = default;

    /// False when something is missing: a test then fails with problem(), it is never skipped.
    [[nodiscard]] bool start();
    /// What is wrong and the step that mends it.
    [[nodiscard]] QString problem() const { return m_problem; }

    [[nodiscard]] rehearsal::Endpoint &endpoint() { return *m_endpoint; }
    /// Ends the endpoint: its address refuses connections from then on.
    void stopEndpoint() { m_endpoint.reset(); }

    [[nodiscard]] QString program() const { return m_program; }
    [[nodiscard]] QString home() const { return m_directory->filePath(QStringLiteral("home")); }
    [[nodiscard]] QString workspace() const
    {
        return m_directory->filePath(QStringLiteral("workspace"));
    }
    /// `app-server` and the overrides that lead it to the endpoint.
    [[nodiscard]] QStringList arguments(const rehearsal::CodexPatience &patience = {}) const;
    /// This process's, with CODEX_HOME set and nothing that would lead Codex elsewhere.
    [[nodiscard]] QProcessEnvironment environment() const;

private:
    std::unique_ptr<rehearsal::Endpoint> m_endpoint;
    std::unique_ptr<QTemporaryDir> m_directory;
    QUrl m_url;
    QString m_program;
    QString m_problem;
};

} // namespace hostline::test
