// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "answer.h"
#include "quota.h"

#include <variant>

namespace hostline::rehearsal {

/// Answers certain requests otherwise than their own directives say. The first rule that fits decides.
struct Rule
{
    QString name; ///< for the log
    QString contains; ///< the question holds this text; empty: any
    std::optional<RequestKind> kind; ///< none: any
    int from = 1; ///< the first request (of all that the endpoint got) it counts for
    int to = 0; ///< the last one; 0: no end
    QString answer; ///< text with directives, used in the question's place

    bool operator==(const Rule &) const = default;
};

/// Names the answers that Script::inputLimitBytes decided.
inline const QString inputLimitRule = QStringLiteral("input limit");

/// How the endpoint behaves, apart from the directives in the questions.
struct Script
{
    std::chrono::milliseconds delay{0}; ///< before every answer
    qint64 inputLimitBytes = 0; ///< a larger input is answered by context_length_exceeded; 0: none
    int failFirst = 0; ///< so many first requests fail
    Fault failFirstWith = Fault::Http500;
    bool hold = false; ///< every answer waits for a release, until that is switched off
    QList<Rule> rules;
    std::optional<Quota> quota; ///< the endpoint keeps its use
    QList<std::pair<QByteArray, QByteArray>> headers; ///< x-codex-*, with every answer

    bool operator==(const Script &) const = default;
};

/// Names the answers that Script::quota decided.
inline const QString quotaRule = QStringLiteral("quota");

/// Reads a script (JSON, docs/rehearsal.md). An unknown key or a wrong value is an error, worded for a person (English).
std::variant<Script, QString> readScript(const QByteArray &json);

/// `{"requests": N, "seconds": S}`.
std::optional<Quota> readQuota(const QJsonObject &object);

/// The answer to a request; pure. In this order: input limit, failing first requests, rules, the question's directives.
Answer
decide(const ModelRequest &request, const Script &script, const Circumstances &circumstances);

} // namespace hostline::rehearsal
