// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/id_source.h"
#include "ledger/adopt_run.h"
#include "ledger/bind.h"
#include "ledger/exhausted.h"
#include "ledger/finish.h"
#include "ledger/receive.h"
#include "ledger/restore.h"
#include "ledger/review.h"
#include "ledger/stop.h"
#include "ledger/wait.h"
#include "routing/routing_rules.h"

#include <hostline/clock.h>
#include <hostline/control.h>
#include <hostline/message.h>

#include <QHash>
#include <QObject>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace hostline {

class Store;

/// Every durable transition. Drivers call it on the core thread; each call is one unit on the store's thread, and what the
/// committed unit asks for comes back as signals, in order. A unit that could not be committed is posted again after a
/// pause, unless its caller is told (admissions and the owner's orders). One that can never be (a mistake of ours, or a
/// provider that hands out one thread twice) ends its request with an internal failure, so that nobody waits for good.
class Ledger final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Ledger)
public:
    Ledger(Store &store, Clock &clock, IdSource &ids, QString boot, QObject *parent = nullptr);
    ~Ledger() override;

    void setPolicy(const Policy &policy);
    [[nodiscard]] const Policy &policy() const { return *m_policy; }
    /// While stopping: nothing new is claimed.
    void setClaims(bool claims) { m_claims = claims; }
    [[nodiscard]] const QString &run() const { return m_run; }

    /// Since when nothing can be committed, and why. While that is so a small commit is tried now and then, so that it ends
    /// by itself, also when nobody asks for anything.
    [[nodiscard]] const std::optional<StoreTrouble> &storeTrouble() const { return m_trouble; }

    /// The language is that of what a refused sender is told.
    using AdmissionHandler = std::function<void(Admission, Language)>;
    void admit(QObject *context, const InboundMessage &message, AdmissionHandler done);

    void adoptRun(QObject *context,
                  const RunArguments &arguments,
                  const QList<GrantRow> &grants,
                  std::function<void(Result<Done>)> done);
    void endRun(QObject *context, std::function<void()> done);
    void applyGrants(const QList<GrantRow> &grants);

    void bind(QObject *context, const BindArguments &arguments, std::function<void(bool)> done);
    void
    prepare(QObject *context, const PrepareArguments &arguments, std::function<void(bool)> done);
    void publish(QObject *context,
                 const RequestId &request,
                 const BindingId &binding,
                 std::function<void(bool)> done);
    void abandon(const AbandonArguments &arguments);
    void tell(const RequestId &request, const Notice &notice);
    /// A query, on what is committed.
    void readHistory(QObject *context,
                     const HistoryArguments &arguments,
                     std::function<void(Result<HistoryPage>)> done);
    void finish(const FinishArguments &arguments);
    void wait(const WaitArguments &arguments);
    void resume(const RequestId &request);
    void exhausted(const ExhaustedArguments &arguments);
    void wakeWaiting();
    void tellSwitch(const RequestId &request, const Notice &notice);
    void keepCapacity(const QuotaRecord &record);
    void waitForReview(const WaitForReviewArguments &arguments);
    void reserveReview(const RequestId &request);
    void pauseReview(const PauseReviewArguments &arguments);
    void askReview(QObject *context,
                   const RequestId &request,
                   const TurnId &review,
                   const QString &nativeThread,
                   std::function<void(bool)> done);
    void restartTurn(const RequestId &request, const TurnId &turn, bool threadLost);
    /// Whether it may be handed to its channel now; not: it is settled already.
    void mayDeliver(QObject *context, const DeliveryKey &key, std::function<void(bool)> done);
    void receive(const ReceiveArguments &arguments);
    void expire();
    /// Nobody is asked again: whoever pressed a button presses it again.
    void stopByButton(QObject *context,
                      const RequestId &request,
                      const Source &source,
                      std::function<void(Result<ButtonAnswer>)> done);

    /// The owner's orders; the answer comes after the commit. Ask is not among them: it is an admission.
    void carryOut(QObject *context, const Order &order, std::function<void(Answer)> done);

Q_SIGNALS:
    void requestClaimed(const hostline::ClaimedRequest &claim);
    void reviewWanted(const hostline::ReviewCase &review);
    void reviewDue(const hostline::ReviewCase &review);
    void stopAsked(const hostline::RequestId &request);
    void requestSettled(const hostline::RequestSettled &settled);
    void deliveryIntended(const hostline::DeliveryIntended &delivery);
    void threadLeft(const hostline::ThreadLeft &thread);
    void changed(const hostline::Change &change);
    void storeTroubleChanged();

private:
    template<typename T>
    using Unit = std::function<T(Transaction &, UnitContext &)>;

    template<typename T>
    void post(QObject *context, Unit<T> unit, std::function<void(Result<T>)> done);
    struct Task
    {
        Unit<bool> unit = {};
        std::function<void(bool)> done = {}; ///< false also when it can never be committed
        RequestId request =
            {}; ///< that ends when the unit fails; null: the unit is tried again later
        int failures = 0;
    };
    void postUntilDone(const Task &task);
    void postBool(QObject *context,
                  const RequestId &request,
                  Unit<bool> unit,
                  std::function<void(bool)> done);
    /// What came for its request while the task was in flight: nothing overtakes a unit that is posted again.
    QList<Task> takeBehind(const Task &task);
    void postAll(const QList<Task> &tasks);
    void hold(const QList<Task> &tasks, const Failure &failure);
    void mend(const Task &task, const Failure &failure);
    void endRequest(const RequestId &request, int failures);
    /// The next of the conversation whose request was ended without that: tried until it can be.
    void claimBehind(const RequestId &request);
    void postAgain(QList<Task> &tasks);
    void emitActions(const Actions &actions);
    void noteTrouble();
    void probeStore();
    [[nodiscard]] UnitContext newContext() const;

    Store &m_store;
    Clock &m_clock;
    IdSource &m_ids;
    QString m_boot;
    QString m_run;
    std::shared_ptr<const Policy> m_policy;
    bool m_claims = true;
    QHash<RequestId, QList<Task>> m_behind; ///< by request: one of its tasks is in flight
    std::shared_ptr<std::atomic<int>> m_grants =
        std::make_shared<std::atomic<int>>(0); ///< which set is the newest
    QList<Task> m_held; ///< not committed; what is posted meanwhile waits behind them
    int m_holds = 0; ///< one after the other
    std::unique_ptr<Timer> m_retry;
    QList<Task> m_failed; ///< nothing waits for them
    std::unique_ptr<Timer> m_retryFailed;
    std::optional<StoreTrouble> m_trouble;
    std::unique_ptr<Timer> m_probe; ///< runs while there is trouble
};

} // namespace hostline
