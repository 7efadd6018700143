// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "conversation/thread_rules.h"

namespace hostline {

ThreadStep afterThreadFailure(const ThreadFacts &facts)
{
    switch (facts.failure) {
    case FailureKind::ProviderUnavailable:
    case FailureKind::Restarted: // the host, before it opened anything
        return ThreadStep::WaitForProvider;
    case FailureKind::ThreadBusyElsewhere:
        return ThreadStep::WaitForThread;
    case FailureKind::ThreadLost:
        if (facts.found)
            return ThreadStep::AskRecovery;
        return facts.made ? ThreadStep::MakeAnother : ThreadStep::Fail;
    default:
        return facts.found ? ThreadStep::WaitForThread : ThreadStep::Fail;
    }
}

ProviderStep beforeOpening(std::optional<Product::State> state)
{
    if (!state)
        return ProviderStep::Wait;
    switch (*state) {
    case Product::State::Ready:
        return ProviderStep::Ask;
    case Product::State::Starting:
        return ProviderStep::Hold;
    case Product::State::Stopped:
    case Product::State::Unavailable:
    case Product::State::Stopping:
        return ProviderStep::Wait;
    }
    Q_UNREACHABLE();
}

} // namespace hostline
