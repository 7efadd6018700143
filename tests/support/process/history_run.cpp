// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "support/process/history_run.h"

namespace hostline::test {

namespace {

HistoryRestorer &restorerOf(Provider &provider)
{
    auto *able = qobject_cast<HistoryProvider *>(&provider);
    if (!able)
        qFatal("the provider restores no histories");
    return able->history();
}

} // namespace

HistoryRun::HistoryRun(Provider &provider,
                       const BindingId &binding,
                       const QList<HistoryMessage> &messages)
    : m_restorer(restorerOf(provider))
    , m_binding(binding)
{
    m_cutter.add(messages);
    m_cutter.end();
    connect(
        &m_restorer, &HistoryRestorer::prefixRestored, this, [this](const PrefixOutcome &outcome) {
            if (outcome.binding != m_binding || m_isOver)
                return;
            m_outcomes.append(outcome);
            if (outcome.result != PrefixOutcome::Result::Restored)
                m_isOver = true;
            else if (m_prefixes.constLast().last)
                m_isOver = m_isRestored = true;
            else
                goOn(outcome.nextPrefixTokens);
        });
    connect(&m_restorer,
            &HistoryRestorer::compactionStarted,
            this,
            [this](const BindingId &compacting) { m_compactions += int(compacting == m_binding); });
}

void HistoryRun::begin(qint64 reserveTokens)
{
    m_reserve = reserveTokens;
    m_cutter.setWrapper(m_restorer.wrapperTokens(m_binding));
    goOn(m_restorer.firstPrefixTokens(m_binding, reserveTokens));
}

std::optional<Failure> HistoryRun::failure() const
{
    return m_outcomes.isEmpty() ? std::nullopt : m_outcomes.constLast().failure;
}

void HistoryRun::goOn(qint64 granted)
{
    const HistoryCutter::Cut cut = m_cutter.cut(granted);
    if (cut.kind != HistoryCutter::Cut::Kind::Prefix) {
        m_isOver = true;
        m_isRestored = cut.kind == HistoryCutter::Cut::Kind::Nothing;
        return;
    }
    m_prefixes.append({m_binding, int(m_prefixes.size()), cut.last, m_reserve, cut.messages});
    m_restorer.restorePrefix(m_prefixes.constLast());
}

} // namespace hostline::test
