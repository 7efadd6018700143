// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/failure.h>
#include <hostline/product.h>

#include <optional>

namespace hostline {

/// What is to be done when a request's thread could not be opened.
enum class ThreadStep {
    WaitForProvider,
    WaitForThread, ///< another process holds it, or it cannot be read now: the same thread later, never another (C13)
    AskRecovery, ///< lost, and a turn may have run in it
    MakeAnother, ///< lost, and the question was not asked in it: another thread, with what was said so far (C3, C4)
    Fail, ///< the request ends with this failure
};

struct ThreadFacts
{
    FailureKind failure = FailureKind::Internal;
    bool made = false; ///< the thread existed before: it was to be opened again
    bool found = false; ///< the request has a turn that may have run
};

[[nodiscard]] ThreadStep afterThreadFailure(const ThreadFacts &facts);

/// Whether a provider in this state is asked, waited for in silence, or waited for with a notice.
enum class ProviderStep { Ask, Hold, Wait };
[[nodiscard]] ProviderStep beforeOpening(std::optional<Product::State> state);

} // namespace hostline
