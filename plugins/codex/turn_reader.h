// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/codexwire/json_rpc_client.h"
#include "plugins/codex/inventory.h"

#include <chrono>

namespace hostline::codex {

/// Reads one turn back, in pages that stay far below the line cap (C16): first the turns in short form, newest first,
/// until the one with our client id, then that turn's items. Changes nothing.
class TurnReader : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TurnReader)

public:
    /// The client outlives the reader.
    TurnReader(const TurnId &turn,
               QString nativeThread,
               std::chrono::milliseconds callTimeout,
               codexwire::JsonRpcClient &client,
               QObject *parent = nullptr);

    void read();

Q_SIGNALS:
    /// Once, never from inside read().
    void finished(const hostline::Inventory &inventory);

private:
    void askForTurns(const QString &cursor);
    void onTurns(const codexwire::CallResult &result);
    void askForItems(const QString &cursor);
    void onItems(const codexwire::CallResult &result);

    TurnId m_turn;
    QString m_nativeThread;
    std::chrono::milliseconds m_callTimeout;
    codexwire::JsonRpcClient &m_client;
    TurnSearch m_search;
    QList<codexwire::ThreadItem> m_items;
};

} // namespace hostline::codex
