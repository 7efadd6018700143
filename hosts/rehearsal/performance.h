// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "answer.h"
#include "lib/http/http_request.h"

#include <QObject>
#include <QTimer>

namespace hostline::rehearsal {

/// Plays one answer in time. A stream's head goes out at once, so that a client that leaves is noticed.
class Performance : public QObject
{
    Q_OBJECT

public:
    Performance(HttpRequestPtr request, Answer answer, QObject *parent);

    void start();
    /// Goes on after a hold; does nothing else.
    void release();

    bool isHeld() const { return m_held; }
    /// Nobody waits for the rest.
    bool isDeserted() const;

Q_SIGNALS:
    void heldChanged();
    /// Once; not from inside start() or release(). The object may be deleted later.
    void finished();

private:
    void approachNext();
    void playNext();
    void end();
    void finish();

    HttpRequestPtr m_request;
    Answer m_answer;
    std::unique_ptr<HttpStream> m_stream;
    QTimer m_pause;
    qsizetype m_next = 0;
    bool m_held = false;
    bool m_finished = false;
};

} // namespace hostline::rehearsal
