// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "answer.h"
#include "lib/http/http_server.h"
#include "record.h"
#include "script.h"

#include <QFile>
#include <QHash>
#include <QUrl>

#include <deque>
#include <memory>

namespace hostline::rehearsal {

class Performance;

struct EndpointOptions
{
    quint16 port = 0; ///< 0: any free one
    Script script;
    QString logFile; ///< JSON lines, appended; created with mode 0600; empty: none
    QString signIn = usualSignIn; ///< what answers name as the way to a real model
    bool control =
        false; ///< serves /control, which shows and changes everything to every user of the machine
};

/// How many model requests there were, and how many answers wait for a release now.
struct Counts
{
    int turn = 0;
    int compaction = 0;
    int held = 0;
    int rejected = 0; ///< of all of them, because their input was longer than the limit

    bool operator==(const Counts &) const = default;
};

/**
 * A scripted stand-in for a model: `POST /v1/responses` on loopback, answered as docs/rehearsal.md says. Lives on one
 * event-loop thread. Everything is bounded: 64 MiB a request, 256 connections, the last 1,000 records
 * (fewer when their requests exceed 64 MiB together).
 */
class Endpoint : public QObject
{
    Q_OBJECT

public:
    explicit Endpoint(EndpointOptions options = {}, QObject *parent = nullptr);
    ~Endpoint() override;
    Q_DISABLE_COPY_MOVE(Endpoint)

    /// Listens, once. An empty text means it does; else why not, in English.
    QString listen();
    /// The base URL for a client, ending in /v1; empty before listen().
    QUrl url() const;

    Counts counts() const;
    const std::deque<Record> &records() const { return m_records; }

    /// For what comes from now on; running answers keep theirs.
    void setScript(const Script &script); ///< a quota that stays the same is used on
    const Script &script() const { return m_options.script; }
    /// The script's quota from now on, unused; none: there is none.
    void setQuota(const std::optional<Quota> &quota);
    /// Lets every held answer go on, and says how many. Later ones are held again where script or question say so.
    int release();

Q_SIGNALS:
    void requestReceived(const hostline::rehearsal::Record &record);
    void heldChanged(int held);

private:
    void handle(HttpRequestPtr request);
    void handleModel(HttpRequestPtr request);
    void handleControl(const HttpRequestPtr &request, const QString &what);
    bool isLocal(const HttpRequest &request) const;
    Answer answerOf(const ModelRequest &request, const Circumstances &circumstances);
    int attemptOf(const ModelRequest &request, const QByteArray &body);
    void keep(const Record &record);
    void forget(Performance *performance);

    EndpointOptions m_options;
    std::unique_ptr<HttpServer> m_server;
    QFile m_log;
    QString m_idPrefix;
    Counts m_counts; // but for held
    QuotaUse m_quotaUse;
    std::deque<Record> m_records;
    qint64 m_recordBytes = 0; // of the bodies they came from
    std::deque<QByteArray> m_steps; // the last ones asked, oldest first
    QHash<QByteArray, int> m_attempts;
    QList<Performance *> m_performances;
};

} // namespace hostline::rehearsal
