// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ledger/action.h"

#include <hostline/views.h>

#include <QHash>
#include <QObject>

namespace hostline {

/// How running turns look now. In memory only: after a restart the reply tells.
class LiveTurns final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LiveTurns)
public:
    explicit LiveTurns(QObject *parent = nullptr);

    void append(const ClaimedRequest &claim, const QString &item, const QString &text);
    void setActivity(const ClaimedRequest &claim, const Activity &activity);
    void remove(const RequestId &request);
    /// Completes the view of a running request.
    void describe(RequestView &view) const;
    /// The answer so far; empty when none.
    [[nodiscard]] QString text(const RequestId &request) const;

Q_SIGNALS:
    void textAppended(const hostline::RequestId &request,
                      const hostline::Place &place,
                      const QString &item,
                      qsizetype offset,
                      const QString &text);
    void activityChanged(const hostline::RequestId &request,
                         const hostline::Place &place,
                         const hostline::Activity &activity);

private:
    struct Live
    {
        PartialView partial;
        std::optional<Activity> activity;
    };
    QHash<RequestId, Live> m_live;
};

} // namespace hostline
