// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/channel_traits.h"

#include <hostline/channel.h>

#include <memory>
#include <optional>

namespace hostline {

/// What is wrong with a plan of parts for a text: they must be numbered from 0, contiguous, none empty (but the only one
/// of an empty text), cover the text and never cut a code point. Nothing: it is right.
[[nodiscard]] std::optional<QString> planMistake(const QString &text, const QList<Part> &parts);

/// A channel together with what its plugin declared: the one way in which the core asks it for effects. What was not
/// declared is not asked for. Signals and life cycle are the channel's own.
class GuardedChannel
{
public:
    /// `channel` is not null.
    GuardedChannel(std::unique_ptr<Channel> channel, ChannelTraits traits);

    [[nodiscard]] Channel *channel() const { return m_channel.get(); }
    [[nodiscard]] const ChannelTraits &traits() const { return m_traits; }

    /// The channel's plan if it is right, else the whole body as one part (and a line in the log).
    [[nodiscard]] QList<Part> plan(const Body &body, const Source &target) const;

    /// These hand over to the channel, or return false because it never declared the ability. A channel that throws is
    /// logged; what it was to deliver or read back has an unknown outcome.
    bool deliver(const Delivery &delivery) const;
    bool readBack(const Delivery &delivery) const;
    bool showProgress(const Progress &progress) const;

private:
    void beUnknown(const Delivery &delivery, const QString &fault) const;

    std::unique_ptr<Channel> m_channel;
    ChannelTraits m_traits;
};

} // namespace hostline
