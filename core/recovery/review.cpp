// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "recovery/review.h"

#include "ledger/ledger.h"
#include "plugins/product_set.h"
#include "recovery/review_ability.h"
#include "recovery/review_rules.h"
#include "recovery/review_text.h"

#include <QLoggingCategory>

namespace hostline {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(lcReview, "hostline.core.review", QtInfoMsg)

constexpr std::chrono::milliseconds answerTime = 15s; // for a read of the capacity
constexpr std::chrono::milliseconds startTime = 30s; // of a provider
constexpr std::chrono::milliseconds firstPause = 2s;
constexpr std::chrono::milliseconds longestPause = 60s;

} // namespace

Review::Review(Ledger &ledger, ProductSet &products, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_ledger(ledger)
    , m_products(products)
    , m_clock(clock)
    , m_startedAt(clock.wall())
    , m_readCapacity([](const QString &) {})
{
    connect(&products, &ProductSet::providerAdded, this, &Review::watch);
    connect(&products, &ProductSet::providerStateChanged, this, &Review::providerChanged);
}

Review::~Review() = default;

void Review::watch(const QString &, Provider *provider)
{
    connect(provider, &Provider::threadOpened, this, &Review::opened);
    connect(provider, &Provider::threadFailed, this, &Review::failed);
}

Review::Entry &Review::enter(const ReviewCase &review, Stage stage)
{
    Entry &entry = m_entries[review.claim.request.toString()];
    entry.review = review;
    entry.stage = stage;
    if (entry.timer)
        entry.timer->stop();
    return entry;
}

void Review::want(const ReviewCase &review)
{
    if (!m_quiet)
        look(enter(review, Stage::Waiting), true);
}

RecoveryFacts Review::factsOf(const Entry &entry) const
{
    const ClaimedRequest &claim = entry.review.claim;
    Provider *const provider = m_products.provider(claim.provider);
    const bool isUp = provider && provider->state() == Product::State::Ready;
    RecoveryFacts facts;
    facts.stage = claim.turn.isNull() ? RecoveryFacts::Stage::ReviewWanted
                                      : RecoveryFacts::Stage::ReviewReserved;
    facts.stopAsked = claim.stopAsked;
    facts.thread = isUp ? RecoveryFacts::Thread::Open : RecoveryFacts::Thread::ProviderAway;
    facts.reviews = m_ledger.policy().reviews;
    facts.canReview = reviewAbility(provider) != nullptr;
    facts.capacity = capacityFor(m_capacities.value(claim.provider), m_clock.wall(), m_startedAt);
    return facts;
}

/// Whether the review can be reserved, or have its turn again.
void Review::look(Entry &entry, bool mayRead)
{
    RecoveryFacts facts = factsOf(entry);
    facts.stage = RecoveryFacts::Stage::ReviewWanted;
    facts.reviews = facts.reviews || !entry.review.claim.turn.isNull(); // what is reserved stays
    const bool unread = facts.capacity == RecoveryFacts::Capacity::Unread
        && facts.thread == RecoveryFacts::Thread::Open;
    const QString provider = entry.review.claim.provider;
    decide(entry, facts); // the entry may be gone
    if (mayRead && unread)
        m_readCapacity(provider);
}

void Review::begin(const ReviewCase &review)
{
    if (!m_quiet)
        check(enter(review, Stage::Checking));
}

void Review::check(Entry &entry)
{
    const RecoveryFacts facts = factsOf(entry);
    const Provider *const provider = m_products.provider(entry.review.claim.provider);
    if (provider && provider->state() == Product::State::Starting && !facts.stopAsked) {
        // As at each start of ours: what was asked later does not overtake it for that.
        entry.stage = Stage::Checking;
        wakeLater(entry, startTime);
        return;
    }
    const bool unread = facts.capacity == RecoveryFacts::Capacity::Unread;
    if (facts.thread == RecoveryFacts::Thread::Open && unread && !facts.stopAsked) {
        entry.stage = Stage::Checking;
        wakeLater(entry, answerTime);
        m_readCapacity(entry.review.claim.provider);
        return;
    }
    if (facts.thread != RecoveryFacts::Thread::Open || facts.stopAsked || !facts.canReview
        || facts.capacity == RecoveryFacts::Capacity::None) {
        decide(entry, facts);
        return;
    }
    const ReviewCase &review = entry.review;
    entry.stage = Stage::Reading;
    entry.reading = std::make_unique<ReadBack>(
        *m_products.provider(review.claim.provider), review.askedIn, review.asked);
    ReadBack *const reading = entry.reading.get();
    connect(reading,
            &ReadBack::read,
            this,
            [this, request = review.claim.request](const Inventory &inventory) {
                Entry *const read = find(request);
                if (!read || !read->reading)
                    return;
                read->reading.release()->deleteLater();
                decideRead(*read, inventory);
            });
    connect(reading,
            &ReadBack::refused,
            this,
            [this, request = review.claim.request](const Failure &failure) {
                Entry *const refused = find(request);
                if (!refused || !refused->reading)
                    return;
                refused->reading.release()->deleteLater();
                RecoveryFacts known = factsOf(*refused);
                known.thread = failure.kind == FailureKind::ThreadLost ? RecoveryFacts::Thread::Lost
                    : failure.kind == FailureKind::ThreadBusyElsewhere
                    ? RecoveryFacts::Thread::BusyElsewhere
                    : RecoveryFacts::Thread::ProviderAway;
                decide(*refused, known);
            });
    reading->begin(false);
}

void Review::decideRead(Entry &entry, const Inventory &inventory)
{
    const ReviewCase &review = entry.review;
    RecoveryFacts facts = factsOf(entry);
    const ItemFacts items = itemFacts(inventory, review.claim.text);
    facts.native = inventory.state;
    facts.finalAnswer = !inventory.finalAnswer.isEmpty();
    facts.sameQuestion = items.sameQuestion;
    facts.openItem = items.openItem;
    facts.sameDigest = digestOf(inventory) == review.digest;
    entry.question = reviewQuestion(review.claim.text, inventory.items);
    closeThread(entry);
    decide(entry, facts);
}

void Review::decide(Entry &entry, const RecoveryFacts &facts)
{
    using Kind = RecoveryStep::Kind;
    const RequestId request = entry.review.claim.request;
    const bool isDue = entry.stage != Stage::Waiting;
    switch (decideRecovery(facts).kind) {
    case Kind::ReserveReview:
        entry.stage = Stage::Posted;
        m_ledger.reserveReview(request);
        return;
    case Kind::AskReview:
        ask(entry);
        return;
    case Kind::WaitForCapacity:
    case Kind::WaitForProvider:
    case Kind::WaitForThread:
    case Kind::Hold:
        if (isDue) {
            pause(entry, false);
            return;
        }
        wakeLater(entry, longestPause);
        return;
    case Kind::HoldReview:
        qCWarning(lcReview, "what a review was to be about has changed; it is held");
        pause(entry, true);
        return;
    case Kind::SettleStopped:
        end(entry, {FailureKind::Stopped, u"stopped before its review"_s, {}, {}});
        return;
    case Kind::SettleRestarted:
        end(entry,
            {FailureKind::Restarted,
             facts.thread == RecoveryFacts::Thread::Lost
                 ? u"the interrupted turn cannot be read any more"_s
                 : u"it cannot be reviewed"_s,
             {},
             {}});
        return;
    case Kind::Nothing:
    case Kind::AwaitTurn:
    case Kind::Bind:
    case Kind::SettleWithheld:
    case Kind::RestartTurn:
    case Kind::RestartOnNewThread:
    case Kind::Adopt:
    case Kind::FinishAnswer:
    case Kind::FinishRecoveredAnswer:
    case Kind::FinishFailed:
    case Kind::WaitForReview:
        break; // of a review none of these is said
    }
    Q_UNREACHABLE();
}

void Review::ask(Entry &entry)
{
    const ClaimedRequest &claim = entry.review.claim;
    entry.stage = Stage::Opening;
    ThreadSpec spec;
    spec.binding = claim.binding;
    spec.workspace = claim.workspace;
    spec.model = claim.model;
    spec.guidance = reviewGuidance();
    spec.access = Access::Read;
    reviewAbility(m_products.provider(claim.provider))->openReview(spec);
}

void Review::opened(const ThreadOpened &thread)
{
    Entry *const entry = byBinding(thread.binding);
    if (!entry || entry->stage != Stage::Opening)
        return;
    entry->stage = Stage::Recording;
    ClaimedRequest claim = entry->review.claim;
    claim.text = entry->question;
    claim.nativeThread = thread.nativeThread;
    m_ledger.askReview(
        this, claim.request, claim.turn, thread.nativeThread, [this, claim](bool asked) {
            drop(claim.request);
            if (asked) {
                Q_EMIT ready(claim);
                return;
            }
            if (Provider *const provider = m_products.provider(claim.provider))
                provider->abandonThread(claim.binding);
        });
}

void Review::failed(const BindingId &binding, const Failure &failure)
{
    Entry *const entry = byBinding(binding);
    if (!entry || entry->stage != Stage::Opening)
        return;
    qCInfo(lcReview, "a review's thread was not opened: %ls", qUtf16Printable(failure.detail));
    const bool passes =
        failure.kind == FailureKind::ProviderUnavailable || failure.kind == FailureKind::Restarted;
    if (passes)
        pause(*entry, false);
    else
        end(*entry, {FailureKind::Restarted, failure.detail, {}, {}});
}

/// What was read is the conversation's thread, or of no further use.
void Review::closeThread(const Entry &entry)
{
    const ReviewCase &review = entry.review;
    Provider *const provider = m_products.provider(review.claim.provider);
    if (provider && !review.isCurrent)
        provider->abandonThread(review.askedIn.binding);
}

void Review::pause(Entry &entry, bool held)
{
    const RequestId request = entry.review.claim.request;
    m_ledger.pauseReview({request, entry.review.claim.turn, held});
    if (held) {
        drop(request);
        return;
    }
    entry.stage = Stage::Waiting;
    wakeLater(entry, std::min(longestPause, firstPause * (1 << std::min(entry.tries++, 5))));
}

void Review::end(Entry &entry, const Failure &failure)
{
    const ClaimedRequest claim = entry.review.claim;
    drop(claim.request);
    m_ledger.finish({
        .request = claim.request,
        .turn = claim.turn,
        .draft = {.failure = failure},
        .ending = {.how = TurnEnd::Voided, .nativeTurn = {}, .reach = Reach::NotSent, .spend = {}},
    });
}

void Review::wakeLater(Entry &entry, std::chrono::milliseconds delay)
{
    if (!entry.timer) {
        entry.timer = m_clock.timer();
        connect(entry.timer.get(),
                &Timer::timedOut,
                this,
                [this, request = entry.review.claim.request] {
                    if (Entry *const waiting = find(request))
                        wake(*waiting);
                });
    }
    entry.timer->start(delay);
}

void Review::wake(Entry &entry)
{
    if (entry.stage == Stage::Waiting)
        look(entry, true);
    else if (entry.stage == Stage::Checking)
        pause(entry, false); // nothing was heard of the capacity, or of the provider
}

void Review::capacityKnown(const QString &provider, const Capacity &capacity)
{
    m_capacities.insert(provider, capacity);
    QStringList affected;
    for (const auto &[id, entry] : m_entries) {
        if (entry.review.claim.provider == provider)
            affected.append(id);
    }
    for (const QString &id : std::as_const(affected)) {
        Entry *const entry = find(RequestId(id));
        if (!entry)
            continue;
        // Read, and nothing came of it: not read again at once.
        const bool unread = factsOf(*entry).capacity == RecoveryFacts::Capacity::Unread;
        if (entry->stage == Stage::Waiting)
            look(*entry, false);
        else if (entry->stage == Stage::Checking && unread)
            pause(*entry, false);
        else if (entry->stage == Stage::Checking)
            check(*entry);
    }
}

void Review::providerChanged(const QString &name, Product::State state)
{
    if (state != Product::State::Ready)
        return;
    for (const auto &[id, entry] : m_entries) {
        if (entry.review.claim.provider != name)
            continue;
        // Not from inside: what comes of it may take entries out.
        QMetaObject::invokeMethod(
            this,
            [this, request = entry.review.claim.request] {
                Entry *const waiting = find(request);
                if (waiting && waiting->stage == Stage::Checking)
                    check(*waiting);
                else if (waiting && waiting->stage == Stage::Waiting)
                    look(*waiting, true);
            },
            Qt::QueuedConnection);
    }
}

/// Its timer or its reading may be the caller.
void Review::drop(const RequestId &request)
{
    auto node = m_entries.extract(request.toString());
    if (node.empty())
        return;
    if (node.mapped().timer)
        node.mapped().timer.release()->deleteLater();
    if (node.mapped().reading) {
        node.mapped().reading->disconnect(this);
        node.mapped().reading.release()->deleteLater();
    }
}

Review::Entry *Review::find(const RequestId &request)
{
    const auto it = m_entries.find(request.toString());
    return it == m_entries.end() ? nullptr : &it->second;
}

Review::Entry *Review::byBinding(const BindingId &binding)
{
    for (auto &[id, entry] : m_entries) {
        if (!binding.isNull() && entry.review.claim.binding == binding)
            return &entry;
    }
    return nullptr;
}

void Review::stop(const RequestId &request)
{
    Entry *const entry = find(request);
    if (!entry)
        return;
    entry->review.claim.stopAsked = true;
    // What is posted comes back with the stop, or settles by it.
    if (entry->stage == Stage::Checking || entry->stage == Stage::Reading)
        end(*entry, {FailureKind::Stopped, u"stopped before its review"_s, {}, {}});
}

void Review::settled(const RequestId &request)
{
    drop(request);
}

void Review::quiet()
{
    m_quiet = true;
    m_entries.clear();
}

} // namespace hostline
