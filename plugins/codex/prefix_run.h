// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/json_rpc_client.h"
#include "plugins/codex/compaction_track.h"

#include <hostline/history.h>

#include <chrono>
#include <memory>

namespace hostline::codex {

/// How a prefix ended.
struct PrefixEnd
{
    PrefixOutcome::Result result = PrefixOutcome::Result::Unknown;
    std::optional<Failure> failure;
    std::optional<qint64> hostTokens; ///< what the host says the thread holds after the compaction
    qint64 window = 0; ///< that it reported meanwhile; 0: none
};

/// One prefix on its way into a thread: thread/inject_items once and, unless it is the last one, one exact compaction.
/// Lives as long as the app-server that it was given to. Ends exactly once; a call that is left without an answer ends it
/// by serverEnded(), since the server is then ended.
class PrefixRun : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PrefixRun)

public:
    struct Means
    {
        codexwire::JsonRpcClient &client;
        Clock &clock;
        std::chrono::milliseconds callTimeout;
    };

    PrefixRun(QString nativeThread, bool last, const Means &means, QObject *parent = nullptr);
    ~PrefixRun() override;

    void begin(const QList<HistoryMessage> &messages);
    /// An event of this thread.
    void take(const codexwire::Event &event);
    /// The thread is given up: a compaction is interrupted. -> finished(Unknown) soon, whatever the host does.
    void abandon();
    void serverEnded(const Failure &failure);

Q_SIGNALS:
    void compacting();
    void finished(const hostline::codex::PrefixEnd &end);

private:
    void onInjected(const codexwire::CallResult &result);
    void onCompactionTaken(const codexwire::CallResult &result);
    void move(const CompactionSign &sign);
    void interrupt();
    void finishWith(PrefixOutcome::Result result, const std::optional<Failure> &failure = {});

    Means m_means;
    std::unique_ptr<Timer> m_patience; ///< with a host that does not end what was interrupted
    CompactionTrack m_track;
    PrefixEnd m_end;
    std::optional<Failure> m_failure; ///< of the compaction
    bool m_last = false;
    bool m_compacting = false;
    bool m_abandoned = false;
    bool m_interrupted = false;
    bool m_finished = false;
};

} // namespace hostline::codex
