// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/export.h>

#include <QtCore/QDateTime>
#include <QtCore/QObject>

#include <chrono>
#include <memory>

namespace hostline {

/// A single-shot timer of a Clock. Lives on the thread that made it; deleting it cancels it.
class HOSTLINE_EXPORT Timer : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Timer)
public:
    Timer();
    ~Timer() override;

    /// (Re)starts: timedOut() comes once, after `delay`, from the event loop.
    virtual void start(std::chrono::milliseconds delay) = 0;
    virtual void stop() = 0;
    [[nodiscard]] virtual bool isActive() const = 0;

Q_SIGNALS:
    void timedOut();
};

/// Time as everything in Hostline sees it; tests hand in one that they move by hand.
class HOSTLINE_EXPORT Clock
{
public:
    Clock() = default;
    Clock(const Clock &) = delete;
    Clock &operator=(const Clock &) = delete;
    virtual ~Clock();

    [[nodiscard]] virtual QDateTime wall() const = 0; ///< UTC, may jump
    [[nodiscard]] virtual std::chrono::milliseconds
    sinceBoot() const = 0; ///< never jumps, counts sleep (CLOCK_BOOTTIME)
    [[nodiscard]] virtual std::unique_ptr<Timer> timer() = 0;
};

} // namespace hostline
