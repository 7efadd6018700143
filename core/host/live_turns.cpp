// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "host/live_turns.h"

namespace hostline {

namespace {

constexpr qsizetype mostText = 4LL * 1024 * 1024; // beyond it only the reply shows the rest

} // namespace

LiveTurns::LiveTurns(QObject *parent)
    : QObject(parent)
{ }

void LiveTurns::append(const ClaimedRequest &claim, const QString &item, const QString &text)
{
    PartialView &partial = m_live[claim.request].partial;
    if (partial.item != item)
        partial = {item, {}};
    if (partial.text.size() + text.size() > mostText)
        return;
    const qsizetype offset = partial.text.size();
    partial.text += text;
    Q_EMIT textAppended(claim.request, placeOf(claim.source), item, offset, text);
}

void LiveTurns::setActivity(const ClaimedRequest &claim, const Activity &activity)
{
    std::optional<Activity> &known = m_live[claim.request].activity;
    if (known == activity)
        return;
    known = activity;
    Q_EMIT activityChanged(claim.request, placeOf(claim.source), activity);
}

void LiveTurns::remove(const RequestId &request)
{
    m_live.remove(request);
}

void LiveTurns::describe(RequestView &view) const
{
    const auto it = m_live.constFind(view.id);
    if (it == m_live.constEnd() || view.state != RequestState::Running)
        return;
    if (!it->partial.item.isEmpty())
        view.partial = it->partial;
    view.activity = it->activity;
}

QString LiveTurns::text(const RequestId &request) const
{
    return m_live.value(request).partial.text;
}

} // namespace hostline
