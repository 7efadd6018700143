// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "outbox/reply_rules.h"

namespace hostline {

using namespace Qt::StringLiterals;

QList<Notice> replyMarks(bool late, qint64 sentAt, bool recovered)
{
    QList<Notice> marks;
    if (late)
        marks.append({NoticeId::RequestLate, {{u"sent_at"_s, sentAt}}});
    if (recovered)
        marks.append({NoticeId::RequestRecovered, {}});
    return marks;
}

QString composeReply(const QStringList &marks, const QString &answer)
{
    return (marks + QStringList{answer}).join("\n\n"_L1);
}

} // namespace hostline
