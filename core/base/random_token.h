// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QString>

namespace hostline {

/// 256 bits of the system's randomness as 64 hexadecimal digits. For secrets.
[[nodiscard]] QString randomToken();

} // namespace hostline
