// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "fake_history.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace hostline {

FakeHistory::FakeHistory(FakeRecord &record, std::function<QString(const BindingId &)> native)
    : m_record(record)
    , m_native(std::move(native))
{ }

qint64 FakeHistory::firstPrefixTokens(const BindingId &, qint64) const
{
    return m_first;
}

void FakeHistory::restorePrefix(const HistoryPrefix &prefix)
{
    m_prefixes << prefix;
    QMetaObject::invokeMethod(
        this,
        [this, prefix] {
            using Result = PrefixOutcome::Result;
            const QString native = m_native(prefix.binding);
            const auto fault = m_faults.constFind(prefix.ordinal);
            if (native.isEmpty() || (fault != m_faults.constEnd() && *fault == Fault::Refuse)) {
                answer(prefix,
                       Result::Refused,
                       Failure{.kind = FailureKind::InvalidInput, .detail = u"scripted"_s});
                return;
            }
            if (fault != m_faults.constEnd() && *fault == Fault::RefuseForQuota) {
                answer(prefix,
                       Result::Refused,
                       Failure{.kind = FailureKind::QuotaExhausted, .detail = u"scripted"_s});
                return;
            }
            m_record.inject(native, prefix.messages);
            if (fault == m_faults.constEnd())
                answer(prefix, Result::Restored);
            else if (*fault == Fault::Hang)
                m_hanging = prefix;
            else
                answer(prefix,
                       Result::Unknown,
                       Failure{.kind = FailureKind::ConnectionLost, .detail = u"scripted"_s});
        },
        Qt::QueuedConnection);
}

void FakeHistory::answerNow()
{
    if (const std::optional<HistoryPrefix> prefix = std::exchange(m_hanging, std::nullopt))
        answer(*prefix, PrefixOutcome::Result::Restored);
}

void FakeHistory::abandoned(const BindingId &binding)
{
    if (m_hanging && m_hanging->binding == binding)
        answer(*std::exchange(m_hanging, std::nullopt), PrefixOutcome::Result::Unknown);
}

void FakeHistory::answer(const HistoryPrefix &prefix,
                         PrefixOutcome::Result result,
                         std::optional<Failure> failure)
{
    Q_EMIT prefixRestored({prefix.binding, prefix.ordinal, result, m_next, std::move(failure)});
}

} // namespace hostline
