// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace hostline::rehearsal {

/// One element of a request's `input`: a message, a call of a tool, or a tool's output.
struct InputItem
{
    QString type;
    QString role; ///< empty for everything but messages
    QString
        text; ///< message text, call arguments, output, or what this endpoint's compaction item holds

    bool operator==(const InputItem &) const = default;
};

enum class RequestKind { Turn, Compaction };

QString toText(RequestKind kind);

/// What the endpoint understands of a `POST /v1/responses`.
struct ModelRequest
{
    RequestKind kind = RequestKind::Turn;
    QString model;
    QString thread; ///< from the header x-codex-turn-metadata; empty for other clients
    QString turn; ///< the same
    bool wantsItem =
        false; ///< a compaction whose result is an item of its own (remote v2), not a text
    qint64 bytes = 0; ///< of the whole body
    qint64 inputBytes = 0; ///< of `input` as compact JSON: what an input limit is compared with
    QList<InputItem> input;
    QStringList tools; ///< names; members of a namespace as `namespace.name`
    QStringList additionalTools; ///< the same, from input items of type additional_tools

    bool operator==(const ModelRequest &) const = default;
};

/// Reads a request body and the header x-codex-turn-metadata (a JSON string, may be empty). Nothing when the body is not
/// a JSON object with an `input` list (a plain string counts as one user message).
std::optional<ModelRequest> readRequest(const QByteArray &body, const QByteArray &turnMetadata);

/// Whether a user message is one that the host writes itself (environment, aborted turn, summary of a compaction,
/// project instructions), so that no person asked it.
bool isHostNote(const QString &text);

/// The text of the last user message that a person wrote; empty when there is none.
QString questionOf(const ModelRequest &request);

/// How many tool outputs came after the question: how far its scripted steps have got.
int outputsSinceQuestion(const ModelRequest &request);

/// All messages of people and of the model, in order, without the host's own notes.
QList<InputItem> dialogueOf(const ModelRequest &request);

} // namespace hostline::rehearsal
