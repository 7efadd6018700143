// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/codex/codex_trial.h"

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
        matrix.row(u"children die with it (H26)"_s, [](int column, int number) {
            // The kills are in it.
            return number == 0 ? runChildren(column == 1) : Verdict{};
        });
    });
}
