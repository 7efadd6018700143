// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/export.h>
#include <hostline/turn.h>

#include <QtCore/QtPlugin>

namespace hostline {

/// A provider that can open a thread in which an agent can do nothing but answer (D6): nothing written, no network, no
/// patch, no command, no other tool, no hand-off. Found by qobject_cast<ReviewProvider *>(provider).
///
/// Its turn is started, interrupted and ended like any other; the restriction holds for all of it. A turn in which the agent
/// tries to act ends as TurnResult::Failed with reach ToolStarted and without an answer (D7).
class HOSTLINE_EXPORT ReviewProvider
{
    Q_DISABLE_COPY_MOVE(ReviewProvider)
public:
    ReviewProvider();
    virtual ~ReviewProvider();

    /// Always a new thread, never one that is resumed -> Provider::threadOpened | Provider::threadFailed, never from inside.
    /// UnsupportedHost where the host cannot be confined. ThreadSpec::access and nativeThread have no meaning here.
    virtual void openReview(const ThreadSpec &spec) = 0;
};

} // namespace hostline

Q_DECLARE_INTERFACE(hostline::ReviewProvider, "io.hostline.ReviewProvider/1")
