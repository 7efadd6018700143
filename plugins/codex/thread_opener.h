// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/json_rpc_client.h"
#include "plugins/codex/codex_settings.h"
#include "plugins/codex/window_rules.h"

#include <hostline/turn.h>

namespace hostline::codex {

/// How an opening ended.
struct Opening
{
    QString nativeThread; ///< empty: it failed
    QString model;
    qint64 window = 0; ///< that the configuration gives the model, in tokens; 0: none
    CompactionKind compaction = remoteCompaction; ///< where it is not known to be the local one
    bool hadTurn = false; ///< a resumed one in which somebody has asked something
    Failure failure;
};

/// Opens one native thread: config/read for a writable workspace and for a new thread, then thread/start or thread/resume.
/// Nothing is repeated; a resume that finds another process on the thread changes nothing there.
class ThreadOpener : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ThreadOpener)

public:
    /// The client outlives the opener. \a codexHome: for naming the holder of a busy thread.
    /// \a review: where a restricted thread stands; empty: it is an ordinary one.
    ThreadOpener(ThreadSpec spec,
                 QString review,
                 const CodexSettings &settings,
                 QString codexHome,
                 codexwire::JsonRpcClient &client,
                 QObject *parent = nullptr);

    void open();

Q_SIGNALS:
    /// Once, never from inside open().
    void finished(const hostline::codex::Opening &opening);

private:
    void sendOpen(const QString &method, const QJsonObject &parameters);
    [[nodiscard]] QString openMethod() const;
    void onOpened(const QString &method, const codexwire::CallResult &result);

    ThreadSpec m_spec;
    QString m_review;
    CodexSettings m_settings;
    QString m_codexHome;
    qint64 m_window = 0;
    CompactionKind m_compaction = remoteCompaction;
    codexwire::JsonRpcClient &m_client;
};

} // namespace hostline::codex
