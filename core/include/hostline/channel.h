// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/delivery.h>
#include <hostline/message.h>
#include <hostline/product.h>

namespace hostline {

/// Carries messages between people and the core. It decides nothing and words nothing.
///
/// What it can do is declared in its metadata (see plugin.h) and enforced by the core: deliver() is called only
/// where replies are delivered, readBack() only where it can read back, showProgress() only where it shows it.
class HOSTLINE_EXPORT Channel : public Product
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Channel)
public:
    ~Channel() override;

    /// Splits a body by the channel's own limits. Pure and deterministic; core thread. Default: one part.
    [[nodiscard]] virtual QList<Part> plan(const Body &body, const Source &target) const;

public Q_SLOTS:
    /// The answer to messageReceived with this tag: the platform may be told now.
    virtual void acknowledge(const hostline::Admission &admission) = 0;
    /// The answer to actionReceived. Default: nothing.
    virtual void finishAction(const hostline::ActionResult &result);
    /// Sends one part -> delivered, exactly once and before Stopped (what is not told by then is unknown). Never repeats by itself a send that may have happened.
    virtual void deliver(const hostline::Delivery &delivery);
    /// Looks whether a send with this key reached its target -> delivered.
    virtual void readBack(const hostline::Delivery &delivery);
    virtual void showProgress(const hostline::Progress &progress);

Q_SIGNALS:
    void messageReceived(const hostline::InboundMessage &message);
    void actionReceived(const hostline::UserAction &action);
    void delivered(const hostline::DeliveryOutcome &outcome);
    /// A message was recalled, or its place no longer exists.
    void messageGone(const hostline::Source &source, const QString &messageId);

protected:
    explicit Channel(QObject *parent = nullptr);
};

} // namespace hostline
