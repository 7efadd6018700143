// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/turn_run.h"

#include "lib/codexwire/codex_errors.h"
#include "lib/codexwire/command_processes.h"
#include "plugins/codex/thread_parameters.h"
#include "plugins/codex/turn_reader.h"

#include <QFuture>
#include <QLoggingCategory>
#include <QtConcurrentRun>

namespace hostline::codex {

using namespace Qt::StringLiterals;
using codexwire::CallResult;

namespace {

Q_LOGGING_CATEGORY(lcTurn, "hostline.plugin.codex.turn", QtInfoMsg)

constexpr std::chrono::milliseconds interruptAgain{100};
constexpr std::chrono::milliseconds cleanTimeout{3000};
constexpr std::chrono::milliseconds cleanAgain{200};
constexpr int mostCleanings = 15; // 3 s: after 5 s the core ends the server
constexpr int enoughQuiet = 2;

// A look through all processes takes milliseconds, too long for the core thread.
QFuture<int> killCommands(const QString &nativeThread, const QSet<QString> &commands)
{
    return QtConcurrent::run(codexwire::killCommands, nativeThread, commands);
}

} // namespace

TurnRun::TurnRun(TurnStart start,
                 QString nativeThread,
                 QString model,
                 Access threadAccess,
                 const Means &means,
                 QObject *parent)
    : QObject(parent)
    , m_start(std::move(start))
    , m_nativeThread(std::move(nativeThread))
    , m_model(std::move(model))
    , m_threadAccess(threadAccess)
    , m_means(means)
    , m_again(means.clock.timer())
    , m_cleanAgain(means.clock.timer())
{
    connect(m_again.get(), &Timer::timedOut, this, &TurnRun::sendInterrupt);
    connect(m_cleanAgain.get(), &Timer::timedOut, this, &TurnRun::cleanUp);
}

TurnRun::~TurnRun() = default;

void TurnRun::begin()
{
    m_track.reach = Reach::Unknown;
    m_means.client.call(u"turn/start"_s,
                        turnParameters(m_start, m_nativeThread, m_threadAccess),
                        m_means.callTimeout,
                        this,
                        [this](const CallResult &result) { onStarted(result); });
}

void TurnRun::onStarted(const CallResult &result)
{
    switch (result.outcome) {
    case CallResult::Outcome::Answered:
        break;
    case CallResult::Outcome::Refused:
        if (codexwire::problemOfThread(result.error) == codexwire::ThreadProblem::NotLoaded)
            Q_EMIT threadUnloaded();
        else
            finishWith(
                failed(Reach::NotAccepted, codexwire::failureOfCall(result, u"turn/start"_s)));
        return;
    case CallResult::Outcome::NotSent:
        finishWith(failed(Reach::NotSent, codexwire::failureOfCall(result, u"turn/start"_s)));
        return;
    case CallResult::Outcome::TimedOut:
    case CallResult::Outcome::Closed:
        return; // serverEnded() follows
    }
    const QString native = codexwire::readStartedTurnId(result.result);
    if (!m_nativeTurn.isEmpty() && native != m_nativeTurn)
        qCWarning(lcTurn) << "turn/start answered" << native << "but" << m_nativeTurn
                          << "had started";
    m_nativeTurn = native;
    if (m_track.reach == Reach::Unknown)
        m_track.reach = Reach::Accepted;
    Q_EMIT started(m_nativeTurn);
    if (m_interruptAsked)
        sendInterrupt();
}

void TurnRun::take(const codexwire::Event &event)
{
    if (m_finished)
        return;
    const codexwire::EventPlace place = codexwire::placeOf(event);
    // The answer to turn/start and the first events may come in either order.
    if (m_nativeTurn.isEmpty() && std::holds_alternative<codexwire::TurnStartedEvent>(event)
        && place.threadId == m_nativeThread)
        m_nativeTurn = place.turnId;
    if (place.threadId != m_nativeThread || place.turnId.isEmpty() || place.turnId != m_nativeTurn)
        return;
    if (m_result) { // held back; a late command is still of interest
        codex::take(m_track, event);
        return;
    }
    if (m_track.reach == Reach::Unknown)
        m_track.reach = Reach::Accepted;
    if (const auto *completed = std::get_if<codexwire::TurnCompletedEvent>(&event)) {
        onCompleted(completed->turn);
        return;
    }
    const TurnNews news = codex::take(m_track, event);
    Q_EMIT heard(m_track.busy());
    if (news.activity)
        Q_EMIT activityChanged(*news.activity);
    if (!news.text.isEmpty())
        Q_EMIT textAppended(news.item, news.text);
}

void TurnRun::interrupt()
{
    m_interruptAsked = true;
    if (!m_nativeTurn.isEmpty() && !m_interruptSent)
        sendInterrupt();
}

void TurnRun::sendInterrupt()
{
    if (m_finished || m_result)
        return;
    m_interruptSent = true;
    const QJsonObject parameters{{u"threadId"_s, m_nativeThread}, {u"turnId"_s, m_nativeTurn}};
    m_means.client.call(u"turn/interrupt"_s,
                        parameters,
                        m_means.callTimeout,
                        this,
                        [this](const CallResult &result) { onInterrupted(result); });
}

void TurnRun::onInterrupted(const CallResult &result)
{
    switch (result.outcome) {
    case CallResult::Outcome::Answered:
        if (m_cleanings == 0)
            cleanUp();
        return;
    case CallResult::Outcome::Refused:
        // "no active turn to interrupt": it has just ended, or has not quite begun.
        if (!m_finished && !m_result)
            m_again->start(interruptAgain);
        return;
    case CallResult::Outcome::TimedOut:
    case CallResult::Outcome::NotSent:
    case CallResult::Outcome::Closed:
        return; // the core ends a turn that does not end
    }
}

// A command that the turn started survives the interrupt as a background terminal (A10). One that is just being started is no
// terminal yet and goes on, known to nobody: it is looked for until two looks in a row found nothing.
void TurnRun::cleanUp()
{
    ++m_cleanings;
    m_means.client.call(cleanMethod,
                        {{u"threadId"_s, m_nativeThread}},
                        cleanTimeout,
                        this,
                        [this](const CallResult &result) { onCleaned(result); });
}

void TurnRun::onCleaned(const CallResult &result)
{
    if (m_finished || m_cleaned)
        return;
    if (result.outcome != CallResult::Outcome::Answered)
        qCWarning(lcTurn) << "the background commands may go on:" << result.error.message;
    if (m_track.commands.isEmpty())
        onKilled(0);
    else
        killCommands(m_nativeThread, m_track.commands).then(this, [this](int killed) {
            onKilled(killed);
        });
}

void TurnRun::onKilled(int killed)
{
    if (m_finished || m_cleaned)
        return;
    m_quiet = killed > 0 ? 0 : m_quiet + 1;
    if (!m_track.commands.isEmpty() && m_quiet < enoughQuiet && m_cleanings < mostCleanings) {
        m_cleanAgain->start(cleanAgain);
        return;
    }
    m_cleaned = true;
    if (m_result)
        finishWith(*m_result);
}

void TurnRun::onCompleted(const codexwire::Turn &turn)
{
    m_again->stop();
    if (turn.status == codexwire::TurnStatus::Completed
        && !codexwire::finalAnswer(turn.items, true)) {
        readAnswerBack(turn);
        return;
    }
    m_result = resultOfTurn(m_start.turn, turn, m_track, m_model);
    if (m_result->status != TurnResult::Status::Interrupted || m_cleaned) {
        finishWith(*m_result);
        return;
    }
    if (m_cleanings == 0)
        cleanUp();
}

// turn/completed names the answer in short form only; where it has none, the thread's own record decides.
void TurnRun::readAnswerBack(const codexwire::Turn &turn)
{
    m_result = resultOfTurn(m_start.turn, turn, m_track, m_model);
    auto *reader =
        new TurnReader(m_start.turn, m_nativeThread, m_means.callTimeout, m_means.client, this);
    connect(reader, &TurnReader::finished, this, [this](const Inventory &inventory) {
        if (inventory.state == Inventory::State::Unreadable)
            m_result->status = TurnResult::Status::Lost; // the record stays, and is read later
        if (inventory.state == Inventory::State::Completed && !inventory.finalAnswer.isEmpty()) {
            m_result->status = TurnResult::Status::Completed;
            m_result->answer = inventory.finalAnswer;
            m_result->failure.reset();
        }
        finishWith(*m_result);
    });
    reader->read();
}

void TurnRun::serverEnded(const Failure &failure)
{
    if (m_finished)
        return;
    if (!m_track.commands.isEmpty())
        killCommands(m_nativeThread, m_track.commands); // the last look: nobody waits for it
    if (m_result) {
        // Held back for its answer: the next server tells it.
        if (m_result->status == TurnResult::Status::Failed)
            m_result->status = TurnResult::Status::Lost;
        finishWith(*m_result);
        return;
    }
    TurnResult result;
    result.turn = m_start.turn;
    result.nativeTurn = m_nativeTurn;
    result.status = m_endAsked ? TurnResult::Status::Interrupted : TurnResult::Status::Lost;
    result.reach = m_endAsked ? m_track.reach : Reach::Unknown;
    if (!m_endAsked)
        result.failure = failure;
    finishWith(result);
}

TurnResult TurnRun::failed(Reach reach, const Failure &failure) const
{
    TurnResult result;
    result.turn = m_start.turn;
    result.nativeTurn = m_nativeTurn;
    result.status = TurnResult::Status::Failed;
    result.reach = reach;
    result.failure = failure;
    return result;
}

void TurnRun::finishWith(const TurnResult &result)
{
    if (m_finished)
        return;
    m_finished = true;
    m_again->stop();
    m_cleanAgain->stop();
    Q_EMIT finished(result);
}

} // namespace hostline::codex
