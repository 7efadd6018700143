// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QList>
#include <QtCore/QString>

/// The judgements of `hostline doctor`, apart from finding the facts (K3, C19).
namespace hostline::cli {

struct Finding
{
    enum class Grade { Good, Remark, Bad };
    Grade grade = Grade::Good;
    QString subject;
    QString text;
    QString step; ///< how to mend it; empty where there is nothing to mend

    friend bool operator==(const Finding &, const Finding &) = default;
};

/// How a program that was started for a look at it ended.
struct ProgramRun
{
    enum class End { NotFound, Failed, Hung, Exited };
    End end = End::NotFound;
    int code = 0;
    QString output; ///< both streams, trimmed

    friend bool operator==(const ProgramRun &, const ProgramRun &) = default;
};

/// The first bytes and the kind of what stands where the store should be.
struct StoreFile
{
    enum class Kind { Missing, File, Other };
    Kind kind = Kind::Missing;
    QByteArray head; ///< File: its first 16 bytes

    friend bool operator==(const StoreFile &, const StoreFile &) = default;
};

/// What stands where the data directory should be.
struct Directory
{
    enum class Kind { Missing, Directory, Other };
    Kind kind = Kind::Missing;
    bool own = true; ///< belongs to this user
    bool open = false; ///< others may look into it

    friend bool operator==(const Directory &, const Directory &) = default;
};

[[nodiscard]] Finding judgeCodexVersion(const QString &program, const ProgramRun &run);
[[nodiscard]] Finding judgeSignIn(const QString &program, const ProgramRun &run);
[[nodiscard]] Finding judgeSandbox(const ProgramRun &run);
[[nodiscard]] Finding judgeDataDirectory(const QString &path, const Directory &directory);
[[nodiscard]] Finding judgeStore(const QString &path, const StoreFile &file);
[[nodiscard]] Finding judgeReads();

/// One line a finding, its step below it.
[[nodiscard]] QString findingsText(const QList<Finding> &findings);
[[nodiscard]] bool anyBad(const QList<Finding> &findings);

} // namespace hostline::cli
