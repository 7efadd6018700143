// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
//
// `hostline providers`
#include "printing.h"

#include <hostline/text.h>

#include <QtCore/QJsonArray>

using namespace Qt::StringLiterals;

namespace hostline::cli {

namespace {

QString field(const QJsonObject &object, QLatin1StringView name)
{
    return object.value(name).toString();
}

struct Moment
{
    QDateTime now;
    QTimeZone zone;

    [[nodiscard]] QDateTime read(const QJsonObject &object, QLatin1StringView name) const
    {
        return QDateTime::fromString(field(object, name), Qt::ISODateWithMs);
    }
    /// "14:05", on another day "2026-12-02 14:05"; empty where there is no such time.
    [[nodiscard]] QString text(const QJsonObject &object, QLatin1StringView name) const
    {
        const QDateTime time = read(object, name).toTimeZone(zone);
        if (!time.isValid())
            return {};
        const bool today = time.date() == now.toTimeZone(zone).date();
        return time.toString(today ? u"HH:mm"_s : u"yyyy-MM-dd HH:mm"_s);
    }
};

QString lengthText(qint64 minutes)
{
    constexpr qint64 hour = 60;
    constexpr qint64 day = 24 * hour;
    if (minutes % day == 0)
        return u"%1 d"_s.arg(minutes / day);
    if (minutes % hour == 0)
        return u"%1 h"_s.arg(minutes / hour);
    return u"%1 min"_s.arg(minutes);
}

/// "primary (5 h): 43 % used, reset at 14:05"
QString windowText(const QJsonObject &window, const Moment &moment)
{
    QString text = field(window, "id"_L1);
    if (const qint64 minutes = window.value("window_minutes"_L1).toInteger(); minutes > 0)
        text += u" (%1)"_s.arg(lengthText(minutes));
    const QString reset = moment.text(window, "resets_at"_L1);
    if (!reset.isEmpty() && moment.read(window, "resets_at"_L1) <= moment.now)
        return text + u": reset at %1, nothing is known since"_s.arg(reset);
    if (window.contains("used_percent"_L1))
        text += u": %1 % used"_s.arg(window.value("used_percent"_L1).toInteger());
    return reset.isEmpty() ? text : text + u", reset at %1"_s.arg(reset);
}

QString capacityText(const QJsonObject &capacity, const Moment &moment)
{
    const QString state = field(capacity, "state"_L1);
    QString text = u"  quota          "_s + (state.isEmpty() ? u"unknown"_s : state);
    if (const QString until = moment.text(capacity, "resets_at"_L1); !until.isEmpty())
        text += u" until %1"_s.arg(until);
    if (const QString seen = moment.text(capacity, "observed_at"_L1); !seen.isEmpty())
        text += u" (as of %1)"_s.arg(seen);
    text += u'\n';
    for (const QJsonValue window : capacity.value("windows"_L1).toArray())
        text += u"                 %1\n"_s.arg(windowText(window.toObject(), moment));
    return text;
}

QString providerText(const QJsonObject &provider, const Moment &moment)
{
    QString text = u"%1: %2"_s.arg(field(provider, "id"_L1), field(provider, "state"_L1));
    if (provider.value("default"_L1).toBool())
        text += u" (default)"_s;
    text += u'\n';
    const auto row = [&text](const QString &name, const QString &value) {
        if (!value.isEmpty())
            text += u"  %1 %2\n"_s.arg(name, -14).arg(value);
    };
    row(u"plugin"_s,
        (field(provider, "plugin"_L1) + u' ' + field(provider, "version"_L1)).trimmed());
    row(u"program"_s, field(provider, "program"_L1));
    row(u"model"_s,
        provider.value("rehearsal"_L1).toBool()
            ? field(provider, "model"_L1) + u" (a rehearsal, not a real model)"_s
            : field(provider, "model"_L1));
    row(u"trouble"_s, field(provider, "message"_L1));
    row(u"step"_s, field(provider, "step"_L1));
    return text + capacityText(provider.value("capacity"_L1).toObject(), moment);
}

QString choiceText(const QJsonObject &choice, const Moment &moment)
{
    const QString provider = field(choice, "provider"_L1);
    const QString reason = field(choice, "reason"_L1);
    if (reason == "exhausted"_L1) {
        const QString until = moment.text(choice, "until"_L1);
        return u"none has quota left: questions wait"_s
            + (until.isEmpty() ? QString() : u", tried again at %1"_s.arg(until));
    }
    if (reason == "substitute"_L1)
        return provider + u" answers in the primary's place, whose quota is used up"_s;
    if (reason == "untried"_L1)
        return provider + u" answers; nothing is known of its quota"_s;
    return provider + u" answers"_s;
}

QString waitText(const QJsonObject &request, const Moment &moment)
{
    const QString since = moment.text(request, "waiting_since"_L1);
    return u"  %1  for %2%3  %4\n"_s.arg(
        field(request, "id"_L1),
        field(request, "waits_for"_L1),
        since.isEmpty() ? QString() : u" since %1"_s.arg(since),
        shortened(field(request, "text"_L1).trimmed().section(u'\n', 0, 0), 60));
}

} // namespace

QJsonObject providersObject(const QJsonObject &status, const QJsonObject &waiting)
{
    QJsonObject object{{u"providers"_s, status.value("providers"_L1)},
                       {u"waiting"_s, waiting.value("requests"_L1)}};
    if (status.contains("route"_L1))
        object.insert(u"route"_s, status.value("route"_L1));
    return object;
}

QString providersText(const QJsonObject &status,
                      const QJsonObject &waiting,
                      const QDateTime &now,
                      const QTimeZone &zone)
{
    const Moment moment{now, zone};
    QString text;
    for (const QJsonValue provider : status.value("providers"_L1).toArray())
        text += providerText(provider.toObject(), moment);
    if (text.isEmpty())
        text = u"No provider is set up.\n"_s;
    if (const QJsonObject route = status.value("route"_L1).toObject(); !route.isEmpty()) {
        QStringList members;
        for (const QJsonValue member : route.value("members"_L1).toArray())
            members.append(member.toString());
        const QString plugin = field(route, "plugin"_L1);
        text += u"Route: %1%2\n"_s.arg(plugin.isEmpty() ? QString() : plugin + u": "_s,
                                       members.join(u", then "_s));
        text += u"  %1\n"_s.arg(choiceText(route.value("choice"_L1).toObject(), moment));
    }
    QString waits;
    for (const QJsonValue request : waiting.value("requests"_L1).toArray())
        waits += waitText(request.toObject(), moment);
    return waits.isEmpty() ? text + u"Nothing waits.\n"_s : text + u"Waiting:\n"_s + waits;
}

} // namespace hostline::cli
