// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/codex/codex_trial.h"

using namespace Qt::StringLiterals;
using namespace hostline::torture;

int main(int argc, char **argv)
{
    return runMatrix(
        argc, argv, {u"new conversation"_s, u"conversation with a thread"_s}, [](Matrix &matrix) {
            const QList<CodexPoint> points = codexPoints();
            for (const CodexPoint &point : points) {
                matrix.row(point.row, [&point](int column, int number) {
                    return runCodexPoint(point, column == 1, number);
                });
            }
            matrix.row(u"children die with it (H26)"_s, [](int column, int number) {
                // The five kills are in it.
                return number == 0 ? runChildren(column == 1) : Verdict{};
            });
        });
}
