// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/codex/codex_trial.h"
#include "torture/codex/work_trial.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace hostline::torture;

int main(int argc, char **argv)
{
    const QStringList columns{u"new conversation"_s, u"conversation with a thread"_s};
    return runMatrix(argc, argv, columns, [](Matrix &matrix) {
        const QList<CodexPoint> points = codexPoints();
        for (const CodexPoint &point : points) {
            matrix.row(point.row, [&point, runs = matrix.runs()](int column, int number) {
                // A Codex takes its time to start: the two columns share the runs.
                const bool mine = point.onlyNew ? column == 0 : number % 2 == column;
                return mine || runs == 1 ? runCodexPoint(point, column == 1, number) : Verdict{};
            });
        }
        // At random moments: a run of 5 has 8 of them, one of 50 has 50.
        matrix.row(u"at work, and reviewed (D10)"_s,
                   [runs = matrix.runs()](int column, int number) {
                       const int here = 2 * number + column;
                       const int wanted = runs >= 10 ? runs : std::min(8, 2 * runs);
                       return here < wanted ? runWork(here) : Verdict{};
                   });
        matrix.row(u"children die with it (H26)"_s, [](int column, int number) {
            // The kills are in it.
            return number == 0 ? runChildren(column == 1) : Verdict{};
        });
    });
}
