// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "notices/language.h"
#include "notices/notice.h"

#include <hostline/control.h>
#include <hostline/delivery.h>
#include <hostline/turn.h>

#include <QList>

#include <variant>

namespace hostline {

/// What a committed unit asks the outside to do. Everything in it can be derived again from the tables.

/// A request is at the head of its conversation and this run's: whatever is missing to run its turn is to be done.
struct ClaimedRequest
{
    RequestId request;
    ConversationId conversation;
    Source source;
    QString replyTo;
    QString text;
    QString provider;
    QString model;
    QString workspace; ///< path; empty: the workspace is no longer in the settings
    Access access = Access::Read;
    Language language = Language::En; ///< resolved for this request
    QList<Notice> marks; ///< that its reply will carry
    BindingId binding; ///< null: a thread must be made
    QString nativeThread;
    TurnId turn; ///< intended; null as long as there is no binding
    bool firstOfThread =
        false; ///< no turn of the binding was ever asked: the host may keep nothing of its thread
    bool found =
        false; ///< the turn is an earlier run's, or its host went away: it must be read back before anything
    bool sameBoot = true; ///< found: the turn was intended in this boot
    bool stopAsked = false;
    bool migrates = false; ///< no binding yet: a thread is made from the whole history (C4)
    bool hasHistory = false; ///< it migrates: there is something to restore
    QString effort; ///< empty: the host's own choice
    std::optional<Notice> switched =
        std::nullopt; ///< to be said when the model answers: that it is a substitute
    bool review = false; ///< its turn is the review: an agent that acts ends it without an answer

    friend bool operator==(const ClaimedRequest &, const ClaimedRequest &) = default;
};

/// A request that a restart interrupted (D2). Of its claim, `text` is the question; turn and binding are those of the review
/// once it is reserved, provider, model and workspace those of the turn that was interrupted.
struct ReviewCase
{
    ClaimedRequest claim;
    TurnId asked; ///< the interrupted turn
    ThreadSpec askedIn;
    QString digest; ///< of its record when it was decided on
    bool isCurrent = false; ///< the thread is the conversation's still

    friend bool operator==(const ReviewCase &, const ReviewCase &) = default;
};
/// It waits for its review: nothing is reserved, or its turn did not come off.
struct ReviewWanted
{
    ReviewCase review;

    friend bool operator==(const ReviewWanted &, const ReviewWanted &) = default;
};
/// The reserved review is at the head of its conversation, and nothing was sent.
struct ReviewDue
{
    ReviewCase review;

    friend bool operator==(const ReviewDue &, const ReviewDue &) = default;
};

/// The request shall end now, in whatever stage it is.
struct StopAsked
{
    RequestId request;

    friend bool operator==(const StopAsked &, const StopAsked &) = default;
};

/// The request has its reply; nothing of it shall go on.
struct RequestSettled
{
    RequestId request;
    ConversationId conversation;
    TurnId turn;
    QString provider;

    friend bool operator==(const RequestSettled &, const RequestSettled &) = default;
};

/// A delivery is intended (again).
struct DeliveryIntended
{
    DeliveryKey key;
    RequestId request;
    DeliveryPurpose purpose = DeliveryPurpose::Reply;
    Source target;
    QString replyTo;
    Part part;
    int parts = 1;
    QString answer; ///< purpose Reply, kind answer
    std::optional<Notice> notice; ///< what is said instead of an answer
    QList<Notice> marks;
    Language language = Language::En;
    int attempts = 0;
    qint64 createdAt = 0; ///< UTC ms; the channel's window for repeating a key counts from here
    qint64 composedAt =
        0; ///< times in the text are shown as seen from here, so that the slices always fit
    bool uncertain = false; ///< an earlier attempt may have happened: read back first

    friend bool operator==(const DeliveryIntended &, const DeliveryIntended &) = default;
};

/// A thread will not be used again.
struct ThreadLeft
{
    BindingId binding;
    QString provider;
    QString nativeThread;
    bool unfinished = false; ///< it was being prepared by an earlier run

    friend bool operator==(const ThreadLeft &, const ThreadLeft &) = default;
};

using Action = std::variant<ClaimedRequest,
                            ReviewWanted,
                            ReviewDue,
                            StopAsked,
                            RequestSettled,
                            DeliveryIntended,
                            ThreadLeft,
                            Change>;
using Actions = QList<Action>;

} // namespace hostline
