// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fake_record.h"

#include <hostline/history.h>

#include <QtCore/QHash>
#include <QtCore/QStringList>

#include <functional>
#include <optional>

namespace hostline {

/// The fake provider's ability to restore a history: what is restored stands in its record, durable as with a real host.
class FakeHistory final : public HistoryRestorer
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FakeHistory)
public:
    enum class Fault {
        Refuse,
        RefuseForQuota,
        LoseAnswer, ///< done, and the answer is Unknown
        Hang, ///< done; answered by answerNow(), or by an abandonThread()
    };

    /// `native`: of an open binding; empty: it is not open.
    FakeHistory(FakeRecord &record, std::function<QString(const BindingId &)> native);

    [[nodiscard]] qint64 firstPrefixTokens(const BindingId &binding,
                                           qint64 reserveTokens) const override;
    void restorePrefix(const HistoryPrefix &prefix) override;
    void discardThread(const QString &nativeThread) override { m_discarded << nativeThread; }

    // The host's side.
    void setRoom(qint64 first, qint64 next) { m_first = first, m_next = next; }
    void setFault(int ordinal, Fault fault) { m_faults.insert(ordinal, fault); }
    void clearFaults() { m_faults.clear(); }
    void answerNow(); ///< what hangs
    void abandoned(const BindingId &binding); ///< what hangs there is Unknown

    [[nodiscard]] const QList<HistoryPrefix> &prefixes() const { return m_prefixes; } ///< asked
    [[nodiscard]] bool isHanging() const { return m_hanging.has_value(); }
    [[nodiscard]] const QStringList &discarded() const { return m_discarded; }

private:
    void answer(const HistoryPrefix &prefix,
                PrefixOutcome::Result result,
                std::optional<Failure> failure = {});

    FakeRecord &m_record;
    std::function<QString(const BindingId &)> m_native;
    qint64 m_first = 100'000;
    qint64 m_next = 100'000;
    QHash<int, Fault> m_faults;
    QList<HistoryPrefix> m_prefixes;
    std::optional<HistoryPrefix> m_hanging;
    QStringList m_discarded;
};

} // namespace hostline
