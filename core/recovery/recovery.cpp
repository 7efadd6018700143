// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "recovery/recovery.h"

#include "ledger/ledger.h"
#include "ledger/thread_spec.h"
#include "notices/failure_policy.h"
#include "plugins/product_set.h"
#include "recovery/review_ability.h"
#include "recovery/review_rules.h"

#include <QLoggingCategory>

namespace hostline {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(lcRecovery, "hostline.core.recovery", QtInfoMsg)

constexpr std::chrono::milliseconds firstPause = 2s;
constexpr std::chrono::milliseconds longestPause = 60s;

Failure restarted(const QString &detail)
{
    return {FailureKind::Restarted, detail, {}, {}};
}

} // namespace

Recovery::Recovery(Ledger &ledger, ProductSet &products, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_ledger(ledger)
    , m_products(products)
    , m_clock(clock)
{ }

Recovery::~Recovery() = default;

Recovery::Entry &Recovery::enter(const ClaimedRequest &claim)
{
    Entry &entry = m_entries[claim.request.toString()];
    entry.claim = claim;
    entry.reading.reset();
    return entry;
}

void Recovery::recover(const ClaimedRequest &claim)
{
    if (m_quiet)
        return;
    Entry &entry = enter(claim);
    if (claim.stopAsked) {
        decide(entry, {.stopAsked = true}, {});
        return;
    }
    read(entry);
}

void Recovery::recoverLost(const ClaimedRequest &claim)
{
    if (m_quiet)
        return;
    Entry &entry = enter(claim);
    decide(entry,
           {.stopAsked = claim.stopAsked,
            .thread = RecoveryFacts::Thread::Lost,
            .firstOfThread = claim.firstOfThread,
            .sameBoot = claim.sameBoot},
           {});
}

void Recovery::read(Entry &entry)
{
    const ClaimedRequest &claim = entry.claim;
    Provider *const provider = m_products.provider(claim.provider);
    if (!provider) {
        Inventory gone;
        gone.turn = claim.turn;
        hold(entry, gone);
        return;
    }
    entry.reading =
        std::make_unique<ReadBack>(*provider, threadSpecOf(claim, claim.binding), claim.turn);
    ReadBack *const reading = entry.reading.get();
    connect(reading,
            &ReadBack::read,
            this,
            [this, request = claim.request](const Inventory &inventory) {
                turnRead(request, inventory);
            });
    connect(reading, &ReadBack::refused, this, [this, request = claim.request] {
        const auto it = m_entries.find(request.toString());
        const ClaimedRequest refused = it->second.claim;
        it->second.reading.release()->deleteLater();
        m_entries.erase(it);
        Q_EMIT threadGone(refused);
    });
    reading->begin(true);
}

void Recovery::turnRead(const RequestId &request, const Inventory &inventory)
{
    Entry &entry = m_entries.at(request.toString());
    entry.reading.release()->deleteLater();
    const ClaimedRequest &claim = entry.claim;
    const ItemFacts items = itemFacts(inventory, claim.text);
    decide(entry,
           {
               .stopAsked = claim.stopAsked,
               .thread = RecoveryFacts::Thread::Open,
               .firstOfThread = claim.firstOfThread,
               .sameBoot = claim.sameBoot,
               .native = inventory.state,
               .finalAnswer = !inventory.finalAnswer.isEmpty(),
               .reviews = m_ledger.policy().reviews,
               .canReview = reviewAbility(m_products.provider(claim.provider)) != nullptr,
               .sameQuestion = items.sameQuestion,
               .openItem = items.openItem,
           },
           inventory);
}

void Recovery::decide(Entry &entry, RecoveryFacts facts, const Inventory &inventory)
{
    const ClaimedRequest claim = entry.claim;
    const RecoveryStep step = decideRecovery(facts);
    if (step.kind == RecoveryStep::Kind::Hold) {
        hold(entry, inventory);
        return;
    }
    m_entries.erase(claim.request.toString());
    switch (step.kind) {
    case RecoveryStep::Kind::SettleStopped:
        settle(claim,
               {FailureKind::Stopped, u"stopped; the turn was interrupted by a restart"_s, {}, {}},
               inventory);
        return;
    case RecoveryStep::Kind::RestartTurn:
        m_ledger.restartTurn(claim.request, claim.turn, false);
        return;
    case RecoveryStep::Kind::RestartOnNewThread:
        m_ledger.restartTurn(claim.request, claim.turn, true);
        return;
    case RecoveryStep::Kind::SettleRestarted:
        settle(claim,
               restarted(facts.thread == RecoveryFacts::Thread::Lost
                             ? u"the thread is lost, the outcome unknown"_s
                             : facts.sameBoot ? u"interrupted by a restart"_s
                                              : u"the machine restarted, the outcome is unknown"_s),
               inventory,
               facts.thread == RecoveryFacts::Thread::Lost);
        return;
    case RecoveryStep::Kind::Adopt:
        Q_EMIT turnRuns(claim);
        return;
    case RecoveryStep::Kind::FinishAnswer:
        Q_EMIT answerFound(claim, inventory.finalAnswer, inventory.nativeTurn, false);
        return;
    case RecoveryStep::Kind::FinishRecoveredAnswer:
        Q_EMIT answerFound(claim, inventory.finalAnswer, inventory.nativeTurn, true);
        return;
    case RecoveryStep::Kind::FinishFailed:
        if (inventory.failure && inventory.failure->kind == FailureKind::QuotaExhausted) {
            Q_EMIT quotaReached(claim.provider, *inventory.failure);
            if (hadNoEffect(inventory)) {
                m_ledger.exhausted({.request = claim.request,
                                    .turn = claim.turn,
                                    .candidate = {},
                                    .failure = *inventory.failure,
                                    .ending = {.how = TurnEnd::Failed,
                                               .nativeTurn = inventory.nativeTurn,
                                               .reach = Reach::Accepted,
                                               .spend = {}}});
                return;
            }
        }
        settle(claim,
               inventory.failure.value_or(
                   Failure{FailureKind::Internal, u"the turn ended without an answer"_s, {}, {}}),
               inventory);
        return;
    case RecoveryStep::Kind::WaitForReview:
        m_ledger.waitForReview(
            {claim.request, claim.turn, inventory.nativeTurn, digestOf(inventory)});
        return;
    case RecoveryStep::Kind::Nothing:
    case RecoveryStep::Kind::AwaitTurn:
    case RecoveryStep::Kind::Bind:
    case RecoveryStep::Kind::SettleWithheld:
    case RecoveryStep::Kind::WaitForProvider:
    case RecoveryStep::Kind::WaitForThread:
    case RecoveryStep::Kind::WaitForCapacity:
    case RecoveryStep::Kind::ReserveReview:
    case RecoveryStep::Kind::AskReview:
    case RecoveryStep::Kind::HoldReview:
    case RecoveryStep::Kind::Hold:
        break; // of a turn that was asked, whose thread is open or lost, none of these is said
    }
    Q_UNREACHABLE();
}

void Recovery::hold(Entry &entry, const Inventory &inventory)
{
    const Failure why = inventory.failure.value_or(
        Failure{FailureKind::ProviderUnavailable, u"cannot be read"_s, {}, {}});
    qCWarning(
        lcRecovery, "a turn cannot be read back and is held: %ls", qUtf16Printable(why.detail));
    m_ledger.wait({
        .request = entry.claim.request,
        .what = RequestView::WaitsFor::Readable,
        .detail = why.detail,
        .notice = failureNotice(NoticeId::RequestHeldUnreadable,
                                why,
                                {.provider = m_ledger.policy().providerName(entry.claim.provider)}),
        .unsentTurn = {},
    });
    if (!entry.timer) {
        entry.timer = m_clock.timer();
        // Claimed again, so that its thread is opened again where its host has come back without it.
        connect(entry.timer.get(), &Timer::timedOut, this, [this, request = entry.claim.request] {
            m_ledger.resume(request);
        });
    }
    entry.timer->start(std::min(longestPause, firstPause * (1 << std::min(entry.holds++, 6))));
}

void Recovery::settle(const ClaimedRequest &claim,
                      const Failure &failure,
                      const Inventory &inventory,
                      bool threadLost)
{
    m_ledger.finish({
        .request = claim.request,
        .turn = claim.turn,
        .draft = {.failure = failure},
        .ending = {.how = TurnEnd::Failed,
                   .nativeTurn = inventory.nativeTurn,
                   .reach = Reach::Unknown,
                   .spend = {}},
        .lost = threadLost ? claim.binding : BindingId(),
    });
}

void Recovery::stop(const RequestId &request)
{
    const auto it = m_entries.find(request.toString());
    if (it == m_entries.end())
        return;
    it->second.claim.stopAsked = true;
    decide(it->second, {.stopAsked = true}, {});
}

void Recovery::quiet()
{
    m_quiet = true;
    m_entries.clear();
}

void Recovery::settled(const RequestId &request)
{
    m_entries.erase(request.toString());
}

} // namespace hostline
