// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "recovery/read_back.h"

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostReads = 6; // a turn that changes with every read is not readable now

}

ReadBack::ReadBack(Provider &provider, ThreadSpec thread, TurnId turn, QObject *parent)
    : QObject(parent)
    , m_provider(&provider)
    , m_thread(std::move(thread))
    , m_turn(std::move(turn))
{
    connect(&provider, &Provider::threadOpened, this, [this](const ThreadOpened &opened) {
        if (m_asksForThread && opened.binding == m_thread.binding) {
            m_asksForThread = false;
            askForTurn();
        }
    });
    connect(&provider,
            &Provider::threadFailed,
            this,
            [this](const BindingId &binding, const Failure &failure) {
                if (m_asksForThread && binding == m_thread.binding) {
                    m_asksForThread = false;
                    Q_EMIT refused(failure);
                }
            });
    connect(&provider, &Provider::turnRead, this, [this](const Inventory &inventory) {
        if (inventory.turn == m_turn)
            take(inventory);
    });
}

ReadBack::~ReadBack() = default;

void ReadBack::begin(bool open)
{
    if (open)
        askForTurn();
    else
        askForThread();
}

void ReadBack::askForThread()
{
    m_asksForThread = true;
    if (m_provider)
        m_provider->openThread(m_thread);
}

void ReadBack::askForTurn()
{
    ++m_reads;
    if (m_provider)
        m_provider->readTurn(m_turn, m_thread.binding);
}

void ReadBack::take(const Inventory &inventory)
{
    using State = Inventory::State;
    if (inventory.state == State::Unreadable || inventory.state == State::Running
        || m_last == inventory) {
        Q_EMIT read(inventory);
        return;
    }
    m_last = inventory;
    if (m_reads < mostReads) {
        askForThread();
        return;
    }
    Inventory changing = inventory;
    changing.state = State::Unreadable;
    changing.failure =
        Failure{FailureKind::ProviderUnavailable, u"it changes with every read"_s, {}, {}};
    Q_EMIT read(changing);
}

} // namespace hostline
