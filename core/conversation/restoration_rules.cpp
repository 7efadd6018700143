// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "conversation/restoration_rules.h"

#include <QtGlobal>

namespace hostline {

bool fits(const ThreadTarget &thread, const ThreadTarget &wanted)
{
    return wanted.workspace.isEmpty() || thread == wanted;
}

ThreadChoice chooseThread(bool isThere, bool isFit, bool hadThread, bool hasHistory)
{
    if (isThere)
        return isFit ? ThreadChoice::Use : ThreadChoice::Migrate;
    // What was asked before there was any thread was answered by its notice alone.
    return hadThread && hasHistory ? ThreadChoice::Migrate : ThreadChoice::Make;
}

RestorationMove nextMove(RestorationStage stage, RestorationEvent event)
{
    using Stage = RestorationStage;
    using Act = RestorationAct;
    const bool works =
        stage == Stage::Preparing || stage == Stage::Reading || stage == Stage::Restoring;
    const RestorationMove stay{stage, Act::Nothing};
    const auto onlyIn = [stage, stay](Stage expected, RestorationMove move) {
        return stage == expected ? move : stay;
    };
    switch (event) {
    case RestorationEvent::Prepared:
        return onlyIn(Stage::Preparing, {Stage::Reading, Act::Read});
    case RestorationEvent::PrefixCut:
        return onlyIn(Stage::Reading, {Stage::Restoring, Act::Restore});
    case RestorationEvent::HistoryEnded:
        return onlyIn(Stage::Reading, {Stage::Publishing, Act::Publish});
    case RestorationEvent::Restored:
        return onlyIn(Stage::Restoring, {Stage::Reading, Act::Read});
    case RestorationEvent::LastRestored:
        return onlyIn(Stage::Restoring, {Stage::Publishing, Act::Publish});
    case RestorationEvent::Failed:
    case RestorationEvent::OutOfTime:
        return works ? RestorationMove{Stage::Over, Act::SettleFailed} : stay;
    case RestorationEvent::Changed:
        return works ? RestorationMove{Stage::Over, Act::PrepareAgain} : stay;
    case RestorationEvent::Stopped:
        return works ? RestorationMove{Stage::Over, Act::SettleStopped} : stay;
    case RestorationEvent::Declined:
        return stage == Stage::Over ? stay : RestorationMove{Stage::Over, Act::LetGo};
    case RestorationEvent::Published:
        return onlyIn(Stage::Publishing, {Stage::Over, Act::Keep});
    }
    Q_UNREACHABLE();
}

} // namespace hostline
