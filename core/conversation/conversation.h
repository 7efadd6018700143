// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/id_source.h"
#include "conversation/restoration.h"
#include "ledger/action.h"

#include <hostline/clock.h>
#include <hostline/provider.h>

#include <QHash>
#include <QObject>
#include <QSet>

#include <chrono>
#include <memory>
#include <unordered_map>

namespace hostline {

class Ledger;
class ProductSet;

/// Gets each claimed request an open native thread: waits for its provider, opens or makes the thread, has the binding
/// recorded, and holds the request while somebody else holds the thread. One terminal signal for each claim, unless the
/// ledger settles it.
class Conversation final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Conversation)
public:
    Conversation(Ledger &ledger,
                 ProductSet &products,
                 Clock &clock,
                 IdSource &ids,
                 QObject *parent = nullptr);
    ~Conversation() override;

    void open(const ClaimedRequest &claim);
    /// Its thread was open, and is not any more.
    void reopen(const ClaimedRequest &claim);
    /// Its thread seemed open, but its turn was not sent: opens the thread again, once; a provider that is away is waited for.
    void openAgain(const ClaimedRequest &claim, const Failure &failure);
    void stop(const RequestId &request);
    void settled(const RequestId &request);
    /// A thread that the ledger gave up.
    void left(const ThreadLeft &thread);
    /// All prefixes of one history share it.
    void setRestorationLimit(std::chrono::milliseconds limit) { m_restoration.setLimit(limit); }
    void settingsChanged();
    /// An orderly stop: what is not running yet is left as it is, and nothing is said of products that go.
    void quiet();

Q_SIGNALS:
    void quotaReached(const QString &provider, const hostline::Failure &failure);
    /// The thread of the claim is open, its turn intended.
    void threadReady(const hostline::ClaimedRequest &claim);
    /// The thread is gone, and a turn of the claim may have run in it.
    void threadLost(const hostline::ClaimedRequest &claim);

private:
    enum class Stage {
        Holding, ///< the provider starts, or is about to
        Opening,
        Binding, ///< the made thread is being recorded; the ledger claims the request again with it
        WaitingForProvider, ///< recorded as waiting
        WaitingForThread, ///< recorded as waiting; the thread is tried again from time to time
        Resuming, ///< what it waited for is there; the ledger claims the request again
    };
    struct Entry
    {
        ClaimedRequest claim;
        Stage stage = Stage::Holding;
        BindingId binding; ///< asked for
        int tries = 0;
        std::unique_ptr<Timer> timer;
    };

    void watch(const QString &name, Provider *provider);
    void ask(Entry &entry);
    void hold(Entry &entry);
    void opened(const QString &provider, const ThreadOpened &thread);
    void failed(const BindingId &binding, const Failure &failure);
    void waitForProvider(Entry &entry, const std::optional<Failure> &failure);
    void waitForThread(Entry &entry, const Failure &failure);
    void wakeLater(Entry &entry, std::chrono::milliseconds delay);
    void wake(Entry &entry);
    void forget(const RequestId &request);
    void fail(Entry &entry, const Failure &failure);
    void refuse(const ClaimedRequest &claim, ReplyDraft draft);
    void providerChanged(const QString &name, Product::State state);
    void resume(Entry &entry);
    void letGo(const BindingId &binding, const QString &provider, const QString &nativeThread);
    void discardLeft(const QString &provider);
    [[nodiscard]] Entry *byBinding(const BindingId &binding);

    Ledger &m_ledger;
    ProductSet &m_products;
    Clock &m_clock;
    IdSource &m_ids;
    std::unordered_map<QString, Entry> m_entries; ///< by request
    bool m_quiet = false;
    QHash<BindingId, QString> m_open; ///< threads open in this run -> provider
    QSet<BindingId>
        m_unwanted; ///< being made for a request that ended meanwhile: let go of when they are there
    Restoration m_restoration;
    QMultiHash<QString, QString>
        m_left; ///< provider -> unfinished threads, native: dropped when it is ready
    QSet<RequestId> m_again; ///< requests whose thread was opened again
};

} // namespace hostline
