// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/history.h>
#include <hostline/turn.h>

#include <QtCore/QFile>
#include <QtCore/QHash>
#include <QtCore/QJsonObject>
#include <QtCore/QList>
#include <QtCore/QString>

namespace hostline {

/// What the fake provider's host remembers: threads that had a turn, and their turns. In memory, or also in a file of
/// JSON lines that the next process reads: a turn that was running there counts as interrupted, as with a real host that
/// died.
class FakeRecord
{
public:
    struct Turn
    {
        QString id;
        QString thread;
        QString native;
        QString text;
        Inventory::State state = Inventory::State::Running;
        QString answer;
        bool effect = false; ///< a tool was started
    };

    /// `path` empty: in memory only. The directory exists.
    explicit FakeRecord(const QString &path = {});

    /// From now on a new turn makes the ended ones of its thread forgotten: what is measured is then not this.
    void setForgetful(bool forgetful) { m_forgetful = forgetful; }

    [[nodiscard]] static QString newThread(); ///< not remembered before its first turn
    [[nodiscard]] bool knows(const QString &thread) const;
    [[nodiscard]] const Turn *turn(const QString &id) const;
    [[nodiscard]] const QList<Turn> &turns() const
    {
        return m_turns;
    } ///< in the order of their start

    /// What was put into a thread before its first turn; from then on it is remembered.
    void inject(const QString &thread, const QList<HistoryMessage> &messages);
    [[nodiscard]] QList<HistoryMessage> history(const QString &thread) const
    {
        return m_histories.value(thread);
    }
    QString
    begin(const QString &turn, const QString &thread, const QString &text); ///< -> native id
    void markEffect(const QString &turn);
    void end(const QString &turn, Inventory::State state, const QString &answer);
    void forget(const QString &thread); ///< the host loses it with its turns
    void interruptAll(
        const void *holder); ///< the host of this holder died: what ran there is interrupted

    /// Who runs a thread now: one provider at a time.
    void hold(const QString &thread, const void *holder) { m_holders.insert(thread, holder); }
    void letGo(const QString &thread) { m_holders.remove(thread); }
    [[nodiscard]] const void *holder(const QString &thread) const
    {
        return m_holders.value(thread);
    }

private:
    void append(const QJsonObject &line);
    void apply(const QJsonObject &line);
    Turn *find(const QString &id);

    QFile m_file;
    QList<Turn> m_turns;
    QHash<QString, QList<HistoryMessage>> m_histories;
    QHash<QString, const void *> m_holders;
    qsizetype m_begun = 0; ///< turns, also those that are forgotten
    bool m_forgetful = false;
};

} // namespace hostline
