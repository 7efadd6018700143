// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "notices/notice.h"

#include <hostline/failure.h>

#include <chrono>

namespace hostline {

// What becomes of a request whose turn could not be run or did not end well.
enum class RetryPolicy {
    Settle, // never tried again by Hostline: the notice is the reply
    WaitForProvider, // the request stays first in its queue until the provider is ready
    WaitForThread, // the same, until the holder lets go of the thread
    WaitForCapacity, // the same, until a provider of the route has quota; another one may answer first
    NotAccepted, // nothing was stored: the channel sends the message again, or its sender does
};

struct FailurePolicy
{
    NoticeId notice = NoticeId::FailedInternal; // while it waits, or as the reply
    NoticeId reply = NoticeId::FailedInternal; // when the wait is given up; else the same
    // Which one applies is decided where the failure is met: that of a thread by conversation/thread_rules.h, that of a
    // quota by dispatch/turn_rules.h.
    RetryPolicy retry = RetryPolicy::Settle;
    bool reviewMayFollow = false; // D2 decides whether it does

    friend bool operator==(const FailurePolicy &, const FailurePolicy &) = default;
};

// The one table of failure kinds. A wait applies only where the turn is known not to have been accepted;
// after that, Settle.
FailurePolicy failurePolicy(FailureKind kind);

// What a notice may name beside the failure. All texts are shown as they are.
struct FailureContext
{
    QString provider = {}; // its display name, for example from the plugin's metadata
    QString step = {}; // the mending step, complete: a command or a sentence without its full stop
    std::chrono::milliseconds limit{}; // the limit that was passed: a timeout, an age
    int queueLimit = 0;
    qint64 textLimit = 0;
    QString reference = {}; // the request's id
};

// The arguments of notice `id` for this failure, filled from its typed fields and the context.
// An empty step is taken from failure.subject where the kind says that a subject is a step.
Notice failureNotice(NoticeId id, const Failure &failure, const FailureContext &context);

// The notice that settles a request with this failure.
Notice failureReply(const Failure &failure, const FailureContext &context);

} // namespace hostline
