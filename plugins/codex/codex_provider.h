// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/native_binary.h"
#include "plugins/codex/app_server.h"
#include "plugins/codex/capacity_meter.h"
#include "plugins/codex/history_restorer.h"
#include "plugins/codex/provider_life.h"
#include "plugins/codex/restart_budget.h"
#include "plugins/codex/thread_opener.h"
#include "plugins/codex/turn_run.h"

#include <hostline/plugin_context.h>
#include <hostline/provider.h>
#include <hostline/review.h>

#include <QHash>
#include <QPointer>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace hostline::codex {

class TurnReader;

/// Codex as a provider: one app-server child serves every thread.
///
/// A child that ends takes its turns along (Lost, or Interrupted for the one it was ended for) and is started again within
/// a budget; its threads are resumed when they are next needed. A child whose program was replaced on disk is restarted
/// when nothing runs.
class CodexProvider : public Provider,
                      public HistoryProvider,
                      public MeteredProvider,
                      public ReviewProvider
{
    Q_OBJECT
    Q_INTERFACES(hostline::HistoryProvider hostline::MeteredProvider hostline::ReviewProvider)
    Q_DISABLE_COPY_MOVE(CodexProvider)

public:
    /// \a context outlives the provider.
    CodexProvider(PluginContext &context, CodexSettings settings);
    ~CodexProvider() override;

    [[nodiscard]] HistoryRestorer &history() override { return m_history; }
    [[nodiscard]] CapacityMeter &capacity() override { return m_meter; }

    void openReview(const ThreadSpec &spec) override;

public Q_SLOTS:
    void start() override;
    void stop() override;
    void openThread(const hostline::ThreadSpec &spec) override;
    void abandonThread(const hostline::BindingId &binding) override;
    void startTurn(const hostline::TurnStart &start) override;
    void interruptTurn(const hostline::TurnId &turn) override;
    void endTurn(const hostline::TurnId &turn) override;
    void readTurn(const hostline::TurnId &turn, const hostline::BindingId &binding) override;

private:
    using Loaded = std::function<void(const std::optional<Failure> &)>;

    struct Thread
    {
        ThreadSpec spec; ///< with the native thread as soon as it is known
        QString model;
        qint64 window = 0; ///< that Codex's configuration gives it
        bool loaded = false; ///< in the child that runs now
        bool hadTurn = false; ///< the host keeps nothing of a thread that never had one
        bool abandon = false;
        bool leaving = false; ///< abandoned, and Codex is being told
        bool review = false; ///< never resumed
        bool acted = false; ///< the agent of a review tried to
        QString foreignTurn; ///< a turn that Codex started by itself: turn/start now would steer it
        std::optional<TurnStart> waiting; ///< asked for, not yet written
        QPointer<ThreadOpener> opener;
        QPointer<TurnRun> run;
        std::vector<Loaded> afterLoad;
    };
    using Threads = std::map<BindingId, Thread>;

    static constexpr std::chrono::milliseconds endGrace{
        1000}; ///< for a child that makes way for another

    // The child
    void happen(Happening happening);
    void perform(Deed deed);
    void launch();
    void retry();
    void onServerReady(const QString &version);
    void onServerEnded(const Failure &failure);
    void endWithServer(const Failure &failure);
    void onTimedOut(const QString &method);
    void onNotified(const QString &method, const QJsonObject &params);
    void restartIfUpdated();
    void endServer(const std::optional<Failure> &failure, std::chrono::milliseconds grace);
    [[nodiscard]] bool ready() const;
    [[nodiscard]] bool idle() const;

    // Threads
    void load(Thread &thread, Loaded then);
    void onOpened(const BindingId &binding, const Opening &opening);
    void letGo(const BindingId &binding);
    void forget(const BindingId &binding);
    [[nodiscard]] Threads::iterator threadOfNative(const QString &nativeThread);
    [[nodiscard]] Threads::iterator threadOfTurn(const TurnId &turn);

    // Histories
    [[nodiscard]] const ThreadSpec *restorable(const BindingId &binding) const;
    void discard(const QString &nativeThread);
    void loadForHistory(const BindingId &binding);
    void onPrefixEnded(const BindingId &binding);

    // Reviews
    [[nodiscard]] QString reviewDirectory() const;
    void refuseResumption(const BindingId &binding);
    void onRequestRefused(const QJsonObject &params);
    void watchReview(Thread &thread, const codexwire::Event &event);
    void endActing(Thread &thread);
    [[nodiscard]] static TurnResult judged(const Thread &thread, TurnResult result);

    // Turns
    void beginTurn(const BindingId &binding);
    void loadAndBegin(const BindingId &binding);
    void beginAgain(const BindingId &binding);
    [[nodiscard]] std::optional<Failure> withSignIn(std::optional<Failure> failure) const;
    void onTurnFinished(const BindingId &binding, const TurnResult &result);
    void
    finishUnsent(Thread &thread, TurnResult::Status status, const std::optional<Failure> &failure);
    void later(std::function<void()> emission);
    [[nodiscard]] Failure notReady() const;

    PluginContext &m_context;
    CodexSettings m_settings;
    Life m_life;
    RestartBudget m_budget;
    std::unique_ptr<Timer> m_retryTimer;
    std::unique_ptr<Timer> m_updateTimer;
    std::chrono::milliseconds m_pause{0};
    QString m_program;
    std::optional<codexwire::BinaryStamp> m_stamp; ///< of the program that runs
    std::optional<Failure> m_lastFailure;
    bool m_endExpected = false; ///< we end the child ourselves; that costs no restart
    bool m_ending = false;
    std::unique_ptr<AppServer> m_server;
    Threads m_threads;
    QHash<QString, BindingId> m_bindings; ///< by native thread
    std::map<TurnReader *, TurnId> m_readers;
    CodexHistory m_history;
    CodexMeter m_meter;
};

} // namespace hostline::codex
