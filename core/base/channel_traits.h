// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace hostline {

/// What a channel can do, as its plugin's metadata declares it (see hostline/plugin.h). The core goes by this, never by
/// what a channel happens to implement.
struct ChannelTraits
{
    bool stored = false; ///< its people read replies from the store: deliver() is never called
    bool readBack = false; ///< readBack() can tell whether a send happened
    bool progress = false; ///< showProgress() is wanted
    std::chrono::seconds idempotency{
        0}; ///< how long a repeated key does not appear twice; 0: not at all

    friend bool operator==(const ChannelTraits &, const ChannelTraits &) = default;
};

} // namespace hostline
