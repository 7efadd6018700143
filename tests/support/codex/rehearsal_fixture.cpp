// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/codex/rehearsal_fixture.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace hostline::test {

using namespace Qt::StringLiterals;

QString scratchTemplate()
{
    QDir base(QStringLiteral(HOSTLINE_BUILD_DIR));
    if (base.path().startsWith(QDir::tempPath() + u'/'))
        base.setPath(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation)
                     + u"/hostline"_s);
    base.mkpath(u"codex-tests"_s);
    return base.filePath(u"codex-tests/XXXXXX"_s);
}

QString codexProgram()
{
    const auto named = qEnvironmentVariable("HOSTLINE_CODEX");
    return named.isEmpty() ? QStringLiteral(HOSTLINE_SOURCE_DIR "/.tools/codex/bin/codex") : named;
}

RehearsalFixture::RehearsalFixture(rehearsal::EndpointOptions options)
    : m_endpoint(std::make_unique<rehearsal::Endpoint>(std::move(options)))
    , m_directory(std::make_unique<QTemporaryDir>(scratchTemplate()))
    , m_program(codexProgram())
{ }

bool RehearsalFixture::start()
{
    if (!QFileInfo(m_program).isExecutable()) {
        m_problem =
            u"There is no Codex at %1. Install it with ./check (or ./run), or name one by HOSTLINE_CODEX."_s
                .arg(m_program);
        return false;
    }
    const QDir directory(m_directory->path());
    if (!m_directory->isValid() || !directory.mkpath(u"home"_s)
        || !directory.mkpath(u"workspace"_s)) {
        m_problem = u"%1 cannot be made: %2"_s.arg(m_directory->path(), m_directory->errorString());
        return false;
    }
    m_problem = m_endpoint->listen();
    m_url = m_endpoint->url();
    return m_problem.isEmpty();
}

QStringList RehearsalFixture::arguments(const rehearsal::CodexPatience &patience) const
{
    return QStringList(u"app-server"_s)
        + rehearsal::codexArguments(rehearsal::codexConfig(m_url, patience));
}

QProcessEnvironment RehearsalFixture::environment() const
{
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const auto &name : {u"OPENAI_API_KEY"_s,
                             u"OPENAI_BASE_URL"_s,
                             u"CODEX_API_KEY"_s,
                             u"HTTP_PROXY"_s,
                             u"http_proxy"_s,
                             u"ALL_PROXY"_s,
                             u"all_proxy"_s})
        environment.remove(name);
    environment.insert(u"CODEX_HOME"_s, home());
    return environment;
}

} // namespace hostline::test
