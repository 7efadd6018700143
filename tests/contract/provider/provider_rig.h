// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/provider.h>

#include <QString>

#include <chrono>
#include <memory>

namespace hostline::test {

/// What the provider contract is run on: one kind of provider with its host.
///
/// Questions direct their answers in the words of the rehearsal endpoint: [[say TEXT]], [[deltas N every MS]], [[delay MS]],
/// [[hang]], [[tool shell COMMAND]], [[error KIND]].
class ProviderRig
{
public:
    ProviderRig() = default;
    ProviderRig(const ProviderRig &) = delete;
    ProviderRig &operator=(const ProviderRig &) = delete;
    virtual ~ProviderRig();

    /// Sets up what one test function needs. Empty, or what is missing and how to get it.
    [[nodiscard]] virtual QString prepare() = 0;
    /// Takes it down again; every provider is gone by then.
    virtual void cleanUp() = 0;

    /// A provider, not started. Each stands for a life of Hostline on the same machine: all share the host's storage.
    [[nodiscard]] virtual std::unique_ptr<Provider> life() = 0;

    /// An absolute directory.
    [[nodiscard]] virtual QString workspace() const = 0;

    /// Ends the host's process of the provider as kill -9 would.
    virtual void killHost() = 0;

    /// Whether the host process that the provider started last still lives.
    [[nodiscard]] virtual bool hostLives() const = 0;

    /// The longest that anything in the contract may take here.
    [[nodiscard]] virtual std::chrono::milliseconds patience() const = 0;
};

} // namespace hostline::test
