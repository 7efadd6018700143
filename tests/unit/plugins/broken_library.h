// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QString>

/// Makes plugins out of the sound one of this test's build.
namespace broken {

/// The bytes of a library of this test's build.
[[nodiscard]] QByteArray library(const QString &name);
/// With every `from` replaced by `to`, of the same length; it must be there.
[[nodiscard]] QByteArray replaced(QByteArray bytes, const QByteArray &from, const QByteArray &to);
/// With the stamp of another Qt minor version.
[[nodiscard]] QByteArray stamped(QByteArray bytes, int qtMinor);

/// Writes the file and returns its path.
QString write(const QString &directory, const QString &name, const QByteArray &bytes);

} // namespace broken
