// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "recovery/review_rules.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace hostline {

namespace {

/// One line for each item. An array, so that no field can pass for another; numbers as they are stored nowhere else.
QByteArray lineOf(const TurnItem &item)
{
    const QJsonArray line{int(item.kind),
                          item.id,
                          item.type,
                          item.text,
                          item.finalAnswer,
                          item.live,
                          item.status,
                          item.output,
                          item.exitCode ? QJsonValue(*item.exitCode) : QJsonValue()};
    return QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
}

} // namespace

QString digestOf(const Inventory &inventory)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const QJsonArray head{int(inventory.state), inventory.nativeTurn, inventory.finalAnswer};
    hash.addData(QJsonDocument(head).toJson(QJsonDocument::Compact) + '\n');
    for (const TurnItem &item : inventory.items)
        hash.addData(lineOf(item));
    return QString::fromLatin1(hash.result().toHex());
}

ItemFacts itemFacts(const Inventory &inventory, const QString &question)
{
    ItemFacts facts;
    for (const TurnItem &item : inventory.items) {
        if (item.kind == TurnItem::Kind::UserMessage && item.text == question)
            facts.sameQuestion = true;
        if (item.live || item.kind == TurnItem::Kind::Unknown)
            facts.openItem = true;
    }
    return facts;
}

RecoveryFacts::Capacity
capacityFor(const Capacity &capacity, const QDateTime &now, const QDateTime &startedAt)
{
    using Known = RecoveryFacts::Capacity;
    const bool fresh = capacity.observedAt.isValid() && capacity.observedAt >= startedAt
        && capacity.observedAt.msecsTo(now) <= capacityAge.count();
    if (!fresh)
        return Known::Unread;
    switch (capacity.state) {
    case Capacity::State::Available:
    case Capacity::State::Unmetered:
        return Known::Some;
    case Capacity::State::Exhausted:
    case Capacity::State::Unknown:
        return Known::None;
    }
    Q_UNREACHABLE();
}

} // namespace hostline
