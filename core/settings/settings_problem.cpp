// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "settings/settings_problem.h"

#include <hostline/text.h>

#include <algorithm>
#include <vector>

namespace hostline {

using namespace Qt::StringLiterals;

namespace {

qsizetype editDistance(QStringView left, QStringView right)
{
    std::vector<qsizetype> row(static_cast<std::size_t>(right.size()) + 1);
    for (std::size_t column = 0; column < row.size(); ++column)
        row[column] = static_cast<qsizetype>(column);
    for (qsizetype line = 1; line <= left.size(); ++line) {
        qsizetype diagonal = row[0];
        row[0] = line;
        for (std::size_t column = 1; column < row.size(); ++column) {
            const QChar other = right.at(static_cast<qsizetype>(column) - 1);
            const qsizetype replaced = diagonal + (left.at(line - 1) == other ? 0 : 1);
            diagonal = row[column];
            row[column] = std::min({replaced, row[column] + 1, row[column - 1] + 1});
        }
    }
    return row.back();
}

bool isBareKey(const QString &key)
{
    return !key.isEmpty() && std::all_of(key.begin(), key.end(), [](QChar character) {
        return (character >= u'a' && character <= u'z') || (character >= u'A' && character <= u'Z')
            || (character >= u'0' && character <= u'9') || character == u'_' || character == u'-';
    });
}

QString printable(QString text)
{
    constexpr qsizetype longest = 60;
    for (QChar &character : text) {
        if (!character.isPrint() && !character.isSurrogate())
            character = u' ';
    }
    return shortened(text, longest);
}

} // namespace

QString toString(const SettingsProblem &problem)
{
    QString text = problem.file;
    if (problem.position.line > 0)
        text += u":%1:%2"_s.arg(problem.position.line).arg(problem.position.column);
    if (!problem.key.isEmpty())
        text += u": "_s + problem.key;
    return text + u": "_s + problem.what;
}

Failure settingsFailure(const QString &file, const QList<SettingsProblem> &problems)
{
    QStringList lines;
    for (const SettingsProblem &problem : problems)
        lines.append(toString(problem));
    return Failure{.kind = FailureKind::InvalidConfiguration,
                   .detail = lines.join(u'\n'),
                   .subject = file,
                   .until = std::nullopt};
}

QString unknownKeyText(const QString &key, QStringList known)
{
    known.sort();
    // A key of half a file cannot be a slip of the pen; comparing it would only cost time.
    constexpr qsizetype longest = 64;
    QString closest;
    qsizetype distance = std::clamp<qsizetype>(key.size() / 2, 1, 3) + 1;
    for (const QString &candidate : known) {
        const qsizetype found = key.size() > longest ? distance : editDistance(key, candidate);
        if (found < distance) {
            distance = found;
            closest = candidate;
        }
    }
    if (known.isEmpty())
        return u"unknown key; no key is known here"_s;
    const QString list = known.join(", "_L1);
    return closest.isEmpty()
        ? u"unknown key; known here: %1"_s.arg(list)
        : u"unknown key; did you mean \"%1\"? Known here: %2"_s.arg(closest, list);
}

QString joinedKey(const QString &table, const QString &key)
{
    const QString written = isBareKey(key) && key.size() <= 64 ? key : u'"' + printable(key) + u'"';
    return table.isEmpty() ? written : table + u'.' + written;
}

} // namespace hostline
