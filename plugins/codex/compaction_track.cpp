// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/codex/compaction_track.h"

namespace hostline::codex {

using What = CompactionSign::What;

namespace {

What endOf(codexwire::TurnStatus status)
{
    switch (status) {
    case codexwire::TurnStatus::Completed:
        return What::TurnCompleted;
    case codexwire::TurnStatus::Interrupted:
        return What::TurnInterrupted;
    case codexwire::TurnStatus::InProgress:
    case codexwire::TurnStatus::Failed:
    case codexwire::TurnStatus::Other:
        return What::TurnFailed;
    }
    return What::TurnFailed;
}

CompactionState afterCompletedTurn(const CompactionTrack &track)
{
    if (track.state != CompactionState::Compacted)
        return CompactionState::Failed;
    return track.answered ? CompactionState::Done : CompactionState::Unanswered;
}

} // namespace

std::optional<CompactionSign> signOf(const codexwire::Event &event)
{
    const codexwire::EventPlace place = codexwire::placeOf(event);
    const auto sign = [&place](What what) {
        return CompactionSign{what, place.threadId, place.turnId};
    };
    if (std::holds_alternative<codexwire::TurnStartedEvent>(event))
        return sign(What::TurnStarted);
    if (const auto *item = std::get_if<codexwire::ItemCompletedEvent>(&event))
        return sign(item->item.kind == codexwire::ItemKind::ContextCompaction ? What::Compacted
                                                                              : What::OtherItem);
    if (const auto *end = std::get_if<codexwire::TurnCompletedEvent>(&event))
        return sign(endOf(end->turn.status));
    return std::nullopt;
}

CompactionTrack next(CompactionTrack track, const CompactionSign &sign)
{
    if (track.state == CompactionState::Done || track.state == CompactionState::Failed)
        return track;
    const bool ofCall = sign.what == What::Answered || sign.what == What::Refused;
    const bool begins = sign.what == What::TurnStarted;
    if (!ofCall && (sign.thread != track.thread || sign.turn.isEmpty()))
        return track;
    if (!ofCall && !begins && sign.turn != track.turn)
        return track;
    switch (sign.what) {
    case What::Answered:
        track.answered = true;
        if (track.state == CompactionState::Unanswered)
            track.state = CompactionState::Done;
        return track;
    case What::TurnStarted:
        if (track.state == CompactionState::Asked) {
            track.state = CompactionState::Begun;
            track.turn = sign.turn;
        }
        return track;
    case What::Compacted:
        if (track.state == CompactionState::Begun)
            track.state = CompactionState::Compacted;
        return track;
    case What::OtherItem:
        return track;
    case What::TurnCompleted:
        track.state = afterCompletedTurn(track);
        return track;
    case What::Refused:
    case What::TurnInterrupted:
    case What::TurnFailed:
        track.state = CompactionState::Failed;
        return track;
    }
    return track;
}

} // namespace hostline::codex
