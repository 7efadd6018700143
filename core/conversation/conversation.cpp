// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "conversation/conversation.h"

#include "conversation/thread_rules.h"
#include "ledger/ledger.h"
#include "ledger/thread_spec.h"
#include "notices/failure_policy.h"
#include "plugins/product_set.h"

#include <QFileInfo>
#include <QLoggingCategory>

namespace hostline {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(lcConversation, "hostline.core.conversation", QtInfoMsg)

constexpr std::chrono::milliseconds firstRetry = 1s;
constexpr std::chrono::milliseconds longestRetry = 30s;
constexpr std::chrono::milliseconds readyAgain = 5s;

std::chrono::milliseconds retryDelay(int tries)
{
    return std::min(longestRetry, firstRetry * (1 << std::min(tries, 5)));
}

} // namespace

Conversation::Conversation(
    Ledger &ledger, ProductSet &products, Clock &clock, IdSource &ids, QObject *parent)
    : QObject(parent)
    , m_ledger(ledger)
    , m_products(products)
    , m_clock(clock)
    , m_ids(ids)
    , m_restoration(ledger, products, clock)
{
    connect(&m_restoration, &Restoration::threadUnwanted, this, &Conversation::letGo);
    connect(&m_restoration, &Restoration::quotaReached, this, &Conversation::quotaReached);
    connect(&products, &ProductSet::providerAdded, this, &Conversation::watch);
    connect(&products, &ProductSet::providerStateChanged, this, &Conversation::providerChanged);
}

Conversation::~Conversation() = default;

void Conversation::watch(const QString &name, Provider *provider)
{
    connect(provider, &Provider::threadOpened, this, [this, name](const ThreadOpened &thread) {
        opened(name, thread);
    });
    connect(provider,
            &Provider::threadFailed,
            this,
            [this](const BindingId &binding, const Failure &failure) { failed(binding, failure); });
}

void Conversation::open(const ClaimedRequest &claim)
{
    if (m_quiet)
        return;
    Entry &entry = m_entries[claim.request.toString()];
    entry = Entry{.claim = claim, .stage = Stage::Holding, .binding = {}, .tries = 0, .timer = {}};
    if (claim.stopAsked) {
        fail(entry, {FailureKind::Stopped, u"stopped before it ran"_s, {}, {}});
        return;
    }
    if (claim.workspace.isEmpty()) {
        fail(entry,
             {FailureKind::InvalidConfiguration,
              u"the conversation's workspace is not in the settings"_s,
              {},
              {}});
        return;
    }
    // A host may run a turn in a folder that is not there (Codex does); what ran already is read back all the same.
    if (!claim.found && !QFileInfo(claim.workspace).isDir()) {
        fail(entry,
             {FailureKind::InvalidConfiguration,
              u"the workspace's folder %1 is not there"_s.arg(claim.workspace),
              claim.workspace,
              {}});
        return;
    }
    ask(entry);
}

void Conversation::reopen(const ClaimedRequest &claim)
{
    m_open.remove(claim.binding);
    open(claim);
}

void Conversation::openAgain(const ClaimedRequest &claim, const Failure &failure)
{
    if (m_quiet)
        return;
    m_open.remove(claim.binding);
    Entry &entry = m_entries[claim.request.toString()];
    entry = Entry{.claim = claim, .stage = Stage::Opening, .binding = {}, .tries = 0, .timer = {}};
    if (afterThreadFailure({failure.kind, true, false}) == ThreadStep::WaitForProvider) {
        hold(entry);
    } else if (m_again.contains(claim.request)) {
        fail(entry, failure);
    } else {
        m_again.insert(claim.request);
        ask(entry);
    }
}

/// The provider took nothing. Mostly it is about to say why; one that goes on saying that it is ready is waited for in words.
void Conversation::hold(Entry &entry)
{
    Provider *const provider = m_products.provider(entry.claim.provider);
    if (!provider || provider->state() != Product::State::Ready) {
        ask(entry);
        return;
    }
    entry.stage = Stage::Holding;
    wakeLater(entry, readyAgain);
}

void Conversation::ask(Entry &entry)
{
    Provider *const provider = m_products.provider(entry.claim.provider);
    switch (beforeOpening(provider ? std::optional(provider->state()) : std::nullopt)) {
    case ProviderStep::Hold:
        entry.stage = Stage::Holding;
        return;
    case ProviderStep::Wait:
        waitForProvider(entry, provider ? provider->failure() : std::nullopt);
        return;
    case ProviderStep::Ask:
        break;
    }
    if (m_open.contains(entry.claim.binding)) {
        const ClaimedRequest claim = entry.claim;
        m_entries.erase(claim.request.toString());
        Q_EMIT threadReady(claim);
        return;
    }
    if (entry.claim.hasHistory && !Restoration::restorerOf(provider)) {
        refuse(entry.claim,
               m_restoration.draftFor(entry.claim,
                                      {FailureKind::UnsupportedHost,
                                       u"the provider cannot take over a history"_s,
                                       {},
                                       {}}));
        return;
    }
    entry.stage = Stage::Opening;
    entry.binding = entry.claim.binding.isNull() ? BindingId(m_ids.next()) : entry.claim.binding;
    provider->openThread(threadSpecOf(entry.claim, entry.binding));
}

Conversation::Entry *Conversation::byBinding(const BindingId &binding)
{
    for (auto &[id, entry] : m_entries) {
        if (entry.binding == binding)
            return &entry;
    }
    return nullptr;
}

void Conversation::opened(const QString &name, const ThreadOpened &thread)
{
    if (m_quiet)
        return;
    Entry *const entry = byBinding(thread.binding);
    if (!entry) {
        // Its request was stopped meanwhile: an existing thread stays open for the next one, a new one is let go.
        if (m_unwanted.remove(thread.binding))
            m_products.provider(name)->abandonThread(thread.binding);
        else
            m_open.insert(thread.binding, name);
        return;
    }
    m_open.insert(thread.binding, name);
    switch (entry->stage) {
    case Stage::Opening:
        break;
    case Stage::WaitingForThread:
        resume(*entry);
        return;
    case Stage::Holding:
    case Stage::Binding:
    case Stage::WaitingForProvider:
    case Stage::Resuming:
        return;
    }
    if (!entry->claim.binding.isNull()) {
        const ClaimedRequest claim = entry->claim;
        m_entries.erase(claim.request.toString());
        Q_EMIT threadReady(claim);
        return;
    }
    if (entry->claim.migrates) {
        const ClaimedRequest claim = entry->claim;
        m_entries.erase(claim.request.toString());
        m_restoration.begin(claim, thread);
        return;
    }
    entry->stage = Stage::Binding;
    const BindArguments arguments{
        .request = entry->claim.request,
        .binding = thread.binding,
        .provider = entry->claim.provider,
        .model = entry->claim.model,
        .workspace = entry->claim.workspace,
        .access = entry->claim.access,
        .nativeThread = thread.nativeThread,
    };
    m_ledger.bind(this, arguments, [this, arguments](bool bound) {
        if (bound)
            return;
        m_open.remove(arguments.binding);
        m_entries.erase(arguments.request.toString());
        if (Provider *const provider = m_products.provider(arguments.provider))
            provider->abandonThread(arguments.binding);
    });
}

void Conversation::failed(const BindingId &binding, const Failure &failure)
{
    m_unwanted.remove(binding);
    Entry *const entry = m_quiet ? nullptr : byBinding(binding);
    if (!entry || (entry->stage != Stage::Opening && entry->stage != Stage::WaitingForThread))
        return;
    const ClaimedRequest &claim = entry->claim;
    qCInfo(lcConversation,
           "thread not opened (%ls): %ls",
           qUtf16Printable(toString(failure.kind)),
           qUtf16Printable(failure.detail));
    const ThreadStep step =
        afterThreadFailure({failure.kind, !claim.binding.isNull(), claim.found});
    if (entry->stage == Stage::WaitingForThread && step != ThreadStep::WaitForThread
        && step != ThreadStep::WaitForProvider) {
        // The wait is over, its end is decided by a fresh claim: the one at hand lost its turn when the wait began.
        resume(*entry);
        return;
    }
    switch (step) {
    case ThreadStep::WaitForProvider:
        if (entry->stage == Stage::WaitingForThread)
            waitForProvider(*entry, failure);
        else
            hold(*entry);
        return;
    case ThreadStep::WaitForThread:
        waitForThread(*entry, failure);
        return;
    case ThreadStep::AskRecovery: {
        const ClaimedRequest lost = claim;
        m_entries.erase(lost.request.toString());
        Q_EMIT threadLost(lost);
        return;
    }
    case ThreadStep::MakeAnother:
        entry->stage = Stage::Resuming;
        m_ledger.restartTurn(claim.request, claim.turn, true);
        return;
    case ThreadStep::Fail:
        fail(*entry, failure);
        return;
    }
    Q_UNREACHABLE();
}

void Conversation::waitForProvider(Entry &entry, const std::optional<Failure> &failure)
{
    const Failure why = failure.value_or(
        Failure{FailureKind::ProviderUnavailable, u"not in the settings or stopped"_s, {}, {}});
    const bool again = entry.stage == Stage::WaitingForProvider;
    entry.stage = Stage::WaitingForProvider;
    if (again)
        return;
    const FailureContext context{.provider = m_ledger.policy().providerName(entry.claim.provider)};
    m_ledger.wait({
        .request = entry.claim.request,
        .what = RequestView::WaitsFor::Provider,
        .detail = why.detail,
        .notice = failureNotice(NoticeId::RequestWaitingForProvider, why, context),
        .unsentTurn = entry.claim.found ? TurnId() : entry.claim.turn,
    });
    // It may say that it is ready although it took nothing; then no change of its state ends the wait.
    wakeLater(entry, longestRetry);
}

void Conversation::waitForThread(Entry &entry, const Failure &failure)
{
    const bool again = entry.stage == Stage::WaitingForThread;
    const bool busy = failure.kind == FailureKind::ThreadBusyElsewhere;
    entry.stage = Stage::WaitingForThread;
    if (!again) {
        m_ledger.wait({
            .request = entry.claim.request,
            .what = busy ? RequestView::WaitsFor::Thread : RequestView::WaitsFor::Readable,
            .detail = busy ? failure.subject : failure.detail,
            .notice = failureNotice(
                busy ? NoticeId::RequestWaitingForThread : NoticeId::RequestHeldUnreadable,
                failure,
                {.provider = m_ledger.policy().providerName(entry.claim.provider)}),
            .unsentTurn = entry.claim.found ? TurnId() : entry.claim.turn,
        });
    }
    wakeLater(entry, retryDelay(entry.tries++));
}

void Conversation::wakeLater(Entry &entry, std::chrono::milliseconds delay)
{
    if (!entry.timer) {
        entry.timer = m_clock.timer();
        connect(
            entry.timer.get(), &Timer::timedOut, this, [this, id = entry.claim.request.toString()] {
                const auto it = m_entries.find(id);
                if (it != m_entries.end())
                    wake(it->second);
            });
    }
    entry.timer->start(delay);
}

void Conversation::wake(Entry &entry)
{
    Provider *const provider = m_products.provider(entry.claim.provider);
    const bool ready = provider && provider->state() == Product::State::Ready;
    if (entry.stage == Stage::Holding) {
        const Failure takesNothing{FailureKind::ProviderUnavailable,
                                   u"it says that it is ready and takes nothing"_s,
                                   {},
                                   {}};
        waitForProvider(entry,
                        ready          ? takesNothing
                            : provider ? provider->failure()
                                       : std::nullopt);
        return;
    }
    const bool forThread = entry.stage == Stage::WaitingForThread;
    if (!forThread && entry.stage != Stage::WaitingForProvider)
        return;
    if (!ready)
        entry.timer->start(longestRetry);
    else if (forThread)
        provider->openThread(threadSpecOf(entry.claim, entry.claim.binding));
    else
        resume(entry);
}

/// What waits for a provider may have another one now.
void Conversation::settingsChanged()
{
    m_restoration.settingsChanged();
    for (auto &[id, entry] : m_entries) {
        if (entry.stage == Stage::WaitingForProvider)
            resume(entry);
    }
}

void Conversation::resume(Entry &entry)
{
    entry.stage = Stage::Resuming;
    m_ledger.resume(entry.claim.request);
}

void Conversation::forget(const RequestId &request)
{
    const auto it = m_entries.find(request.toString());
    if (it == m_entries.end())
        return;
    const Entry &entry = it->second;
    if (entry.stage == Stage::Opening && entry.claim.binding.isNull())
        m_unwanted.insert(entry.binding);
    m_entries.erase(it);
}

void Conversation::fail(Entry &entry, const Failure &failure)
{
    refuse(entry.claim, {.failure = failure});
}

/// The request was not asked, and is not to be.
void Conversation::refuse(const ClaimedRequest &refused, ReplyDraft draft)
{
    const ClaimedRequest claim = refused; // which may be the entry's
    forget(claim.request);
    m_ledger.finish({
        .request = claim.request,
        .turn = claim.turn,
        .draft = std::move(draft),
        .ending = claim.found ? TurnEnding{}
                              : TurnEnding{.how = TurnEnd::Voided,
                                           .nativeTurn = {},
                                           .reach = Reach::NotSent,
                                           .spend = {}},
    });
}

void Conversation::left(const ThreadLeft &thread)
{
    if (thread.unfinished || m_open.contains(thread.binding))
        letGo(thread.binding, thread.provider, thread.nativeThread);
}

void Conversation::letGo(const BindingId &binding, const QString &name, const QString &nativeThread)
{
    Provider *const provider = m_products.provider(name);
    if (m_open.remove(binding) && provider) {
        provider->abandonThread(binding);
        return;
    }
    m_left.insert(name, nativeThread);
    if (provider && provider->state() == Product::State::Ready)
        discardLeft(name);
}

/// Its host does not know them by the names of another process, or of one that died.
void Conversation::discardLeft(const QString &name)
{
    HistoryRestorer *const restorer = Restoration::restorerOf(m_products.provider(name));
    const QStringList threads = m_left.values(name);
    m_left.remove(name);
    for (const QString &thread : threads) {
        if (restorer)
            restorer->discardThread(thread);
    }
}

void Conversation::stop(const RequestId &request)
{
    m_restoration.stop(request);
    const auto it = m_entries.find(request.toString());
    if (it == m_entries.end())
        return;
    switch (it->second.stage) {
    case Stage::Holding:
    case Stage::Opening:
        fail(it->second, {FailureKind::Stopped, u"stopped before it ran"_s, {}, {}});
        return;
    case Stage::Binding:
    case Stage::Resuming:
    case Stage::WaitingForProvider:
    case Stage::WaitingForThread:
        // The ledger's next claim of it carries the stop; a wait() that comes after the stop settles it.
        return;
    }
    Q_UNREACHABLE();
}

void Conversation::settled(const RequestId &request)
{
    m_again.remove(request);
    m_restoration.settled(request);
    forget(request);
}

void Conversation::quiet()
{
    m_quiet = true;
    m_restoration.quiet();
    m_entries.clear();
}

void Conversation::providerChanged(const QString &name, Product::State state)
{
    if (state == Product::State::Ready)
        discardLeft(name);
    else
        m_open.removeIf(
            [&name](const QHash<BindingId, QString>::iterator &it) { return it.value() == name; });
    if (state == Product::State::Stopping)
        m_restoration.providerStops(name);
    QList<QString> affected;
    for (const auto &[id, entry] : m_entries) {
        if (entry.claim.provider == name)
            affected.append(id);
    }
    for (const QString &id : std::as_const(affected)) {
        const auto it = m_entries.find(id);
        if (it == m_entries.end())
            continue;
        Entry &entry = it->second;
        if (entry.stage == Stage::Holding)
            ask(entry);
        else if (entry.stage == Stage::WaitingForProvider && state == Product::State::Ready)
            resume(entry);
    }
}

} // namespace hostline
