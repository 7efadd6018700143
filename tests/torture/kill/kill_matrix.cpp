// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/kill/kill_trial.h"

#include <QtCore/QRandomGenerator>

using namespace Qt::StringLiterals;
using namespace hostline;
using namespace hostline::torture;

int main(int argc, char **argv)
{
    using Ability = FakePlatform::Ability;
    static constexpr Ability abilities[] = {
        Ability::HonoursKeys, Ability::CanBeReadBack, Ability::Neither};
    return runMatrix(argc, argv, {u"keyed"_s, u"read back"_s, u"neither"_s}, [](Matrix &matrix) {
        const QList<KillPoint> points = killPoints();
        for (const KillPoint &point : points) {
            matrix.row(point.row, [&point](int column, int number) {
                return runPoint(abilities[column], point, number % 2 == 1);
            });
        }
        const QList<KillCommit> commits = killCommits();
        for (const KillCommit &commit : commits) {
            matrix.row(commit.row, [&commit, runs = matrix.runs()](int column, int number) {
                // Half of them: these leave less to chance.
                return number < (runs + 1) / 2 ? runCommit(abilities[column], commit, number)
                                               : Verdict{};
            });
        }
        matrix.row(u"at random, three queues (A8)"_s, [](int column, int) {
            return runQueues(abilities[column], QRandomGenerator::global()->bounded(250));
        });
    });
}
