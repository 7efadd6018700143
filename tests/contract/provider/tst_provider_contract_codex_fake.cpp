// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/system_clock.h"
#include "contract/provider/provider_contract.h"
#include "support/process/codex_rig.h"
#include "support/process/fake_app_server.h"

#include <QTest>

using namespace hostline;

namespace {

class FakeCodexRig : public test::ProviderRig
{
public:
    QString prepare() override
    {
        m_server = std::make_unique<test::FakeAppServer>();
        m_lives = std::make_unique<test::CodexLives>(m_clock);
        return m_server->isValid() ? QString()
                                   : QStringLiteral("no temporary directory can be made");
    }
    void cleanUp() override
    {
        m_lives.reset();
        m_server.reset();
    }
    std::unique_ptr<Provider> life() override
    {
        codex::CodexSettings settings;
        settings.command = test::FakeAppServer::program();
        settings.home = m_server->home();
        settings.startTimeout = std::chrono::minutes(2); // a busy machine is no failure
        return m_lives->begin(settings, m_server->newDirectory());
    }
    QString workspace() const override { return m_server->workspace(); }
    void killHost() override { m_lives->killChild(); }
    bool hostLives() const override { return m_lives->childLives(); }
    std::chrono::milliseconds patience() const override { return std::chrono::seconds(90); }

private:
    SystemClock m_clock;
    std::unique_ptr<test::FakeAppServer> m_server;
    std::unique_ptr<test::CodexLives> m_lives;
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    FakeCodexRig rig;
    test::ProviderContract contract(rig);
    return QTest::qExec(&contract, argc, argv);
}
