// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/history_restorer.h"

#include <algorithm>

namespace hostline::codex {

using namespace Qt::StringLiterals;
using Result = PrefixOutcome::Result;

namespace {

Failure invalid(const QString &detail)
{
    return Failure{FailureKind::InvalidInput, detail, {}, {}};
}

bool isSound(const HistoryMessage &message)
{
    const bool known = message.role == HistoryMessage::Role::User
        || message.role == HistoryMessage::Role::Assistant;
    return known && !message.text.isEmpty();
}

} // namespace

CodexHistory::CodexHistory(const CodexSettings &settings, Clock &clock, QObject *parent)
    : HistoryRestorer(parent)
    , m_settings(settings)
    , m_clock(clock)
{ }

CodexHistory::~CodexHistory() = default;

void CodexHistory::threadLoaded(const BindingId &binding,
                                const ThreadSpec &spec,
                                qint64 window,
                                const CompactionKind &kind)
{
    const auto [row, isNew] = m_rows.try_emplace(binding);
    if (isNew)
        row->second.load = newThread(kind, estimatedTokens(spec.guidance));
    row->second.configured = window;
}

void CodexHistory::forget(const BindingId &binding)
{
    m_rows.erase(binding);
}

qint64 CodexHistory::windowOf(const Row &row) const
{
    return windowTokens({m_settings.window, row.reported, row.configured});
}

qint64 CodexHistory::grantOf(const Row &row, qint64 reserveTokens) const
{
    return nextPrefix(windowOf(row), row.load, reserveTokens);
}

qint64 CodexHistory::wrapperTokens(const BindingId &binding) const
{
    const auto row = m_rows.find(binding);
    return row == m_rows.end() ? usualWrapperTokens : row->second.load.kind.wrapperTokens;
}

qint64 CodexHistory::firstPrefixTokens(const BindingId &binding, qint64 reserveTokens) const
{
    const auto row = m_rows.find(binding);
    return row == m_rows.end() ? 0 : grantOf(row->second, reserveTokens);
}

std::optional<Failure> CodexHistory::objection(const HistoryPrefix &prefix) const
{
    const auto row = m_rows.find(prefix.binding);
    if (row == m_rows.end())
        return Failure{FailureKind::NotFound, u"the thread is not open"_s, {}, {}};
    if (prefix.messages.isEmpty()
        || !std::all_of(prefix.messages.begin(), prefix.messages.end(), isSound))
        return invalid(u"a history holds messages of the user and the assistant, none empty"_s);
    // A request that is too long makes Codex drop the oldest items silently (C8a).
    const qint64 granted = grantOf(row->second, prefix.reserveTokens);
    if (tokensOf(prefix.messages, row->second.load.kind) > granted)
        return invalid(u"the prefix is larger than the %1 tokens that were granted"_s.arg(granted));
    return std::nullopt;
}

void CodexHistory::restorePrefix(const HistoryPrefix &prefix)
{
    const auto row = m_rows.find(prefix.binding);
    const bool busy = row != m_rows.end() && row->second.prefix;
    const std::optional<Failure> failure = busy
        ? Failure{FailureKind::Conflict, u"a prefix is on its way already"_s, {}, {}}
        : objection(prefix);
    if (failure) {
        const PrefixOutcome outcome{prefix.binding, prefix.ordinal, Result::Refused, 0, failure};
        QMetaObject::invokeMethod(
            this, [this, outcome] { Q_EMIT prefixRestored(outcome); }, Qt::QueuedConnection);
        return;
    }
    row->second.prefix = prefix;
    Q_EMIT threadNeeded(prefix.binding);
}

void CodexHistory::discardThread(const QString &nativeThread)
{
    Q_EMIT threadDiscarded(nativeThread);
}

void CodexHistory::begin(const BindingId &binding,
                         const QString &nativeThread,
                         codexwire::JsonRpcClient &client,
                         QObject *server)
{
    const auto row = m_rows.find(binding);
    if (row == m_rows.end() || !row->second.prefix || row->second.run)
        return;
    if (row->second.abandoned) {
        refuse(binding, Failure{FailureKind::Stopped, u"the thread was given up"_s, {}, {}});
        return;
    }
    const PrefixRun::Means means{client, m_clock, m_settings.callTimeout};
    auto *run = new PrefixRun(nativeThread, row->second.prefix->last, means, server);
    row->second.run = run;
    connect(
        run, &PrefixRun::compacting, this, [this, binding] { Q_EMIT compactionStarted(binding); });
    connect(run, &PrefixRun::finished, this, [this, binding](const PrefixEnd &end) {
        onFinished(binding, end);
    });
    run->begin(row->second.prefix->messages);
}

void CodexHistory::refuse(const BindingId &binding, const Failure &failure)
{
    const auto row = m_rows.find(binding);
    if (row == m_rows.end() || !row->second.prefix || row->second.run)
        return;
    // Given up it is of no use, although nothing of the prefix is there.
    const Result result = row->second.abandoned ? Result::Unknown : Result::Refused;
    tell(binding, {binding, row->second.prefix->ordinal, result, 0, failure});
}

void CodexHistory::onFinished(const BindingId &binding, const PrefixEnd &end)
{
    const auto found = m_rows.find(binding);
    if (found == m_rows.end() || !found->second.prefix)
        return;
    Row &row = found->second;
    PrefixOutcome outcome{binding, row.prefix->ordinal, end.result, 0, end.failure};
    if (end.window > 0)
        row.reported = end.window;
    if (end.result == Result::Restored) {
        row.load = withMessages(row.load, row.prefix->messages);
        if (!row.prefix->last) {
            row.load = compacted(row.load, end.hostTokens);
            outcome.nextPrefixTokens = grantOf(row, row.prefix->reserveTokens);
        }
        if (!row.prefix->last && outcome.nextPrefixTokens == 0)
            outcome.failure = Failure{
                FailureKind::ContextTooLarge,
                u"the history does not fit: a compaction keeps %1 of %2 tokens"_s.arg(row.load.held)
                    .arg(windowOf(row)),
                {},
                {}};
    }
    tell(binding, outcome);
}

void CodexHistory::tell(const BindingId &binding, const PrefixOutcome &outcome)
{
    Row &row = m_rows.at(binding);
    row.unfinished = outcome.result == Result::Restored && !row.prefix->last;
    row.prefix.reset();
    if (row.run)
        row.run->deleteLater();
    row.run.clear();
    Q_EMIT prefixRestored(outcome);
    Q_EMIT ended(binding);
}

bool CodexHistory::take(const BindingId &binding, const codexwire::Event &event)
{
    const auto row = m_rows.find(binding);
    if (row == m_rows.end() || !row->second.run)
        return false;
    row->second.run->take(event);
    return true;
}

void CodexHistory::abandon(const BindingId &binding)
{
    const auto row = m_rows.find(binding);
    if (row == m_rows.end())
        return;
    row->second.abandoned = true;
    if (row->second.run)
        row->second.run->abandon();
}

void CodexHistory::serverEnded(const BindingId &binding, const Failure &failure)
{
    const auto row = m_rows.find(binding);
    if (row != m_rows.end() && row->second.run)
        row->second.run->serverEnded(failure);
}

bool CodexHistory::isBusy(const BindingId &binding) const
{
    const auto row = m_rows.find(binding);
    return row != m_rows.end() && row->second.prefix;
}

bool CodexHistory::idle() const
{
    return std::none_of(m_rows.begin(), m_rows.end(), [](const auto &row) {
        return row.second.prefix || (row.second.unfinished && !row.second.abandoned);
    });
}

} // namespace hostline::codex
