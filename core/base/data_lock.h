// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/unique_fd.h"

#include <hostline/export.h>
#include <hostline/result.h>

#include <QtCore/QDateTime>
#include <QtCore/QString>

#include <memory>
#include <optional>

namespace hostline {

/// The process that holds a data directory.
struct Holder
{
    qint64 pid = 0;
    QString program;
    QDateTime startedAt; ///< UTC

    friend bool operator==(const Holder &, const Holder &) = default;
};

/// "hostlined, process 123, since 2026-11-30T12:00:00Z"
[[nodiscard]] HOSTLINE_EXPORT QString describe(const Holder &holder);

/// Holds a private data directory for this process: an open-file-description lock on `<data>/lock`, which the kernel
/// lets go of when the process ends, however it ends. The file names its holder for the others; it stays there.
class DataLock
{
public:
    DataLock(const DataLock &) = delete;
    DataLock &operator=(const DataLock &) = delete;
    ~DataLock();

    /// Conflict when another process (or another object of this one) holds it: `subject` is describe(holder).
    /// The directory must exist and be private. `self.pid` is filled in.
    [[nodiscard]] static Result<std::unique_ptr<DataLock>> acquire(const QString &directory,
                                                                   Holder self);

private:
    explicit DataLock(UniqueFd file);

    UniqueFd m_file;
};

/// Who holds the directory at this moment; takes nothing. Empty: nobody. A holder that has not written its name yet has pid 0.
[[nodiscard]] HOSTLINE_EXPORT std::optional<Holder> currentHolder(const QString &directory);

} // namespace hostline
