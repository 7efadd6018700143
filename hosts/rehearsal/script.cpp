// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "script.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <functional>

namespace hostline::rehearsal {

using namespace Qt::StringLiterals;

namespace {

using Reader = std::function<bool(const QJsonValue &)>;

struct Field
{
    QString key;
    Reader read;
};

/// The first mistake of an object; empty when each of its keys is known and was read.
QString readFields(const QJsonObject &object, const QList<Field> &fields, const QString &where)
{
    for (auto member = object.begin(); member != object.end(); ++member) {
        const auto key = member.key();
        const auto field = std::find_if(
            fields.begin(), fields.end(), [&key](const auto &known) { return known.key == key; });
        if (field == fields.end())
            return u"%1: unknown key \"%2\""_s.arg(where, key);
        if (!field->read(member.value()))
            return u"%1: \"%2\" has a wrong value"_s.arg(where, key);
    }
    return {};
}

template<typename Number>
Reader number(Number &into, qint64 least, qint64 most)
{
    return [&into, least, most](const QJsonValue &value) {
        const auto read = value.toInteger(least - 1);
        if (read < least || read > most)
            return false;
        into = Number(read);
        return true;
    };
}

Reader text(QString &into)
{
    return [&into](const QJsonValue &value) {
        into = value.toString();
        return value.isString();
    };
}

Reader kind(std::optional<RequestKind> &into)
{
    return [&into](const QJsonValue &value) {
        for (const auto known : {RequestKind::Turn, RequestKind::Compaction}) {
            if (value.toString() == toText(known))
                into = known;
        }
        return into.has_value();
    };
}

std::variant<Rule, QString> readRule(const QJsonValue &value, int number)
{
    const auto where = u"rule %1"_s.arg(number);
    Rule rule;
    rule.name = where;
    const auto mistake = readFields(value.toObject(),
                                    {{u"name"_s, text(rule.name)},
                                     {u"contains"_s, text(rule.contains)},
                                     {u"kind"_s, kind(rule.kind)},
                                     {u"from"_s, rehearsal::number(rule.from, 1, 1'000'000)},
                                     {u"to"_s, rehearsal::number(rule.to, 1, 1'000'000)},
                                     {u"answer"_s, text(rule.answer)}},
                                    where);
    if (!value.isObject() || !value.toObject().contains("answer"_L1))
        return u"%1: it has to be an object with an \"answer\""_s.arg(where);
    if (!mistake.isEmpty())
        return mistake;
    return rule;
}

Reader headers(QList<std::pair<QByteArray, QByteArray>> &into)
{
    return [&into](const QJsonValue &value) {
        const auto object = value.toObject();
        for (auto header = object.begin(); header != object.end(); ++header) {
            if (!header.key().startsWith("x-codex-"_L1) || !header.value().isString())
                return false;
            into.append({header.key().toLatin1(), header.value().toString().toLatin1()});
        }
        return value.isObject();
    };
}

Reader quota(std::optional<Quota> &into)
{
    return [&into](const QJsonValue &value) {
        into = readQuota(value.toObject());
        return into.has_value();
    };
}

bool fits(const Rule &rule, const ModelRequest &request, const QString &question, int number)
{
    return (!rule.kind || rule.kind == request.kind) && number >= rule.from
        && (rule.to == 0 || number <= rule.to)
        && (rule.contains.isEmpty() || question.contains(rule.contains));
}

Answer
unconditional(const ModelRequest &request, const Script &script, const Circumstances &circumstances)
{
    if (script.inputLimitBytes > 0 && request.inputBytes > script.inputLimitBytes) {
        auto answer = faultAnswer({Fault::ContextLengthExceeded}, circumstances);
        answer.rule = inputLimitRule;
        return answer;
    }
    if (circumstances.number <= script.failFirst) {
        auto answer = faultAnswer({script.failFirstWith}, circumstances);
        answer.rule = u"fail first: "_s + toText(script.failFirstWith);
        return answer;
    }
    const auto question = questionOf(request);
    for (const auto &rule : script.rules) {
        if (!fits(rule, request, question, circumstances.number))
            continue;
        auto answer = answerTo(request, directionsOf(rule.answer), circumstances);
        answer.rule = u"%1: %2"_s.arg(rule.name, answer.rule);
        return answer;
    }
    // What a person wrote directs the answers to that person, not the summaries.
    const auto ownWords = request.kind == RequestKind::Compaction ? QString() : question;
    return answerTo(request, directionsOf(ownWords), circumstances);
}

} // namespace

std::optional<Quota> readQuota(const QJsonObject &object)
{
    Quota quota;
    const auto mistake = readFields(object,
                                    {{u"requests"_s, number(quota.requests, 0, 1'000'000)},
                                     {u"seconds"_s, number(quota.seconds, 1, 604'800)}},
                                    u"quota"_s);
    if (!mistake.isEmpty() || !object.contains("requests"_L1))
        return std::nullopt;
    return quota;
}

std::variant<Script, QString> readScript(const QByteArray &json)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(json, &error);
    if (!document.isObject())
        return u"the script is no JSON object: %1 at byte %2"_s.arg(error.errorString())
            .arg(error.offset);

    Script script;
    qint64 delay = 0;
    QString mistake;
    const auto rules = [&](const QJsonValue &value) {
        const auto list = value.toArray();
        for (qsizetype i = 0; i < list.size() && mistake.isEmpty(); ++i) {
            auto rule = readRule(list.at(i), int(i) + 1);
            if (auto *wrong = std::get_if<QString>(&rule))
                mistake = *wrong;
            else
                script.rules.append(std::get<Rule>(rule));
        }
        return value.isArray();
    };
    const auto failFirstWith = [&script](const QJsonValue &value) {
        const auto fault = faultFromText(value.toString());
        script.failFirstWith = fault.value_or(script.failFirstWith);
        return fault.has_value();
    };
    const auto hold = [&script](const QJsonValue &value) {
        script.hold = value.toBool();
        return value.isBool();
    };
    const auto wrong =
        readFields(document.object(),
                   {{u"delay_ms"_s, number(delay, 0, longestPause.count())},
                    {u"input_limit_bytes"_s, number(script.inputLimitBytes, 0, 1'000'000'000)},
                    {u"fail_first"_s, number(script.failFirst, 0, 1'000'000)},
                    {u"fail_first_with"_s, failFirstWith},
                    {u"hold"_s, hold},
                    {u"quota"_s, quota(script.quota)},
                    {u"headers"_s, headers(script.headers)},
                    {u"rules"_s, rules}},
                   u"script"_s);
    if (!mistake.isEmpty() || !wrong.isEmpty())
        return mistake.isEmpty() ? wrong : mistake;
    script.delay = std::chrono::milliseconds(delay);
    return script;
}

Answer decide(const ModelRequest &request, const Script &script, const Circumstances &circumstances)
{
    auto answer = unconditional(request, script, circumstances);
    if (!answer.chunks.isEmpty()) {
        auto &first = answer.chunks.first();
        first.after += script.delay;
        first.hold = first.hold || script.hold;
    }
    return answer;
}

} // namespace hostline::rehearsal
