// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "fake_provider.h"
#include "support/plugins/kill_point.h"
#include "support/wire/json_lines.h"

#include <hostline/plugin.h>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

QString word(TurnResult::Status status)
{
    switch (status) {
    case TurnResult::Status::Completed:
        return u"completed"_s;
    case TurnResult::Status::Interrupted:
        return u"interrupted"_s;
    case TurnResult::Status::Failed:
        return u"failed"_s;
    case TurnResult::Status::Lost:
        return u"lost"_s;
    }
    Q_UNREACHABLE();
}

/// The fake provider with its record in a file and its far end behind a socket (fake_controller.h has the wire).
class RemoteFakeProvider final : public Provider
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RemoteFakeProvider)
public:
    explicit RemoteFakeProvider(PluginContext &context);
    ~RemoteFakeProvider() override { m_socket.disconnect(this); }

    void start() override;
    void stop() override { m_provider.stop(); }
    void openThread(const ThreadSpec &spec) override;
    void abandonThread(const BindingId &binding) override { m_provider.abandonThread(binding); }
    void startTurn(const TurnStart &start) override;
    void interruptTurn(const TurnId &turn) override;
    void endTurn(const TurnId &turn) override;
    void readTurn(const TurnId &turn, const BindingId &binding) override
    {
        m_provider.readTurn(turn, binding);
    }
    void outcomeRecorded(const TurnId &turn) override;

private:
    void relay();
    void take(const QJsonObject &line);
    void tell(const QString &event, const QJsonObject &more);
    void tellTurn(const QString &event, const TurnId &turn)
    {
        tell(event, {{u"turn"_s, turn.toString()}});
    }

    FakeRecord m_record;
    FakeProvider m_provider;
    QHash<TurnId, QString> m_questions;
    QString m_control;
    QLocalSocket m_socket;
};

RemoteFakeProvider::RemoteFakeProvider(PluginContext &context)
    : m_record(context.settings().value("record"_L1).toString())
    , m_provider(context.clock(), m_record)
    , m_control(context.settings().value("control"_L1).toString())
{
    m_provider.setComesUp(!context.settings().value("down"_L1).toBool());
    m_record.setForgetful(context.settings().value("forgetful"_L1).toBool());
    setVersion(m_provider.version());
    relay();
    connect(&m_socket, &QLocalSocket::readyRead, this, [this] {
        fake::readLines(m_socket, [this](const QJsonObject &line) { take(line); });
    });
}

void RemoteFakeProvider::relay()
{
    connect(&m_provider, &Product::stateChanged, this, [this] {
        setState(m_provider.state(), m_provider.failure());
    });
    connect(&m_provider, &Provider::threadOpened, this, &Provider::threadOpened);
    connect(&m_provider, &Provider::threadFailed, this, &Provider::threadFailed);
    connect(&m_provider, &Provider::threadAbandoned, this, &Provider::threadAbandoned);
    connect(&m_provider,
            &Provider::textAppended,
            this,
            [this](const TurnId &turn, const QString &item, const QString &text) {
                fake::killPoint("provider.piece");
                Q_EMIT textAppended(turn, item, text);
            });
    connect(&m_provider, &Provider::activityChanged, this, &Provider::activityChanged);
    connect(&m_provider, &Provider::turnHeard, this, &Provider::turnHeard);
    connect(&m_provider, &Provider::turnRead, this, &Provider::turnRead);
    connect(&m_provider,
            &Provider::turnStarted,
            this,
            [this](const TurnId &turn, const QString &native) {
                fake::killPoint("provider.started");
                tell(u"turn"_s,
                     {{u"turn"_s, turn.toString()},
                      {u"native"_s, native},
                      {u"text"_s, m_questions.value(turn)}});
                Q_EMIT turnStarted(turn, native);
            });
    connect(&m_provider, &Provider::turnFinished, this, [this](const TurnResult &result) {
        fake::killPoint("provider.ended");
        m_questions.remove(result.turn);
        tell(u"finished"_s,
             {{u"turn"_s, result.turn.toString()}, {u"status"_s, word(result.status)}});
        Q_EMIT turnFinished(result);
    });
}

void RemoteFakeProvider::start()
{
    if (!m_control.isEmpty() && m_socket.state() == QLocalSocket::UnconnectedState)
        m_socket.connectToServer(m_control);
    m_provider.start();
}

void RemoteFakeProvider::openThread(const ThreadSpec &spec)
{
    tell(u"thread"_s, {{u"binding"_s, spec.binding.toString()}, {u"native"_s, spec.nativeThread}});
    m_provider.openThread(spec);
}

void RemoteFakeProvider::startTurn(const TurnStart &start)
{
    fake::killPoint("provider.asked");
    m_questions.insert(start.turn, start.text);
    m_provider.startTurn(start);
}

void RemoteFakeProvider::interruptTurn(const TurnId &turn)
{
    tellTurn(u"interrupt"_s, turn);
    m_provider.interruptTurn(turn);
}

void RemoteFakeProvider::endTurn(const TurnId &turn)
{
    tellTurn(u"end"_s, turn);
    m_provider.endTurn(turn);
}

void RemoteFakeProvider::outcomeRecorded(const TurnId &turn)
{
    tellTurn(u"recorded"_s, turn);
}

void RemoteFakeProvider::tell(const QString &event, const QJsonObject &more)
{
    if (m_socket.state() != QLocalSocket::ConnectedState)
        return;
    QJsonObject line = more;
    line.insert(u"event"_s, event);
    fake::writeLine(m_socket, line);
}

void RemoteFakeProvider::take(const QJsonObject &line)
{
    const QString what = line.value("do"_L1).toString();
    const TurnId turn(line.value("turn"_L1).toString());
    const QString native = line.value("native"_L1).toString();
    const bool on = line.value("on"_L1).toBool();
    if (what == "release"_L1)
        m_provider.release(turn);
    else if (what == "say"_L1)
        m_provider.say(turn, line.value("text"_L1).toString());
    else if (what == "crash"_L1)
        m_provider.crash();
    else if (what == "recover"_L1)
        m_provider.recover();
    else if (what == "comesUp"_L1)
        m_provider.setComesUp(on);
    else if (what == "lose"_L1)
        m_provider.loseThread(native);
    else if (what == "busy"_L1)
        m_provider.setBusy(native, line.value("holder"_L1).toString());
    else if (what == "readable"_L1)
        m_provider.setReadable(on);
}

} // namespace

class FakeProviderPlugin : public QObject, public ProviderPlugin
{
    Q_OBJECT
    Q_INTERFACES(hostline::ProviderPlugin)
    Q_PLUGIN_METADATA(IID Hostline_ProviderPlugin_iid FILE "fake_provider.json")
public:
    Result<std::unique_ptr<Provider>> create(PluginContext &context) override
    {
        return std::unique_ptr<Provider>(std::make_unique<RemoteFakeProvider>(context));
    }
};

} // namespace hostline

#include "fake_provider_plugin.moc"
