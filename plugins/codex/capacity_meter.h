// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/json_rpc_client.h"
#include "plugins/codex/capacity_rules.h"
#include "plugins/codex/codex_settings.h"

#include <hostline/turn.h>

#include <functional>

namespace hostline::codex {

/// The call that asks Codex for the limits; Codex asks its account's server, which may be slow.
inline constexpr QLatin1StringView limitsMethod("account/rateLimits/read");

/// Reads and watches the quota of the account that Codex is signed in with (E1).
class CodexMeter : public CapacityMeter
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CodexMeter)

public:
    /// \a client: of the child that runs now; null: it cannot be asked. Settings and clock outlive the meter.
    CodexMeter(const CodexSettings &settings,
               Clock &clock,
               std::function<codexwire::JsonRpcClient *()> client,
               QObject *parent = nullptr);
    ~CodexMeter() override;

    /// A notification of the child; others than its own are let by.
    void take(const QString &method, const QJsonObject &params);
    /// A turn or a compaction ended. \return its failure; of one that ended for the quota with the time of the reset.
    [[nodiscard]] std::optional<Failure> ended(std::optional<Failure> failure);
    void answered();

public Q_SLOTS:
    void readCapacity() override;

private:
    void onLimits(const codexwire::CallResult &result);
    void onAccount(const codexwire::CallResult &result);
    void answer(bool unmetered);
    void answerUnknown();
    void learn(const Limits &limits);

    const CodexSettings &m_settings;
    Clock &m_clock;
    std::function<codexwire::JsonRpcClient *()> m_client;
    Limits m_limits;
};

} // namespace hostline::codex
