// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/api/api_writer.h"

#include "lib/api/api_words.h"

#include <hostline/text.h>

#include <QtCore/QJsonArray>

#include <algorithm>

namespace hostline {

using namespace Qt::StringLiterals;
using api::timeText;
using api::word;

namespace {

// Bounds of the schema for texts that come from outside.
constexpr qsizetype longestLabel = 500;
constexpr qsizetype longestTitle = 200;

/// The endpoint for trying Hostline without an account is known by the name of its model.
const QLatin1StringView rehearsalModel = "rehearsal"_L1;

void insertText(QJsonObject &object, QLatin1StringView key, const QString &text)
{
    if (!text.isEmpty())
        object.insert(key, text);
}

void insertTime(QJsonObject &object, QLatin1StringView key, const std::optional<QDateTime> &time)
{
    if (time && time->isValid())
        object.insert(key, timeText(*time));
}

QJsonObject failureObject(const Failure &failure)
{
    QJsonObject object{{u"kind"_s, toString(failure.kind)}};
    insertText(object, "detail"_L1, failure.detail);
    return object;
}

QJsonObject storeFailure(const StoreTrouble &trouble)
{
    QJsonObject object = failureObject(trouble.failure);
    insertTime(object, "since"_L1, trouble.since);
    return object;
}

QJsonObject capacityObject(const Capacity &capacity)
{
    QJsonArray windows;
    for (const Capacity::Window &window : capacity.windows) {
        QJsonObject object{{u"id"_s, window.id}};
        if (window.usedPercent)
            object.insert("used_percent"_L1, *window.usedPercent);
        if (window.length)
            object.insert("window_minutes"_L1, static_cast<qint64>(window.length->count()));
        insertTime(object, "resets_at"_L1, window.resetsAt);
        windows.append(object);
    }
    QJsonObject object{{u"state"_s, word(capacity.state)}, {u"windows"_s, windows}};
    insertTime(object, "resets_at"_L1, capacity.resetsAt);
    insertTime(object, "observed_at"_L1, capacity.observedAt);
    return object;
}

QJsonObject routeObject(const RouteView &route)
{
    QJsonObject choice{{u"reason"_s, word(route.choice.reason)}};
    insertText(choice, "provider"_L1, route.choice.provider);
    insertTime(choice, "until"_L1, route.choice.until);
    QJsonObject object{{u"members"_s, QJsonArray::fromStringList(route.members)},
                       {u"choice"_s, choice}};
    insertText(object, "plugin"_L1, route.plugin);
    return object;
}

QJsonArray spendArray(const QList<Spend> &spends)
{
    QJsonArray array;
    for (const Spend &spend : spends) {
        QJsonObject object{{u"input_tokens"_s, spend.inputTokens},
                           {u"output_tokens"_s, spend.outputTokens}};
        insertText(object, "model"_L1, spend.model);
        array.append(object);
    }
    return array;
}

/// What providers and channels have in common.
QJsonObject productObject(const ProductView &view)
{
    QJsonObject object{
        {u"id"_s, view.name}, {u"plugin"_s, view.plugin}, {u"state"_s, word(view.state)}};
    if (view.failure) {
        object.insert("failure"_L1, failureObject(*view.failure));
        insertText(object, "message"_L1, view.failure->detail);
        insertText(object, "step"_L1, stepOf(*view.failure));
    }
    return object;
}

} // namespace

ApiWriter::ApiWriter(Rendering rendering)
    : m_rendering(std::move(rendering))
{ }

QJsonObject ApiWriter::notice(const NoticeView &view) const
{
    return {{u"id"_s, view.id},
            {u"text"_s, view.text},
            {u"html"_s, m_rendering.plain(view.text)},
            {u"at"_s, timeText(view.at)}};
}

QJsonObject ApiWriter::activity(const Activity &activity) const
{
    QJsonObject object{{u"kind"_s, word(activity.kind)}};
    insertText(object, "label"_L1, shortened(activity.label, longestLabel));
    return object;
}

QJsonObject ApiWriter::reply(const ReplyView &view) const
{
    const bool answer = view.kind == ReplyView::Kind::Answer;
    QJsonArray marks;
    for (const NoticeView &mark : view.marks)
        marks.append(QJsonObject{{u"id"_s, mark.id}, {u"text"_s, mark.text}});
    QJsonObject object{
        {u"kind"_s, word(view.kind)},
        {u"text"_s, view.text},
        {u"html"_s, answer ? m_rendering.markdown(view.text) : m_rendering.plain(view.text)},
        {u"marks"_s, marks},
        {u"at"_s, timeText(view.at)}};
    if (!answer)
        object.insert("notice_id"_L1, view.noticeId);
    return object;
}

QJsonObject ApiWriter::request(const RequestView &view) const
{
    QJsonArray notices;
    for (const NoticeView &each : view.notices)
        notices.append(notice(each));
    QJsonObject object{{u"id"_s, view.id.toString()},
                       {u"channel"_s, view.place.channel},
                       {u"conversation"_s, view.place.peer},
                       {u"client_id"_s, view.messageId},
                       {u"kind"_s, word(view.kind)},
                       {u"state"_s, toString(view.state)},
                       {u"text"_s, view.text},
                       {u"created_at"_s, timeText(view.acceptedAt)},
                       {u"stopping"_s, view.stopping && view.state != RequestState::Settled},
                       {u"notices"_s, notices}};
    insertTime(object, "started_at"_L1, view.startedAt);
    insertTime(object, "settled_at"_L1, view.settledAt);
    if (view.state == RequestState::Waiting) {
        insertText(object, "waits_for"_L1, word(view.waitsFor));
        insertTime(object, "waiting_since"_L1, view.waitingSince);
    }
    if (!view.spends.isEmpty())
        object.insert("spends"_L1, spendArray(view.spends));
    if (view.state == RequestState::Queued && view.position > 0)
        object.insert("position"_L1, view.position);
    if (view.partial) {
        object.insert("partial"_L1,
                      QJsonObject{{u"item"_s, view.partial->item},
                                  {u"text"_s, view.partial->text},
                                  {u"html"_s, m_rendering.markdown(view.partial->text)}});
    }
    if (view.activity) {
        QJsonObject seen = activity(*view.activity);
        const QDateTime at = m_rendering.activityAt ? m_rendering.activityAt(view.id) : QDateTime();
        seen.insert("at"_L1,
                    timeText(at.isValid() ? at : view.startedAt.value_or(view.acceptedAt)));
        object.insert("activity"_L1, seen);
    }
    if (view.reply)
        object.insert("reply"_L1, reply(*view.reply));
    if (view.failure)
        object.insert("failure"_L1, failureObject(*view.failure));
    return object;
}

QJsonObject ApiWriter::requests(const RequestList &list) const
{
    QJsonArray array;
    for (const RequestView &view : list.requests)
        array.append(request(view));
    QJsonObject object{{u"requests"_s, array}};
    insertText(object, "next"_L1, list.before);
    return object;
}

QJsonObject ApiWriter::conversation(const ConversationView &view) const
{
    QJsonObject object{{u"id"_s, view.place.peer},
                       {u"title"_s, shortened(view.title, longestTitle)},
                       {u"language"_s, view.language},
                       {u"created_at"_s, timeText(view.createdAt)},
                       {u"last_activity_at"_s, timeText(view.changedAt)},
                       {u"open_requests"_s, view.openRequests},
                       {u"closed"_s, view.open.isNull()}};
    insertText(object, "provider"_L1, view.provider);
    insertText(object, "model"_L1, view.model);
    insertText(object, "effort"_L1, view.effort);
    insertText(object, "workspace"_L1, view.workspace);
    return object;
}

QJsonObject ApiWriter::conversations(const ConversationList &list) const
{
    QJsonArray array;
    for (const ConversationView &view : list.conversations)
        array.append(conversation(view));
    QJsonObject object{{u"conversations"_s, array}};
    insertText(object, "next"_L1, list.before);
    return object;
}

QJsonObject ApiWriter::dialogue(const DialogueView &view) const
{
    QJsonObject object = requests({view.requests, view.before});
    object.insert("conversation"_L1, conversation(view.conversation));
    return object;
}

QJsonObject ApiWriter::search(const SearchResult &result) const
{
    QJsonArray array;
    for (const SearchHit &hit : result.hits) {
        QJsonObject object{{u"conversation"_s, hit.place.peer},
                           {u"title"_s, hit.title},
                           {u"excerpt"_s, shortened(hit.excerpt, longestLabel)},
                           {u"at"_s, timeText(hit.at)}};
        insertText(object, "request_id"_L1, hit.request.toString());
        array.append(object);
    }
    return {{u"results"_s, array}};
}

QJsonObject ApiWriter::plugins(const PluginList &list) const
{
    QJsonArray array;
    for (const PluginView &view : list.plugins) {
        QJsonObject object{{u"path"_s, view.path},
                           {u"usable"_s, view.usable},
                           {u"instances"_s, QJsonArray::fromStringList(view.instances)}};
        insertText(object, "id"_L1, view.id);
        insertText(object, "kind"_L1, view.kind);
        insertText(object, "version"_L1, view.version);
        insertText(object, "name"_L1, view.name);
        insertText(object, "name_zh"_L1, view.nameZh);
        insertText(object, "reason"_L1, view.reason);
        array.append(object);
    }
    return {{u"plugins"_s, array}};
}

QJsonObject ApiWriter::health(const StatusView &view) const
{
    QJsonObject object{{u"ready"_s, !view.storeTrouble}};
    if (view.storeTrouble) {
        object.insert("reason"_L1, toString(view.storeTrouble->failure.kind));
        insertTime(object, "since"_L1, view.storeTrouble->since);
    }
    return object;
}

QJsonObject ApiWriter::status(const StatusView &view, const QDateTime &now) const
{
    QJsonArray providers;
    for (const ProductView &each : view.providers) {
        QJsonObject object = productObject(each);
        object.insert("default"_L1, each.name == view.defaultProvider);
        object.insert("rehearsal"_L1, each.model == rehearsalModel);
        insertText(object, "version"_L1, each.version);
        insertText(object, "program"_L1, each.address);
        insertText(object, "model"_L1, each.model);
        if (each.capacity)
            object.insert("capacity"_L1, capacityObject(*each.capacity));
        providers.append(object);
    }
    QJsonArray channels;
    for (const ProductView &each : view.channels)
        channels.append(productObject(each));
    QJsonArray workspaces;
    for (const WorkspaceView &each : view.workspaces)
        workspaces.append(QJsonObject{
            {u"name"_s, each.name}, {u"path"_s, each.path}, {u"access"_s, word(each.access)}});
    QJsonArray notices;
    for (const OwnerNotice &each : view.notices)
        notices.append(QJsonObject{{u"request_id"_s, each.request.toString()},
                                   {u"notice"_s, notice(each.notice)}});
    QJsonObject object{{u"version"_s, view.version},
                       {u"pid"_s, view.pid},
                       {u"schema"_s, view.schema},
                       {u"language"_s, view.language},
                       {u"started_at"_s, timeText(view.startedAt)},
                       {u"uptime_ms"_s, std::max<qint64>(0, view.startedAt.msecsTo(now))},
                       {u"providers"_s, providers},
                       {u"channels"_s, channels},
                       {u"workspaces"_s, workspaces},
                       {u"notices"_s, notices},
                       {u"counts"_s,
                        QJsonObject{{u"queued"_s, view.queued},
                                    {u"running"_s, view.running},
                                    {u"waiting"_s, view.waiting}}}};
    if (!view.route.members.isEmpty())
        object.insert("route"_L1, routeObject(view.route));
    if (view.storeTrouble)
        object.insert("store_failure"_L1, storeFailure(*view.storeTrouble));
    return object;
}

QJsonObject ApiWriter::pruned(const Pruned &pruned) const
{
    return {{u"requests"_s, pruned.requests}, {u"conversations"_s, pruned.conversations}};
}

} // namespace hostline
