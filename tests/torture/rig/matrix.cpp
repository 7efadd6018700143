// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/rig/matrix.h"

#include <QtCore/QCommandLineParser>
#include <QtCore/QCoreApplication>
#include <QtCore/QElapsedTimer>
#include <QtCore/QThread>

#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace hostline::torture {

namespace {

constexpr int nameWidth = 38;
constexpr int columnWidth = 26;

QString cell(const Verdict &verdict)
{
    QStringList words;
    const auto add = [&words](int count, const QString &word) {
        if (count > 0)
            words << u"%1 %2"_s.arg(count).arg(word);
    };
    add(verdict.answers, u"answered"_s);
    add(verdict.notices, u"told"_s);
    add(verdict.unseen, u"held"_s);
    if (!verdict.faults.isEmpty())
        words << u"WRONG"_s;
    return words.isEmpty() ? u"-"_s : words.join(u", "_s);
}

void print(const QString &text)
{
    std::fputs(qPrintable(text), stdout);
    std::fflush(stdout);
}

} // namespace

void Verdict::add(const Verdict &other)
{
    answers += other.answers;
    notices += other.notices;
    unseen += other.unseen;
    faults += other.faults;
}

Matrix::Matrix(QStringList columns, int runs, QString only)
    : m_columns(std::move(columns))
    , m_runs(runs)
    , m_only(std::move(only))
{ }

void Matrix::row(const QString &name, const Run &run)
{
    if (!name.contains(m_only))
        return;
    print(name.leftJustified(nameWidth));
    const auto count = static_cast<std::size_t>(m_columns.size());
    std::vector<Verdict> sums(count);
    std::vector<std::unique_ptr<QThread>> threads(count);
    for (std::size_t i = 0; i < count; ++i) {
        threads[i].reset(QThread::create([&sum = sums[i], column = int(i), &run, this] {
            for (int number = 0; number < m_runs; ++number)
                sum.add(run(column, number));
        }));
        threads[i]->start();
    }
    for (std::size_t i = 0; i < count; ++i) {
        threads[i]->wait();
        print(cell(sums[i]).leftJustified(columnWidth));
        for (const QString &fault : std::as_const(sums[i].faults))
            m_faults << u"%1, %2: %3"_s.arg(name, m_columns.at(qsizetype(i)), fault);
    }
    print(u"\n"_s);
}

int runMatrix(int argc,
              char **argv,
              const QStringList &columns,
              const std::function<void(Matrix &)> &rows)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    const QCommandLineOption runs(u"runs"_s,
                                  u"Repetitions of each point."_s,
                                  u"N"_s,
                                  qEnvironmentVariable("HOSTLINE_KILL_RUNS", u"5"_s));
    const QCommandLineOption only(u"only"_s, u"The rows whose name has this text."_s, u"text"_s);
    parser.addOptions({runs, only});
    parser.process(application);

    QElapsedTimer time;
    time.start();
    print(
        u"hostlined is killed with -9 and started again; nothing else is touched. %1 runs each.\n"_s
            .arg(parser.value(runs)));
    print(u"killed at"_s.leftJustified(nameWidth));
    for (const QString &column : columns)
        print(column.leftJustified(columnWidth));
    print(u"\n"_s);
    Matrix matrix(columns, parser.value(runs).toInt(), parser.value(only));
    rows(matrix);
    print(u"%1 s\n"_s.arg(time.elapsed() / 1000));
    for (const QString &fault : matrix.faults())
        print(fault + u"\n"_s);
    return matrix.faults().isEmpty() ? 0 : 1;
}

} // namespace hostline::torture
