// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "markers.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QJsonObject>

namespace hostline::rehearsal {

using namespace Qt::StringLiterals;

namespace {

constexpr auto markerStart = "#m"_L1;
constexpr auto noteStart = "[[markers "_L1;
constexpr int mostMarkers = 1'000'000;

QList<int> markersIn(QStringView text)
{
    QList<int> found;
    for (auto at = text.indexOf(markerStart); at >= 0; at = text.indexOf(markerStart, at + 1)) {
        const auto end = text.indexOf(u'#', at + markerStart.size());
        if (end < 0)
            break;
        bool ok = false;
        const auto from = at + markerStart.size();
        const auto number = text.mid(from, end - from).toInt(&ok);
        if (ok && number >= 0 && number < mostMarkers)
            found.append(number);
    }
    return found;
}

QSet<int> markersInNotes(QStringView text)
{
    QSet<int> found;
    for (auto at = text.indexOf(noteStart); at >= 0; at = text.indexOf(noteStart, at + 1)) {
        const auto end = text.indexOf("]]"_L1, at);
        if (end < 0)
            break;
        const auto from = at + noteStart.size();
        found += numbersOf(text.mid(from, end - from));
    }
    return found;
}

bool isDialogue(const InputItem &item)
{
    return item.type == "message"_L1
        && (item.role == "assistant"_L1 || (item.role == "user"_L1 && !isHostNote(item.text)));
}

QJsonObject toJson(const Markers &markers)
{
    QList<int> repeated;
    for (auto row = markers.inMessages.begin(); row != markers.inMessages.end(); ++row) {
        if (row.value() > 1)
            repeated.append(row.key());
    }
    auto summaries = markers.inSummaries.values();
    std::sort(summaries.begin(), summaries.end());
    QString roles;
    for (const auto &role : markers.roles)
        roles += role.left(1);
    return {{u"seen"_s, rangesOf(markers.seen())},
            {u"messages"_s, rangesOf(markers.inMessages.keys())},
            {u"repeated"_s, rangesOf(repeated)},
            {u"summaries"_s, rangesOf(summaries)},
            {u"ascending"_s, markers.ascending},
            {u"roles"_s, roles},
            {u"digest"_s, QString::fromLatin1(markers.digest)}};
}

} // namespace

QString marked(int number, const QString &text)
{
    return u"#m%1#"_s.arg(number) + text;
}

QList<int> Markers::seen() const
{
    auto numbers = inSummaries;
    for (auto row = inMessages.begin(); row != inMessages.end(); ++row)
        numbers.insert(row.key());
    auto sorted = numbers.values();
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

Markers markersOf(const ModelRequest &request)
{
    Markers markers;
    QList<InputItem> messages;
    int last = -1;
    for (const auto &item : request.input) {
        if (!isDialogue(item)) {
            markers.inSummaries += markersInNotes(item.text);
            continue;
        }
        const auto numbers = markersIn(item.text);
        if (numbers.isEmpty())
            continue;
        messages.append(item);
        markers.roles.append(item.role);
        for (const auto number : numbers) {
            ++markers.inMessages[number];
            markers.ascending = markers.ascending && number > last;
            last = number;
        }
    }
    markers.digest = digestOf(messages);
    return markers;
}

QByteArray digestOf(const QList<InputItem> &messages)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const auto &message : messages) {
        hash.addData(message.role.toUtf8() + '\n' + message.text.toUtf8());
        hash.addData(QByteArray(1, '\0'));
    }
    return hash.result().toHex();
}

QString rangesOf(const QList<int> &numbers)
{
    QStringList ranges;
    for (qsizetype from = 0; from < numbers.size();) {
        auto to = from;
        while (to + 1 < numbers.size() && numbers[to + 1] == numbers[to] + 1)
            ++to;
        ranges.append(from == to ? QString::number(numbers[from])
                                 : u"%1-%2"_s.arg(numbers[from]).arg(numbers[to]));
        from = to + 1;
    }
    return ranges.join(u',');
}

QSet<int> numbersOf(QStringView ranges)
{
    QSet<int> numbers;
    for (const auto part : ranges.split(u',')) {
        const auto dash = part.indexOf(u'-');
        bool fromIsOne = false;
        bool toIsOne = false;
        const auto from = (dash < 0 ? part : part.first(dash)).toInt(&fromIsOne);
        const auto to = (dash < 0 ? part : part.sliced(dash + 1)).toInt(&toIsOne);
        if (!fromIsOne || !toIsOne || from < 0 || to >= mostMarkers)
            return {};
        for (auto number = from; number <= to; ++number)
            numbers.insert(number);
    }
    return numbers;
}

QString markersNote(const ModelRequest &request)
{
    const auto ranges = rangesOf(markersOf(request).seen());
    return ranges.isEmpty() ? QString() : u"\n"_s + noteStart + ranges + "]]"_L1;
}

QString markersReport(const ModelRequest &request)
{
    return u"Rehearsal, no model. The markers that the request carried:\n"_s
        + QString::fromUtf8(
               QJsonDocument(toJson(markersOf(request))).toJson(QJsonDocument::Compact));
}

} // namespace hostline::rehearsal
