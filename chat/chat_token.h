// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/result.h>

#include <QByteArray>
#include <QString>

namespace hostline::chat {

/// The installation's token from its file; made with mode 0600 at the first start. A file that others may read, that is a
/// link, not ours or damaged is refused with the mending step. Blocks for a file access.
[[nodiscard]] Result<QByteArray> loadToken(const QString &path);

/// 256 bits of the system's randomness, in the alphabet of URLs.
[[nodiscard]] QByteArray randomSecret();

} // namespace hostline::chat
