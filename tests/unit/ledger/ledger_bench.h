// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "conversation/conversation_store.h"
#include "dispatch/dispatch_store.h"
#include "inbox/inbox_store.h"
#include "ledger/adopt_run.h"
#include "ledger/bind.h"
#include "ledger/conversation_orders.h"
#include "ledger/finish.h"
#include "ledger/receive.h"
#include "ledger/restart_turn.h"
#include "ledger/stop.h"
#include "ledger/unit_context.h"
#include "ledger/upkeep.h"
#include "ledger/wait.h"
#include "outbox/outbox_store.h"
#include "support/store/store_calls.h"

#include <hostline/message.h>

#include <functional>
#include <memory>

namespace hostline::test {

using UnitWork = std::function<void(Transaction &, UnitContext &)>;

/// The ledger's units on a store in memory, with a clock and ids that the test moves. After every unit the invariants
/// of the tables are checked (ledger_invariants.h). Two channels: "page", whose people read from the store, and "mail",
/// which is delivered to; both are granted.
class LedgerBench
{
public:
    /// `path` empty: in memory; else on disk, without syncs.
    explicit LedgerBench(bool check = true, const QString &path = {});

    /// Runs it as one unit, that is one commit; its actions stand in actions().
    void unit(const UnitWork &work) { unit(work, nextSeed()); }
    /// With the ids that another bench took: the same units replay.
    void unit(const UnitWork &work, const QString &seed);
    [[nodiscard]] QString nextSeed();
    template<typename T>
    T read(std::function<T(Transaction &)> query)
    {
        return readNow<T>(m_store, std::move(query)).value();
    }
    [[nodiscard]] qint64 number(const QString &sql, const QVariantList &binds = {});
    [[nodiscard]] QString text(const QString &sql, const QVariantList &binds = {});

    // The units, with what a test mostly wants as defaults.
    Admission say(const QString &text, const QString &channel = QStringLiteral("page"));
    RequestId sayAndBind(const QString &text, const QString &channel);
    Admission admit(const InboundMessage &message);
    [[nodiscard]] InboundMessage message(const QString &text, const QString &channel);
    bool bindNow(const RequestId &request, const QString &nativeThread = {});
    void answer(const RequestId &request, const QString &text, const QList<Part> &parts = {});
    void fail(const RequestId &request, FailureKind kind);
    void waitFor(const RequestId &request, RequestView::WaitsFor what, bool unsent = true);
    void resumeNow(const RequestId &request);
    bool stopNow(const RequestId &request);
    void receiveNow(const DeliveryKey &key, DeliveryState state);
    void grant(const QList<GrantRow> &grants);
    /// A new life of the core on the same tables; `boot` empty: in the same boot.
    void restart(const QString &boot = {});
    void pass(std::chrono::milliseconds time); ///< wall and monotonic clock alike

    // What stands in the tables.
    [[nodiscard]] RequestRow request(const RequestId &id);
    [[nodiscard]] std::optional<ReplyRow> reply(const RequestId &id);
    [[nodiscard]] QString
    replyNotice(const RequestId &id); ///< its text id; empty: an answer or none
    [[nodiscard]] std::optional<TurnRow> liveTurn(const RequestId &id);
    [[nodiscard]] QList<DeliveryRow> deliveries(const RequestId &id, DeliveryPurpose purpose);
    [[nodiscard]] QStringList sideNotices(const RequestId &id);
    [[nodiscard]] QStringList transcript(const ConversationId &id);
    [[nodiscard]] std::optional<ConversationRow> openAt(const QString &channel);
    [[nodiscard]] RequestId head(const QString &channel);

    // What the last unit asked for.
    [[nodiscard]] const Actions &actions() const { return m_actions; }
    template<typename T>
    [[nodiscard]] QList<T> asked() const
    {
        QList<T> found;
        for (const Action &action : m_actions) {
            if (const T *const one = std::get_if<T>(&action))
                found.append(*one);
        }
        return found;
    }

    [[nodiscard]] Store &store() { return m_store; }
    [[nodiscard]] static Place place(const QString &channel);
    [[nodiscard]] static QList<GrantRow> everybody();

    Policy policy;
    Moment moment;
    bool checks; ///< of the invariants

private:
    Store m_store;
    Actions m_actions;
    int m_seeds = 0;
    int m_messages = 0;
};

/// A row's own way into the state that it looks at.
using SetUp = std::function<void(LedgerBench &)>;

} // namespace hostline::test
