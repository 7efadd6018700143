// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "events.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace hostline::rehearsal {

using namespace Qt::StringLiterals;

namespace {

QJsonObject textPart(const QString &text)
{
    return {{u"type"_s, u"output_text"_s}, {u"text"_s, text}, {u"annotations"_s, QJsonArray()}};
}

QString toText(Phase phase)
{
    switch (phase) {
    case Phase::Commentary:
        return u"commentary"_s;
    case Phase::FinalAnswer:
        return u"final_answer"_s;
    }
    return {};
}

QJsonObject
messageItem(const QString &id, const QString &status, Phase phase, const QJsonArray &content)
{
    return {{u"type"_s, u"message"_s},
            {u"id"_s, id},
            {u"status"_s, status},
            {u"role"_s, u"assistant"_s},
            {u"content"_s, content},
            {u"phase"_s, toText(phase)}};
}

} // namespace

EventWriter::EventWriter(QString idPrefix)
    : m_prefix(std::move(idPrefix))
{ }

QByteArray EventWriter::created()
{
    return event(u"response.created"_s, {{u"response"_s, response(u"in_progress"_s)}});
}

QByteArray EventWriter::messageBegun(Phase phase)
{
    const auto item = messageItem(itemId(u"msg"_s), u"in_progress"_s, phase, {});
    auto bytes = itemEvent(u"response.output_item.added"_s, item);
    bytes += event(u"response.content_part.added"_s,
                   {{u"item_id"_s, itemId(u"msg"_s)},
                    {u"output_index"_s, m_output},
                    {u"content_index"_s, 0},
                    {u"part"_s, textPart({})}});
    return bytes;
}

QByteArray EventWriter::messageDelta(const QString &delta)
{
    return event(u"response.output_text.delta"_s,
                 {{u"item_id"_s, itemId(u"msg"_s)},
                  {u"output_index"_s, m_output},
                  {u"content_index"_s, 0},
                  {u"delta"_s, delta}});
}

QByteArray EventWriter::messageEnded(const QString &text, Phase phase)
{
    const auto item = messageItem(itemId(u"msg"_s), u"completed"_s, phase, {textPart(text)});
    auto bytes = itemEvent(u"response.output_item.done"_s, item);
    ++m_output;
    return bytes;
}

QByteArray EventWriter::reasoning(const QString &summary)
{
    const auto id = itemId(u"rs"_s);
    const QJsonObject part{{u"type"_s, u"summary_text"_s}, {u"text"_s, summary}};
    const QJsonObject open{
        {u"type"_s, u"reasoning"_s}, {u"id"_s, id}, {u"summary"_s, QJsonArray()}};
    const QJsonObject done{
        {u"type"_s, u"reasoning"_s}, {u"id"_s, id}, {u"summary"_s, QJsonArray{part}}};
    const QJsonObject place{
        {u"item_id"_s, id}, {u"output_index"_s, m_output}, {u"summary_index"_s, 0}};
    auto partAdded = place;
    partAdded[u"part"_s] = QJsonObject{{u"type"_s, u"summary_text"_s}, {u"text"_s, QString()}};
    auto delta = place;
    delta[u"delta"_s] = summary;
    auto bytes = itemEvent(u"response.output_item.added"_s, open);
    bytes += event(u"response.reasoning_summary_part.added"_s, partAdded);
    bytes += event(u"response.reasoning_summary_text.delta"_s, delta);
    bytes += itemEvent(u"response.output_item.done"_s, done);
    ++m_output;
    return bytes;
}

QByteArray EventWriter::functionCall(const QString &name, const QString &arguments)
{
    const QJsonObject item{{u"type"_s, u"function_call"_s},
                           {u"id"_s, itemId(u"fc"_s)},
                           {u"status"_s, u"completed"_s},
                           {u"call_id"_s, itemId(u"call"_s)},
                           {u"name"_s, name},
                           {u"arguments"_s, arguments}};
    auto bytes = itemEvent(u"response.output_item.added"_s, item);
    bytes += itemEvent(u"response.output_item.done"_s, item);
    ++m_output;
    return bytes;
}

QByteArray EventWriter::compaction(const QString &summary)
{
    const QJsonObject item{
        {u"type"_s, u"compaction"_s},
        {u"id"_s, itemId(u"cmp"_s)},
        {u"encrypted_content"_s, QString::fromLatin1(summary.toUtf8().toBase64())}};
    auto bytes = itemEvent(u"response.output_item.added"_s, item);
    bytes += itemEvent(u"response.output_item.done"_s, item);
    ++m_output;
    return bytes;
}

QByteArray EventWriter::completed(qint64 inputTokens, qint64 outputTokens)
{
    auto data = response(u"completed"_s);
    data[u"usage"_s] =
        QJsonObject{{u"input_tokens"_s, inputTokens},
                    {u"input_tokens_details"_s, QJsonObject{{u"cached_tokens"_s, 0}}},
                    {u"output_tokens"_s, outputTokens},
                    {u"output_tokens_details"_s, QJsonObject{{u"reasoning_tokens"_s, 0}}},
                    {u"total_tokens"_s, inputTokens + outputTokens}};
    return event(u"response.completed"_s, {{u"response"_s, data}});
}

QByteArray EventWriter::failed(const QString &code, const QString &message)
{
    auto data = response(u"failed"_s);
    data[u"error"_s] = QJsonObject{{u"code"_s, code}, {u"message"_s, message}};
    return event(u"response.failed"_s, {{u"response"_s, data}});
}

QByteArray EventWriter::incomplete(const QString &reason)
{
    auto data = response(u"incomplete"_s);
    data[u"incomplete_details"_s] = QJsonObject{{u"reason"_s, reason}};
    return event(u"response.incomplete"_s, {{u"response"_s, data}});
}

QByteArray EventWriter::event(const QString &type, QJsonObject data)
{
    data[u"type"_s] = type;
    data[u"sequence_number"_s] = m_sequence++;
    return "event: " + type.toUtf8()
        + "\ndata: " + QJsonDocument(data).toJson(QJsonDocument::Compact) + "\n\n";
}

QByteArray EventWriter::itemEvent(const QString &type, const QJsonObject &item)
{
    return event(type, {{u"output_index"_s, m_output}, {u"item"_s, item}});
}

QString EventWriter::itemId(const QString &kind) const
{
    return u"%1_%2_%3"_s.arg(kind, m_prefix).arg(m_output);
}

QJsonObject EventWriter::response(const QString &status) const
{
    return {{u"id"_s, u"resp_"_s + m_prefix},
            {u"object"_s, u"response"_s},
            {u"status"_s, status},
            {u"output"_s, QJsonArray()}};
}

} // namespace hostline::rehearsal
