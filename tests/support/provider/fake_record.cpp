// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "fake_record.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QUuid>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace hostline {

FakeRecord::FakeRecord(const QString &path)
{
    if (path.isEmpty())
        return;
    m_file.setFileName(path);
    // Unbuffered: what was written survives kill -9.
    if (!m_file.open(QIODevice::ReadWrite | QIODevice::Unbuffered))
        qFatal("cannot open the record %s", qPrintable(path));
    QByteArray lines = m_file.readAll();
    // The last line may have been cut by a kill.
    lines.truncate(lines.lastIndexOf('\n') + 1);
    m_file.resize(lines.size());
    m_file.seek(lines.size());
    for (const QByteArray &line : lines.split('\n')) {
        if (!line.isEmpty())
            apply(QJsonDocument::fromJson(line).object());
    }
    interruptAll(nullptr);
}

QString FakeRecord::newThread()
{
    // As with a real host: no two threads have one name, whatever the record.
    return u"native-thread-"_s + QUuid::createUuid().toString(QUuid::WithoutBraces);
}

bool FakeRecord::knows(const QString &thread) const
{
    return m_histories.contains(thread)
        || std::any_of(m_turns.begin(), m_turns.end(), [&thread](const Turn &turn) {
               return turn.thread == thread;
           });
}

const FakeRecord::Turn *FakeRecord::turn(const QString &id) const
{
    return const_cast<FakeRecord *>(this)->find(id);
}

FakeRecord::Turn *FakeRecord::find(const QString &id)
{
    const auto it = std::find_if(
        m_turns.begin(), m_turns.end(), [&id](const Turn &turn) { return turn.id == id; });
    return it == m_turns.end() ? nullptr : &*it;
}

QString FakeRecord::begin(const QString &turn, const QString &thread, const QString &text)
{
    const QJsonObject line{
        {u"do"_s, u"begin"_s}, {u"turn"_s, turn}, {u"thread"_s, thread}, {u"text"_s, text}};
    append(line);
    apply(line);
    return m_turns.last().native;
}

void FakeRecord::inject(const QString &thread, const QList<HistoryMessage> &messages)
{
    QJsonArray items;
    for (const HistoryMessage &message : messages)
        items << QJsonObject{{u"user"_s, message.role == HistoryMessage::Role::User},
                             {u"text"_s, message.text}};
    const QJsonObject line{{u"do"_s, u"inject"_s}, {u"thread"_s, thread}, {u"items"_s, items}};
    append(line);
    apply(line);
}

void FakeRecord::markEffect(const QString &turn)
{
    const QJsonObject line{{u"do"_s, u"effect"_s}, {u"turn"_s, turn}};
    append(line);
    apply(line);
}

void FakeRecord::end(const QString &turn, Inventory::State state, const QString &answer)
{
    const QJsonObject line{
        {u"do"_s, u"end"_s}, {u"turn"_s, turn}, {u"state"_s, int(state)}, {u"answer"_s, answer}};
    append(line);
    apply(line);
}

void FakeRecord::forget(const QString &thread)
{
    const QJsonObject line{{u"do"_s, u"forget"_s}, {u"thread"_s, thread}};
    append(line);
    apply(line);
}

void FakeRecord::interruptAll(const void *holder)
{
    for (Turn &turn : m_turns) {
        if (turn.state == Inventory::State::Running && m_holders.value(turn.thread) == holder)
            turn.state = Inventory::State::Interrupted;
    }
    m_holders.removeIf([holder](const auto &entry) { return entry.value() == holder; });
}

void FakeRecord::append(const QJsonObject &line)
{
    if (m_file.isOpen())
        m_file.write(QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n');
}

void FakeRecord::apply(const QJsonObject &line)
{
    const QString what = line.value("do"_L1).toString();
    const QString thread = line.value("thread"_L1).toString();
    if (what == "begin"_L1) {
        if (m_forgetful)
            m_turns.removeIf([&thread](const Turn &turn) {
                return turn.thread == thread && turn.state != Inventory::State::Running;
            });
        Turn turn;
        turn.id = line.value("turn"_L1).toString();
        turn.thread = thread;
        turn.native = u"native-turn-%1"_s.arg(++m_begun);
        turn.text = line.value("text"_L1).toString();
        m_turns << turn;
    } else if (what == "inject"_L1) {
        QList<HistoryMessage> &history = m_histories[thread];
        const QJsonArray items = line.value("items"_L1).toArray();
        for (const QJsonValue item : items)
            history << HistoryMessage{item["user"_L1].toBool() ? HistoryMessage::Role::User
                                                               : HistoryMessage::Role::Assistant,
                                      item["text"_L1].toString()};
    } else if (what == "forget"_L1) {
        m_histories.remove(thread);
        m_turns.removeIf([&thread](const Turn &turn) { return turn.thread == thread; });
    } else if (Turn *turn = find(line.value("turn"_L1).toString())) {
        if (what == "effect"_L1) {
            turn->effect = true;
        } else if (what == "end"_L1) {
            turn->state = Inventory::State(line.value("state"_L1).toInt());
            turn->answer = line.value("answer"_L1).toString();
        }
    }
}

} // namespace hostline
