// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "chat/chat_token.h"

#include <QFile>
#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hostline::chat {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype shortestToken = 32;
constexpr qsizetype longestToken = 256;

Failure refused(const QString &path, const QString &what)
{
    return {FailureKind::InvalidConfiguration,
            u"%1 %2"_s.arg(path, what),
            u"Remove %1 and start again; a new token is made."_s.arg(path),
            {}};
}

QString lastError()
{
    return QString::fromLocal8Bit(std::strerror(errno));
}

Result<QByteArray> makeToken(const QString &path)
{
    const QByteArray name = QFile::encodeName(path);
    const int descriptor =
        ::open(name.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    QFile file;
    if (descriptor < 0
        || !file.open(descriptor, QIODevice::WriteOnly, QFileDevice::AutoCloseHandle))
        return refused(path, u"cannot be made: %1."_s.arg(lastError()));
    const QByteArray token = randomSecret();
    if (file.write(token + '\n') != token.size() + 1 || !file.flush() || ::fsync(descriptor) != 0) {
        ::unlink(name.constData());
        return refused(path, u"cannot be written: %1."_s.arg(lastError()));
    }
    return token;
}

} // namespace

Result<QByteArray> loadToken(const QString &path)
{
    const int descriptor =
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0 && errno == ENOENT)
        return makeToken(path);
    if (descriptor < 0)
        return refused(path, u"cannot be read: %1."_s.arg(lastError()));
    QFile file;
    struct stat status
    { };
    if (!file.open(descriptor, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle)
        || ::fstat(descriptor, &status) != 0)
        return refused(path, u"cannot be read: %1."_s.arg(lastError()));
    if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid() || (status.st_mode & 077) != 0)
        return refused(path, u"is not private: it must be a file of this user with mode 0600."_s);
    const QByteArray token = file.read(longestToken + 1).trimmed();
    const bool printable =
        std::all_of(token.cbegin(), token.cend(), [](char c) { return c > 0x20 && c < 0x7f; });
    if (token.size() < shortestToken || token.size() > longestToken || !printable)
        return refused(path, u"does not hold a token."_s);
    return token;
}

QByteArray randomSecret()
{
    std::array<quint32, 8> words{};
    QRandomGenerator::system()->fillRange(words.data(), static_cast<qsizetype>(words.size()));
    return QByteArray(reinterpret_cast<const char *>(words.data()), sizeof words)
        .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

} // namespace hostline::chat
