// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "notices/language.h"
#include "notices/notice.h"

#include <hostline/delivery.h>
#include <hostline/views.h>

#include <optional>

namespace hostline {

/// Rows of the outbox as values.

struct ReplyRow
{
    RequestId request;
    ReplyView::Kind kind = ReplyView::Kind::Answer;
    std::optional<Notice> notice; ///< kind Notice
    QString body; ///< kind Answer: exactly what the model wrote
    QList<Notice> marks;
    Language language = Language::En; ///< resolved: what notice and marks are rendered in, for good
    TurnId turn;
    ReplyView::State state = ReplyView::State::Owed;
    qint64 createdAt = 0;

    friend bool operator==(const ReplyRow &, const ReplyRow &) = default;
};

enum class DeliveryState { Intended, Unknown, Sent, Refused, Gone, Withheld };

struct DeliveryRow
{
    DeliveryKey key;
    RequestId request;
    DeliveryPurpose purpose = DeliveryPurpose::Reply;
    QString subject; ///< reply: empty; notice: its text id
    Part part;
    int parts = 1;
    std::optional<Notice> notice; ///< purpose Notice
    Language language = Language::En;
    DeliveryState state = DeliveryState::Intended;
    int attempts = 0;
    qint64 notBefore = 0;
    QString receipt;
    QString run;
    qint64 createdAt = 0;

    friend bool operator==(const DeliveryRow &, const DeliveryRow &) = default;
};

} // namespace hostline
