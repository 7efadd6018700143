// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "answer.h"

#include "events.h"
#include "markers.h"
#include "texts.h"

#include <hostline/overloaded.h>

#include <QJsonDocument>
#include <QJsonObject>

namespace hostline::rehearsal {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

/// Collects chunks; pauses and holds wait for the next bytes.
class Score
{
public:
    void pause(milliseconds duration) { m_next.after += duration; }
    void hold() { m_next.hold = true; }

    void play(const QByteArray &bytes)
    {
        m_next.bytes = bytes;
        m_chunks.append(std::exchange(m_next, {}));
    }

    QList<Chunk> take() { return std::exchange(m_chunks, {}); }
    const Chunk &pending() const { return m_next; }

private:
    QList<Chunk> m_chunks;
    Chunk m_next;
};

/// The steps between the tool calls whose outputs the request has already and the next one.
struct Segment
{
    QList<Step> steps;
    bool last = true;
};

Segment segmentOf(const QList<Step> &steps, int outputs)
{
    Segment segment;
    int calls = 0;
    for (const auto &step : steps) {
        if (calls == outputs)
            segment.steps.append(step);
        if (!std::holds_alternative<ToolCall>(step))
            continue;
        if (calls == outputs) {
            segment.last = false;
            break;
        }
        ++calls;
    }
    // More outputs than calls: somebody else's tools ran; what is left is the answer.
    if (segment.last && outputs > calls)
        segment.steps.clear();
    return segment;
}

void playStep(const Step &step, EventWriter &events, Score &score)
{
    std::visit(Overloaded{
                   [&score](const Pause &pause) { score.pause(pause.duration); },
                   [&score](const Hold &) { score.hold(); },
                   [&](const Commentary &said) {
                       score.play(events.messageBegun(Phase::Commentary));
                       score.play(events.messageDelta(said.text));
                       score.play(events.messageEnded(said.text, Phase::Commentary));
                   },
                   [&](const Reasoning &thought) { score.play(events.reasoning(thought.text)); },
                   [&](const ToolCall &call) {
                       score.play(events.functionCall(call.name, call.arguments));
                   },
               },
               step);
}

QString answerText(const ModelRequest &request,
                   const Directions &directions,
                   const Circumstances &circumstances)
{
    QString text;
    if (directions.echoHistory)
        text = historyOf(request);
    else if (directions.markers)
        text = markersReport(request);
    else if (directions.length)
        text = fillerOf(*directions.length);
    else if (directions.say)
        text = *directions.say;
    else if (request.kind == RequestKind::Compaction)
        text = summaryOf(request);
    else
        text = echoOf(directions.question, circumstances.signIn);
    if (request.kind == RequestKind::Compaction)
        text += markersNote(request);
    return text + mistakesNote(directions.mistakes);
}

qint64 tokens(qint64 bytes)
{
    return (bytes + 3) / 4;
}

void playText(const QString &text, const Directions &directions, EventWriter &events, Score &score)
{
    score.play(events.messageBegun(Phase::FinalAnswer));
    const auto deltas = pieces(text, directions.deltas);
    for (qsizetype i = 0; i < deltas.size(); ++i) {
        if (i > 0)
            score.pause(directions.every);
        if (directions.holdHalf && i == deltas.size() / 2)
            score.hold();
        score.play(events.messageDelta(deltas[i]));
    }
    score.play(events.messageEnded(text, Phase::FinalAnswer));
}

Answer httpError(int status, const QString &type, const QString &code, const QString &message)
{
    Answer answer;
    answer.status = status;
    answer.contentType = "application/json";
    answer.chunks.append(Chunk{{}, false, errorBody(type, code, message)});
    return answer;
}

Answer usageLimit(const Failing &failing, const Circumstances &circumstances)
{
    const QJsonObject error{
        {u"type"_s, u"usage_limit_reached"_s},
        {u"message"_s, u"The usage limit has been reached"_s},
        {u"plan_type"_s, u"plus"_s},
        {u"resets_at"_s, circumstances.now.toSecsSinceEpoch() + failing.resetSeconds},
        {u"resets_in_seconds"_s, failing.resetSeconds}};
    Answer answer;
    answer.status = 429;
    answer.contentType = "application/json";
    answer.chunks.append(
        {{},
         false,
         QJsonDocument(QJsonObject{{u"error"_s, error}}).toJson(QJsonDocument::Compact)});
    return answer;
}

Answer streamed(const QByteArray &bytes, Ending ending = Ending::Complete)
{
    Answer answer;
    answer.chunks.append({{}, false, bytes});
    answer.ending = ending;
    return answer;
}

Answer
streamFailure(const QString &code, const QString &message, const Circumstances &circumstances)
{
    EventWriter events(circumstances.idPrefix);
    auto bytes = events.created();
    bytes += events.failed(code, message);
    return streamed(bytes);
}

Answer dropped(const QByteArray &bytes)
{
    auto answer = streamed(bytes, Ending::Drop);
    // Cutting a connection loses what is still under way: these bytes are to arrive.
    answer.chunks.append({milliseconds(100), false, {}});
    return answer;
}

Answer brokenOff(EventWriter events)
{
    auto bytes = events.created();
    bytes += events.messageBegun(Phase::FinalAnswer);
    bytes += events.messageDelta(u"This answer of a rehearsal breaks off in the mid"_s);
    return dropped(bytes);
}

Answer silence()
{
    Answer answer;
    answer.ending = Ending::Silence;
    return answer;
}

Answer notSse()
{
    Answer answer;
    answer.contentType = "text/html";
    answer.chunks.append(
        {{}, false, "<html><body>This is a rehearsal of a wrong server.</body></html>"});
    return answer;
}

Answer unnamedFault(const Failing &failing, const Circumstances &circumstances)
{
    const auto invalid = u"invalid_request_error"_s;
    const auto server = u"server_error"_s;
    EventWriter events(circumstances.idPrefix);
    switch (failing.fault) {
    case Fault::UsageLimitReached:
        return usageLimit(failing, circumstances);
    case Fault::UsageNotIncluded:
        return httpError(
            429, u"usage_not_included"_s, {}, u"This plan does not include it (rehearsal)"_s);
    case Fault::InsufficientQuota:
        return streamFailure(u"insufficient_quota"_s,
                             u"You exceeded your current quota (rehearsal)"_s,
                             circumstances);
    case Fault::RateLimit: {
        auto answer =
            httpError(429, u"requests"_s, u"rate_limited"_s, u"Too many requests (rehearsal)"_s);
        answer.headers.emplaceBack("Retry-After", "1");
        return answer;
    }
    case Fault::RateLimitExceeded:
        return streamFailure(u"rate_limit_exceeded"_s,
                             u"Rate limit reached (rehearsal). Please try again in 0.5s."_s,
                             circumstances);
    case Fault::ContextLengthExceeded:
        return streamFailure(u"context_length_exceeded"_s,
                             u"Your input exceeds the context window (rehearsal)"_s,
                             circumstances);
    case Fault::ContextLengthExceeded400:
        return httpError(400,
                         invalid,
                         u"context_length_exceeded"_s,
                         u"Your input exceeds the context window (rehearsal)"_s);
    case Fault::ServerOverloaded:
        return streamFailure(
            u"server_is_overloaded"_s, u"The server is overloaded (rehearsal)"_s, circumstances);
    case Fault::ServerOverloaded503:
        return httpError(
            503, server, u"server_is_overloaded"_s, u"The server is overloaded (rehearsal)"_s);
    case Fault::SlowDown:
        return httpError(503, server, u"slow_down"_s, u"Slow down (rehearsal)"_s);
    case Fault::Http400:
        return httpError(400, invalid, u"invalid_value"_s, u"A bad request (rehearsal)"_s);
    case Fault::Http401:
        return httpError(401, invalid, u"invalid_api_key"_s, u"Not signed in (rehearsal)"_s);
    case Fault::Http403:
        return httpError(403, invalid, u"forbidden"_s, u"Forbidden (rehearsal)"_s);
    case Fault::Http404:
        return httpError(
            404, invalid, u"model_not_found"_s, u"The model does not exist (rehearsal)"_s);
    case Fault::Http413:
        return httpError(413, invalid, u"too_large"_s, u"The request is too large (rehearsal)"_s);
    case Fault::Http500:
        return httpError(500, server, {}, u"The server had an error (rehearsal)"_s);
    case Fault::Http503:
        return httpError(503, server, {}, u"The service is unavailable (rehearsal)"_s);
    case Fault::Incomplete: {
        auto bytes = events.created();
        bytes += events.incomplete(u"max_output_tokens"_s);
        return streamed(bytes);
    }
    case Fault::InvalidPrompt:
        return streamFailure(u"invalid_prompt"_s, u"Invalid prompt (rehearsal)"_s, circumstances);
    case Fault::UnknownFailure:
        return streamFailure(
            u"rehearsed_failure"_s, u"A failure that nobody knows (rehearsal)"_s, circumstances);
    case Fault::Drop:
        return dropped(events.created());
    case Fault::Half:
        return brokenOff(std::move(events));
    case Fault::Idle:
        return streamed(events.created(), Ending::Silence);
    case Fault::Hang:
        return silence();
    case Fault::NotSse:
        return notSse();
    }
    return {};
}

bool fails(const Directions &directions, const Circumstances &circumstances)
{
    return directions.failing
        && (directions.failing->times == 0 || circumstances.attempt <= directions.failing->times);
}

} // namespace

QByteArray Answer::body() const
{
    QByteArray bytes;
    for (const auto &chunk : chunks)
        bytes += chunk.bytes;
    return bytes;
}

QByteArray errorBody(const QString &type, const QString &code, const QString &message)
{
    const QJsonObject error{{u"type"_s, type},
                            {u"code"_s, code.isEmpty() ? QJsonValue() : QJsonValue(code)},
                            {u"message"_s, message},
                            {u"param"_s, QJsonValue()}};
    return QJsonDocument(QJsonObject{{u"error"_s, error}}).toJson(QJsonDocument::Compact);
}

Answer faultAnswer(const Failing &failing, const Circumstances &circumstances)
{
    auto answer = unnamedFault(failing, circumstances);
    answer.rule = u"error "_s + toText(failing.fault);
    return answer;
}

Answer answerTo(const ModelRequest &request,
                const Directions &directions,
                const Circumstances &circumstances)
{
    const auto segment = segmentOf(directions.steps, outputsSinceQuestion(request));
    EventWriter events(circumstances.idPrefix);
    Score score;
    if (segment.last && fails(directions, circumstances)) {
        // An error in the head of the answer leaves no room for messages before it: only pauses and holds count.
        for (const auto &step : segment.steps) {
            if (std::holds_alternative<Pause>(step) || std::holds_alternative<Hold>(step))
                playStep(step, events, score);
        }
        auto answer = faultAnswer(*directions.failing, circumstances);
        if (!answer.chunks.isEmpty()) {
            answer.chunks.first().after = score.pending().after;
            answer.chunks.first().hold = score.pending().hold;
        }
        return answer;
    }

    Answer answer;
    score.play(events.created());
    for (const auto &step : segment.steps)
        playStep(step, events, score);
    qint64 written = 0;
    if (segment.last) {
        const auto text = answerText(request, directions, circumstances);
        written = text.toUtf8().size();
        if (request.wantsItem)
            score.play(events.compaction(text));
        else
            playText(text, directions, events, score);
        answer.rule = toText(request.kind);
    } else {
        answer.rule = u"tool"_s;
    }
    const auto usage =
        directions.usage.value_or(Usage{tokens(request.inputBytes), tokens(written)});
    score.play(events.completed(usage.input, usage.output));
    answer.chunks = score.take();
    return answer;
}

} // namespace hostline::rehearsal
