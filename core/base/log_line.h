// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QDateTime>
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtCore/QtGlobal>

namespace hostline {

/// One line, with its end, in UTF-8: `time=2026-11-30T12:00:00.123Z level=warning category=hostline.core.store text="…"`.
/// The text is quoted: backslash, quote and control characters are escaped, so that one message is always one line.
[[nodiscard]] QByteArray
logLine(const QDateTime &time, QtMsgType type, const QString &category, const QString &text);

/// The forms in which a secret may turn up in a text: as it is, percent-encoded, escaped in JSON. Empty for a text of
/// fewer than 4 characters: hiding it would hide everything.
[[nodiscard]] QStringList secretForms(const QString &secret);

/// `text` with every occurrence of `forms` (sorted longest first) put as "[redacted]".
[[nodiscard]] QString redacted(QString text, const QStringList &forms);

} // namespace hostline
