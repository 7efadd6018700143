// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ask_rules.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QTimer>

namespace hostline::cli {

/// Puts one question and waits for its reply, over restarts of the server.
class Ask : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Ask)
public:
    /// `clientId` names the message for ever: made once by the caller.
    Ask(Arguments arguments, QString clientId, QObject *parent = nullptr);

    void start();

Q_SIGNALS:
    void finished(const hostline::cli::Finish &outcome);
    /// While the reply is owed: for standard error, each thing once.
    void said(const QString &text);

private:
    [[nodiscard]] bool timeIsUp() const;
    [[nodiscard]] std::chrono::milliseconds timeLeft() const;
    void proceed();
    void send();
    void look();
    void take(const AskStep &step);
    void tell(const ApiAnswer &answer);
    void end(Finish outcome);

    Arguments m_arguments;
    QString m_clientId;
    ApiClient m_client;
    QElapsedTimer m_elapsed;
    QTimer m_timer;
    AskPhase m_phase = AskPhase::Sending;
    bool m_uncertain = false;
    bool m_calling = false;
    bool m_lookAgain = false;
    bool m_over = false;
    QString m_request;
    QJsonObject m_lastSeen;
    QList<Word> m_told;
};

} // namespace hostline::cli
