// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "texts.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace hostline::rehearsal {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype summaryEntry = 80;
constexpr qsizetype summaryBytes = 2'000;

QString quoted(const QString &text)
{
    auto lines = text;
    return u"> "_s + lines.replace(u'\n', "\n> "_L1);
}

QString piece(Filler filler, qsizetype number)
{
    const auto counted = u"%1"_s.arg(number, 7, 10, QChar(u'0'));
    switch (filler) {
    case Filler::Ascii:
        return counted + u" rehearsal text, no model. "_s;
    case Filler::Cjk:
        return counted + u"号排练文字，没有模型。"_s;
    case Filler::Markdown:
        return u"### "_s + counted + u"\n\n| a | b |\n|---|---|\n| `code` | **文字** |\n\n"_s;
    }
    return {};
}

} // namespace

bool hasHan(const QString &text)
{
    const auto points = text.toUcs4();
    return std::any_of(points.begin(), points.end(), [](auto point) {
        return QChar::script(point) == QChar::Script_Han;
    });
}

QString echoOf(const QString &question, const QString &signIn)
{
    if (hasHan(question)) {
        return u"**这是排练**：背后没有任何模型，回答来自 Hostline "
               u"自带的排练端点。\n\n你的问题是：\n\n%1\n\n"
               "要得到真正的回答，请先运行 `%2`，再重新启动 Hostline。"_s.arg(quoted(question),
                                                                              signIn);
    }
    if (question.isEmpty())
        return u"**This is a rehearsal**: no model is behind this answer, and there was no question in it."_s;
    return u"**This is a rehearsal**: no model is behind this answer; Hostline's own rehearsal "
           u"endpoint gave it.\n\n"
           "You asked:\n\n%1\n\nFor real answers run `%2`, then start Hostline again."_s.arg(
               quoted(question), signIn);
}

QString fillerOf(const Length &length)
{
    QString text;
    text.reserve(length.characters + 64);
    for (qsizetype number = 1; text.size() < length.characters; ++number)
        text += piece(length.filler, number);
    text.truncate(length.characters);
    return text;
}

QString historyOf(const ModelRequest &request)
{
    const auto dialogue = dialogueOf(request);
    auto text = u"Rehearsal, no model. The request carried %1 messages:"_s.arg(dialogue.size());
    for (const auto &item : dialogue) {
        const QJsonObject entry{{u"role"_s, item.role}, {u"text"_s, item.text}};
        text += u'\n' + QString::fromUtf8(QJsonDocument(entry).toJson(QJsonDocument::Compact));
    }
    return text;
}

QString summaryOf(const ModelRequest &request)
{
    const auto dialogue = dialogueOf(request);
    auto text = u"Rehearsal summary: no model wrote it, it only lists how the texts begin "
                u"(这是排练摘要，没有模型参与). "
                "Messages so far: %1."_s.arg(dialogue.size());
    qsizetype used = 0;
    qsizetype listed = 0;
    for (const auto &item : dialogue) {
        const auto entry =
            u"\n- %1: %2"_s.arg(item.role, item.text.left(summaryEntry).simplified());
        used += entry.toUtf8().size();
        if (used > summaryBytes)
            break;
        text += entry;
        ++listed;
    }
    if (listed < dialogue.size())
        text += u"\n- and %1 more"_s.arg(dialogue.size() - listed);
    return text;
}

QString mistakesNote(const QStringList &mistakes)
{
    if (mistakes.isEmpty())
        return {};
    return u"\n\nRehearsal: these directives cannot be followed: %1"_s.arg(mistakes.join(u"  "_s));
}

QStringList pieces(const QString &text, int count)
{
    QStringList parts;
    qsizetype from = 0;
    for (int i = 1; i <= count && from < text.size(); ++i) {
        auto to = i == count ? text.size() : qsizetype(qint64(text.size()) * i / count);
        if (to < text.size() && text[to].isLowSurrogate())
            ++to;
        if (to > from)
            parts.append(text.mid(from, to - from));
        from = qMax(from, to);
    }
    return parts;
}

} // namespace hostline::rehearsal
