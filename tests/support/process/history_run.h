// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conversation/history_rules.h"

#include <hostline/history.h>
#include <hostline/provider.h>

namespace hostline::test {

/// Restores one history at a provider, cut as the core cuts it, without the core's guards.
class HistoryRun : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HistoryRun)

public:
    /// \a binding: an open thread. The provider outlives the run.
    HistoryRun(Provider &provider, const BindingId &binding, const QList<HistoryMessage> &messages);

    /// \a reserveTokens: of the question that is to follow.
    void begin(qint64 reserveTokens = 100);

    [[nodiscard]] bool isOver() const { return m_isOver; }
    /// All of it is in the thread.
    [[nodiscard]] bool isRestored() const { return m_isRestored; }
    [[nodiscard]] const QList<PrefixOutcome> &outcomes() const { return m_outcomes; }
    [[nodiscard]] const QList<HistoryPrefix> &prefixes() const { return m_prefixes; }
    [[nodiscard]] int compactions() const { return m_compactions; }
    /// Of the last outcome; nothing where there was simply no room for the rest.
    [[nodiscard]] std::optional<Failure> failure() const;

private:
    void goOn(qint64 granted);

    HistoryRestorer &m_restorer;
    BindingId m_binding;
    qint64 m_reserve = 0;
    HistoryCutter m_cutter;
    QList<PrefixOutcome> m_outcomes;
    QList<HistoryPrefix> m_prefixes;
    int m_compactions = 0;
    bool m_isOver = false;
    bool m_isRestored = false;
};

} // namespace hostline::test
