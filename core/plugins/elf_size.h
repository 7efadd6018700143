// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QString>

#include <optional>

namespace hostline {

/// How many bytes a library must have for all that is mapped when it is loaded. A file that was cut short would end the
/// process with SIGBUS, not with an error of the loader. Nothing: it is no ELF file of this machine's form, or cannot be
/// read; others say that better.
[[nodiscard]] std::optional<qint64> mappedElfSize(const QString &path);

} // namespace hostline
