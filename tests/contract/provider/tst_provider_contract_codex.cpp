// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/system_clock.h"
#include "contract/provider/provider_contract.h"
#include "support/process/codex_rig.h"
#include "support/process/real_codex.h"

#include <QDir>
#include <QTest>

using namespace hostline;
using namespace Qt::StringLiterals;

namespace {

class RealCodexRig : public test::ProviderRig
{
public:
    QString prepare() override
    {
        m_codex = std::make_unique<test::RehearsalFixture>();
        m_lives = std::make_unique<test::CodexLives>(m_clock);
        return m_codex->start() ? QString() : m_codex->problem();
    }
    void cleanUp() override
    {
        m_lives.reset();
        m_codex.reset();
    }
    std::unique_ptr<Provider> life() override
    {
        const QString directory = m_codex->home() + u"/plugin-%1"_s.arg(++m_directories);
        QDir().mkpath(directory);
        return m_lives->begin(test::settingsOf(*m_codex), directory);
    }
    QString workspace() const override { return m_codex->workspace(); }
    void killHost() override { m_lives->killChild(); }
    bool hostLives() const override { return m_lives->childLives(); }
    std::chrono::milliseconds patience() const override { return std::chrono::minutes(3); }

private:
    SystemClock m_clock;
    std::unique_ptr<test::RehearsalFixture> m_codex;
    std::unique_ptr<test::CodexLives> m_lives;
    int m_directories = 0;
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    RealCodexRig rig;
    test::ProviderContract contract(rig);
    return QTest::qExec(&contract, argc, argv);
}
