// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/private_files.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>

#include <cerrno>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

constexpr mode_t directoryMode = 0700;
constexpr mode_t fileMode = 0600;
constexpr mode_t permissionBits = 07777;
constexpr mode_t foreignBits = 0077;

Failure refusal(const QString &detail, FailureKind kind = FailureKind::InvalidConfiguration)
{
    return Failure{.kind = kind, .detail = detail, .subject = {}, .until = {}};
}

FailureKind kindOf(int error)
{
    switch (error) {
    case ENOENT:
        return FailureKind::NotFound;
    case ENOSPC:
    case EDQUOT:
    case EIO:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case EAGAIN:
        return FailureKind::StoreUnavailable;
    default:
        return FailureKind::InvalidConfiguration;
    }
}

Failure systemFailure(const QString &what, const QString &path, int error)
{
    if (error == ENOENT)
        return refusal(u"%1 %2: it does not exist"_s.arg(what, path), kindOf(error));
    if (error == ELOOP)
        return refusal(u"%1 is a symbolic link; put the real thing in its place"_s.arg(path));
    return refusal(u"%1 %2: %3"_s.arg(what, path, QString::fromLocal8Bit(std::strerror(error))),
                   kindOf(error));
}

QString octal(mode_t mode)
{
    return u"%1"_s.arg(mode & permissionBits, 4, 8, '0'_L1);
}

std::optional<Failure> foreign(const struct stat &status, const QString &path, mode_t wanted)
{
    if (status.st_uid != ::geteuid())
        return refusal(u"%1 belongs to user %2, not to user %3 who runs this program"_s.arg(path)
                           .arg(status.st_uid)
                           .arg(::geteuid()));
    if ((status.st_mode & foreignBits) != 0)
        return refusal(u"%1 is not private: its mode is %2; run: chmod %3 '%1'"_s.arg(
            path, octal(status.st_mode), octal(wanted)));
    return std::nullopt;
}

Result<Done> checkOpenDirectory(int fd, const QString &path)
{
    struct stat status
    { };
    if (::fstat(fd, &status) != 0)
        return systemFailure(u"cannot look at"_s, path, errno);
    if (auto failure = foreign(status, path, directoryMode))
        return *failure;
    return Done{};
}

Result<Done> checkFileStatus(const struct stat &status, const QString &path)
{
    if (S_ISLNK(status.st_mode))
        return systemFailure({}, path, ELOOP);
    if (S_ISDIR(status.st_mode))
        return refusal(u"%1 is a directory, a file is needed in its place"_s.arg(path));
    if (!S_ISREG(status.st_mode))
        return refusal(u"%1 is not a regular file"_s.arg(path));
    if (status.st_nlink > 1)
        return refusal(
            u"%1 has another name, too (a hard link), through which it can be changed; run: cp -p '%1' '%1.own' && mv '%1.own' '%1'"_s
                .arg(path));
    if (auto failure = foreign(status, path, fileMode))
        return *failure;
    return Done{};
}

Result<UniqueFd> openDirectory(const QString &path)
{
    UniqueFd fd(::open(QFile::encodeName(path).constData(),
                       O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (fd.isValid())
        return fd;
    if (errno == ENOTDIR && QFileInfo(path).isSymLink())
        return systemFailure({}, path, ELOOP);
    if (errno == ENOTDIR)
        return refusal(u"%1 is not a directory"_s.arg(path));
    return systemFailure(u"cannot open the directory"_s, path, errno);
}

// O_NONBLOCK: a FIFO in the place of the file must be refused, not waited for.
Result<UniqueFd> openFile(const QString &path, int flags)
{
    UniqueFd fd(::open(QFile::encodeName(path).constData(),
                       flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
                       fileMode));
    if (!fd.isValid() && errno == EISDIR)
        return refusal(u"%1 is a directory, a file is needed in its place"_s.arg(path));
    if (!fd.isValid())
        return systemFailure(u"cannot open"_s, path, errno);
    struct stat status
    { };
    if (::fstat(fd.get(), &status) != 0)
        return systemFailure(u"cannot look at"_s, path, errno);
    if (auto checked = checkFileStatus(status, path); !checked)
        return checked.failure();
    return fd;
}

bool writeAll(int fd, const QByteArray &content)
{
    for (qsizetype written = 0; written < content.size();) {
        const ssize_t count =
            ::write(fd, content.constData() + written, size_t(content.size() - written));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        written += count;
    }
    return true;
}

QString parentOf(const QString &path)
{
    return QFileInfo(path).absolutePath();
}

} // namespace

Result<Done> checkPrivateDirectory(const QString &path)
{
    const auto fd = openDirectory(path);
    if (!fd)
        return fd.failure();
    return checkOpenDirectory(fd.value().get(), path);
}

Result<Done> ensurePrivateDirectory(const QString &path)
{
    const QString clean = QDir::cleanPath(QDir::current().absoluteFilePath(path));
    if (::mkdir(QFile::encodeName(clean).constData(), directoryMode) != 0) {
        if (errno == ENOENT && clean != parentOf(clean)) {
            // A parent that is there may be anybody's; one that is made is made private.
            if (!QFileInfo::exists(parentOf(clean))) {
                if (auto parent = ensurePrivateDirectory(parentOf(clean)); !parent)
                    return parent;
            }
            if (::mkdir(QFile::encodeName(clean).constData(), directoryMode) != 0
                && errno != EEXIST)
                return systemFailure(u"cannot make the directory"_s, clean, errno);
        } else if (errno != EEXIST) {
            return systemFailure(u"cannot make the directory"_s, clean, errno);
        }
    }
    return checkPrivateDirectory(clean);
}

Result<Done> checkPrivateFile(const QString &path)
{
    struct stat status
    { };
    if (::lstat(QFile::encodeName(path).constData(), &status) != 0)
        return systemFailure(u"cannot look at"_s, path, errno);
    return checkFileStatus(status, path);
}

Result<UniqueFd> openPrivateFile(const QString &path, OpenMode mode)
{
    switch (mode) {
    case OpenMode::ReadWrite:
        return openFile(path, O_RDWR | O_CREAT);
    case OpenMode::Append:
        return openFile(path, O_WRONLY | O_APPEND | O_CREAT);
    }
    Q_UNREACHABLE();
}

Result<QByteArray> readPrivateFile(const QString &path, qint64 limit)
{
    const auto fd = openFile(path, O_RDONLY);
    if (!fd)
        return fd.failure();
    QFile file;
    if (!file.open(fd.value().get(), QIODevice::ReadOnly))
        return refusal(u"cannot read %1: %2"_s.arg(path, file.errorString()));
    QByteArray content = file.read(limit + 1);
    if (content.size() > limit)
        return refusal(u"%1 is larger than %2 bytes"_s.arg(path).arg(limit));
    return content;
}

Result<Done> writePrivateFile(const QString &path, const QByteArray &content)
{
    const QByteArray target = QFile::encodeName(path);
    const QString temporaryPath = u"%1.%2.new"_s.arg(path).arg(::getpid());
    const QByteArray temporary = QFile::encodeName(temporaryPath);

    // What is there already must be ours to replace.
    if (auto existing = checkPrivateFile(path);
        !existing && existing.failure().kind != FailureKind::NotFound)
        return existing;

    ::unlink(temporary.constData()); // of a crashed process with our number
    const auto fd = openFile(temporaryPath, O_WRONLY | O_CREAT | O_EXCL);
    if (!fd)
        return fd.failure();
    if (!writeAll(fd.value().get(), content) || ::fsync(fd.value().get()) != 0
        || ::rename(temporary.constData(), target.constData()) != 0) {
        const int error = errno;
        ::unlink(temporary.constData());
        return systemFailure(u"cannot write"_s, path, error);
    }
    return syncDirectory(parentOf(path));
}

Result<Done> removePrivateFile(const QString &path)
{
    if (::unlink(QFile::encodeName(path).constData()) == 0)
        return syncDirectory(parentOf(path));
    if (errno == ENOENT)
        return Done{};
    return systemFailure(u"cannot remove"_s, path, errno);
}

Result<Done> syncDirectory(const QString &path)
{
    // The directory itself may be anybody's, and reached through a link: only its entries matter.
    const UniqueFd fd(
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd.isValid() || ::fsync(fd.get()) != 0)
        return systemFailure(u"cannot sync the directory"_s, path, errno);
    return Done{};
}

} // namespace hostline
