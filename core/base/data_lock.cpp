// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/data_lock.h"

#include "base/private_files.h"

#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <cerrno>
#include <cstring>

#include <fcntl.h>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

QString lockPath(const QString &directory)
{
    return directory + "/lock"_L1;
}

struct flock wholeFile()
{
    struct flock lock
    { };
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

QByteArray encode(const Holder &holder)
{
    const QJsonObject object{
        {u"pid"_s, holder.pid},
        {u"program"_s, holder.program},
        {u"started_at"_s, holder.startedAt.toUTC().toString(Qt::ISODateWithMs)},
    };
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

Holder decode(const QByteArray &text)
{
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    return Holder{
        .pid = object.value("pid"_L1).toInteger(),
        .program = object.value("program"_L1).toString(),
        .startedAt =
            QDateTime::fromString(object.value("started_at"_L1).toString(), Qt::ISODateWithMs),
    };
}

} // namespace

QString describe(const Holder &holder)
{
    if (holder.pid == 0)
        return u"another process"_s;
    return u"%1, process %2, since %3"_s.arg(holder.program)
        .arg(holder.pid)
        .arg(holder.startedAt.toUTC().toString(Qt::ISODate));
}

DataLock::DataLock(UniqueFd file)
    : m_file(std::move(file))
{ }

DataLock::~DataLock()
{
    // The name goes before the lock does: a later look must not find a holder that is gone.
    if (::ftruncate(m_file.get(), 0) != 0)
        return; // the lock itself still says who holds: nobody
}

Result<std::unique_ptr<DataLock>> DataLock::acquire(const QString &directory, Holder self)
{
    if (auto checked = checkPrivateDirectory(directory); !checked)
        return checked.failure();
    auto file = openPrivateFile(lockPath(directory), OpenMode::ReadWrite);
    if (!file)
        return file.failure();

    struct flock lock = wholeFile();
    if (::fcntl(file.value().get(), F_OFD_SETLK, &lock) != 0) {
        const int error = errno;
        if (error != EAGAIN && error != EACCES) {
            return Failure{.kind = FailureKind::StoreUnavailable,
                           .detail = u"cannot lock %1: %2"_s.arg(
                               directory, QString::fromLocal8Bit(std::strerror(error))),
                           .subject = {},
                           .until = {}};
        }
        const QString holder = describe(currentHolder(directory).value_or(Holder{}));
        return Failure{.kind = FailureKind::Conflict,
                       .detail = u"the data directory %1 is held by %2"_s.arg(directory, holder),
                       .subject = holder,
                       .until = {}};
    }

    self.pid = ::getpid();
    const QByteArray text = encode(self);
    if (::ftruncate(file.value().get(), 0) != 0
        || ::pwrite(file.value().get(), text.constData(), size_t(text.size()), 0) != text.size()) {
        return Failure{.kind = FailureKind::StoreUnavailable,
                       .detail = u"cannot write to %1: %2"_s.arg(
                           lockPath(directory), QString::fromLocal8Bit(std::strerror(errno))),
                       .subject = {},
                       .until = {}};
    }
    return std::unique_ptr<DataLock>(new DataLock(std::move(file).value()));
}

std::optional<Holder> currentHolder(const QString &directory)
{
    const UniqueFd file(::open(QFile::encodeName(lockPath(directory)).constData(),
                               O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
    if (!file.isValid())
        return std::nullopt;
    struct flock lock = wholeFile();
    if (::fcntl(file.get(), F_OFD_GETLK, &lock) != 0 || lock.l_type == F_UNLCK)
        return std::nullopt;
    QByteArray text(1024, Qt::Uninitialized);
    const ssize_t size = ::pread(file.get(), text.data(), size_t(text.size()), 0);
    return decode(text.left(qMax<ssize_t>(size, 0)));
}

} // namespace hostline
