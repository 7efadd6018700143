// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "base/log_line.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QUrl>

using namespace Qt::StringLiterals;

namespace hostline {

namespace {

QLatin1StringView levelName(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return "debug"_L1;
    case QtInfoMsg:
        return "info"_L1;
    case QtWarningMsg:
        return "warning"_L1;
    case QtCriticalMsg:
        return "error"_L1;
    case QtFatalMsg:
        return "fatal"_L1;
    }
    Q_UNREACHABLE();
}

QString escaped(const QString &text)
{
    QString result;
    result.reserve(text.size());
    for (const QChar character : text) {
        switch (character.unicode()) {
        case '\\':
            result += "\\\\"_L1;
            break;
        case '"':
            result += "\\\""_L1;
            break;
        case '\n':
            result += "\\n"_L1;
            break;
        case '\t':
            result += "\\t"_L1;
            break;
        default:
            // U+2028 and U+2029 end a line for some readers, C1 controls drive some terminals.
            if (character.category() == QChar::Other_Control || character.unicode() == 0x2028
                || character.unicode() == 0x2029)
                result += u"\\u%1"_s.arg(character.unicode(), 4, 16, '0'_L1);
            else
                result += character;
        }
    }
    return result;
}

} // namespace

QByteArray
logLine(const QDateTime &time, QtMsgType type, const QString &category, const QString &text)
{
    const QString line = "time="_L1 + time.toUTC().toString(Qt::ISODateWithMs) + " level="_L1
        + levelName(type) + " category="_L1 + category + " text=\""_L1 + escaped(text) + "\"\n"_L1;
    return line.toUtf8();
}

QStringList secretForms(const QString &secret)
{
    constexpr qsizetype shortest = 4;
    if (secret.size() < shortest)
        return {};
    QStringList forms{secret, QString::fromLatin1(QUrl::toPercentEncoding(secret))};
    const QByteArray json = QJsonDocument(QJsonArray{secret}).toJson(QJsonDocument::Compact);
    forms.append(QString::fromUtf8(json.sliced(2, json.size() - 4))); // without ["…"]
    forms.removeDuplicates();
    return forms;
}

QString redacted(QString text, const QStringList &forms)
{
    for (const QString &form : forms)
        text.replace(form, "[redacted]"_L1);
    return text;
}

} // namespace hostline
