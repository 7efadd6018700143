// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/codex_version.h"
#include "lib/codexwire/native_binary.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace hostline;
using namespace hostline::codexwire;
using namespace Qt::StringLiterals;

namespace {

bool makeFile(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size()
        && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                               | QFileDevice::ExeOwner);
}

} // namespace

class tst_native_binary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void versionsAreRead_data();
    void versionsAreRead();
    void theFloorHolds_data();
    void theFloorHolds();
    void theNativeProgramIsFound_data();
    void theNativeProgramIsFound();
    void anUpdateChangesTheStamp();
};

// C1
void tst_native_binary::versionsAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("version");
    QTest::newRow("as observed")
        << u"hostline/0.171.0 (Debian 12.0.0; x86_64) unknown (hostline; 0.1)"_s << u"0.171.0"_s;
    QTest::newRow("a pre-release") << u"hostline/0.153.0-alpha.2 (x)"_s << u"0.153.0"_s;
    QTest::newRow("nothing behind it") << u"hostline/0.152.1"_s << u"0.152.1"_s;
    QTest::newRow("no client name") << u"0.171.0"_s << QString();
    QTest::newRow("two numbers") << u"hostline/0.171 (x)"_s << QString();
    QTest::newRow("too large a number") << u"hostline/0.99999999999.0 (x)"_s << QString();
    QTest::newRow("empty") << QString() << QString();
}

void tst_native_binary::versionsAreRead()
{
    QFETCH(QString, text);
    QFETCH(QString, version);
    const auto read = versionOfUserAgent(text);
    QCOMPARE(read ? read->toString() : QString(), version);
}

void tst_native_binary::theFloorHolds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("enough");
    QTest::newRow("0.151.9 is too old") << u"codex-cli 0.151.9"_s << false;
    QTest::newRow("0.152.0 is enough") << u"codex-cli 0.152.0"_s << true;
    QTest::newRow("0.171.0 is enough") << u"codex-cli 0.171.0\n"_s << true;
    QTest::newRow("1.0.0 is enough") << u"codex 1.0.0"_s << true;
}

void tst_native_binary::theFloorHolds()
{
    QFETCH(QString, text);
    QFETCH(bool, enough);
    const auto version = versionOfProgramText(text);
    QVERIFY(version);
    QCOMPARE(*version >= oldestCodex, enough);
}

// C1: the launcher of npm is never run
void tst_native_binary::theNativeProgramIsFound_data()
{
    QTest::addColumn<QStringList>("files"); // made in a folder, as scripts where they end in .js
    QTest::addColumn<QString>("link"); // bin/codex -> this
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("found"); // below the folder; empty: a failure
    const QString vendor = QSysInfo::currentCpuArchitecture() == "arm64"_L1
        ? u"codex-linux-arm64/vendor/aarch64-unknown-linux-musl"_s
        : u"codex-linux-x64/vendor/x86_64-unknown-linux-musl"_s;
    const QString launcher = u"lib/@openai/codex/bin/codex.js"_s;
    const QString beside = u"lib/@openai/"_s + vendor + u"/bin/codex"_s;
    const QString inside = u"lib/@openai/codex/node_modules/@openai/"_s + vendor + u"/bin/codex"_s;
    QTest::newRow("a native program on PATH")
        << QStringList{u"bin/codex"_s} << QString() << u"codex"_s << u"bin/codex"_s;
    QTest::newRow("a native program by path")
        << QStringList{u"x/codex"_s} << QString() << u"@/x/codex"_s << u"x/codex"_s;
    QTest::newRow("a launcher, its package beside it")
        << QStringList{launcher, beside} << launcher << u"codex"_s << beside;
    QTest::newRow("a launcher, its package inside it")
        << QStringList{launcher, inside} << launcher << u"codex"_s << inside;
    QTest::newRow("a launcher alone")
        << QStringList{launcher} << launcher << u"codex"_s << QString();
    QTest::newRow("no such name") << QStringList{} << QString() << u"codex"_s << QString();
    QTest::newRow("no such path") << QStringList{} << QString() << u"@/x/codex"_s << QString();
    QTest::newRow("a directory") << QStringList{u"x/codex/file"_s} << QString() << u"@/x/codex"_s
                                 << QString();
}

void tst_native_binary::theNativeProgramIsFound()
{
    QFETCH(QStringList, files);
    QFETCH(QString, link);
    QFETCH(QString, command);
    QFETCH(QString, found);
    const QTemporaryDir folder;
    for (const QString &file : std::as_const(files))
        QVERIFY(makeFile(folder.filePath(file),
                         file.endsWith(u".js"_s) ? "#!/usr/bin/env node\n"
                                                 : "\x7f"
                                                   "ELF"));
    if (!link.isEmpty()) {
        QVERIFY(QDir(folder.path()).mkpath(u"bin"_s));
        QVERIFY(QFile::link(folder.filePath(link), folder.filePath(u"bin/codex"_s)));
    }
    const Result<QString> result =
        resolveNativeBinary(command.replace(u'@', folder.path()), {folder.filePath(u"bin"_s)});
    QCOMPARE(result.ok(), !found.isEmpty());
    if (result) {
        QCOMPARE(result.value(), QDir(folder.path()).canonicalPath() + u'/' + found);
    } else {
        QCOMPARE(toString(result.failure().kind), toString(FailureKind::ProviderUnavailable));
        QCOMPARE(result.failure().subject, installStep());
    }
}

void tst_native_binary::anUpdateChangesTheStamp()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"codex"_s);
    QVERIFY(!stampOf(path));
    QVERIFY(makeFile(path, "one"));
    const auto first = stampOf(path);
    QVERIFY(first);
    QVERIFY(stampOf(path) == first);
    QVERIFY(makeFile(folder.filePath(u"next"_s), "two"));
    QVERIFY(QFile::remove(path));
    QVERIFY(QFile::rename(folder.filePath(u"next"_s), path));
    QVERIFY(stampOf(path) != first);
}

QTEST_GUILESS_MAIN(tst_native_binary)
#include "tst_native_binary.moc"
