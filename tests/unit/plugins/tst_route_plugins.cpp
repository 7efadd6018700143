// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// Real route plugins, sound and broken (E3): each stays listed with its reason.
#include "plugins/plugin_registry.h"

#include <hostline/provider.h>
#include <hostline/route.h>

#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace hostline;

class RoutePluginsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void makesARoute();
    void passesAFailureOn();
    void refusesToMake_data();
    void refusesToMake();
    void aRouteIsNoProvider();
    void listsOneWithoutTheInterface();

private:
    std::unique_ptr<PluginRegistry> m_registry;
};

void RoutePluginsTest::init()
{
    m_registry = std::make_unique<PluginRegistry>(
        QStringList{QStringLiteral(TEST_ROUTES), QStringLiteral(TEST_LIBRARIES)});
}

void RoutePluginsTest::makesARoute()
{
    const std::optional<PluginSpec> spec = m_registry->find(u"route_sound"_s);
    QVERIFY(spec && spec->usable());
    QVERIFY(spec->kind == PluginKind::Route);
    QCOMPARE(viewOf(*spec, {}).kind, u"route"_s);
    QVERIFY(spec->settings.first().providers);
    const auto route = m_registry->createRoute(u"route_sound"_s, {{u"first"_s, u"a"_s}});
    QVERIFY(route.ok());
    QCOMPARE(route.value()->members(), QStringList{u"a"_s});
    QCOMPARE(route.value()->choose({}).provider, u"a"_s);
}

void RoutePluginsTest::passesAFailureOn()
{
    const auto route = m_registry->createRoute(u"route_sound"_s, {{u"first"_s, u"refuse"_s}});
    QVERIFY(!route.ok());
    QCOMPARE(route.failure().detail, u"as told"_s);
}

void RoutePluginsTest::refusesToMake_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("detail");
    QTest::newRow("an unknown plugin") << u"nobody"_s << u"there is no plugin nobody"_s;
    QTest::newRow("a route of a provider plugin")
        << u"sound"_s << u"plugin sound is a provider, not a route"_s;
    QTest::newRow("a create that throws")
        << u"route_throws"_s
        << u"plugin route_throws threw (no luck) when it was to make \"route\""_s;
    QTest::newRow("a create that gives nothing")
        << u"route_gives_nothing"_s
        << u"plugin route_gives_nothing gave nothing when it was to make \"route\""_s;
}

void RoutePluginsTest::refusesToMake()
{
    QFETCH(QString, id);
    QFETCH(QString, detail);
    const auto route = m_registry->createRoute(id, {});
    QVERIFY(!route.ok());
    QCOMPARE(toString(route.failure().kind), toString(FailureKind::InvalidConfiguration));
    QCOMPARE(route.failure().detail, detail);
    QVERIFY(!route.failure().subject.isEmpty());
}

void RoutePluginsTest::aRouteIsNoProvider()
{
    class NoContext final : public PluginContext
    {
    public:
        QString name() const override { return u"mine"_s; }
        QJsonObject settings() const override { return {}; }
        Clock &clock() override { qFatal("not asked for here"); }
        QString newId() override { return {}; }
        QString directory() override { return {}; }
        QString dataDirectory() override { return {}; }
        HostControl *control() override { return nullptr; }
        void hideInLog(const QString &secret) override { Q_UNUSED(secret) }
    } context;
    const auto provider = m_registry->createProvider(u"route_sound"_s, context);
    QVERIFY(!provider.ok());
    QCOMPARE(provider.failure().detail, u"plugin route_sound is a route, not a provider"_s);
}

void RoutePluginsTest::listsOneWithoutTheInterface()
{
    const auto route = m_registry->createRoute(u"route_without_interface"_s, {});
    QVERIFY(!route.ok());
    const std::optional<PluginSpec> spec = m_registry->find(u"route_without_interface"_s);
    QVERIFY(spec && spec->fault && spec->fault->kind == PluginFault::Kind::WrongKind);
    QVERIFY2(spec->fault->reason.contains(u"is not the route plugin"_s),
             qPrintable(spec->fault->reason));
}

QTEST_GUILESS_MAIN(RoutePluginsTest)
#include "tst_route_plugins.moc"
