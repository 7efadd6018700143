// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/native_binary.h"

#include "lib/codexwire/codex_version.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QSysInfo>

#include <sys/stat.h>

namespace hostline::codexwire {

using namespace Qt::StringLiterals;

namespace {

Failure missing(const QString &detail)
{
    return Failure{FailureKind::ProviderUnavailable, detail, installStep(), {}};
}

bool isScript(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(2) == "#!";
}

bool isProgram(const QString &path)
{
    const QFileInfo info(path);
    return info.isFile() && info.isExecutable();
}

/// The folders that may hold `vendor/<triple>/bin/codex` for the launcher at <package>/bin/codex.js.
QStringList packageFolders(const QString &package)
{
    const QString platform = QSysInfo::currentCpuArchitecture() == "arm64"_L1
        ? u"codex-linux-arm64"_s
        : u"codex-linux-x64"_s;
    return {
        package + u"/node_modules/@openai/"_s + platform, package + u"/../"_s + platform, package};
}

std::optional<QString> nativeOfLauncher(const QString &launcher)
{
    const QString triple = QSysInfo::currentCpuArchitecture() == "arm64"_L1
        ? u"aarch64-unknown-linux-musl"_s
        : u"x86_64-unknown-linux-musl"_s;
    QDir package = QFileInfo(launcher).dir();
    if (!package.cdUp())
        return std::nullopt;
    for (const QString &folder : packageFolders(package.path())) {
        const QString native = QDir::cleanPath(folder + u"/vendor/"_s + triple + u"/bin/codex"_s);
        if (isProgram(native))
            return native;
    }
    return std::nullopt;
}

} // namespace

std::optional<BinaryStamp> stampOf(const QString &path)
{
    struct stat info = {};
    if (::stat(QFile::encodeName(path).constData(), &info) != 0)
        return std::nullopt;
    constexpr qint64 nanosecondsPerSecond = 1'000'000'000;
    return BinaryStamp{info.st_dev,
                       info.st_ino,
                       info.st_size,
                       qint64(info.st_mtim.tv_sec) * nanosecondsPerSecond + info.st_mtim.tv_nsec};
}

Result<QString> resolveNativeBinary(const QString &command, const QStringList &searchPath)
{
    const bool isPath = command.contains(u'/');
    const QString found = isPath ? command : QStandardPaths::findExecutable(command, searchPath);
    if (found.isEmpty() || !QFileInfo::exists(found))
        return missing(isPath ? u"there is no program %1"_s.arg(command)
                              : u"no program %1 on PATH"_s.arg(command));
    if (!isProgram(found))
        return missing(u"%1 is not an executable file"_s.arg(found));
    const QString real = QFileInfo(found).canonicalFilePath();
    if (!isScript(real) || QFileInfo(real).fileName() != "codex.js"_L1)
        return found; // the name that the person gave: an update usually moves the link and not the file behind it
    if (const std::optional<QString> native = nativeOfLauncher(real))
        return *native;
    return missing(
        u"%1 is npm's launcher, and the native program of its package is not there"_s.arg(found));
}

QString withoutTilde(const QString &path)
{
    if (path == "~"_L1 || path.startsWith("~/"_L1))
        return QDir::homePath() + path.mid(1);
    return path;
}

QString installStep()
{
    return u"npm install -g @openai/codex@"_s + pinnedCodex.toString();
}

} // namespace hostline::codexwire
