// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "directions.h"
#include "request.h"

#include <QString>
#include <QStringList>

namespace hostline::rehearsal {

/// Whether a text holds a Han character: then it is answered in Chinese, else in English.
bool hasHan(const QString &text);

/// The answer to a question without directives: says that no model is behind it, repeats the question, and names the
/// command that signs in to a real one.
QString echoOf(const QString &question, const QString &signIn);

/// Filler of exactly so many characters, in numbered pieces, so that a gap or a repetition shows.
QString fillerOf(const Length &length);

/// The dialogue that the request carried: a headline, then one JSON object {"role","text"} a line.
QString historyOf(const ModelRequest &request);

/// What stands in a compaction's place: honest about being no model's work, with the beginning of each text, bounded.
QString summaryOf(const ModelRequest &request);

/// Says which directives could not be followed; empty for none.
QString mistakesNote(const QStringList &mistakes);

/// Cuts a text into so many pieces (fewer when it is shorter), never inside a code point.
QStringList pieces(const QString &text, int count);

} // namespace hostline::rehearsal
