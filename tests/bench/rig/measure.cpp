// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/rig/measure.h"

#include <QtCore/QByteArray>
#include <QtCore/QFile>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hostline::bench {

namespace {

constexpr qsizetype pageSize = 4096;
constexpr auto gapBetweenSyncs = std::chrono::milliseconds(1);

} // namespace

double now()
{
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

double Samples::percentile(double percent) const
{
    if (m_values.empty())
        return 0;
    std::vector<double> sorted = m_values;
    const auto rank = size_t(std::ceil(percent / 100 * double(sorted.size())));
    const size_t at = std::max<size_t>(rank, 1) - 1;
    std::nth_element(sorted.begin(), sorted.begin() + qsizetype(at), sorted.end());
    return sorted.at(at);
}

QString Samples::summary() const
{
    return QString::asprintf("p50 %.2f  p95 %.2f  p99 %.2f  max %.2f",
                             percentile(50),
                             percentile(95),
                             percentile(99),
                             percentile(100));
}

SyncSampler::SyncSampler(const QString &directory)
    : m_file(::open(QFile::encodeName(directory + "/syncs"_L1).constData(),
                    O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
                    0600))
{
    if (m_file < 0)
        qFatal("cannot write into %s", qPrintable(directory));
}

SyncSampler::~SyncSampler()
{
    ::close(m_file);
}

double SyncSampler::sample()
{
    const QByteArray page(pageSize, 'x');
    if (::write(m_file, page.constData(), size_t(page.size())) != page.size())
        qFatal("the disk is full");
    const double from = now();
    ::fdatasync(m_file);
    const double took = now() - from;
    m_samples.add(took);
    return took;
}

SyncsBeside::SyncsBeside(const QString &directory)
    : m_sampler(directory)
    , m_thread([this] {
        while (m_goes) {
            m_sampler.sample();
            std::this_thread::sleep_for(gapBetweenSyncs);
        }
    })
{ }

const Samples &SyncsBeside::stop()
{
    m_goes = false;
    if (m_thread.joinable())
        m_thread.join();
    return m_sampler.samples();
}

void Report::say(const QString &text)
{
    std::printf("%s\n", qPrintable(text));
    std::fflush(stdout);
}

void Report::tell(const QString &what, double value, double bound, const QString &unit)
{
    say(u"%1: %2 %3; at most %4: %5"_s.arg(what)
            .arg(value, 0, 'f', 2)
            .arg(unit)
            .arg(bound, 0, 'f', 2)
            .arg(value <= bound ? "met"_L1 : "missed"_L1));
}

void Report::check(const QString &what, double value, double bound, const QString &unit)
{
    tell(what, value, bound, unit);
    if (value > bound * m_slack)
        ++m_failures;
}

void Report::check(const QString &what, bool holds)
{
    say(u"%1: %2"_s.arg(what, holds ? "yes"_L1 : "NO"_L1));
    if (!holds)
        ++m_failures;
}

int Report::finish()
{
    double load[3] = {};
    ::getloadavg(load, 3);
    say(u"load %1 over the last minute; %2"_s.arg(load[0], 0, 'f', 1)
            .arg(m_failures == 0 ? u"all that is checked holds"_s
                                 : u"FAILED: %1"_s.arg(m_failures)));
    return m_failures == 0 ? 0 : 1;
}

} // namespace hostline::bench
