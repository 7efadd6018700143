// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "endpoint.h"

#include "performance.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRandomGenerator>

namespace hostline::rehearsal {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 largestRequest = 64LL * 1024 * 1024;
constexpr int mostConnections = 256;
constexpr size_t mostRecords = 1'000;
constexpr qint64 mostRecordBytes = 64LL * 1024 * 1024;
constexpr size_t mostRememberedSteps = 1'000;

HttpResponse json(int status, const QJsonObject &object)
{
    return {status,
            {{"Content-Type", "application/json"}},
            QJsonDocument(object).toJson(QJsonDocument::Compact)};
}

HttpResponse error(int status, const QString &code, const QString &message)
{
    return {status,
            {{"Content-Type", "application/json"}},
            errorBody(u"invalid_request_error"_s, code, message)};
}

HttpResponse notFound()
{
    return error(404, u"not_found"_s, u"The rehearsal endpoint has nothing here"_s);
}

} // namespace

Endpoint::Endpoint(EndpointOptions options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_log(m_options.logFile)
    , m_idPrefix(QString::number(QRandomGenerator::system()->generate64(), 36))
{ }

Endpoint::~Endpoint()
{
    qDeleteAll(std::exchange(m_performances, {}));
}

QString Endpoint::listen()
{
    if (!m_options.logFile.isEmpty()) {
        if (!m_log.open(QIODevice::WriteOnly | QIODevice::Append)
            || !m_log.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner))
            return u"the log %1 cannot be written: %2"_s.arg(m_options.logFile,
                                                             m_log.errorString());
    }
    HttpServerOptions options;
    options.port = m_options.port;
    options.connections = mostConnections;
    options.bodyBytes = largestRequest;
    options.refuse = [](const HttpRefusal &refusal) {
        return error(refusal.status, u"refused"_s, refusal.message);
    };
    m_server = std::make_unique<HttpServer>(
        std::move(options), [this](HttpRequestPtr request) { handle(std::move(request)); });
    return m_server->listen().error;
}

QUrl Endpoint::url() const
{
    if (!m_server || m_server->port() == 0)
        return {};
    return QUrl(u"http://127.0.0.1:%1/v1"_s.arg(m_server->port()));
}

Counts Endpoint::counts() const
{
    auto counts = m_counts;
    counts.held = int(std::count_if(
        m_performances.begin(), m_performances.end(), std::mem_fn(&Performance::isHeld)));
    return counts;
}

void Endpoint::setScript(const Script &script)
{
    if (script.quota != m_options.script.quota)
        m_quotaUse = {};
    m_options.script = script;
}

void Endpoint::setQuota(const std::optional<Quota> &quota)
{
    m_options.script.quota = quota;
    m_quotaUse = {};
}

int Endpoint::release()
{
    int released = 0;
    const auto performances = m_performances;
    for (auto *performance : performances) {
        if (!performance->isHeld())
            continue;
        performance->release();
        ++released;
    }
    return released;
}

void Endpoint::handle(HttpRequestPtr request)
{
    const auto path = request->target().path();
    if (!isLocal(*request)) {
        request->respond(
            error(403, u"not_local"_s, u"The rehearsal endpoint serves local programs alone"_s));
    } else if (path == "/v1/responses"_L1 && request->method() == "POST") {
        handleModel(std::move(request));
    } else if (path == "/v1/models"_L1 && request->method() == "GET") {
        const QJsonObject model{
            {u"id"_s, u"rehearsal"_s}, {u"object"_s, u"model"_s}, {u"owned_by"_s, u"hostline"_s}};
        request->respond(json(200, {{u"object"_s, u"list"_s}, {u"data"_s, QJsonArray{model}}}));
    } else if (m_options.control && path.startsWith("/control/"_L1)) {
        handleControl(request, QString::fromLatin1(request->method()) + u' ' + path.mid(9));
    } else {
        request->respond(notFound());
    }
}

// Web pages can send requests to loopback too: they give themselves away by an Origin, or by another name as Host.
bool Endpoint::isLocal(const HttpRequest &request) const
{
    const auto port = QByteArray::number(m_server->port());
    const auto host = request.header("Host");
    return request.header("Origin").isEmpty()
        && (host == "127.0.0.1:" + port || host == "localhost:" + port);
}

void Endpoint::handleModel(HttpRequestPtr request)
{
    auto model = readRequest(request->body(), request->header("x-codex-turn-metadata"));
    if (!model) {
        request->respond(
            error(400, u"invalid_value"_s, u"The body is no JSON object with an input list"_s));
        return;
    }
    ++(model->kind == RequestKind::Compaction ? m_counts.compaction : m_counts.turn);
    Circumstances circumstances;
    circumstances.number = m_counts.turn + m_counts.compaction;
    circumstances.idPrefix = m_idPrefix + u'_' + QString::number(circumstances.number);
    circumstances.now = QDateTime::currentDateTimeUtc();
    circumstances.attempt = attemptOf(*model, request->body());
    circumstances.signIn = m_options.signIn;
    auto answer = answerOf(*model, circumstances);
    if (answer.rule == inputLimitRule)
        ++m_counts.rejected;
    const Record record{circumstances.now,
                        circumstances.number,
                        circumstances.attempt,
                        *model,
                        answer.status,
                        answer.rule,
                        QString::fromLatin1(request->header("User-Agent"))};

    // A client that left while its answer had no stream yet is found only by looking.
    const auto performances = m_performances;
    for (auto *old : performances) {
        if (old->isDeserted())
            forget(old);
    }
    auto *performance = new Performance(std::move(request), std::move(answer), this);
    m_performances.append(performance);
    connect(performance, &Performance::heldChanged, this, [this] {
        Q_EMIT heldChanged(counts().held);
    });
    connect(
        performance, &Performance::finished, this, [this, performance] { forget(performance); });
    keep(record);
    Q_EMIT requestReceived(record);
    performance->start();
}

Answer Endpoint::answerOf(const ModelRequest &request, const Circumstances &circumstances)
{
    QuotaVerdict verdict;
    if (m_options.script.quota) {
        verdict = charge(*m_options.script.quota, m_quotaUse, circumstances.now);
        m_quotaUse = verdict.use;
    }
    Answer answer;
    if (verdict.refused) {
        answer = faultAnswer({Fault::UsageLimitReached, 0, verdict.resetSeconds}, circumstances);
        answer.rule = quotaRule;
    } else {
        answer = decide(request, m_options.script, circumstances);
    }
    answer.headers += verdict.headers;
    answer.headers += m_options.script.headers;
    return answer;
}

void Endpoint::handleControl(const HttpRequestPtr &request, const QString &what)
{
    if (what == "POST release"_L1) {
        request->respond(json(200, {{u"released"_s, release()}}));
    } else if (what == "POST hold"_L1 || what == "POST flow"_L1) {
        m_options.script.hold = what.endsWith("hold"_L1);
        request->respond(json(200, {{u"hold"_s, m_options.script.hold}}));
    } else if (what == "POST script"_L1) {
        const auto read = readScript(request->body());
        if (const auto *mistake = std::get_if<QString>(&read)) {
            request->respond(error(400, u"invalid_value"_s, *mistake));
            return;
        }
        setScript(std::get<Script>(read));
        request->respond(json(200, {}));
    } else if (what == "POST quota"_L1) {
        const auto object = QJsonDocument::fromJson(request->body()).object();
        const auto quota = readQuota(object);
        if (!quota && !object.isEmpty()) {
            request->respond(error(400, u"invalid_value"_s, u"quota: requests and seconds"_s));
            return;
        }
        setQuota(quota);
        request->respond(json(200, {}));
    } else if (what == "GET count"_L1) {
        const auto now = counts();
        request->respond(json(200,
                              {{u"turn"_s, now.turn},
                               {u"compaction"_s, now.compaction},
                               {u"held"_s, now.held},
                               {u"rejected"_s, now.rejected}}));
    } else if (what == "GET log"_L1) {
        QJsonArray records;
        for (const auto &record : m_records)
            records.append(toJson(record));
        request->respond(json(200, {{u"requests"_s, records}}));
    } else {
        request->respond(notFound());
    }
}

int Endpoint::attemptOf(const ModelRequest &request, const QByteArray &body)
{
    QByteArray step;
    if (request.turn.isEmpty())
        step = QCryptographicHash::hash(body, QCryptographicHash::Sha256);
    else
        step = u"%1/%2/%3"_s.arg(request.turn, toText(request.kind))
                   .arg(outputsSinceQuestion(request))
                   .toUtf8();
    const auto attempt = ++m_attempts[step];
    if (attempt == 1) {
        m_steps.push_back(step);
        if (m_steps.size() > mostRememberedSteps) {
            m_attempts.remove(m_steps.front());
            m_steps.pop_front();
        }
    }
    return attempt;
}

void Endpoint::keep(const Record &record)
{
    if (m_log.isOpen()) {
        m_log.write(QJsonDocument(toJson(record)).toJson(QJsonDocument::Compact) + '\n');
        m_log.flush();
    }
    m_records.push_back(record);
    m_recordBytes += record.request.bytes;
    while (m_records.size() > mostRecords
           || (m_recordBytes > mostRecordBytes && m_records.size() > 1)) {
        m_recordBytes -= m_records.front().request.bytes;
        m_records.pop_front();
    }
}

void Endpoint::forget(Performance *performance)
{
    if (!m_performances.removeOne(performance))
        return;
    performance->deleteLater();
    Q_EMIT heldChanged(counts().held);
}

} // namespace hostline::rehearsal
