// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/action.h"

namespace hostline {

/// How the thread of a claim is opened, by whoever opens it: a provider takes each opening for the last word.
[[nodiscard]] ThreadSpec threadSpecOf(const ClaimedRequest &claim, const BindingId &binding);

} // namespace hostline
