// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/message.h>
#include <hostline/turn.h>
#include <hostline/views.h>

#include <optional>

namespace hostline {

/// Rows of the inbox as values.

struct GrantRow
{
    QString id;
    QString channel; ///< empty fields match anything
    QString account;
    QString peer;
    QString sender;
    QString workspace; ///< name; empty: any, new conversations get the default one
    Access access = Access::Read;

    friend bool operator==(const GrantRow &, const GrantRow &) = default;
};

struct MessageRow
{
    QString digest;
    RequestId request;
};

struct RequestRow
{
    RequestId id;
    ConversationId conversation;
    qint64 seq = 0;
    RequestView::Kind kind = RequestView::Kind::Question;
    QString sender;
    QString messageId;
    QString replyTo;
    QString body;
    RequestState state = RequestState::Queued;
    RequestView::WaitsFor waitsFor = RequestView::WaitsFor::Nothing;
    QString waitDetail; ///< who holds the thread, what the provider lacks
    std::optional<qint64> waitingSince;
    QString run;
    std::optional<qint64> stopAskedAt;
    qint64 sentAt = 0;
    qint64 acceptedAt = 0;
    QString boot;
    qint64 bootMs = 0;
    std::optional<qint64> startedAt;
    std::optional<qint64> settledAt;
    QString failure;
    QString failureDetail;
    qint64 stoodMs = 0; ///< queued while the head of its conversation waited for something outside

    friend bool operator==(const RequestRow &, const RequestRow &) = default;
};

} // namespace hostline
