// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QDateTime>
#include <QtCore/QHash>
#include <QtCore/QJsonObject>
#include <QtCore/QList>
#include <QtCore/QObject>
#include <QtNetwork/QLocalServer>
#include <QtNetwork/QLocalSocket>

#include <chrono>
#include <optional>

namespace hostline {

/// The far end of the fake channel: a chat platform as people and a network would have it. It lives in the test's
/// process, so it survives kill -9 of the program under test, and its own record says what people saw.
///
/// Wire: JSON lines over a local socket; the channel connects, says hello, and connects again when the line breaks.
///   channel -> platform
///     {type: "hello", channel}
///     {type: "acknowledge", message, result: "created" | "replayed" | "conflict" | "refused", request}
///     {type: "send", key, request, purpose: "reply" | "notice", text, part, parts, format, account, peer, thread, replyTo}
///     {type: "readBack", key}
///     {type: "progress", request, peer, text, ended}
///     {type: "actionResult", action, accepted, text}
///   platform -> channel
///     {type: "message", id, account, peer, thread, sender, text, sentAt: ms, replyTo}
///     {type: "action", action, kind: "stop", subject, account, peer, thread, sender}
///     {type: "gone", id, account, peer, thread}
///     {type: "outcome", key, result: "sent" | "not_sent" | "refused" | "gone" | "unknown", receipt, retryAfterMs, detail}
class FakePlatform : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FakePlatform)
public:
    /// What it can do: the three kinds of B3.
    enum class Ability {
        HonoursKeys, ///< a repeated key is not shown twice
        CanBeReadBack,
        Neither,
    };
    /// What becomes of one send.
    enum class Fate {
        Sent,
        LostAnswer, ///< shown, then the line breaks before the answer
        LostSend, ///< the line breaks before it is shown
        NotSent, ///< known not to have happened
        Refused,
        Gone,
        HoldAnswer, ///< shown, the answer waits for release()
        HoldSend, ///< neither shown nor answered before release()
    };

    struct Message
    {
        QString id;
        QString text;
        QString peer = QStringLiteral("peer");
        QString sender = QStringLiteral("person");
        QString account;
        QString thread;
        QString replyTo;
        QDateTime sentAt; ///< invalid: now
    };
    struct Acknowledgement
    {
        QString message;
        QString result;
        QString request;
    };
    /// What people see.
    struct Shown
    {
        QString receipt;
        QString key;
        QString request;
        QString purpose;
        QString text;
        QString peer;
        QString thread;
        QString replyTo;
        int part = 0;
        int parts = 1;
    };
    struct Progress
    {
        QString request;
        QString text;
        bool ended = false;
    };

    explicit FakePlatform(Ability ability, QObject *parent = nullptr);
    ~FakePlatform() override;

    /// Takes connections at this path; false: it cannot.
    bool listen(const QString &path);
    void close(); ///< unreachable until listen() again; the record stays
    [[nodiscard]] bool isConnected() const { return m_greeted; } ///< a channel has said hello

    /// A person writes. Kept, and sent again at each hello, until it is acknowledged.
    void say(const Message &message);
    /// Sends a message again, acknowledged or not: platforms do.
    void redeliver(const QString &id);
    /// A person presses a button. The answer stands in actionResults().
    void
    press(const QString &action, const QString &kind, const QString &subject, const Message &where);
    /// A message was recalled or its place is gone.
    void recall(const QString &id);

    /// What becomes of the next sends, in order; later ones are Sent.
    void setFates(const QList<Fate> &fates) { m_fates = fates; }
    void setRetryAfter(std::chrono::milliseconds delay)
    {
        m_retryAfter = delay;
    } ///< told with NotSent
    /// Answers to readBack are unknown from now on (or no longer).
    void setReadBackBroken(bool broken) { m_readBackBroken = broken; }
    void release(); ///< all that is held
    void breakLine(); ///< the channel will connect again

    [[nodiscard]] const QList<Acknowledgement> &acknowledgements() const
    {
        return m_acknowledgements;
    }
    [[nodiscard]] const QList<Shown> &shown() const { return m_shown; }
    [[nodiscard]] QList<Shown> shown(const QString &request, const QString &purpose) const;
    [[nodiscard]] const QList<Progress> &progress() const { return m_progress; }
    [[nodiscard]] const QHash<QString, bool> &actionResults() const { return m_actionResults; }
    [[nodiscard]] int sends() const { return m_sends; } ///< attempts, shown or not
    [[nodiscard]] int readBacks() const { return m_readBacks; }
    [[nodiscard]] int connections() const { return m_connections; }
    [[nodiscard]] int held() const { return int(m_held.size()); }

Q_SIGNALS:
    void changed(); ///< anything above

private:
    struct Held
    {
        QJsonObject send;
        bool isShown = false;
    };

    void welcome();
    void take(const QJsonObject &line);
    void takeSend(const QJsonObject &send);
    void takeReadBack(const QJsonObject &question);
    void write(const QJsonObject &line);
    void writeMessage(const Message &message);
    QString show(const QJsonObject &send); ///< -> receipt
    void answer(const QString &key, const QString &result, const QString &receipt = {});
    [[nodiscard]] const Shown *find(const QString &key) const;

    Ability m_ability;
    QLocalServer m_server;
    QLocalSocket *m_channel = nullptr;
    bool m_greeted = false; ///< its hello has come: what was said before goes out with that
    QList<Message> m_messages;
    QList<QString> m_open; ///< ids not acknowledged
    QList<Fate> m_fates;
    std::optional<std::chrono::milliseconds> m_retryAfter;
    bool m_readBackBroken = false;
    QList<Held> m_held;
    QList<Acknowledgement> m_acknowledgements;
    QList<Shown> m_shown;
    QList<Progress> m_progress;
    QHash<QString, bool> m_actionResults;
    int m_sends = 0;
    int m_readBacks = 0;
    int m_connections = 0;
};

} // namespace hostline
