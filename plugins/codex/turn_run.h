// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/json_rpc_client.h"
#include "plugins/codex/turn_track.h"

#include <hostline/clock.h>

#include <chrono>
#include <memory>

namespace hostline::codex {

/// The call that ends what an interrupt leaves running; it may be slow while a command is being started.
inline constexpr QLatin1StringView cleanMethod("thread/backgroundTerminals/clean");

/// One turn of the host, from turn/start to its end. Lives as long as the app-server that it was given to.
///
/// Ends exactly once: by turn/completed of its own turn (after an interrupt also the turn's background commands have been
/// ended by then), by a refused or hanging turn/start, or by serverEnded(). Nothing is emitted afterwards.
class TurnRun : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TurnRun)

public:
    struct Means
    {
        codexwire::JsonRpcClient &client;
        Clock &clock;
        std::chrono::milliseconds callTimeout;
    };

    TurnRun(TurnStart start,
            QString nativeThread,
            QString model,
            Access threadAccess,
            const Means &means,
            QObject *parent = nullptr);
    ~TurnRun() override;

    [[nodiscard]] const TurnStart &start() const { return m_start; }
    [[nodiscard]] const QString &nativeTurn() const { return m_nativeTurn; }
    [[nodiscard]] bool interruptAsked() const { return m_interruptAsked; }

    /// Writes turn/start.
    void begin();

    /// An event of this turn's thread.
    void take(const codexwire::Event &event);

    /// Asks Codex to end it; again while Codex says that there is nothing to end yet.
    void interrupt();

    /// endTurn(): the server is being ended for this turn; its end makes the turn Interrupted.
    void markEnded() { m_endAsked = true; }

    /// The server is gone and the turn with it.
    void serverEnded(const Failure &failure);

Q_SIGNALS:
    void started(const QString &nativeTurn);
    void textAppended(const QString &item, const QString &text);
    void activityChanged(const hostline::Activity &activity);
    void heard(bool busy);
    void finished(const hostline::TurnResult &result);
    /// turn/start was refused because the thread is not loaded any more; it may be begun again once it is.
    void threadUnloaded();

private:
    void onStarted(const codexwire::CallResult &result);
    void sendInterrupt();
    void onInterrupted(const codexwire::CallResult &result);
    void onCompleted(const codexwire::Turn &turn);
    void readAnswerBack(const codexwire::Turn &turn);
    void cleanUp();
    void onCleaned(const codexwire::CallResult &result);
    void onKilled(int killed);
    void finishWith(const TurnResult &result);
    [[nodiscard]] TurnResult failed(Reach reach, const Failure &failure) const;

    TurnStart m_start;
    QString m_nativeThread;
    QString m_model;
    Access m_threadAccess; ///< when this turn began
    Means m_means;
    std::unique_ptr<Timer> m_again; ///< the next try of an interrupt
    std::unique_ptr<Timer> m_cleanAgain;
    QString m_nativeTurn;
    TurnTrack m_track;
    std::optional<TurnResult> m_result; ///< known, held back until the commands are ended
    bool m_interruptAsked = false;
    bool m_interruptSent = false;
    int m_cleanings = 0;
    int m_quiet = 0; ///< looks in a row that found no command of this turn
    bool m_cleaned = false;
    bool m_endAsked = false;
    bool m_finished = false;
};

} // namespace hostline::codex
