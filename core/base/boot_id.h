// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QString>

namespace hostline {

/// Names the boot of this machine (/proc/sys/kernel/random/boot_id): two runs with the same text ran within one boot.
/// Where the kernel does not tell, a random text, so that two unknown boots never count as one.
[[nodiscard]] QString bootId();

} // namespace hostline
