// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// A provider that answers every question with the question, backwards. docs/plugins.md walks through it.
#include <hostline/plugin.h>

#include <QtCore/QHash>

#include <algorithm>
#include <utility>

namespace mirror {

using namespace hostline;

class MirrorProvider final : public Provider
{
    Q_OBJECT
public:
    explicit MirrorProvider(PluginContext &context)
        : m_context(context)
        , m_prefix(context.settings().value(QLatin1String("prefix")).toString())
    {
        setVersion(QStringLiteral("1.0"));
    }

    void start() override { setState(State::Ready); }

    void stop() override
    {
        if (state() == State::Stopped)
            return;
        setState(State::Stopping);
        later([this] {
            // Whatever is still open is lost with us; the core reads it back, or tells the person.
            for (const TurnId &turn : m_turns.keys())
                finish(turn, TurnResult::Status::Lost, {});
            m_threads.clear();
            setState(State::Stopped);
        });
    }

    void openThread(const ThreadSpec &spec) override
    {
        later([this, spec] {
            if (state() != State::Ready) {
                Q_EMIT threadFailed(spec.binding,
                                    {.kind = FailureKind::ProviderUnavailable,
                                     .detail = QStringLiteral("stopped")});
                return;
            }
            // A mirror remembers nothing, so every thread is as good as new. A provider that does remember answers
            // ThreadLost for one that it does not have.
            QString &thread = m_threads[spec.binding];
            if (thread.isEmpty())
                thread = spec.nativeThread.isEmpty() ? m_context.newId() : spec.nativeThread;
            Q_EMIT threadOpened({spec.binding, thread});
        });
    }

    void abandonThread(const BindingId &binding) override
    {
        later([this, binding] {
            m_threads.remove(binding);
            Q_EMIT threadAbandoned(binding);
        });
    }

    void startTurn(const TurnStart &start) override
    {
        m_turns.insert(start.turn, start.binding);
        later([this, start] {
            if (!m_turns.contains(start.turn))
                return; // interrupted meanwhile
            if (state() != State::Ready || !m_threads.contains(start.binding)) {
                finish(start.turn, TurnResult::Status::Failed, {}, FailureKind::ThreadLost);
                return;
            }
            Q_EMIT turnStarted(start.turn, start.turn.toString());
            QString answer = start.text;
            std::reverse(answer.begin(), answer.end());
            answer.prepend(m_prefix);
            Q_EMIT textAppended(start.turn, QStringLiteral("answer"), answer);
            finish(start.turn, TurnResult::Status::Completed, answer);
        });
    }

    void interruptTurn(const TurnId &turn) override
    {
        later([this, turn] {
            finish(turn, TurnResult::Status::Interrupted, {}, FailureKind::Stopped);
        });
    }

    void endTurn(const TurnId &turn) override { interruptTurn(turn); }

    void readTurn(const TurnId &turn, const BindingId &) override
    {
        later([this, turn] {
            Inventory inventory;
            inventory.turn = turn;
            inventory.state =
                m_turns.contains(turn) ? Inventory::State::Running : Inventory::State::Absent;
            Q_EMIT turnRead(inventory);
        });
    }

private:
    /// No answer comes from inside the slot that asked.
    template<typename Step>
    void later(Step step)
    {
        QMetaObject::invokeMethod(this, std::move(step), Qt::QueuedConnection);
    }

    /// The one end of a turn; an unknown turn is no turn.
    void finish(const TurnId &turn,
                TurnResult::Status status,
                const QString &answer,
                FailureKind kind = FailureKind::Internal)
    {
        if (!m_turns.remove(turn))
            return;
        TurnResult result;
        result.turn = turn;
        result.nativeTurn = turn.toString();
        result.status = status;
        result.answer = answer;
        result.reach =
            status == TurnResult::Status::Completed ? Reach::ModelAnswered : Reach::NotAccepted;
        if (status == TurnResult::Status::Failed || status == TurnResult::Status::Interrupted)
            result.failure =
                Failure{.kind = kind, .detail = QStringLiteral("the mirror was told to")};
        Q_EMIT turnFinished(result);
    }

    PluginContext &m_context;
    QString m_prefix;
    QHash<BindingId, QString> m_threads;
    QHash<TurnId, BindingId> m_turns;
};

class MirrorPlugin final : public QObject, public ProviderPlugin
{
    Q_OBJECT
    Q_INTERFACES(hostline::ProviderPlugin)
    Q_PLUGIN_METADATA(IID Hostline_ProviderPlugin_iid FILE "mirror.json")
public:
    Result<std::unique_ptr<Provider>> create(PluginContext &context) override
    {
        return std::unique_ptr<Provider>(std::make_unique<MirrorProvider>(context));
    }
};

} // namespace mirror

#include "mirror_plugin.moc"
