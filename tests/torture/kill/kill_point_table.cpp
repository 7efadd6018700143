// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/kill/kill_point_table.h"

using namespace Qt::StringLiterals;

namespace hostline::torture {

Due KillPoint::due(FakePlatform::Ability ability) const
{
    switch (ability) {
    case FakePlatform::Ability::HonoursKeys:
        return keyed;
    case FakePlatform::Ability::CanBeReadBack:
        return readable;
    case FakePlatform::Ability::Neither:
        return blind;
    }
    Q_UNREACHABLE();
}

QList<KillPoint> killPoints()
{
    const auto everywhere = [](const QString &row, const QString &at, int passing, Due due) {
        return KillPoint{row, at, passing, due, due, due, 1};
    };
    const auto send = [](const QString &row, const QString &at, int shownBlind) {
        return KillPoint{row, at, 1, Due::Answer, Due::Answer, Due::Unknowable, shownBlind};
    };
    return {
        everywhere(u"1 before the ack, nothing stored"_s, u"channel.message"_s, 1, Due::Answer),
        everywhere(u"1 before the ack, stored"_s, u"channel.acknowledging"_s, 1, Due::Answer),
        everywhere(u"2 after the ack"_s, u"channel.acknowledged"_s, 1, Due::Answer),
        everywhere(u"2 after the ack, turn not yet asked"_s, u"provider.asked"_s, 1, Due::Answer),
        everywhere(u"3 after turn start"_s, u"provider.started"_s, 1, Due::RestartNotice),
        everywhere(u"4 mid-delta"_s, u"provider.piece"_s, 3, Due::RestartNotice),
        everywhere(u"5 turn ended, not stored"_s, u"provider.ended"_s, 1, Due::Answer),
        send(u"5 turn ended, before the send"_s, u"channel.sending"_s, 0),
        send(u"6 mid-send"_s, u"channel.half"_s, 0),
        send(u"7 after the send, before the receipt"_s, u"channel.sent"_s, 1),
    };
}

QList<KillCommit> killCommits()
{
    using Commit = KillCommit::Commit;
    return {
        {u"in the accept commit, torn"_s, Commit::Accept},
        {u"in the accept commit, at its sync"_s, Commit::Accept, true},
        {u"in the outcome commit, torn"_s, Commit::Outcome},
        {u"in the outcome commit, at its sync"_s,
         Commit::Outcome,
         true,
         Due::Answer,
         Due::Unknowable,
         0},
        {u"in the receipt commit, torn"_s, Commit::Receipt, false, Due::Answer, Due::Unknowable, 1},
        {u"in the receipt commit, at its sync"_s, Commit::Receipt, true},
    };
}

} // namespace hostline::torture
