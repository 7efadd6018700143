// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "torture/kill/kill_trial.h"

#include <QtCore/QCommandLineParser>
#include <QtCore/QCoreApplication>
#include <QtCore/QElapsedTimer>
#include <QtCore/QRandomGenerator>
#include <QtCore/QThread>

#include <array>
#include <cstdio>
#include <memory>

using namespace Qt::StringLiterals;

namespace hostline::torture {

namespace {

struct Kind
{
    FakePlatform::Ability ability;
    const char *name;
};
constexpr Kind kinds[] = {{FakePlatform::Ability::HonoursKeys, "keyed"},
                          {FakePlatform::Ability::CanBeReadBack, "read back"},
                          {FakePlatform::Ability::Neither, "neither"}};

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
    return words.join(u", "_s);
}

void print(const QString &text)
{
    std::fputs(qPrintable(text), stdout);
    std::fflush(stdout);
}

class Matrix
{
public:
    Matrix(int runs, QString only)
        : m_runs(runs)
        , m_only(std::move(only))
    { }

    template<typename Run>
    void row(const QString &name, const Run &run)
    {
        if (!name.contains(m_only))
            return;
        print(name.leftJustified(38));
        // Side by side: a trial mostly waits for its daemon.
        std::array<Verdict, std::size(kinds)> sums;
        std::array<std::unique_ptr<QThread>, std::size(kinds)> threads;
        for (std::size_t i = 0; i < std::size(kinds); ++i) {
            threads[i].reset(
                QThread::create([&sum = sums[i], ability = kinds[i].ability, &run, this] {
                    for (int number = 0; number < m_runs; ++number)
                        sum.add(run(ability, number));
                }));
            threads[i]->start();
        }
        for (std::size_t i = 0; i < std::size(kinds); ++i) {
            threads[i]->wait();
            print(cell(sums[i]).leftJustified(26));
            for (const QString &fault : std::as_const(sums[i].faults))
                m_faults << u"%1, %2: %3"_s.arg(name, QLatin1String(kinds[i].name), fault);
        }
        print(u"\n"_s);
    }
    [[nodiscard]] const QStringList &faults() const { return m_faults; }

private:
    int m_runs;
    QString m_only;
    QStringList m_faults;
};

int run(int runs, const QString &only)
{
    QElapsedTimer time;
    time.start();
    print(
        u"hostlined is killed with -9 and started again; nothing else is touched. %1 runs each.\n"_s
            .arg(runs));
    print(u"killed at"_s.leftJustified(38));
    for (const Kind &kind : kinds)
        print(QString::fromLatin1(kind.name).leftJustified(26));
    print(u"\n"_s);

    Matrix matrix(runs, only);
    const QList<KillPoint> points = killPoints();
    for (const KillPoint &point : points) {
        matrix.row(point.row, [&point](FakePlatform::Ability ability, int number) {
            return runPoint(ability, point, number % 2 == 1);
        });
    }
    matrix.row(u"at random, three queues (A8)"_s, [](FakePlatform::Ability ability, int) {
        return runQueues(ability, QRandomGenerator::global()->bounded(250));
    });
    print(u"%1 s\n"_s.arg(time.elapsed() / 1000));
    for (const QString &fault : matrix.faults())
        print(fault + u"\n"_s);
    return matrix.faults().isEmpty() ? 0 : 1;
}

} // namespace

} // namespace hostline::torture

int main(int argc, char **argv)
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
    return hostline::torture::run(parser.value(runs).toInt(), parser.value(only));
}
