// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/codex_provider.h"

#include "plugins/codex/turn_reader.h"

#include <QLoggingCategory>

#include <algorithm>

namespace hostline::codex {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcProvider, "hostline.plugin.codex", QtInfoMsg)

constexpr std::chrono::milliseconds stopGrace{2000};
constexpr std::chrono::milliseconds updateCheck = std::chrono::minutes(1);

} // namespace

CodexProvider::CodexProvider(PluginContext &context, CodexSettings settings)
    : m_context(context)
    , m_settings(std::move(settings))
    , m_retryTimer(context.clock().timer())
    , m_updateTimer(context.clock().timer())
    , m_history(m_settings, context.clock())
    , m_meter(
          m_settings, context.clock(), [this] { return ready() ? &m_server->client() : nullptr; })
{
    // The core hears of the quota before it hears of the prefix, as with a turn.
    connect(&m_history,
            &HistoryRestorer::prefixRestored,
            &m_meter,
            [this](const PrefixOutcome &outcome) { (void)m_meter.ended(outcome.failure); });
    connect(&m_history, &CodexHistory::threadNeeded, this, &CodexProvider::loadForHistory);
    connect(&m_history, &CodexHistory::threadDiscarded, this, &CodexProvider::discard);
    connect(&m_history, &CodexHistory::ended, this, &CodexProvider::onPrefixEnded);
    connect(m_retryTimer.get(), &Timer::timedOut, this, &CodexProvider::retry);
    connect(m_updateTimer.get(), &Timer::timedOut, this, [this] {
        m_updateTimer->start(updateCheck);
        restartIfUpdated();
    });
}

CodexProvider::~CodexProvider()
{
    // Their ends are nobody's business any more.
    if (m_server)
        m_server->disconnect(this);
}

void CodexProvider::start()
{
    happen(Happening::StartAsked);
}

void CodexProvider::stop()
{
    happen(Happening::StopAsked);
}

void CodexProvider::happen(Happening happening)
{
    const LifeStep step = next(m_life, happening);
    m_life = step.life;
    if (m_life.state == State::Ready || m_life.state == State::Stopped)
        m_lastFailure.reset();
    setState(m_life.state, m_life.state == State::Unavailable ? m_lastFailure : std::nullopt);
    perform(step.deed);
}

void CodexProvider::perform(Deed deed)
{
    switch (deed) {
    case Deed::Nothing:
        return;
    case Deed::Launch:
        launch();
        return;
    case Deed::EndServer:
        endServer(std::nullopt, stopGrace);
        return;
    case Deed::RetryLater:
        m_retryTimer->start(m_pause);
        return;
    case Deed::ForgetRetry:
        m_retryTimer->stop();
        return;
    case Deed::ReportStopped:
        if (m_life.startAgain)
            happen(Happening::StartAsked);
        return;
    }
}

void CodexProvider::launch()
{
    const Result<QString> program = codexwire::resolveNativeBinary(m_settings.command);
    if (!program) {
        m_lastFailure = program.failure();
        m_pause = m_budget.pauseAfterFailure();
        happen(Happening::LaunchRefused);
        return;
    }
    m_program = program.value();
    setAddress(m_program);
    m_stamp = codexwire::stampOf(m_program);
    m_server = std::make_unique<AppServer>(
        m_settings, m_program, m_context.directory(), m_context.clock());
    connect(m_server.get(), &AppServer::ready, this, &CodexProvider::onServerReady);
    connect(m_server.get(), &AppServer::ended, this, &CodexProvider::onServerEnded);
    connect(
        &m_server->client(), &codexwire::JsonRpcClient::notified, this, &CodexProvider::onNotified);
    connect(
        &m_server->client(), &codexwire::JsonRpcClient::timedOut, this, &CodexProvider::onTimedOut);
    connect(&m_server->client(),
            &codexwire::JsonRpcClient::requestRefused,
            this,
            [this](const QString &, const QJsonObject &params) { onRequestRefused(params); });
    m_server->start();
}

// What a look at the file tells needs no child, and no change of state that people would see flicker.
void CodexProvider::retry()
{
    const Result<QString> program = codexwire::resolveNativeBinary(m_settings.command);
    const bool sameOldOne = program && m_lastFailure
        && m_lastFailure->kind == FailureKind::UnsupportedHost && program.value() == m_program
        && codexwire::stampOf(m_program) == m_stamp;
    if (program && !sameOldOne) {
        happen(Happening::RetryDue);
        return;
    }
    if (!program)
        m_lastFailure = program.failure();
    m_pause = m_budget.pauseAfterFailure();
    happen(Happening::LaunchRefused);
}

void CodexProvider::onServerReady(const QString &version)
{
    setVersion(version);
    m_budget.started();
    m_updateTimer->start(updateCheck);
    happen(Happening::ServerReady);
}

void CodexProvider::onServerEnded(const Failure &failure)
{
    m_updateTimer->stop();
    const bool expected = std::exchange(m_endExpected, false) || m_life.state == State::Stopping;
    if (!expected)
        qCWarning(lcProvider).noquote() << failure.detail;
    m_ending = false;
    m_server.release()->deleteLater();

    for (auto &[binding, thread] : m_threads) {
        thread.loaded = false;
        thread.foreignTurn.clear();
    }
    // The state first: who hears below what became of a question asks at once what comes next.
    m_lastFailure = failure;
    if (m_life.state != State::Ready) {
        m_pause = m_budget.pauseAfterFailure();
        happen(Happening::ServerEnded);
    } else {
        m_pause = expected ? std::chrono::milliseconds::zero()
                           : m_budget.takeRestart(m_context.clock().sinceBoot());
        happen(m_pause > std::chrono::milliseconds::zero() ? Happening::ServerEndedTooOften
                                                           : Happening::ServerEnded);
    }
    endWithServer(failure);
}

/// Ends everything that was asked of the server that is gone.
void CodexProvider::endWithServer(const Failure &failure)
{
    const auto readers = std::exchange(m_readers, {});
    for (const auto &[reader, turn] : readers) {
        delete reader;
        Q_EMIT turnRead(unreadable(turn, failure));
    }
    // Each step below may lead the core to ask for more, so no iterator is kept over one.
    std::vector<BindingId> bindings;
    bindings.reserve(m_threads.size());
    for (const auto &[binding, thread] : m_threads)
        bindings.push_back(binding);
    for (const BindingId &binding : bindings) {
        auto row = m_threads.find(binding);
        if (row != m_threads.end() && (row->second.opener || !row->second.afterLoad.empty())) {
            delete row->second.opener;
            Opening opening;
            opening.failure = failure;
            onOpened(binding, opening);
            row = m_threads.find(binding);
        }
        if (row != m_threads.end() && row->second.waiting)
            finishUnsent(row->second, TurnResult::Status::Failed, failure);
        row = m_threads.find(binding);
        if (row != m_threads.end() && row->second.run)
            row->second.run->serverEnded(failure);
        m_history.serverEnded(binding, failure);
        row = m_threads.find(binding);
        if (row != m_threads.end() && row->second.abandon)
            forget(binding);
    }
}

bool CodexProvider::idle() const
{
    return m_readers.empty() && m_history.idle()
        && std::all_of(m_threads.begin(), m_threads.end(), [](const Threads::value_type &row) {
               const Thread &thread = row.second;
               return !thread.opener && !thread.run && !thread.waiting && !thread.abandon;
           });
}

void CodexProvider::restartIfUpdated()
{
    if (!ready() || !idle())
        return;
    const std::optional<codexwire::BinaryStamp> stamp = codexwire::stampOf(m_program);
    if (!stamp || stamp == m_stamp)
        return; // an update that is under way is waited for
    qCInfo(lcProvider) << "Codex was replaced on disk and is started anew";
    m_endExpected = true;
    endServer(std::nullopt, endGrace);
}

/// The child is to end. What it still says is left to a read-back, as after a kill.
void CodexProvider::endServer(const std::optional<Failure> &failure,
                              std::chrono::milliseconds grace)
{
    m_ending = true;
    if (failure)
        m_server->endFor(*failure, grace);
    else
        m_server->end(grace);
}

/// Codex answers every call of ours, and at once: one that it leaves without an answer it will leave the next one, too
/// (but for those that wait for somebody else).
void CodexProvider::onTimedOut(const QString &method)
{
    if (ready() && method != cleanMethod && method != limitsMethod)
        endServer(Failure{FailureKind::ProviderUnavailable,
                          u"the app-server did not answer %1 and was ended"_s.arg(method),
                          {},
                          {}},
                  endGrace);
}

bool CodexProvider::ready() const
{
    return m_life.state == State::Ready && m_server && !m_ending;
}

void CodexProvider::onNotified(const QString &method, const QJsonObject &params)
{
    if (m_ending)
        return;
    m_meter.take(method, params);
    const codexwire::Event event = codexwire::readEvent(method, params);
    const codexwire::EventPlace place = codexwire::placeOf(event);
    const auto row = threadOfNative(place.threadId);
    if (row == m_threads.end())
        return;
    Thread &thread = row->second;
    const bool ours = thread.run
        && (thread.run->nativeTurn().isEmpty() || thread.run->nativeTurn() == place.turnId);
    if (ours) {
        watchReview(thread, event);
        thread.run->take(event);
        return;
    }
    if (m_history.take(row->first, event))
        return;
    if (std::holds_alternative<codexwire::TurnStartedEvent>(event)) {
        thread.foreignTurn = place.turnId;
    } else if (std::holds_alternative<codexwire::TurnCompletedEvent>(event)
               && thread.foreignTurn == place.turnId) {
        thread.foreignTurn.clear();
        if (thread.waiting && thread.loaded)
            beginTurn(row->first);
    }
}

// --- Threads

void CodexProvider::openThread(const ThreadSpec &spec)
{
    const BindingId binding = spec.binding;
    if (!ready()) {
        later([this, binding] { Q_EMIT threadFailed(binding, notReady()); });
        return;
    }
    Thread &thread = m_threads[binding];
    if (!thread.loaded && !thread.opener) {
        const QString native =
            spec.nativeThread.isEmpty() ? thread.spec.nativeThread : spec.nativeThread;
        thread.spec = spec;
        thread.spec.nativeThread = native;
    }
    load(thread, [this, binding](const std::optional<Failure> &failure) {
        const auto row = m_threads.find(binding);
        if (failure || row == m_threads.end())
            Q_EMIT threadFailed(binding, failure.value_or(notReady()));
        else
            Q_EMIT threadOpened(ThreadOpened{binding, row->second.spec.nativeThread});
    });
}

/// Makes sure that the child that runs now has the thread. \a then is never run from inside.
void CodexProvider::load(Thread &thread, Loaded then)
{
    thread.afterLoad.push_back(std::move(then));
    if (thread.opener)
        return;
    const BindingId binding = thread.spec.binding;
    if (thread.loaded) {
        later([this, binding] {
            const auto row = m_threads.find(binding);
            if (row != m_threads.end() && row->second.loaded)
                onOpened(binding, Opening{row->second.spec.nativeThread, row->second.model});
        });
        return;
    }
    if (thread.review && !thread.spec.nativeThread.isEmpty()) {
        refuseResumption(binding);
        return;
    }
    auto *opener = new ThreadOpener(thread.spec,
                                    thread.review ? reviewDirectory() : QString(),
                                    m_settings,
                                    m_server->codexHome(),
                                    m_server->client(),
                                    m_server.get());
    thread.opener = opener;
    connect(opener, &ThreadOpener::finished, this, [this, binding, opener](const Opening &opening) {
        opener->deleteLater();
        onOpened(binding, opening);
    });
    opener->open();
}

void CodexProvider::onOpened(const BindingId &binding, const Opening &opening)
{
    const auto row = m_threads.find(binding);
    if (row == m_threads.end())
        return;
    Thread &thread = row->second;
    thread.opener.clear();
    const bool opened = !opening.nativeThread.isEmpty();
    if (opened) {
        thread.hadTurn = thread.hadTurn || opening.hadTurn;
        thread.loaded = true;
        thread.model = opening.model;
        if (opening.window > 0)
            thread.window = opening.window;
        thread.spec.nativeThread = opening.nativeThread;
        m_bindings.insert(opening.nativeThread, binding);
        m_history.threadLoaded(binding, thread.spec, thread.window, opening.compaction);
    }
    const std::vector<Loaded> afterLoad = std::exchange(thread.afterLoad, {});
    for (const Loaded &then : afterLoad)
        then(opened ? std::nullopt : std::optional(opening.failure));
    const auto after = m_threads.find(binding);
    if (after == m_threads.end() || after->second.opener)
        return;
    if (after->second.abandon && !m_history.isBusy(binding))
        letGo(binding);
    else if (!opened && !after->second.waiting && !after->second.run && !m_history.isBusy(binding))
        forget(binding);
}

void CodexProvider::abandonThread(const BindingId &binding)
{
    const auto row = m_threads.find(binding);
    if (row == m_threads.end()) {
        later([this, binding] { Q_EMIT threadAbandoned(binding); });
        return;
    }
    Thread &thread = row->second;
    if (std::exchange(thread.abandon, true))
        return;
    if (m_history.isBusy(binding)) {
        m_history.abandon(binding);
    } else if (thread.run) {
        thread.run->interrupt();
    } else if (thread.waiting) {
        const TurnId turn = thread.waiting->turn;
        interruptTurn(turn);
    } else if (!thread.opener) {
        letGo(binding);
    }
}

/// Nothing runs on the thread any more: Codex may drop it. One that never had a turn would stay in its lists for nothing.
void CodexProvider::letGo(const BindingId &binding)
{
    Thread &thread = m_threads.at(binding);
    if (std::exchange(thread.leaving, true))
        return;
    if (!ready() || !thread.loaded) {
        later([this, binding] { forget(binding); });
        return;
    }
    const QString method =
        thread.hadTurn || thread.review ? u"thread/unsubscribe"_s : u"thread/archive"_s;
    m_server->client().call(method,
                            {{u"threadId"_s, thread.spec.nativeThread}},
                            m_settings.callTimeout,
                            this,
                            [this, binding](const codexwire::CallResult &) { forget(binding); });
}

void CodexProvider::forget(const BindingId &binding)
{
    const auto row = m_threads.find(binding);
    if (row == m_threads.end())
        return;
    // Kept to the end: the id that was handed in may be the row's own key.
    const Threads::node_type gone = m_threads.extract(row);
    m_bindings.remove(gone.mapped().spec.nativeThread);
    m_history.forget(gone.key());
    if (gone.mapped().abandon)
        Q_EMIT threadAbandoned(gone.key());
}

CodexProvider::Threads::iterator CodexProvider::threadOfNative(const QString &nativeThread)
{
    const auto binding = m_bindings.constFind(nativeThread);
    return binding == m_bindings.constEnd() ? m_threads.end() : m_threads.find(*binding);
}

// --- Histories

const ThreadSpec *CodexProvider::restorable(const BindingId &binding) const
{
    const auto row = m_threads.find(binding);
    if (!ready() || row == m_threads.end())
        return nullptr;
    const Thread &thread = row->second;
    const bool used =
        thread.hadTurn || thread.run || thread.waiting || !thread.foreignTurn.isEmpty();
    return used || thread.abandon ? nullptr : &thread.spec;
}

/// It stands in Codex's lists for nothing. Where it was lost before anything was put into it, Codex refuses and knows nothing
/// of it anyway.
void CodexProvider::discard(const QString &nativeThread)
{
    if (const auto row = threadOfNative(nativeThread); row != m_threads.end()) {
        if (row->second.loaded || row->second.opener)
            return; // in use
        forget(row->first);
    }
    if (ready())
        m_server->client().call(u"thread/archive"_s,
                                {{u"threadId"_s, nativeThread}},
                                m_settings.callTimeout,
                                this,
                                [](const codexwire::CallResult &) {});
}

/// The child may have been replaced since the last prefix; what it holds by now is durable and can be resumed.
void CodexProvider::loadForHistory(const BindingId &binding)
{
    if (!restorable(binding)) {
        const Failure failure = ready()
            ? Failure{FailureKind::Conflict, u"no open thread without a turn"_s, {}, {}}
            : notReady();
        later([this, binding, failure] { m_history.refuse(binding, failure); });
        return;
    }
    load(m_threads.at(binding), [this, binding](const std::optional<Failure> &failure) {
        const ThreadSpec *spec = restorable(binding);
        if (failure || !spec)
            m_history.refuse(binding, failure.value_or(notReady()));
        else
            m_history.begin(binding, spec->nativeThread, m_server->client(), m_server.get());
    });
}

void CodexProvider::onPrefixEnded(const BindingId &binding)
{
    const auto row = m_threads.find(binding);
    if (row != m_threads.end() && row->second.abandon && !row->second.opener)
        letGo(binding);
    restartIfUpdated();
}

// --- Both

/// Answers from the event loop, never from inside the slot that asked.
void CodexProvider::later(std::function<void()> emission)
{
    QMetaObject::invokeMethod(this, std::move(emission), Qt::QueuedConnection);
}

Failure CodexProvider::notReady() const
{
    return m_lastFailure.value_or(
        Failure{FailureKind::ProviderUnavailable, u"Codex is not ready"_s, {}, {}});
}

} // namespace hostline::codex
