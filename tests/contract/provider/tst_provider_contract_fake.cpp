// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/system_clock.h"
#include "contract/provider/provider_contract.h"
#include "support/provider/fake_provider.h"

#include <QPointer>
#include <QTemporaryDir>
#include <QTest>

using namespace hostline;

namespace {

/// The provider that tests of the core use.
class FakeRig : public test::ProviderRig
{
public:
    QString prepare() override
    {
        m_record = std::make_unique<FakeRecord>();
        return {};
    }
    void cleanUp() override { m_record.reset(); }
    std::unique_ptr<Provider> life() override
    {
        auto provider = std::make_unique<FakeProvider>(m_clock, *m_record);
        m_last = provider.get();
        return provider;
    }
    QString workspace() const override { return m_workspace.path(); }
    void killHost() override
    {
        if (m_last)
            m_last->crash();
    }
    bool hostLives() const override { return m_last && m_last->state() == Product::State::Ready; }
    std::chrono::milliseconds patience() const override { return std::chrono::seconds(10); }

private:
    SystemClock m_clock;
    QTemporaryDir m_workspace;
    std::unique_ptr<FakeRecord> m_record;
    QPointer<FakeProvider> m_last;
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    FakeRig rig;
    test::ProviderContract contract(rig);
    return QTest::qExec(&contract, argc, argv);
}
