// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "fake_provider.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

constexpr std::chrono::milliseconds repairGap(50);

} // namespace

FakeProvider::FakeProvider(Clock &clock, FakeRecord &record)
    : m_clock(clock)
    , m_record(record)
    , m_history(record, [this](const BindingId &binding) { return m_threads.value(binding); })
    , m_meter(clock)
    , m_repair(clock.timer())
{
    setVersion(u"fake 1.0"_s);
    connect(m_repair.get(), &Timer::timedOut, this, &FakeProvider::recover);
}

FakeProvider::~FakeProvider()
{
    closeThreads();
}

void FakeProvider::later(std::function<void()> step)
{
    QMetaObject::invokeMethod(this, std::move(step), Qt::QueuedConnection);
}

void FakeProvider::start()
{
    m_wanted = true;
    if (state() != State::Stopped)
        return;
    setState(State::Starting);
    later([this] {
        if (state() == State::Starting)
            recover();
    });
}

void FakeProvider::recover()
{
    if (state() != State::Starting && state() != State::Unavailable)
        return;
    if (m_comesUp)
        setState(State::Ready);
    else
        setState(State::Unavailable,
                 threadFailure(FailureKind::ProviderUnavailable, u"start the fake host"_s));
}

void FakeProvider::setSpent(bool spent, std::optional<QDateTime> until)
{
    m_spent = spent;
    // Nothing is said of it before a turn meets it.
    m_meter.setState(m_meter.capacity().state == Capacity::State::Exhausted && !spent
                         ? Capacity::State::Available
                         : m_meter.capacity().state,
                     std::move(until));
}

void FakeProvider::setComesUp(bool comesUp)
{
    m_comesUp = comesUp;
    if (comesUp)
        later([this] { recover(); });
}

void FakeProvider::stop()
{
    m_wanted = false;
    if (state() == State::Stopped || state() == State::Stopping)
        return;
    m_repair->stop();
    setState(State::Stopping);
    later([this] {
        loseAll(u"the host was stopped"_s);
        setState(State::Stopped);
        if (m_wanted)
            start();
    });
}

void FakeProvider::crash()
{
    if (state() != State::Ready)
        return;
    // The state first: an answer to a Lost turn must find a provider that is not ready.
    setState(State::Unavailable,
             threadFailure(FailureKind::ProviderUnavailable, u"start the fake host"_s));
    loseAll(u"the host died"_s);
    m_repair->start(repairGap);
}

void FakeProvider::closeThreads()
{
    m_record.interruptAll(this);
    m_threads.clear();
}

void FakeProvider::loseAll(const QString &detail)
{
    closeThreads();
    for (const TurnId &turn : liveTurns()) {
        TurnResult result;
        result.status = TurnResult::Status::Lost;
        result.failure = Failure{.kind = FailureKind::Restarted, .detail = detail};
        finish(turn, result);
    }
}

QList<TurnId> FakeProvider::liveTurns() const
{
    QList<TurnId> ids;
    for (const auto &entry : m_turns)
        ids << entry.first;
    return ids;
}

Failure FakeProvider::threadFailure(FailureKind kind, const QString &subject) const
{
    return {
        .kind = kind, .detail = u"the fake host was told so"_s, .subject = subject, .until = {}};
}

void FakeProvider::openThread(const ThreadSpec &spec)
{
    m_opened << spec;
    later([this, spec] {
        if (state() != State::Ready) {
            Q_EMIT threadFailed(spec.binding, threadFailure(FailureKind::ProviderUnavailable, {}));
            return;
        }
        if (m_threads.contains(spec.binding)) {
            Q_EMIT threadOpened({spec.binding, m_threads.value(spec.binding)});
            return;
        }
        QString native = spec.nativeThread;
        if (native.isEmpty()) {
            native = m_record.newThread();
        } else if (m_busy.contains(native)) {
            Q_EMIT threadFailed(
                spec.binding,
                threadFailure(FailureKind::ThreadBusyElsewhere, m_busy.value(native)));
            return;
        } else if (const void *holder = m_record.holder(native); holder && holder != this) {
            Q_EMIT threadFailed(
                spec.binding,
                threadFailure(FailureKind::ThreadBusyElsewhere, u"another process"_s));
            return;
        } else if (!m_record.knows(native)) {
            // As with a real host: a thread that never had a turn does not outlive the host's process.
            Q_EMIT threadFailed(spec.binding, threadFailure(FailureKind::ThreadLost, {}));
            return;
        }
        m_threads.insert(spec.binding, native);
        m_record.hold(native, this);
        Q_EMIT threadOpened({spec.binding, native});
    });
}

void FakeProvider::openReview(const ThreadSpec &spec)
{
    m_reviews << spec;
    later([this, spec] {
        if (m_reviewRefusal || state() != State::Ready) {
            Q_EMIT threadFailed(
                spec.binding,
                threadFailure(m_reviewRefusal.value_or(FailureKind::ProviderUnavailable), {}));
            return;
        }
        const QString native = m_record.newThread();
        m_threads.insert(spec.binding, native);
        m_record.hold(native, this);
        Q_EMIT threadOpened({spec.binding, native});
    });
}

void FakeProvider::abandonThread(const BindingId &binding)
{
    later([this, binding] {
        for (const TurnId &turn : liveTurns()) {
            if (m_turns.at(turn).binding == binding)
                interrupted(turn);
        }
        m_history.abandoned(binding);
        const QString native = m_threads.take(binding);
        m_abandoned << native;
        m_record.letGo(native);
        Q_EMIT threadAbandoned(binding);
    });
}

void FakeProvider::loseThread(const QString &native)
{
    m_record.forget(native);
    m_threads.removeIf([&native](const auto &entry) { return entry.value() == native; });
}

void FakeProvider::unload()
{
    for (const QString &native : std::as_const(m_threads))
        m_record.letGo(native);
    m_threads.clear();
}

void FakeProvider::setBusy(const QString &native, const QString &holder)
{
    if (holder.isEmpty())
        m_busy.remove(native);
    else
        m_busy.insert(native, holder);
}

void FakeProvider::refuse(const TurnId &turn, FailureKind kind, const QString &detail)
{
    later([this, turn, kind, detail] {
        TurnResult result;
        result.turn = turn;
        result.status = TurnResult::Status::Failed;
        result.reach = Reach::NotSent;
        result.failure = Failure{.kind = kind, .detail = detail};
        Q_EMIT turnFinished(result);
    });
}

void FakeProvider::startTurn(const TurnStart &start)
{
    m_started << start;
    if (state() != State::Ready || m_away)
        return refuse(start.turn, FailureKind::ProviderUnavailable, u"the fake host is not up"_s);
    if (!m_threads.contains(start.binding))
        return refuse(start.turn, FailureKind::ThreadLost, u"the thread is not open"_s);
    const bool busy = std::any_of(m_turns.begin(), m_turns.end(), [&start](const auto &entry) {
        return entry.second.binding == start.binding;
    });
    if (busy || m_turns.contains(start.turn))
        return refuse(start.turn, FailureKind::Conflict, u"a turn runs on this thread"_s);
    Turn turn;
    turn.binding = start.binding;
    turn.text = start.text;
    const bool review =
        std::any_of(m_reviews.begin(), m_reviews.end(), [&start](const ThreadSpec &spec) {
            return spec.binding == start.binding;
        });
    turn.script = scriptFor(review ? m_reviewScript : start.text);
    turn.review = review;
    m_turns.emplace(start.turn, std::move(turn));
    later([this, id = start.turn] { begin(id); });
}

void FakeProvider::begin(const TurnId &id)
{
    const auto it = m_turns.find(id);
    if (it == m_turns.end() || it->second.script.mute || m_asleep)
        return;
    Turn &turn = it->second;
    turn.native = m_record.begin(id.toString(), m_threads.value(turn.binding), turn.text);
    turn.accepted = true;
    const FakeScript script = turn.script;
    Q_EMIT turnStarted(id, turn.native);
    Q_EMIT activityChanged(id, {Activity::Kind::Thinking, {}});
    Q_EMIT turnHeard(id, false);
    if (!script.commentary.isEmpty())
        Q_EMIT textAppended(id, u"commentary"_s, script.commentary);
    if (!script.command.isEmpty())
        runTool(id);
    else if (!script.hang)
        proceedAfter(id, script.delay);
}

void FakeProvider::runTool(const TurnId &id)
{
    const auto it = m_turns.find(id);
    if (it == m_turns.end())
        return;
    Turn &turn = it->second;
    turn.toolStarted = true;
    if (turn.review) {
        const bool hang = turn.script.hang;
        Q_EMIT activityChanged(id, {Activity::Kind::Tool, turn.script.command});
        if (!hang)
            proceedAfter(id, std::chrono::milliseconds(0));
        return;
    }
    m_record.markEffect(id.toString());
    turn.tool = std::make_unique<QProcess>();
    QProcess *tool = turn.tool.get();
    // exec: the command itself is our child, so killing it leaves nothing behind.
    connect(tool, &QProcess::finished, this, [this, id] {
        Q_EMIT turnHeard(id, false);
        const auto still = m_turns.find(id);
        if (still != m_turns.end() && !still->second.script.hang)
            proceedAfter(id, still->second.script.delay);
    });
    tool->start(u"/bin/sh"_s, {u"-c"_s, u"exec "_s + turn.script.command});
    Q_EMIT activityChanged(id, {Activity::Kind::Tool, turn.script.command});
    Q_EMIT turnHeard(id, true);
}

void FakeProvider::proceedAfter(const TurnId &id, std::chrono::milliseconds pause)
{
    const auto it = m_turns.find(id);
    if (it == m_turns.end())
        return;
    if (pause.count() == 0) {
        later([this, id] { proceed(id); });
        return;
    }
    it->second.pause = m_clock.timer();
    connect(
        it->second.pause.get(),
        &Timer::timedOut,
        this,
        [this, id] { proceed(id); },
        Qt::QueuedConnection);
    it->second.pause->start(pause);
}

void FakeProvider::proceed(const TurnId &id)
{
    const auto it = m_turns.find(id);
    if (it == m_turns.end() || !it->second.accepted)
        return;
    const FakeScript script = it->second.script;
    const Reach tool = it->second.toolStarted ? Reach::ToolStarted : Reach::Accepted;
    if (script.crash)
        return crash();
    if (script.error || m_spent) {
        TurnResult result;
        result.status = TurnResult::Status::Failed;
        result.reach = tool;
        result.failure = Failure{.kind = script.error.value_or(FailureKind::QuotaExhausted),
                                 .detail = u"scripted"_s};
        if (result.failure->kind == FailureKind::QuotaExhausted)
            result.failure->until = m_meter.exhausted();
        return finish(id, result);
    }
    // One piece a step, so that a test can stop, reload or kill between two of them.
    if (it->second.said < script.pieces)
        return sayPiece(id);
    TurnResult result;
    result.status = TurnResult::Status::Completed;
    result.answer = script.answer;
    result.reach = std::max(tool, Reach::ModelAnswered);
    result.spend = Spend{.model = u"fake"_s,
                         .inputTokens = it->second.text.size(),
                         .outputTokens = script.answer.size()};
    finish(id, result);
}

void FakeProvider::sayPiece(const TurnId &id)
{
    Turn &turn = m_turns.at(id);
    const FakeScript script = turn.script;
    const int piece = turn.said++;
    const qsizetype size = script.answer.size();
    const qsizetype from = size * piece / script.pieces;
    const qsizetype to = size * (piece + 1) / script.pieces;
    say(id, script.answer.sliced(from, to - from));
    proceedAfter(id, piece + 1 < script.pieces ? script.gap : std::chrono::milliseconds(0));
}

void FakeProvider::say(const TurnId &id, const QString &text)
{
    const auto it = m_turns.find(id);
    if (it == m_turns.end())
        return;
    const QString item = it->second.native + u"-answer"_s;
    Q_EMIT turnHeard(id, false);
    Q_EMIT activityChanged(id, {Activity::Kind::Answering, {}});
    if (!text.isEmpty())
        Q_EMIT textAppended(id, item, text);
}

void FakeProvider::finish(const TurnId &id, TurnResult result)
{
    const auto it = m_turns.find(id);
    if (it == m_turns.end())
        return;
    result.turn = id;
    result.nativeTurn = it->second.native;
    if (it->second.accepted && result.status != TurnResult::Status::Lost) {
        const Inventory::State state = result.status == TurnResult::Status::Completed
            ? Inventory::State::Completed
            : result.status == TurnResult::Status::Interrupted ? Inventory::State::Interrupted
                                                               : Inventory::State::Failed;
        m_record.end(id.toString(), state, result.answer);
    }
    if (QProcess *tool = it->second.tool.get()) {
        tool->disconnect(this);
        tool->kill();
        tool->waitForFinished();
    }
    m_turns.erase(it);
    Q_EMIT turnFinished(result);
}

void FakeProvider::interrupted(const TurnId &id)
{
    const auto it = m_turns.find(id);
    if (it == m_turns.end())
        return;
    TurnResult result;
    result.status = TurnResult::Status::Interrupted;
    result.reach = !it->second.accepted ? Reach::Unknown
        : it->second.toolStarted        ? Reach::ToolStarted
                                        : Reach::Accepted;
    result.failure = Failure{.kind = FailureKind::Stopped, .detail = u"interrupted"_s};
    finish(id, result);
}

void FakeProvider::interruptTurn(const TurnId &turn)
{
    later([this, turn] {
        const auto it = m_turns.find(turn);
        if (it != m_turns.end() && !it->second.script.deaf)
            interrupted(turn);
    });
}

void FakeProvider::endTurn(const TurnId &turn)
{
    later([this, turn] {
        if (!m_turns.contains(turn))
            return;
        interrupted(turn);
        crash(); // whatever it takes: the host goes, and the neighbours with it
    });
}

void FakeProvider::readTurn(const TurnId &turn, const BindingId &binding)
{
    later([this, turn, binding] { Q_EMIT turnRead(inventory(turn, binding)); });
}

Inventory FakeProvider::inventory(const TurnId &id, const BindingId &binding) const
{
    Inventory inventory;
    inventory.turn = id;
    if (!m_readable || !m_threads.contains(binding)) {
        inventory.failure = Failure{.kind = FailureKind::ProviderUnavailable,
                                    .detail = u"the thread cannot be read"_s};
        return inventory;
    }
    const FakeRecord::Turn *turn = m_record.turn(id.toString());
    if (!turn || turn->thread != m_threads.value(binding)) {
        inventory.state = Inventory::State::Absent;
        return inventory;
    }
    inventory.state = turn->state;
    inventory.nativeTurn = turn->native;
    inventory.items << TurnItem{.kind = TurnItem::Kind::UserMessage,
                                .id = turn->native + u"-question"_s,
                                .type = u"userMessage"_s,
                                .text = turn->text};
    if (turn->effect)
        inventory.items << TurnItem{
            .kind = TurnItem::Kind::Effect, .id = turn->native + u"-tool"_s, .type = u"fakeTool"_s};
    inventory.items << m_moreItems;
    // An interrupted turn may have completed its answer before.
    const bool answered = turn->state == Inventory::State::Completed
        || (turn->state == Inventory::State::Interrupted && !turn->answer.isEmpty());
    if (answered) {
        inventory.finalAnswer = turn->answer;
        inventory.items << TurnItem{.kind = TurnItem::Kind::AgentMessage,
                                    .id = turn->native + u"-answer"_s,
                                    .type = u"agentMessage"_s,
                                    .text = turn->answer,
                                    .finalAnswer = true};
    }
    if (turn->state == Inventory::State::Failed)
        inventory.failure =
            Failure{.kind = m_spent ? FailureKind::QuotaExhausted : FailureKind::Internal,
                    .detail = u"it failed"_s};
    return inventory;
}

void FakeProvider::release(const TurnId &turn)
{
    later([this, turn] { proceed(turn); });
}

void FakeProvider::releaseAll()
{
    for (const TurnId &turn : liveTurns())
        release(turn);
}

void FakeProvider::outcomeRecorded(const TurnId &turn)
{
    m_recorded << turn;
}

} // namespace hostline
