// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <optional>

namespace hostline::rehearsal {

/// What a message of the model is, as the real endpoint says it.
enum class Phase { Commentary, FinalAnswer };

/// Writes the server-sent events of one response in the shapes of the Responses API; pure, counts sequence numbers.
class EventWriter
{
public:
    explicit EventWriter(QString idPrefix);

    QByteArray created();
    /// A message item begins; its text follows as deltas and its end repeats the whole.
    QByteArray messageBegun(Phase phase);
    QByteArray messageDelta(const QString &delta);
    QByteArray messageEnded(const QString &text, Phase phase);
    QByteArray reasoning(const QString &summary);
    /// The one item of a remote compaction; \a summary is opaque to the client and comes back with later requests.
    QByteArray compaction(const QString &summary);
    QByteArray functionCall(const QString &name, const QString &arguments);
    QByteArray completed(qint64 inputTokens, qint64 outputTokens);
    QByteArray failed(const QString &code, const QString &message);
    QByteArray incomplete(const QString &reason);

private:
    QByteArray event(const QString &type, QJsonObject data);
    QByteArray itemEvent(const QString &type, const QJsonObject &item);
    QString itemId(const QString &kind) const;
    QJsonObject response(const QString &status) const;

    QString m_prefix;
    int m_sequence = 0;
    int m_output = 0;
};

} // namespace hostline::rehearsal
