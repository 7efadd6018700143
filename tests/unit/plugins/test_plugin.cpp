// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// One provider plugin, sound or broken in the way that a definition names.
#include <hostline/plugin.h>

#include <stdexcept>

using namespace Qt::StringLiterals;

#if defined(TEST_MISSES_SYMBOL)
extern "C" int hostlineTestNowhereDefined();
#endif

namespace {

/// Answers nothing: the registry makes it and never starts it.
class IdleProvider final : public hostline::Provider
{
    Q_OBJECT
public:
    explicit IdleProvider(const QString &name) { setObjectName(name); }

    void start() override { }
    void stop() override { }
    void openThread(const hostline::ThreadSpec &) override { }
    void abandonThread(const hostline::BindingId &) override { }
    void startTurn(const hostline::TurnStart &) override { }
    void interruptTurn(const hostline::TurnId &) override { }
    void endTurn(const hostline::TurnId &) override { }
    void readTurn(const hostline::TurnId &, const hostline::BindingId &) override { }
};

} // namespace

#if defined(TEST_OTHER_INTERFACE)
class TestPlugin : public QObject
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID Hostline_ProviderPlugin_iid FILE "test_plugin.json")
};
#else
class TestPlugin : public QObject, public hostline::ProviderPlugin
{
    Q_OBJECT
    Q_INTERFACES(hostline::ProviderPlugin)
    Q_PLUGIN_METADATA(IID Hostline_ProviderPlugin_iid FILE "test_plugin.json")
public:
    TestPlugin()
    {
#if defined(TEST_THROWS)
        throw std::runtime_error("no\nluck");
#elif defined(TEST_THROWS_ODDLY)
        throw 42;
#endif
    }

    hostline::Result<std::unique_ptr<hostline::Provider>>
    create(hostline::PluginContext &context) override
    {
#if defined(TEST_MISSES_SYMBOL)
        hostlineTestNowhereDefined();
#elif defined(TEST_THROWS_IN_CREATE)
        throw std::runtime_error("no luck");
#elif defined(TEST_GIVES_NOTHING)
        return std::unique_ptr<hostline::Provider>();
#endif
        if (context.settings().value("greeting"_L1).toString() == "refuse"_L1)
            return hostline::Failure{.kind = hostline::FailureKind::SignedOut,
                                     .detail = u"as told"_s,
                                     .subject = {},
                                     .until = {}};
        return std::unique_ptr<hostline::Provider>(std::make_unique<IdleProvider>(context.name()));
    }
};
#endif

#include "test_plugin.moc"
