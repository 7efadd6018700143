// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// The provider's turns; its child and its threads stand in codex_provider.cpp.
#include "plugins/codex/codex_provider.h"
#include "plugins/codex/turn_reader.h"

#include <algorithm>

namespace hostline::codex {

using namespace Qt::StringLiterals;

CodexProvider::Threads::iterator CodexProvider::threadOfTurn(const TurnId &turn)
{
    return std::find_if(
        m_threads.begin(), m_threads.end(), [&turn](const Threads::value_type &row) {
            const Thread &thread = row.second;
            return (thread.run && thread.run->start().turn == turn)
                || (thread.waiting && thread.waiting->turn == turn);
        });
}

void CodexProvider::startTurn(const TurnStart &start)
{
    const auto row = m_threads.find(start.binding);
    std::optional<Failure> refusal;
    if (!ready())
        refusal = notReady();
    else if (row == m_threads.end() || row->second.abandon)
        refusal = Failure{FailureKind::NotFound, u"the thread is not open"_s, {}, {}};
    else if (row->second.run || row->second.waiting || m_history.isBusy(start.binding))
        refusal = Failure{FailureKind::Conflict, u"the thread is busy"_s, {}, {}};
    if (refusal) {
        TurnResult result;
        result.turn = start.turn;
        result.status = TurnResult::Status::Failed;
        result.reach = Reach::NotSent;
        result.failure = refusal;
        later([this, result] { Q_EMIT turnFinished(result); });
        return;
    }
    row->second.waiting = start;
    if (row->second.loaded)
        beginTurn(start.binding);
    else
        loadAndBegin(start.binding);
}

void CodexProvider::loadAndBegin(const BindingId &binding)
{
    load(m_threads.at(binding), [this, binding](const std::optional<Failure> &failure) {
        const auto row = m_threads.find(binding);
        if (row == m_threads.end() || !row->second.waiting)
            return; // stopped meanwhile
        if (failure)
            finishUnsent(row->second, TurnResult::Status::Failed, failure);
        else
            beginTurn(binding);
    });
}

void CodexProvider::beginTurn(const BindingId &binding)
{
    Thread &thread = m_threads.at(binding);
    if (!thread.foreignTurn.isEmpty())
        return; // onNotified() goes on when it has ended
    thread.hadTurn = true;
    const TurnStart start = *std::exchange(thread.waiting, std::nullopt);
    const TurnRun::Means means{m_server->client(), m_context.clock(), m_settings.callTimeout};
    auto *run = new TurnRun(
        start, thread.spec.nativeThread, thread.model, thread.spec.access, means, m_server.get());
    thread.run = run;
    const TurnId turn = start.turn;
    connect(run, &TurnRun::started, this, [this, start, binding](const QString &native) {
        m_threads.at(binding).spec.access = start.access;
        Q_EMIT turnStarted(start.turn, native);
    });
    connect(
        run, &TurnRun::textAppended, this, [this, turn](const QString &item, const QString &text) {
            Q_EMIT textAppended(turn, item, text);
        });
    connect(run, &TurnRun::activityChanged, this, [this, turn, binding](const Activity &activity) {
        if (activity.kind == Activity::Kind::Tool)
            endActing(m_threads.at(binding));
        Q_EMIT activityChanged(turn, activity);
    });
    connect(run, &TurnRun::heard, this, [this, turn](bool busy) { Q_EMIT turnHeard(turn, busy); });
    connect(run, &TurnRun::finished, this, [this, binding](const TurnResult &result) {
        onTurnFinished(binding, result);
    });
    connect(run, &TurnRun::threadUnloaded, this, [this, binding] { beginAgain(binding); });
    run->begin();
}

/// Codex refused the turn because it has unloaded the thread: known not to have happened, so it may be asked once more.
void CodexProvider::beginAgain(const BindingId &binding)
{
    const auto row = m_threads.find(binding);
    if (row == m_threads.end() || !row->second.run)
        return;
    Thread &thread = row->second;
    const bool stopped = thread.run->interruptAsked();
    thread.waiting = thread.run->start();
    thread.run->deleteLater();
    thread.run.clear();
    thread.loaded = false;
    if (stopped)
        finishUnsent(thread, TurnResult::Status::Interrupted, std::nullopt);
    else
        loadAndBegin(binding);
}

void CodexProvider::onTurnFinished(const BindingId &binding, const TurnResult &result)
{
    const auto row = m_threads.find(binding);
    if (row != m_threads.end() && row->second.run) {
        row->second.run->deleteLater();
        row->second.run.clear();
    }
    TurnResult told = row != m_threads.end() ? judged(row->second, result) : result;
    told.failure = m_meter.ended(withSignIn(told.failure));
    if (told.status == TurnResult::Status::Completed)
        m_meter.answered();
    Q_EMIT turnFinished(told);
    const auto after = m_threads.find(binding);
    if (after != m_threads.end() && after->second.abandon && !after->second.run)
        letGo(binding);
    restartIfUpdated();
}

// Codex does not say how to sign in, and it may stand where no PATH leads.
std::optional<Failure> CodexProvider::withSignIn(std::optional<Failure> failure) const
{
    if (failure && failure->kind == FailureKind::SignedOut && failure->subject.isEmpty()) {
        const QString home =
            m_settings.home.isEmpty() ? QString() : u"CODEX_HOME='%1' "_s.arg(m_settings.home);
        failure->subject = home + m_program + u" login"_s;
    }
    return failure;
}

void CodexProvider::finishUnsent(Thread &thread,
                                 TurnResult::Status status,
                                 const std::optional<Failure> &failure)
{
    TurnResult result;
    result.turn = thread.waiting->turn;
    result.status = status;
    result.reach = Reach::NotSent;
    result.failure = failure;
    thread.waiting.reset();
    Q_EMIT turnFinished(result);
}

void CodexProvider::interruptTurn(const TurnId &turn)
{
    const auto row = threadOfTurn(turn);
    if (row == m_threads.end())
        return;
    if (row->second.run) {
        row->second.run->interrupt();
        return;
    }
    const BindingId binding = row->first;
    later([this, binding, turn] {
        const auto waiting = threadOfTurn(turn);
        if (waiting == m_threads.end())
            return;
        if (waiting->second.run) { // it went out meanwhile
            waiting->second.run->interrupt();
            return;
        }
        finishUnsent(waiting->second, TurnResult::Status::Interrupted, std::nullopt);
        const auto after = m_threads.find(binding);
        if (after != m_threads.end() && after->second.abandon && !after->second.opener)
            letGo(binding);
    });
}

void CodexProvider::endTurn(const TurnId &turn)
{
    const auto row = threadOfTurn(turn);
    if (row == m_threads.end())
        return;
    if (!row->second.run) {
        interruptTurn(turn);
        return;
    }
    row->second.run->markEnded();
    m_endExpected = true;
    endServer(Failure{FailureKind::Restarted, u"the app-server was ended to end a turn"_s, {}, {}},
              endGrace);
}

void CodexProvider::readTurn(const TurnId &turn, const BindingId &binding)
{
    const auto row = m_threads.find(binding);
    if (!ready() || row == m_threads.end()) {
        const Failure failure = row == m_threads.end()
            ? Failure{FailureKind::NotFound, u"the thread is not open"_s, {}, {}}
            : notReady();
        later([this, turn, failure] { Q_EMIT turnRead(unreadable(turn, failure)); });
        return;
    }
    load(row->second, [this, turn, binding](const std::optional<Failure> &failure) {
        const auto opened = m_threads.find(binding);
        if (failure || opened == m_threads.end() || !ready()) {
            Q_EMIT turnRead(unreadable(turn, failure.value_or(notReady())));
            return;
        }
        auto *reader = new TurnReader(turn,
                                      opened->second.spec.nativeThread,
                                      m_settings.callTimeout,
                                      m_server->client(),
                                      m_server.get());
        m_readers.emplace(reader, turn);
        connect(reader, &TurnReader::finished, this, [this, reader](const Inventory &inventory) {
            m_readers.erase(reader);
            reader->deleteLater();
            Inventory told = inventory;
            told.failure = withSignIn(inventory.failure);
            Q_EMIT turnRead(told);
        });
        reader->read();
    });
}

} // namespace hostline::codex
