// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugins/codex/codex_settings.h"
#include "plugins/codex/prefix_run.h"
#include "plugins/codex/window_rules.h"

#include <hostline/turn.h>

#include <QPointer>

#include <map>

namespace hostline::codex {

/// Restores histories in Codex's threads (C4-C12): grants budgets, takes one prefix a thread at a time and says how it ended.
/// Whose thread it is and which child has it is the provider's business.
class CodexHistory : public HistoryRestorer
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CodexHistory)

public:
    /// Both outlive it.
    CodexHistory(const CodexSettings &settings, Clock &clock, QObject *parent = nullptr);
    ~CodexHistory() override;

    [[nodiscard]] qint64 firstPrefixTokens(const BindingId &binding,
                                           qint64 reserveTokens) const override;
    [[nodiscard]] qint64 wrapperTokens(const BindingId &binding) const override;

    /// A thread is open. \a window: what the host's configuration says, 0: nothing.
    void threadLoaded(const BindingId &binding,
                      const ThreadSpec &spec,
                      qint64 window,
                      const CompactionKind &kind);
    void forget(const BindingId &binding);

    /// The answers to threadNeeded().
    void begin(const BindingId &binding,
               const QString &nativeThread,
               codexwire::JsonRpcClient &client,
               QObject *server);
    void refuse(const BindingId &binding, const Failure &failure);

    /// True where the event belonged to a prefix.
    bool take(const BindingId &binding, const codexwire::Event &event);
    void abandon(const BindingId &binding);
    void serverEnded(const BindingId &binding, const Failure &failure);

    [[nodiscard]] bool isBusy(const BindingId &binding) const;
    /// No restoration is under way, also none that waits for its next prefix.
    [[nodiscard]] bool idle() const;

public Q_SLOTS:
    void restorePrefix(const hostline::HistoryPrefix &prefix) override;
    void discardThread(const QString &nativeThread) override;

Q_SIGNALS:
    /// Make sure that the child has it -> begin() or refuse(), not from inside.
    void threadNeeded(const hostline::BindingId &binding);
    /// Nobody will use it again.
    void threadDiscarded(const QString &nativeThread);
    /// After prefixRestored.
    void ended(const hostline::BindingId &binding);

private:
    struct Row
    {
        ThreadLoad load;
        qint64 configured = 0;
        qint64 reported = 0;
        std::optional<HistoryPrefix> prefix; ///< asked for, not yet ended
        bool unfinished = false; ///< it holds a prefix that is not the last one
        bool abandoned = false;
        QPointer<PrefixRun> run;
    };

    [[nodiscard]] qint64 windowOf(const Row &row) const;
    [[nodiscard]] qint64 grantOf(const Row &row, qint64 reserveTokens) const;
    [[nodiscard]] std::optional<Failure> objection(const HistoryPrefix &prefix) const;
    void onFinished(const BindingId &binding, const PrefixEnd &end);
    void tell(const BindingId &binding, const PrefixOutcome &outcome);

    const CodexSettings &m_settings;
    Clock &m_clock;
    std::map<BindingId, Row> m_rows;
};

} // namespace hostline::codex
