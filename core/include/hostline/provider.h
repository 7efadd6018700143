// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/product.h>
#include <hostline/turn.h>

namespace hostline {

/// Runs turns at a coding agent. It moves bytes and reports what it saw; it decides nothing, repeats no effect
/// that may have happened and words no notice.
///
/// Rules for every slot: it never blocks; its answer is exactly one terminal signal, which names the id of the
/// question and is never emitted from inside the slot. An unknown id is a no-op, except where noted. Only a Ready
/// provider is asked to open threads and start turns; if it stops being ready meanwhile, the answer still comes.
class HOSTLINE_EXPORT Provider : public Product
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Provider)
public:
    ~Provider() override;

public Q_SLOTS:
    /// -> threadOpened | threadFailed. Opening a thread that exists is also the probe that nobody else runs it:
    /// ThreadBusyElsewhere (another process holds it), ThreadLost (the host does not have it). Opening one that is
    /// open already answers at once.
    virtual void openThread(const hostline::ThreadSpec &spec) = 0;
    /// Lets go of a thread that will not be used again -> threadAbandoned, also for an unknown binding.
    virtual void abandonThread(const hostline::BindingId &binding) = 0;
    /// -> turnStarted, then text and activity, then turnFinished; or turnFinished alone. One turn a thread at a time.
    virtual void startTurn(const hostline::TurnStart &start) = 0;
    /// Asks the host to end the turn and everything the turn started -> turnFinished(Interrupted), or whatever came first.
    virtual void interruptTurn(const hostline::TurnId &turn) = 0;
    /// The turn is over, whatever it takes (ending the host process included) -> turnFinished. Other turns that go
    /// with it end as Lost.
    virtual void endTurn(const hostline::TurnId &turn) = 0;
    /// Reads a turn of an open thread back from the host -> turnRead. Never changes anything.
    virtual void readTurn(const hostline::TurnId &turn, const hostline::BindingId &binding) = 0;
    /// The core has recorded the outcome of the turn; nothing of it is needed any more. Default: nothing.
    virtual void outcomeRecorded(const hostline::TurnId &turn);

Q_SIGNALS:
    void threadOpened(const hostline::ThreadOpened &opened);
    void threadFailed(const hostline::BindingId &binding, const hostline::Failure &failure);
    void threadAbandoned(const hostline::BindingId &binding);
    /// The host has accepted the turn.
    void turnStarted(const hostline::TurnId &turn, const QString &nativeTurn);
    /// Text of the answer as it comes. `item` changes when the model begins another message.
    void textAppended(const hostline::TurnId &turn, const QString &item, const QString &text);
    void activityChanged(const hostline::TurnId &turn, const hostline::Activity &activity);
    /// Anything was heard of the turn: restarts the idle clock. `busy`: an item (a command, say) runs, the idle clock stands.
    void turnHeard(const hostline::TurnId &turn, bool busy);
    /// Terminal: nothing of the turn is emitted afterwards.
    void turnFinished(const hostline::TurnResult &result);
    void turnRead(const hostline::Inventory &inventory);

protected:
    explicit Provider(QObject *parent = nullptr);
};

} // namespace hostline
