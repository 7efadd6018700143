// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "fake_script.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

FailureKind kindFromWord(const QString &word)
{
    if (word == "usage_limit_reached"_L1)
        return FailureKind::QuotaExhausted;
    if (word == "400"_L1)
        return FailureKind::InvalidInput;
    return failureKindFromString(word).value_or(FailureKind::Internal);
}

bool apply(FakeScript &script, const QString &word, const QString &argument)
{
    const QStringList words = argument.split(u' ');
    if (word == "say"_L1) {
        script.answer = argument;
    } else if (word == "commentary"_L1) {
        script.commentary = argument;
    } else if (word == "delay"_L1) {
        script.delay = std::chrono::milliseconds(argument.toLongLong());
    } else if (word == "deltas"_L1) {
        script.pieces = std::max(1, words.value(0).toInt());
        script.gap = std::chrono::milliseconds(words.value(2).toLongLong());
    } else if (word == "hang"_L1) {
        script.hang = true;
    } else if (word == "tool"_L1 && words.value(0) == "shell"_L1) {
        script.command = argument.sliced(6);
    } else if (word == "error"_L1) {
        script.error = kindFromWord(argument);
    } else if (word == "crash"_L1) {
        script.crash = true;
    } else if (word == "deaf"_L1) {
        script.deaf = true;
    } else if (word == "mute"_L1) {
        script.mute = true;
    } else {
        return false;
    }
    return true;
}

} // namespace

FakeScript scriptFor(const QString &question)
{
    static const QRegularExpression directive(u"\\[\\[([a-z]+)(?: ([^\\]]*))?\\]\\]"_s);
    FakeScript script;
    QString rest;
    qsizetype at = 0;
    for (auto matches = directive.globalMatch(question); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (!apply(script, match.captured(1), match.captured(2)))
            continue;
        rest += QStringView(question).sliced(at, match.capturedStart() - at);
        at = match.capturedEnd();
    }
    rest += QStringView(question).sliced(at);
    if (script.answer.isNull())
        script.answer = u"echo: "_s + rest.trimmed();
    return script;
}

} // namespace hostline
