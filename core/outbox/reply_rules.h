// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "notices/notice.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace hostline {

/// What the reply to this request is marked with: sent long ago (A9), recovered after a restart (D1).
[[nodiscard]] QList<Notice> replyMarks(bool late, qint64 sentAt, bool recovered);

/// The whole text of a reply as a channel sends it: the rendered marks, then the answer.
[[nodiscard]] QString composeReply(const QStringList &marks, const QString &answer);

} // namespace hostline
