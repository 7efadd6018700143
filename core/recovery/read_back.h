// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/provider.h>

#include <QObject>
#include <QPointer>

#include <optional>

namespace hostline {

/// Reads one turn until two reads say the same, and opens its thread between them: only that tells whether somebody else
/// runs it (D1, D2). One of its signals, once, never from inside begin(). Deleted, it says nothing more.
class ReadBack final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReadBack)
public:
    ReadBack(Provider &provider, ThreadSpec thread, TurnId turn, QObject *parent = nullptr);
    ~ReadBack() override;

    /// `open`: the thread is open already; else it is opened first.
    void begin(bool open);

Q_SIGNALS:
    /// Unreadable also when no two reads in a row were equal. A turn that runs is read once.
    void read(const hostline::Inventory &inventory);
    void refused(const hostline::Failure &failure);

private:
    void askForThread();
    void askForTurn();
    void take(const Inventory &inventory);

    QPointer<Provider> m_provider;
    ThreadSpec m_thread;
    TurnId m_turn;
    std::optional<Inventory> m_last;
    int m_reads = 0;
    bool m_asksForThread = false;
};

} // namespace hostline
