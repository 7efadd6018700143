// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/id_source.h"
#include "base/logging.h"
#include "base/system_clock.h"
#include "plugins/product_context.h"

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace hostline;

class ProductContextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesWhatItWasGiven();
    void keepsTheDirectoryInside_data();
    void keepsTheDirectoryInside();
    void refusesADirectoryThatIsNotPrivate();
    void hidesASecretInTheLog();
};

void ProductContextTest::givesWhatItWasGiven()
{
    const QTemporaryDir data;
    SystemClock clock;
    TimeOrderedIds ids(clock);
    ProductContext context({.name = u"mine"_s,
                            .settings = {{u"port"_s, 1}},
                            .dataDirectory = data.path(),
                            .clock = clock,
                            .ids = ids});
    QCOMPARE(context.name(), u"mine"_s);
    QCOMPARE(context.settings().value("port"_L1).toInt(), 1);
    QCOMPARE(&context.clock(), &clock);
    const QString first = context.newId();
    QVERIFY(first < context.newId());
    QCOMPARE(context.dataDirectory(), data.path());
    QVERIFY(!context.control());

    QVERIFY(!QFileInfo::exists(data.filePath(u"plugins"_s)));
    QCOMPARE(context.directory(), data.filePath(u"plugins/mine"_s));
    QCOMPARE(context.directory(), data.filePath(u"plugins/mine"_s));
    QCOMPARE(QFileInfo(context.directory()).permissions() & ~QFile::Permissions(0x7000),
             QFile::ReadUser | QFile::WriteUser | QFile::ExeUser);
}

void ProductContextTest::keepsTheDirectoryInside_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("component");
    QTest::newRow("plain") << u"a-b_1"_s << u"a-b_1"_s;
    QTest::newRow("the parent") << u".."_s << u"%2E%2E"_s;
    QTest::newRow("a way out") << u"../../x"_s << u"%2E%2E%2F%2E%2E%2Fx"_s;
    QTest::newRow("an absolute path") << u"/etc"_s << u"%2Fetc"_s;
    QTest::newRow("Chinese") << u"信"_s << u"%E4%BF%A1"_s;
}

void ProductContextTest::keepsTheDirectoryInside()
{
    QFETCH(QString, name);
    QFETCH(QString, component);
    const QTemporaryDir data;
    SystemClock clock;
    TimeOrderedIds ids(clock);
    ProductContext context(
        {.name = name, .settings = {}, .dataDirectory = data.path(), .clock = clock, .ids = ids});
    QCOMPARE(context.directory(), data.path() + u"/plugins/"_s + component);
    QCOMPARE(QDir(data.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList(u"plugins"_s));
}

void ProductContextTest::refusesADirectoryThatIsNotPrivate()
{
    const QTemporaryDir data;
    QVERIFY(QDir(data.path()).mkpath(u"plugins/mine"_s));
    QVERIFY(QFile::setPermissions(data.filePath(u"plugins/mine"_s), QFile::Permissions(0x7755)));
    SystemClock clock;
    TimeOrderedIds ids(clock);
    ProductContext context({.name = u"mine"_s,
                            .settings = {},
                            .dataDirectory = data.path(),
                            .clock = clock,
                            .ids = ids});
    QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(u"no directory for mine"_s));
    QVERIFY(context.directory().isEmpty());
}

// K5: chat.token, say, which only its channel knows.
void ProductContextTest::hidesASecretInTheLog()
{
    const QTemporaryDir data;
    SystemClock clock;
    TimeOrderedIds ids(clock);
    ProductContext context({.name = u"mine"_s,
                            .settings = {},
                            .dataDirectory = data.path(),
                            .clock = clock,
                            .ids = ids});
    const QString path = data.filePath(u"hostline.log"_s);
    {
        const auto logging = Logging::install({.standardError = false, .file = path});
        QVERIFY(logging);
        context.hideInLog(u"a-token-of-mine"_s);
        qWarning("it says a-token-of-mine");
    }
    QFile log(path);
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QByteArray content = log.readAll();
    QVERIFY2(content.contains("it says [redacted]"), content.constData());
}

QTEST_GUILESS_MAIN(ProductContextTest)
#include "tst_product_context.moc"
