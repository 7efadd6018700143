// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QProcess>

#include <functional>

namespace hostline::test {

class RehearsalFixture;

/**
 * A plain client of the real `codex app-server` over stdio, for tests: independent of the product's own, so that the two
 * can be held against each other. Its calls wait in the event loop, at most two minutes (a loaded machine is slow, a hang is for ever).
 */
class AppServer : public QObject
{
    Q_OBJECT

public:
    using Filter = std::function<bool(const QJsonObject &message)>;

    AppServer();
    /// Closes its stdin and waits for its end; kills it after that.
    ~AppServer() override;
    Q_DISABLE_COPY_MOVE(AppServer)

    /// Starts and initializes. False when it did not come up; error() says why.
    [[nodiscard]] bool start(const RehearsalFixture &fixture, const QStringList &arguments);
    [[nodiscard]] QString error() const { return m_error; }
    [[nodiscard]] QProcess &process() { return m_process; }

    /// The whole reply ({id, result} or {id, error}); empty when none came.
    QJsonObject call(const QString &method, const QJsonObject &params);
    /// The first notification or request that passes, also of those that came before; empty when none came.
    QJsonObject waitFor(const Filter &filter, int timeoutMs = 120'000);
    /// All notifications and requests so far.
    [[nodiscard]] const QList<QJsonObject> &messages() const { return m_messages; }
    void forgetMessages() { m_messages.clear(); }

    /// thread/start; its id.
    QString
    startThread(const QString &workspace, const QString &sandbox, const QJsonObject &more = {});
    /// turn/start; the turn's id.
    QString startTurn(const QString &thread, const QString &text, const QString &clientId = {});
    /// The turn of its turn/completed.
    QJsonObject finishTurn(const QString &turn, int timeoutMs = 120'000);

private:
    void read();

    QProcess m_process;
    QByteArray m_rest;
    QString m_error;
    QList<QJsonObject> m_messages;
    QHash<int, QJsonObject> m_replies;
    int m_lastId = 0;
};

} // namespace hostline::test
