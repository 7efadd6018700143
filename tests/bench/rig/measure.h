// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QString>

#include <atomic>
#include <thread>
#include <vector>

namespace hostline::bench {

/// Milliseconds of CLOCK_MONOTONIC, the same in every process of the machine.
[[nodiscard]] double now();

/// Measured values; percentiles by nearest rank.
class Samples
{
public:
    void add(double value) { m_values.push_back(value); }
    [[nodiscard]] qsizetype count() const { return qsizetype(m_values.size()); }
    [[nodiscard]] double percentile(double percent) const; ///< 0 without samples
    [[nodiscard]] double median() const { return percentile(50); }
    /// "p50 1.23 p95 2.34 p99 3.45 max 4.56"
    [[nodiscard]] QString summary() const;

private:
    std::vector<double> m_values;
};

/// What the disk takes: a page is appended to a file and synced, as a commit of one page would be.
class SyncSampler
{
public:
    explicit SyncSampler(const QString &directory);
    ~SyncSampler();
    SyncSampler(const SyncSampler &) = delete;
    SyncSampler &operator=(const SyncSampler &) = delete;

    double sample(); ///< the time of the sync alone, in ms
    [[nodiscard]] const Samples &samples() const { return m_samples; }

private:
    int m_file;
    Samples m_samples;
};

/// Samples on a thread of its own, beside what is measured.
class SyncsBeside
{
public:
    explicit SyncsBeside(const QString &directory);
    ~SyncsBeside() { (void)stop(); }
    SyncsBeside(const SyncsBeside &) = delete;
    SyncsBeside &operator=(const SyncsBeside &) = delete;

    [[nodiscard]] const Samples &stop();

private:
    SyncSampler m_sampler;
    std::atomic<bool> m_goes = true;
    std::thread m_thread;
};

/// What a program prints. A promise that is kept by comparing within one run decides the exit code; one that is held
/// against a number of the requirements is told only, because it depends on the machine.
class Report
{
public:
    /// `slack` widens what is checked; the bounds are printed as they are.
    explicit Report(double slack)
        : m_slack(slack)
    { }

    void say(const QString &text);
    void tell(const QString &what, double value, double bound, const QString &unit);
    void check(const QString &what, double value, double bound, const QString &unit);
    void check(const QString &what, bool holds);
    /// Load of the machine and how it went, as the last lines; the exit code.
    [[nodiscard]] int finish();

private:
    double m_slack;
    int m_failures = 0;
};

} // namespace hostline::bench
