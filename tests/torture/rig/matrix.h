// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QStringList>

#include <functional>

namespace hostline::torture {

/// How trials ended.
struct Verdict
{
    int answers = 0; ///< seen for the questions that were under way
    int notices = 0;
    int unseen = 0;
    QStringList faults; ///< empty: all is well

    void add(const Verdict &other);
};

/// A table of trials, printed as it goes. The columns of a row run side by side, each in a thread of its own: a trial mostly
/// waits for its daemon.
class Matrix
{
public:
    /// One trial, in one of the columns; `number` counts the runs from 0.
    using Run = std::function<Verdict(int column, int number)>;

    Matrix(QStringList columns, int runs, QString only);

    /// Not run when `name` has not the text `only`.
    void row(const QString &name, const Run &run);
    [[nodiscard]] int runs() const { return m_runs; }
    [[nodiscard]] const QStringList &faults() const { return m_faults; }

private:
    QStringList m_columns;
    int m_runs;
    QString m_only;
    QStringList m_faults;
};

/// The program around a matrix: --runs N (else HOSTLINE_KILL_RUNS, else 5), --only TEXT, the time and the faults in the
/// end. -> the exit code
[[nodiscard]] int runMatrix(int argc,
                            char **argv,
                            const QStringList &columns,
                            const std::function<void(Matrix &)> &rows);

} // namespace hostline::torture
