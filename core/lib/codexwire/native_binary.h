// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/result.h>

#include <QDateTime>
#include <QString>
#include <QStringList>

namespace hostline::codexwire {

/// What a program file was when it was looked at; differs as soon as an update replaced it.
struct BinaryStamp
{
    quint64 device = 0;
    quint64 inode = 0;
    qint64 size = 0;
    qint64 modifiedNs = 0;
    friend bool operator==(const BinaryStamp &, const BinaryStamp &) = default;
};

/// The stamp of a file, links followed; nothing if there is none.
[[nodiscard]] std::optional<BinaryStamp> stampOf(const QString &path);

/// The native Codex program of a command: a path, or a name looked up in \a searchPath (empty: PATH).
///
/// npm's `codex` is a node launcher whose death leaves the native child behind, so the native program of its package is
/// taken instead, where the launcher itself looks: the platform package beside or inside it, else its own vendor folder.
/// Failure: ProviderUnavailable, `subject` holds the mending step.
[[nodiscard]] Result<QString> resolveNativeBinary(const QString &command,
                                                  const QStringList &searchPath = {});

/// A path as people write it in settings: "~" at its beginning is the home directory.
[[nodiscard]] QString withoutTilde(const QString &path);

/// What to do when Codex is not there or too old: one line for people.
[[nodiscard]] QString installStep();

} // namespace hostline::codexwire
