// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "ledger/ledger.h"

#include "ledger/admit.h"
#include "ledger/claim.h"
#include "ledger/conversation_orders.h"
#include "ledger/restart_turn.h"
#include "ledger/upkeep.h"
#include "recovery/run_store.h"
#include "store/store.h"

#include <QLoggingCategory>

namespace hostline {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(lcLedger, "hostline.core.ledger", QtInfoMsg)

constexpr std::chrono::milliseconds firstPause = 1s;
constexpr std::chrono::milliseconds longestPause = 30s;
constexpr std::chrono::milliseconds failedPause = 60s;
constexpr std::chrono::milliseconds probePause = 5s;

template<typename T>
struct Committed
{
    T value;
    Actions actions;
};

/// An owner's order on a place answers with the conversation as it then is; the view is read by the caller.
Answer toAnswer(const Result<Place> &place)
{
    return place ? Answer(Done{}) : Answer(place.failure());
}

} // namespace

Ledger::Ledger(Store &store, Clock &clock, IdSource &ids, QString boot, QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_clock(clock)
    , m_ids(ids)
    , m_boot(std::move(boot))
    , m_run(ids.next())
    , m_policy(std::make_shared<const Policy>())
    , m_retry(clock.timer())
    , m_retryFailed(clock.timer())
    , m_probe(clock.timer())
{
    connect(m_retry.get(), &Timer::timedOut, this, [this] { postAgain(m_held); });
    connect(m_retryFailed.get(), &Timer::timedOut, this, [this] { postAgain(m_failed); });
    connect(m_probe.get(), &Timer::timedOut, this, &Ledger::probeStore);
    connect(&store, &Store::troubleChanged, this, &Ledger::noteTrouble);
}

Ledger::~Ledger() = default;

void Ledger::setPolicy(const Policy &policy)
{
    m_policy = std::make_shared<const Policy>(policy);
}

UnitContext Ledger::newContext() const
{
    return UnitContext(
        {m_clock.wall().toMSecsSinceEpoch(), m_clock.sinceBoot().count(), m_boot, m_run, m_claims},
        m_policy,
        m_ids.next());
}

template<typename T>
void Ledger::post(QObject *context, Unit<T> unit, std::function<void(Result<T>)> done)
{
    m_store.post<Committed<T>>(
        this,
        [unit = std::move(unit), fresh = newContext()](Transaction &transaction) {
            UnitContext unitContext = fresh;
            T value = unit(transaction, unitContext);
            return Committed<T>{std::move(value), std::move(unitContext.actions)};
        },
        [this, guard = QPointer<QObject>(context), done = std::move(done)](
            Result<Committed<T>> result) {
            // The answer first: what an action leads to may not overtake it.
            if (guard && done)
                done(result.ok() ? Result<T>(std::move(result.value().value))
                                 : Result<T>(result.failure()));
            if (result.ok())
                emitActions(result.value().actions);
        });
}

void Ledger::postUntilDone(const Task &task)
{
    // What the first of its request leads to is not known yet: it may have to be posted again.
    if (const auto it = m_behind.find(task.request); it != m_behind.end()) {
        it->append(task);
        return;
    }
    if (!m_held.isEmpty()) {
        m_held.append(task);
        return;
    }
    if (!task.request.isNull())
        m_behind.insert(task.request, {});
    post<bool>(this, task.unit, [this, task](Result<bool> result) {
        const QList<Task> behind = takeBehind(task);
        if (result.ok()) {
            m_holds = 0;
            postAll(behind);
            if (task.done)
                task.done(result.value());
        } else if (result.failure().kind == FailureKind::StoreUnavailable) {
            hold(QList<Task>{task} + behind, result.failure());
        } else {
            mend(task, result.failure());
            postAll(behind);
        }
    });
}

QList<Ledger::Task> Ledger::takeBehind(const Task &task)
{
    return task.request.isNull() ? QList<Task>() : m_behind.take(task.request);
}

void Ledger::postAll(const QList<Task> &tasks)
{
    for (const Task &task : tasks)
        postUntilDone(task);
}

void Ledger::hold(const QList<Task> &tasks, const Failure &failure)
{
    qCWarning(lcLedger,
              "a unit was not committed and is posted again: %ls",
              qUtf16Printable(failure.detail));
    m_held.append(tasks);
    if (!m_retry->isActive())
        m_retry->start(std::min(longestPause, firstPause * (1 << std::min(m_holds++, 5))));
}

void Ledger::mend(const Task &task, const Failure &failure)
{
    qCCritical(lcLedger,
               "a unit failed (request \"%ls\"): %ls",
               qUtf16Printable(task.request.toString()),
               qUtf16Printable(failure.detail));
    if (task.request.isNull()) {
        m_failed.append(task);
        if (!m_retryFailed->isActive())
            m_retryFailed->start(failedPause);
        return;
    }
    if (task.done)
        task.done(false);
    endRequest(task.request, task.failures + 1);
}

void Ledger::endRequest(const RequestId &request, int failures)
{
    Task task{
        .unit =
            [request, failures](Transaction &transaction, UnitContext &unit) {
                // It may be the claim of the next one that fails.
                unit.moment.claims = unit.moment.claims && failures == 1;
                hostline::finish(transaction,
                                 unit,
                                 {.request = request,
                                  .turn = {},
                                  .draft = {.failure = Failure{FailureKind::Internal,
                                                               u"its state could not be recorded"_s,
                                                               {},
                                                               {}}},
                                  .ending = {}});
                return true;
            },
        .done =
            [this, request, failures](bool done) {
                if (done && failures > 1)
                    claimBehind(request);
            },
        .request = failures == 1 ? request : RequestId(),
        .failures = failures,
    };
    postUntilDone(task);
}

void Ledger::claimBehind(const RequestId &request)
{
    postUntilDone({[request](Transaction &transaction, UnitContext &unit) {
        if (const std::optional<RequestRow> row = inbox_store::request(transaction, request))
            claimNext(transaction, unit, row->conversation);
        return true;
    }});
}

void Ledger::postAgain(QList<Task> &tasks)
{
    postAll(std::exchange(tasks, {}));
}

void Ledger::emitActions(const Actions &actions)
{
    for (const Action &action : actions) {
        if (const auto *claim = std::get_if<ClaimedRequest>(&action))
            Q_EMIT requestClaimed(*claim);
        else if (const auto *wanted = std::get_if<ReviewWanted>(&action))
            Q_EMIT reviewWanted(wanted->review);
        else if (const auto *due = std::get_if<ReviewDue>(&action))
            Q_EMIT reviewDue(due->review);
        else if (const auto *stop = std::get_if<StopAsked>(&action))
            Q_EMIT stopAsked(stop->request);
        else if (const auto *settled = std::get_if<RequestSettled>(&action))
            Q_EMIT requestSettled(*settled);
        else if (const auto *delivery = std::get_if<DeliveryIntended>(&action))
            Q_EMIT deliveryIntended(*delivery);
        else if (const auto *thread = std::get_if<ThreadLeft>(&action))
            Q_EMIT threadLeft(*thread);
        else if (const auto *change = std::get_if<Change>(&action))
            Q_EMIT changed(*change);
    }
}

void Ledger::noteTrouble()
{
    const std::optional<Failure> &failure = m_store.trouble();
    if (failure) {
        m_trouble = StoreTrouble{*failure, m_clock.wall()};
        m_probe->start(probePause);
    } else {
        m_trouble.reset();
        m_probe->stop();
    }
    Q_EMIT storeTroubleChanged();
}

void Ledger::probeStore()
{
    post<bool>(
        this,
        [](Transaction &transaction, UnitContext &unit) {
            run_store::touch(transaction, unit.moment.run);
            return true;
        },
        [this](const Result<bool> &) {
            if (m_trouble)
                m_probe->start(probePause);
        });
}

void Ledger::admit(QObject *context, const InboundMessage &message, AdmissionHandler done)
{
    using Admitted = std::pair<Admission, Language>;
    post<Admitted>(
        context,
        [message](Transaction &transaction, UnitContext &unit) -> Admitted {
            const Admission admission = hostline::admit(transaction, unit, message);
            const bool refused = admission.result == Admission::Result::Refused;
            return {admission,
                    refused ? refusalLanguage(transaction, unit, message) : Language::En};
        },
        [done = std::move(done), tag = message.tag](Result<Admitted> result) {
            if (result.ok()) {
                done(result.value().first, result.value().second);
                return;
            }
            Admission later;
            later.tag = tag;
            later.failure = result.failure();
            done(later, Language::En);
        });
}

void Ledger::adoptRun(QObject *context,
                      const RunArguments &arguments,
                      const QList<GrantRow> &grants,
                      std::function<void(Result<Done>)> done)
{
    post<Done>(
        context,
        [arguments, grants](Transaction &transaction, UnitContext &unit) {
            hostline::applyGrants(transaction, unit, grants);
            hostline::adoptRun(transaction, unit, arguments);
            return Done{};
        },
        std::move(done));
}

void Ledger::endRun(QObject *context, std::function<void()> done)
{
    post<bool>(
        context,
        [](Transaction &transaction, UnitContext &unit) {
            hostline::endRun(transaction, unit);
            return true;
        },
        [done = std::move(done)](const Result<bool> &) { done(); });
}

void Ledger::applyGrants(const QList<GrantRow> &grants)
{
    // What was not committed is posted again later, and may then come behind a newer set.
    const int mine = ++*m_grants;
    postUntilDone({[grants, mine, newest = m_grants](Transaction &transaction, UnitContext &unit) {
        if (*newest != mine)
            return true;
        hostline::applyGrants(transaction, unit, grants);
        hostline::endRevoked(transaction, unit);
        return true;
    }});
}

void Ledger::postBool(QObject *context,
                      const RequestId &request,
                      Unit<bool> unit,
                      std::function<void(bool)> done)
{
    postUntilDone({std::move(unit),
                   [guard = QPointer<QObject>(context), done = std::move(done)](bool yes) {
                       if (guard)
                           done(yes);
                   },
                   request});
}

void Ledger::bind(QObject *context, const BindArguments &arguments, std::function<void(bool)> done)
{
    postBool(
        context,
        arguments.request,
        [arguments](Transaction &transaction, UnitContext &unit) {
            return hostline::bind(transaction, unit, arguments);
        },
        std::move(done));
}

void Ledger::prepare(QObject *context,
                     const PrepareArguments &arguments,
                     std::function<void(bool)> done)
{
    postBool(
        context,
        arguments.request,
        [arguments](Transaction &transaction, UnitContext &unit) {
            return hostline::prepare(transaction, unit, arguments);
        },
        std::move(done));
}

void Ledger::publish(QObject *context,
                     const RequestId &request,
                     const BindingId &binding,
                     std::function<void(bool)> done)
{
    postBool(
        context,
        request,
        [request, binding](Transaction &transaction, UnitContext &unit) {
            return hostline::publish(transaction, unit, request, binding);
        },
        std::move(done));
}

void Ledger::abandon(const AbandonArguments &arguments)
{
    postUntilDone({[arguments](Transaction &transaction, UnitContext &unit) {
                       hostline::abandon(transaction, unit, arguments);
                       return true;
                   },
                   {},
                   arguments.request});
}

void Ledger::tell(const RequestId &request, const Notice &notice)
{
    postUntilDone({[request, notice](Transaction &transaction, UnitContext &unit) {
                       hostline::tell(transaction, unit, request, notice);
                       return true;
                   },
                   {},
                   request});
}

void Ledger::readHistory(QObject *context,
                         const HistoryArguments &arguments,
                         std::function<void(Result<HistoryPage>)> done)
{
    m_store.read<HistoryPage>(
        context,
        [arguments, policy = m_policy](Transaction &transaction) {
            return hostline::readHistory(transaction, *policy, arguments);
        },
        std::move(done));
}

void Ledger::finish(const FinishArguments &arguments)
{
    postUntilDone({[arguments](Transaction &transaction, UnitContext &unit) {
                       hostline::finish(transaction, unit, arguments);
                       return true;
                   },
                   {},
                   arguments.request});
}

void Ledger::wait(const WaitArguments &arguments)
{
    postUntilDone({[arguments](Transaction &transaction, UnitContext &unit) {
                       hostline::wait(transaction, unit, arguments);
                       return true;
                   },
                   {},
                   arguments.request});
}

void Ledger::resume(const RequestId &request)
{
    postUntilDone({[request](Transaction &transaction, UnitContext &unit) {
                       hostline::resume(transaction, unit, request);
                       return true;
                   },
                   {},
                   request});
}

void Ledger::restartTurn(const RequestId &request, const TurnId &turn, bool threadLost)
{
    postUntilDone({[request, turn, threadLost](Transaction &transaction, UnitContext &unit) {
                       hostline::restartTurn(transaction, unit, request, turn, threadLost);
                       return true;
                   },
                   {},
                   request});
}

void Ledger::mayDeliver(QObject *context, const DeliveryKey &key, std::function<void(bool)> done)
{
    postUntilDone({[key](Transaction &transaction, UnitContext &unit) {
                       return hostline::mayDeliver(transaction, unit, key);
                   },
                   [guard = QPointer<QObject>(context), done = std::move(done)](bool may) {
                       if (guard)
                           done(may);
                   }});
}

void Ledger::receive(const ReceiveArguments &arguments)
{
    postUntilDone({[arguments](Transaction &transaction, UnitContext &unit) {
        hostline::receive(transaction, unit, arguments);
        return true;
    }});
}

void Ledger::expire()
{
    // The next sweep is the retry.
    post<bool>(
        this,
        [](Transaction &transaction, UnitContext &unit) {
            hostline::expire(transaction, unit);
            return true;
        },
        [](const Result<bool> &result) {
            if (!result.ok())
                qCWarning(lcLedger,
                          "what waited too long was not looked for: %ls",
                          qUtf16Printable(result.failure().detail));
        });
}

void Ledger::stopByButton(QObject *context,
                          const RequestId &request,
                          const Source &source,
                          std::function<void(Result<ButtonAnswer>)> done)
{
    post<ButtonAnswer>(
        context,
        [request, source](Transaction &transaction, UnitContext &unit) {
            return hostline::stopByButton(transaction, unit, request, source);
        },
        std::move(done));
}

void Ledger::carryOut(QObject *context, const Order &order, std::function<void(Answer)> done)
{
    post<Answer>(
        context,
        [order](Transaction &transaction, UnitContext &unit) -> Answer {
            if (const auto *request = std::get_if<StopRequest>(&order)) {
                return stop(transaction, unit, request->request)
                    ? Answer(Done{})
                    : Answer(Failure{FailureKind::NotFound, u"no such request"_s, {}, {}});
            }
            if (const auto *create = std::get_if<CreateConversation>(&order))
                return toAnswer(
                    createConversation(transaction, unit, create->place, create->title));
            if (const auto *rename = std::get_if<RenameConversation>(&order))
                return toAnswer(
                    renameConversation(transaction, unit, rename->place, rename->title));
            if (const auto *language = std::get_if<SetConversationLanguage>(&order))
                return toAnswer(setConversationLanguage(
                    transaction, unit, language->place, language->language));
            if (const auto *prefer = std::get_if<PreferForConversation>(&order))
                return toAnswer(preferForConversation(transaction, unit, *prefer));
            if (const auto *close = std::get_if<CloseConversation>(&order))
                return toAnswer(closePlace(transaction, unit, close->place));
            if (const auto *erase = std::get_if<DeleteConversation>(&order))
                return toAnswer(deletePlace(transaction, unit, erase->place));
            if (std::holds_alternative<Prune>(order))
                return prune(transaction, unit);
            return Failure{FailureKind::InvalidInput, u"not an order"_s, {}, {}};
        },
        [done = std::move(done)](const Result<Answer> &result) {
            done(result.ok() ? result.value() : Answer(result.failure()));
        });
}

} // namespace hostline
