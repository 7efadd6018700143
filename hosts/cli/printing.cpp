// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "printing.h"

#include <hostline/text.h>

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>

using namespace Qt::StringLiterals;

namespace hostline::cli {

namespace {

QString field(const QJsonObject &object, QLatin1StringView name)
{
    return object.value(name).toString();
}

QString withEnd(const QString &text)
{
    return text.endsWith(u'\n') ? text : text + u'\n';
}

QString row(const QString &name, const QString &value)
{
    return value.isEmpty() ? QString() : u"%1 %2\n"_s.arg(name + u':', -14).arg(value);
}

QString ageText(const QString &time, const QDateTime &now)
{
    const qint64 seconds = QDateTime::fromString(time, Qt::ISODateWithMs).secsTo(now);
    if (seconds < 60)
        return u"%1 s"_s.arg(std::max<qint64>(seconds, 0));
    if (seconds < 3600)
        return u"%1 min"_s.arg(seconds / 60);
    if (seconds < 48LL * 3600)
        return u"%1 h"_s.arg(seconds / 3600);
    return u"%1 d"_s.arg(seconds / 86400);
}

/// "running", "waiting (thread)", "running, stopping"
QString stateText(const QJsonObject &request)
{
    QString text = field(request, "state"_L1);
    if (const QString reason = field(request, "waits_for"_L1); !reason.isEmpty())
        text += u" (%1)"_s.arg(reason);
    if (request.value("stopping"_L1).toBool())
        text += u", stopping"_s;
    return text;
}

/// "1200 in, 80 out (gpt-6)"
QString tokensText(const QJsonObject &request)
{
    QStringList spends;
    for (const QJsonValue value : request.value("spends"_L1).toArray()) {
        const QJsonObject spend = value.toObject();
        const QString model = field(spend, "model"_L1);
        spends.append(u"%1 in, %2 out%3"_s.arg(spend.value("input_tokens"_L1).toInteger())
                          .arg(spend.value("output_tokens"_L1).toInteger())
                          .arg(model.isEmpty() ? QString() : u" (%1)"_s.arg(model)));
    }
    return spends.join(u"; "_s);
}

/// A provider or channel of the status.
QString productText(const QJsonObject &product)
{
    QString text = u"%1: %2"_s.arg(field(product, "id"_L1), field(product, "state"_L1));
    for (const QLatin1StringView name : {"version"_L1, "program"_L1, "model"_L1}) {
        if (const QString value = field(product, name); !value.isEmpty())
            text += u", %1 %2"_s.arg(name, value);
    }
    if (product.value("rehearsal"_L1).toBool())
        text += u" (a rehearsal, not a real model)"_s;
    const QJsonObject capacity = product.value("capacity"_L1).toObject();
    if (field(capacity, "state"_L1) == "exhausted"_L1) {
        const QString until = field(capacity, "resets_at"_L1);
        text += u", quota used up"_s + (until.isEmpty() ? QString() : u" until "_s + until);
    }
    for (const QLatin1StringView name : {"message"_L1, "step"_L1}) {
        if (const QString value = field(product, name); !value.isEmpty())
            text += u"\n               "_s + value;
    }
    return text;
}

} // namespace

QString notThereText()
{
    return u"no Hostline runs on this data (start it: hostlined --data DIR, or ./run)"_s;
}

QString errorText(const ApiAnswer &answer)
{
    switch (answer.result) {
    case ApiAnswer::Result::NotThere:
        return notThereText();
    case ApiAnswer::Result::Lost:
        return u"no answer from Hostline: "_s + answer.detail;
    case ApiAnswer::Result::Unreadable:
        return u"Hostline's answer was not understood: "_s + answer.detail;
    case ApiAnswer::Result::TooLarge:
        return u"this is too long: "_s + answer.detail;
    case ApiAnswer::Result::Answered:
        break;
    }
    const QJsonObject error = answer.body.value("error"_L1).toObject();
    const QString message = field(error, "message"_L1);
    const QString step = field(error, "step"_L1);
    const QString first =
        message.isEmpty() ? u"Hostline answered with status %1"_s.arg(answer.status) : message;
    return step.isEmpty() ? first : first + u'\n' + step;
}

QString replyText(const QJsonObject &request)
{
    const QJsonObject reply = request.value("reply"_L1).toObject();
    QString text;
    for (const QJsonValue mark : reply.value("marks"_L1).toArray())
        text += u"[%1]\n"_s.arg(field(mark.toObject(), "text"_L1));
    return text + withEnd(field(reply, "text"_L1));
}

QString requestText(const QJsonObject &request)
{
    QString text = row(u"Request"_s, field(request, "id"_L1))
        + row(u"Conversation"_s, field(request, "conversation"_L1))
        + row(u"State"_s, stateText(request)) + row(u"Asked"_s, field(request, "created_at"_L1))
        + row(u"Started"_s, field(request, "started_at"_L1))
        + row(u"Settled"_s, field(request, "settled_at"_L1))
        + row(u"Waits since"_s, field(request, "waiting_since"_L1))
        + row(u"Tokens"_s, tokensText(request));
    const QJsonObject activity = request.value("activity"_L1).toObject();
    if (!activity.isEmpty()) {
        text += row(u"Activity"_s,
                    u"%1 %2 (%3)"_s.arg(field(activity, "kind"_L1),
                                        field(activity, "label"_L1),
                                        field(activity, "at"_L1)));
    }
    const QJsonObject failure = request.value("failure"_L1).toObject();
    if (!failure.isEmpty())
        text +=
            row(u"Failure"_s,
                u"%1 %2"_s.arg(field(failure, "kind"_L1), field(failure, "detail"_L1)).trimmed());
    text += u"\n> "_s + withEnd(field(request, "text"_L1).trimmed().replace(u'\n', u"\n> "_s));
    for (const QJsonValue notice : request.value("notices"_L1).toArray())
        text += u"\n[%1] %2\n"_s.arg(field(notice.toObject(), "at"_L1),
                                     field(notice.toObject(), "text"_L1));
    if (request.contains("reply"_L1))
        text += u'\n' + replyText(request);
    return text;
}

QString inboxText(const QJsonObject &list, const QDateTime &now)
{
    QString text;
    for (const QJsonValue value : list.value("requests"_L1).toArray()) {
        const QJsonObject request = value.toObject();
        text += u"%1  %2  %3  %4\n"_s.arg(field(request, "id"_L1))
                    .arg(stateText(request), -18)
                    .arg(ageText(field(request, "created_at"_L1), now), 6)
                    .arg(shortened(field(request, "text"_L1).trimmed().section(u'\n', 0, 0), 60));
    }
    if (text.isEmpty())
        return u"Nothing is open.\n"_s;
    return list.contains("next"_L1) ? text + u"(there are more)\n"_s : text;
}

QString statusText(const QJsonObject &status)
{
    QString text = row(u"Hostline"_s, field(status, "version"_L1))
        + row(u"Running since"_s, field(status, "started_at"_L1));
    const QJsonObject store = status.value("store_failure"_L1).toObject();
    if (!store.isEmpty())
        text += row(u"Store"_s,
                    u"takes nothing since %1 (%2); look at the disk"_s.arg(
                        field(store, "since"_L1), field(store, "detail"_L1)));
    for (const QJsonValue provider : status.value("providers"_L1).toArray())
        text += row(u"Provider"_s, productText(provider.toObject()));
    for (const QJsonValue channel : status.value("channels"_L1).toArray())
        text += row(u"Channel"_s, productText(channel.toObject()));
    for (const QJsonValue value : status.value("workspaces"_L1).toArray()) {
        const QJsonObject workspace = value.toObject();
        text += row(u"Workspace"_s,
                    u"%1: %2 (%3)"_s.arg(field(workspace, "name"_L1),
                                         field(workspace, "path"_L1),
                                         field(workspace, "access"_L1)));
    }
    for (const QJsonValue value : status.value("notices"_L1).toArray()) {
        const QJsonObject notice = value.toObject().value("notice"_L1).toObject();
        text += row(u"Notice"_s,
                    u"%1 %2 (%3)"_s.arg(field(notice, "at"_L1),
                                        field(notice, "text"_L1),
                                        field(value.toObject(), "request_id"_L1)));
    }
    const QJsonObject counts = status.value("counts"_L1).toObject();
    const auto count = [&counts](QLatin1StringView name) {
        return counts.value(name).toInteger();
    };
    return text
        + row(u"Requests"_s,
              u"%1 queued, %2 running, %3 waiting"_s.arg(count("queued"_L1))
                  .arg(count("running"_L1))
                  .arg(count("waiting"_L1)));
}

QString pluginsText(const QJsonObject &list)
{
    QString text;
    for (const QJsonValue value : list.value("plugins"_L1).toArray()) {
        const QJsonObject plugin = value.toObject();
        const QString id = field(plugin, "id"_L1);
        const bool usable = plugin.value("usable"_L1).toBool();
        text +=
            u"%1  %2  %3  %4\n"_s.arg(id.isEmpty() ? u"?"_s : id, -12)
                .arg(usable ? u"usable"_s : u"broken"_s, -9)
                .arg(
                    u"%1 %2"_s.arg(field(plugin, "kind"_L1), field(plugin, "version"_L1)).trimmed(),
                    -16)
                .arg(field(plugin, "path"_L1));
        if (const QString reason = field(plugin, "reason"_L1); !reason.isEmpty())
            text += u"              %1\n"_s.arg(reason);
    }
    return text.isEmpty() ? u"No plugin was found.\n"_s : text;
}

QString stoppedText(const QString &command, const QJsonObject &answer)
{
    const QString id = field(answer.value("request"_L1).toObject(), "id"_L1);
    return u"%1 is stopped if it had not ended yet; how it ended: %2 show %1\n"_s.arg(id, command);
}

QString prunedText(const QJsonObject &pruned)
{
    return u"Removed: %1 requests, %2 conversations.\n"_s
        .arg(pruned.value("requests"_L1).toInteger())
        .arg(pruned.value("conversations"_L1).toInteger());
}

QString jsonText(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)) + u'\n';
}

} // namespace hostline::cli
