// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/view_store.h"

#include <hostline/clock.h>
#include <hostline/control.h>

#include <functional>

namespace hostline {

class Inbox;
class Ledger;
class LiveTurns;
class NoticeCatalogue;

/// HostControl in process.
class LocalControl final : public HostControl
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LocalControl)
public:
    /// What only the host knows: products and plugins.
    struct Facts
    {
        std::function<StatusView()> status; ///< without the counts
        std::function<QList<PluginView>()> plugins;
    };
    LocalControl(Store &store,
                 Ledger &ledger,
                 Inbox &inbox,
                 LiveTurns &live,
                 Clock &clock,
                 const NoticeCatalogue &catalogue,
                 Facts facts,
                 QObject *parent = nullptr);
    ~LocalControl() override;

    [[nodiscard]] QueryId send(const Order &order) override;
    void setLocalChannels(const QStringList &channels) { m_localChannels = channels; }

private:
    template<typename T>
    void read(const QueryId &query,
              std::function<T(Transaction &)> question,
              std::function<Answer(T &)> toAnswer);
    void ask(const QueryId &query, const Ask &ask);
    void answer(const QueryId &query, const Answer &answer);
    void answerLater(const QueryId &query, const Answer &answer);
    void answerConversation(const QueryId &query, const Place &place);
    void prune(const QueryId &query, const Pruned &soFar);
    [[nodiscard]] RequestView viewOf(const RequestRecord &record) const;
    [[nodiscard]] OwnerNotice noticeOf(const OwnerRecord &record) const;
    [[nodiscard]] QString render(const Notice &notice, Language language, qint64 at) const;

    Store &m_store;
    Ledger &m_ledger;
    Inbox &m_inbox;
    LiveTurns &m_live;
    Clock &m_clock;
    const NoticeCatalogue &m_catalogue;
    Facts m_facts;
    QStringList m_localChannels;
    quint64 m_next = 1;
};

} // namespace hostline
