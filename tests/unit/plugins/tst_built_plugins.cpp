// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// Every plugin that this build made has sound metadata and loads.
#include "plugins/plugin_registry.h"

#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace hostline;

class BuiltPluginsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void areSound();
};

void BuiltPluginsTest::areSound()
{
    PluginRegistry registry({QStringLiteral(TEST_PLUGIN_DIRECTORY)});
    registry.loadAll();
    const QList<PluginSpec> specs = registry.specs();
    for (const PluginSpec &spec : specs) {
        QVERIFY2(spec.usable(),
                 qPrintable(spec.path + u": "_s + (spec.fault ? spec.fault->reason : QString())));
    }
    // A plugin that is gone from the build may have left its file behind.
    QCOMPARE_GE(specs.size(), TEST_PLUGIN_COUNT);
}

QTEST_GUILESS_MAIN(BuiltPluginsTest)
#include "tst_built_plugins.moc"
