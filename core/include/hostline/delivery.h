// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/failure.h>
#include <hostline/id.h>
#include <hostline/message.h>

#include <QtCore/QList>

#include <chrono>
#include <optional>

namespace hostline {

/// What a delivery is for.
enum class DeliveryPurpose {
    Reply, ///< a part of the request's one reply
    Notice, ///< a side message
};

/// What is to be shown. Markdown for answers, plain text for notices.
struct Body
{
    enum class Format { Markdown, Plain };
    QString text;
    Format format = Format::Plain;

    friend bool operator==(const Body &, const Body &) = default;
};

/// A slice of a body, in UTF-16 code units, never inside a code point. Parts are contiguous and cover the body.
struct Part
{
    int ordinal = 0; ///< from 0
    QString format; ///< the channel's own word for how it will send the slice
    qsizetype from = 0;
    qsizetype to = 0;

    friend bool operator==(const Part &, const Part &) = default;
};

/// One send. The key stays the same over every attempt, in this run and later ones.
struct Delivery
{
    DeliveryKey key;
    RequestId request;
    DeliveryPurpose purpose = DeliveryPurpose::Reply;
    Source target;
    QString replyTo;
    Body body; ///< the whole body; the part says which slice
    Part part;
    int parts = 1;

    friend bool operator==(const Delivery &, const Delivery &) = default;
};

struct DeliveryOutcome
{
    enum class Result {
        Sent, ///< `receipt` is the platform's message id
        NotSent, ///< known not to have happened: will be tried again
        Refused, ///< for good: this part can never be sent
        Gone, ///< the target no longer exists
        Unknown, ///< may or may not have happened
    };
    DeliveryKey key;
    Result result = Result::Unknown;
    QString receipt;
    std::optional<std::chrono::milliseconds> retryAfter; ///< NotSent: the platform's wish
    QString detail; ///< for the log

    friend bool operator==(const DeliveryOutcome &, const DeliveryOutcome &) = default;
};

/// How a running turn looks now; a channel edits one message (or ignores it). Nothing of it is stored.
struct Progress
{
    RequestId request;
    Source target;
    QString replyTo;
    QString text; ///< the answer so far
    bool ended = false; ///< the reply follows as deliveries: close the progress message

    friend bool operator==(const Progress &, const Progress &) = default;
};

} // namespace hostline

Q_DECLARE_METATYPE(hostline::DeliveryOutcome)
