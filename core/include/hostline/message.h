// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/failure.h>
#include <hostline/id.h>

#include <QtCore/QDateTime>
#include <QtCore/QMetaType>

#include <optional>

namespace hostline {

/// Where a message comes from and where its reply goes.
struct Source
{
    QString channel; ///< the channel's name in the settings, not its plugin's id
    QString account; ///< the app or account on the platform; empty where a channel has one only
    QString
        peer; ///< the chat, group or person; on a local page the conversation id that the client chose
    QString thread; ///< a topic inside the peer; empty outside topics
    QString sender; ///< the person

    friend bool operator==(const Source &, const Source &) = default;
};

/// One inbound event. Its identity is (channel, account, peer, messageId), never its text or time.
struct InboundMessage
{
    quint64 tag = 0; ///< unique per channel and run; the core's Admission names it
    Source source;
    QString messageId;
    QString replyTo; ///< platform id that a reply should hang on; may be empty
    QString text;
    QDateTime sentAt; ///< UTC, as the platform says; invalid: now

    friend bool operator==(const InboundMessage &, const InboundMessage &) = default;
};

enum class RequestState { Queued, Running, Waiting, Settled };
[[nodiscard]] HOSTLINE_EXPORT QString toString(RequestState state);

/// The core's answer to one InboundMessage, after its commit. A channel acknowledges to its platform unless
/// the result is TryLater: then nothing is stored and the platform must send again.
struct Admission
{
    enum class Result {
        Created,
        Replayed, ///< same identity, same content: the same request
        Conflict, ///< same identity, other content: the first stays
        Refused, ///< `failure` says why; the person is told by a delivery of the core, where the channel takes them
        TryLater, ///< the store could not commit
    };
    quint64 tag = 0;
    Result result = Result::TryLater;
    RequestId request; ///< Created, Replayed, Conflict: the request (of the first message)
    RequestState state = RequestState::Queued;
    std::optional<Failure> failure;
    QString text; ///< Refused: the notice, rendered in the conversation's language

    friend bool operator==(const Admission &, const Admission &) = default;
};

/// A button on a message, never a text.
struct UserAction
{
    enum class Kind { Stop };
    quint64 tag = 0;
    Kind kind = Kind::Stop;
    QString subject; ///< Stop: the request id
    Source source;

    friend bool operator==(const UserAction &, const UserAction &) = default;
};

struct ActionResult
{
    quint64 tag = 0;
    bool accepted = false;
    QString text; ///< rendered notice

    friend bool operator==(const ActionResult &, const ActionResult &) = default;
};

} // namespace hostline

Q_DECLARE_METATYPE(hostline::InboundMessage)
Q_DECLARE_METATYPE(hostline::Admission)
