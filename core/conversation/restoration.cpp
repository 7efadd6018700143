// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "conversation/restoration.h"

#include "ledger/ledger.h"
#include "plugins/product_set.h"

#include <hostline/history.h>

#include <QLoggingCategory>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcRestoration, "hostline.core.conversation", QtInfoMsg)

// Of the history in memory at once, beside the prefix at work.
constexpr qsizetype pageCharacters = 256LL * 1024;

} // namespace

Restoration::Restoration(Ledger &ledger, ProductSet &products, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_ledger(ledger)
    , m_products(products)
    , m_clock(clock)
{ }

Restoration::~Restoration() = default;

HistoryRestorer *Restoration::restorerOf(Provider *provider)
{
    auto *const able = qobject_cast<HistoryProvider *>(provider);
    return able ? &able->history() : nullptr;
}

ReplyDraft Restoration::draftFor(const ClaimedRequest &claim, const Failure &failure) const
{
    ReplyDraft draft;
    draft.failure = failure;
    draft.notice = Notice{NoticeId::FailedNotRestored,
                          {{u"provider"_s, m_ledger.policy().providerName(claim.provider)}}};
    return draft;
}

void Restoration::begin(const ClaimedRequest &claim, const ThreadOpened &thread)
{
    if (HistoryRestorer *const restorer = restorerOf(m_products.provider(claim.provider)))
        connect(restorer,
                &HistoryRestorer::prefixRestored,
                this,
                &Restoration::prefixRestored,
                Qt::UniqueConnection);
    Entry &entry = m_entries[thread.binding.toString()];
    entry.claim = claim;
    entry.thread = thread;
    entry.prefix.ordinal = -1;
    entry.timer = m_clock.timer();
    connect(entry.timer.get(), &Timer::timedOut, this, [this, binding = thread.binding] {
        applyTo(binding,
                RestorationEvent::OutOfTime,
                {FailureKind::HardTimeout, u"the restoration took too long"_s, {}, {}});
    });
    entry.timer->start(m_limit);
    m_ledger.prepare(
        this,
        {.request = claim.request,
         .binding = thread.binding,
         .provider = claim.provider,
         .model = claim.model,
         .workspace = claim.workspace,
         .access = claim.access,
         .nativeThread = thread.nativeThread},
        [this, binding = thread.binding](bool prepared) {
            applyTo(binding, prepared ? RestorationEvent::Prepared : RestorationEvent::Declined);
        });
}

Restoration::Entry *Restoration::find(const BindingId &binding)
{
    const auto it = m_entries.find(binding.toString());
    return it == m_entries.end() ? nullptr : &it->second;
}

void Restoration::applyTo(const BindingId &binding, RestorationEvent event, const Failure &failure)
{
    if (Entry *const entry = find(binding))
        apply(*entry, event, failure);
}

void Restoration::apply(Entry &entry, RestorationEvent event, const Failure &failure)
{
    const RestorationMove move = nextMove(entry.stage, event);
    entry.stage = move.stage;
    const ClaimedRequest &claim = entry.claim;
    switch (move.act) {
    case RestorationAct::Nothing:
        return;
    case RestorationAct::Read:
        read(entry, 0);
        return;
    case RestorationAct::Restore:
        restore(entry);
        return;
    case RestorationAct::Publish:
        publish(entry);
        return;
    case RestorationAct::Keep:
        forget(entry);
        return;
    case RestorationAct::LetGo:
        letGo(entry);
        return;
    case RestorationAct::SettleStopped:
        m_ledger.finish(
            {.request = claim.request,
             .turn = {},
             .draft = {.failure =
                           Failure{FailureKind::Stopped, u"stopped before it ran"_s, {}, {}}},
             .ending = {}});
        letGo(entry);
        return;
    case RestorationAct::SettleFailed:
        qCWarning(lcRestoration,
                  "a history was not restored (%ls): %ls",
                  qUtf16Printable(toString(failure.kind)),
                  qUtf16Printable(failure.detail));
        if (failure.kind == FailureKind::QuotaExhausted) {
            // Nothing was asked yet: another provider may be, or the same one later (E3).
            Q_EMIT quotaReached(claim.provider, failure);
            m_ledger.exhausted({.request = claim.request,
                                .turn = {},
                                .candidate = entry.thread.binding,
                                .failure = failure,
                                .ending = {}});
        } else {
            m_ledger.abandon({.request = claim.request,
                              .binding = entry.thread.binding,
                              .draft = draftFor(claim, failure)});
        }
        letGo(entry);
        return;
    case RestorationAct::PrepareAgain:
        m_ledger.abandon({.request = claim.request, .binding = entry.thread.binding});
        letGo(entry);
        return;
    }
    Q_UNREACHABLE();
}

/// Also the check of the guards in front of each prefix (C10).
void Restoration::read(Entry &entry, qsizetype characters)
{
    m_ledger.readHistory(this,
                         {.request = entry.claim.request,
                          .binding = entry.thread.binding,
                          .from = entry.next,
                          .characters = characters},
                         [this, binding = entry.thread.binding](const Result<HistoryPage> &page) {
                             Entry *const reading = find(binding);
                             if (reading && reading->stage == RestorationStage::Reading)
                                 pageRead(*reading, page);
                         });
}

void Restoration::pageRead(Entry &entry, const Result<HistoryPage> &page)
{
    if (!page) {
        apply(entry, RestorationEvent::Failed, page.failure());
        return;
    }
    switch (page.value().guard) {
    case HistoryPage::Guard::Stopped:
        apply(entry, RestorationEvent::Stopped);
        return;
    case HistoryPage::Guard::Changed:
        apply(entry, RestorationEvent::Changed);
        return;
    case HistoryPage::Guard::Passed:
        break;
    }
    const HistoryRows &rows = page.value().rows;
    entry.cutter.add(rows.messages);
    entry.next = rows.next;
    entry.characters = std::max(entry.characters, page.value().characters);
    if (rows.isEnd)
        entry.cutter.end();
    cut(entry);
}

void Restoration::cut(Entry &entry)
{
    if (entry.prefix.ordinal < 0) {
        HistoryRestorer *const restorer = restorerOf(m_products.provider(entry.claim.provider));
        if (restorer) {
            const qint64 wrapper = restorer->wrapperTokens(entry.thread.binding);
            entry.cutter.setWrapper(wrapper);
            entry.prefix.reserveTokens = estimatedTokens(entry.claim.text) + wrapper;
            entry.granted =
                restorer->firstPrefixTokens(entry.thread.binding, entry.prefix.reserveTokens);
        }
    }
    HistoryCutter::Cut next = entry.cutter.cut(entry.granted);
    switch (next.kind) {
    case HistoryCutter::Cut::Kind::NeedsMore:
        read(entry, pageCharacters);
        return;
    case HistoryCutter::Cut::Kind::NoRoom:
        apply(entry,
              RestorationEvent::Failed,
              {FailureKind::ContextTooLarge,
               u"the model's window does not hold the history"_s,
               {},
               {}});
        return;
    case HistoryCutter::Cut::Kind::Nothing:
        apply(entry, RestorationEvent::HistoryEnded);
        return;
    case HistoryCutter::Cut::Kind::Prefix:
        entry.prefix = {.binding = entry.thread.binding,
                        .ordinal = entry.prefix.ordinal + 1,
                        .last = next.last,
                        .reserveTokens = entry.prefix.reserveTokens,
                        .messages = std::move(next.messages)};
        apply(entry, RestorationEvent::PrefixCut);
        return;
    }
    Q_UNREACHABLE();
}

void Restoration::restore(Entry &entry)
{
    HistoryRestorer *const restorer = restorerOf(m_products.provider(entry.claim.provider));
    if (!restorer) {
        apply(entry,
              RestorationEvent::Failed,
              {FailureKind::ProviderUnavailable, u"the provider is gone"_s, {}, {}});
        return;
    }
    if (entry.prefix.ordinal == 0 && !entry.prefix.last) {
        const int calls = std::max(1, compactionsFor(entry.characters, entry.prefix.messages));
        m_ledger.tell(entry.claim.request, {NoticeId::RequestRestoring, {{u"calls"_s, calls}}});
    }
    restorer->restorePrefix(entry.prefix);
}

void Restoration::prefixRestored(const PrefixOutcome &outcome)
{
    Entry *const entry = find(outcome.binding);
    if (!entry || entry->stage != RestorationStage::Restoring
        || entry->prefix.ordinal != outcome.ordinal)
        return;
    if (outcome.result != PrefixOutcome::Result::Restored) {
        apply(*entry,
              RestorationEvent::Failed,
              outcome.failure.value_or(
                  Failure{FailureKind::Internal, u"the provider does not say why"_s, {}, {}}));
        return;
    }
    entry->granted = outcome.nextPrefixTokens;
    entry->prefix.messages.clear();
    apply(*entry, entry->prefix.last ? RestorationEvent::LastRestored : RestorationEvent::Restored);
}

void Restoration::publish(Entry &entry)
{
    entry.timer->stop();
    m_ledger.publish(
        this,
        entry.claim.request,
        entry.thread.binding,
        [this, binding = entry.thread.binding](bool published) {
            applyTo(binding, published ? RestorationEvent::Published : RestorationEvent::Declined);
        });
}

void Restoration::letGo(Entry &entry)
{
    const ThreadOpened thread = entry.thread;
    const QString provider = entry.claim.provider;
    forget(entry);
    Q_EMIT threadUnwanted(thread.binding, provider, thread.nativeThread);
}

void Restoration::forget(const Entry &entry)
{
    auto node = m_entries.extract(entry.thread.binding.toString());
    node.mapped().timer.release()->deleteLater(); // it may be the caller
}

void Restoration::stop(const RequestId &request)
{
    for (auto &[id, entry] : m_entries) {
        if (entry.claim.request == request) {
            apply(entry, RestorationEvent::Stopped);
            return;
        }
    }
}

void Restoration::settled(const RequestId &request)
{
    for (auto &[id, entry] : m_entries) {
        if (entry.claim.request == request && entry.stage != RestorationStage::Publishing) {
            apply(entry, RestorationEvent::Declined);
            return;
        }
    }
}

void Restoration::applyToAll(RestorationEvent event, const QString &provider)
{
    QList<BindingId> affected;
    for (const auto &[id, entry] : m_entries) {
        if (provider.isEmpty() || entry.claim.provider == provider)
            affected.append(entry.thread.binding);
    }
    for (const BindingId &binding : std::as_const(affected))
        applyTo(binding, event);
}

void Restoration::settingsChanged()
{
    applyToAll(RestorationEvent::Changed, {});
}

void Restoration::providerStops(const QString &provider)
{
    applyToAll(RestorationEvent::Changed, provider);
}

void Restoration::quiet()
{
    m_entries.clear();
}

} // namespace hostline
