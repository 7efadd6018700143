// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/codex/codex_point_table.h"

using namespace Qt::StringLiterals;

namespace hostline::torture {

QList<CodexPoint> codexPoints()
{
    return {
        {u"1 before the ack, nothing stored"_s, Moment::Accepting},
        {u"1 before the ack, stored"_s, Moment::Accepted},
        {u"2 after the ack, the host is deaf"_s, Moment::Acknowledged},
        {u"2 after the ack, at the new thread"_s, Moment::Bound, true, true},
        {u"3 after turn start, model asked"_s, Moment::ModelAsked, false},
        {u"4 mid-delta"_s, Moment::Streaming, false},
        {u"5 turn ended, in the outcome commit"_s, Moment::Answering},
        {u"5 turn ended, stored, not yet shown"_s, Moment::Answered},
        {u"6 mid-send: half of a long answer"_s, Moment::Reading},
        {u"7 after the send"_s, Moment::Seen},
    };
}

} // namespace hostline::torture
