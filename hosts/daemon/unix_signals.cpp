// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "unix_signals.h"

#include <QtCore/QSocketNotifier>

#include <array>
#include <atomic>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace hostline::daemon {

namespace {

constexpr std::array handled{SIGTERM, SIGINT, SIGHUP};

// A signal handler reaches nothing but a variable.
std::atomic<int> writingEnd{-1};
static_assert(std::atomic<int>::is_always_lock_free);

void passOn(int number)
{
    const int saved = errno;
    const char byte = static_cast<char>(number);
    [[maybe_unused]] const ssize_t written = ::write(writingEnd.load(), &byte, 1);
    errno = saved;
}

void ignore(int) { }

void handle(int number, void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, nullptr);
}

} // namespace

UnixSignals::UnixSignals(QObject *parent)
    : QObject(parent)
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("no pipe for signals");
    m_reading = ends[0];
    writingEnd = ends[1];
    auto *const notifier = new QSocketNotifier(m_reading, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, &UnixSignals::readPipe);
    for (const int number : handled)
        handle(number, passOn);
    // A reader that is gone is an error of the write, not the end of the program. A handler, unlike SIG_IGN, is not inherited.
    handle(SIGPIPE, ignore);
}

UnixSignals::~UnixSignals()
{
    for (const int number : handled)
        handle(number, SIG_DFL);
    ::close(writingEnd.exchange(-1));
    ::close(m_reading);
}

void UnixSignals::readPipe()
{
    char byte = 0;
    while (::read(m_reading, &byte, 1) == 1) {
        if (byte == SIGHUP)
            Q_EMIT reloadAsked();
        else
            Q_EMIT stopAsked();
    }
}

} // namespace hostline::daemon
