// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "settings/settings.h"

#include <QtCore/QJsonObject>
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
    QString
        output; ///< both streams, trimmed; NotFound: what was not found, if there is more to say

    friend bool operator==(const ProgramRun &, const ProgramRun &) = default;
};

/// What stands at a path, which is not followed when it is a link.
struct FileFacts
{
    enum class Kind { Missing, File, Directory, Other };
    Kind kind = Kind::Missing;
    bool own = true; ///< belongs to this user
    int mode = 0; ///< permission bits, as chmod has them
    QByteArray head; ///< File: its first 16 bytes
    QString
        damage; ///< a store: what its own check finds wrong; empty: nothing, or it was not asked

    friend bool operator==(const FileFacts &, const FileFacts &) = default;
};

/// The Codex to look at.
struct CodexPlace
{
    QString command; ///< a path, or a name on PATH
    QString home; ///< CODEX_HOME as the settings have it; empty: the user's
    QString because; ///< why this one, in words

    friend bool operator==(const CodexPlace &, const CodexPlace &) = default;
};

/// As hostlined looks for it: the one that is named; else that of the running Hostline (`status` of the API, empty when
/// none runs); else what the settings name; else PATH. Its home is that of the same provider's table in the settings.
[[nodiscard]] CodexPlace placeOfCodex(const QString &named,
                                      const QJsonObject &status,
                                      const Settings &settings,
                                      const QString &settingsFile);

[[nodiscard]] Finding judgeCodexVersion(const QString &program, const ProgramRun &run);
/// `home`: that of CodexPlace, as a path.
[[nodiscard]] Finding
judgeSignIn(const QString &program, const QString &home, const ProgramRun &run);
[[nodiscard]] Finding judgeSandbox(const ProgramRun &run);
[[nodiscard]] Finding judgeDataDirectory(const QString &path, const FileFacts &directory);
[[nodiscard]] Finding judgeStore(const QString &path, const FileFacts &file);
[[nodiscard]] Finding judgeToken(const QString &path, const FileFacts &file);
/// A finding for each fault; one that is good for none. An empty path: there is no file.
[[nodiscard]] QList<Finding> judgeSettings(const QString &path,
                                           const std::optional<Failure> &failure);
[[nodiscard]] Finding judgeReads();
/// A provider or channel of the running one's status.
[[nodiscard]] Finding judgeProduct(const QString &subject, const QJsonObject &product);

/// One line a finding, its step below it.
[[nodiscard]] QString findingsText(const QList<Finding> &findings);
/// {"findings": [{"what", "state": "good", "note" or "bad", "text", "step"}]}; no step where there is nothing to mend.
[[nodiscard]] QJsonObject findingsObject(const QList<Finding> &findings);
[[nodiscard]] bool anyBad(const QList<Finding> &findings);

} // namespace hostline::cli
