// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "request.h"

#include <QMap>
#include <QSet>

namespace hostline::rehearsal {

/// Markers, `#m17#` in the text of a message, show what of a history a model was given: tests write them, the summaries of
/// compactions carry on which of them were seen, and `[[markers]]` in a question asks for them.

/// A message with a marker of this number at its head.
QString marked(int number, const QString &text);

/// What a request's input held.
struct Markers
{
    QMap<int, int> inMessages; ///< number -> how often, in the messages of people and of the model
    QSet<int> inSummaries; ///< what earlier compactions say that they saw
    QStringList roles; ///< of the marked messages, in order
    bool ascending = true; ///< the messages' numbers, in order
    QByteArray digest; ///< digestOf() the marked messages

    /// The numbers seen in either.
    QList<int> seen() const;
    bool operator==(const Markers &) const = default;
};

Markers markersOf(const ModelRequest &request);

/// SHA-256 (hex) over role, line feed, text and NUL of each message in UTF-8: two are equal where the messages are, byte for byte.
QByteArray digestOf(const QList<InputItem> &messages);

/// `0-3,7`; empty for none. The numbers ascend.
QString rangesOf(const QList<int> &numbers);
/// Nothing where it is no such text.
QSet<int> numbersOf(QStringView ranges);

/// What a summary says of them, `[[markers 0-499]]`; empty for none.
QString markersNote(const ModelRequest &request);

/// The answer to `[[markers]]`: a headline, then one JSON object (docs/rehearsal.md).
QString markersReport(const ModelRequest &request);

} // namespace hostline::rehearsal
