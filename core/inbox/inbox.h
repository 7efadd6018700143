// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "notices/language.h"

#include <hostline/channel.h>
#include <hostline/clock.h>

#include <QObject>

#include <functional>
#include <memory>

namespace hostline {

class Ledger;
class NoticeCatalogue;
class ProductSet;
struct Notice;

/// Lets messages in: each is stored before its channel may acknowledge it (A1), buttons become the same units as commands.
class Inbox final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Inbox)
public:
    Inbox(Ledger &ledger,
          ProductSet &products,
          Clock &clock,
          const NoticeCatalogue &catalogue,
          QObject *parent = nullptr);
    ~Inbox() override;

    void
    admit(QObject *context, const InboundMessage &message, std::function<void(Admission)> done);
    /// Looks from time to time for what waited too long (A6).
    void startSweeping();

private:
    void receive(Channel *channel, const InboundMessage &message);
    void act(Channel *channel, const UserAction &action);
    [[nodiscard]] QString render(const Notice &notice, Language language) const;

    Ledger &m_ledger;
    Clock &m_clock;
    const NoticeCatalogue &m_catalogue;
    std::unique_ptr<Timer> m_sweep;
};

} // namespace hostline
