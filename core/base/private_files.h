// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/unique_fd.h"

#include <hostline/export.h>
#include <hostline/result.h>

#include <QtCore/QByteArray>
#include <QtCore/QString>

/// Files and directories that nobody but the own user may touch: directories 0700, files 0600, owned by the effective
/// user, not reached through a symbolic link in the last component; files have one name (no hard links). Whatever is found otherwise is refused with the
/// path, what is wrong and the mending step; nothing is mended silently. These calls block for a file access: they are
/// for start-up and for small files, not for the way of a request.
namespace hostline {

/// Makes the directory, and its missing parents, with mode 0700; checks it if it is there already.
[[nodiscard]] Result<Done> ensurePrivateDirectory(const QString &path);
[[nodiscard]] Result<Done> checkPrivateDirectory(const QString &path);

/// A regular file that is there: private? NotFound when it is not there. Does not open it (closing a descriptor would drop
/// the locks that SQLite holds on the file in this process).
[[nodiscard]] Result<Done> checkPrivateFile(const QString &path);

enum class OpenMode {
    ReadWrite, ///< made if missing
    Append, ///< made if missing
};
/// Opens (or makes) a private file. The descriptor is not inherited by children.
[[nodiscard]] Result<UniqueFd> openPrivateFile(const QString &path, OpenMode mode);

/// The whole content; a file of more than `limit` bytes is refused. NotFound when it is not there.
[[nodiscard]] HOSTLINE_EXPORT Result<QByteArray> readPrivateFile(const QString &path,
                                                                 qint64 limit = 1024LL * 1024);

/// Replaces the file in one step: after a crash or a power cut it holds the old content or the new one.
[[nodiscard]] Result<Done> writePrivateFile(const QString &path, const QByteArray &content);

/// Durable; a file that is not there is no failure.
[[nodiscard]] Result<Done> removePrivateFile(const QString &path);

/// Makes the entries of a directory durable.
[[nodiscard]] Result<Done> syncDirectory(const QString &path);

} // namespace hostline
