// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QList>
#include <QtCore/QString>

namespace hostline::torture {

/// What happens to a question on Chat, in order.
enum class Moment {
    Accepting, ///< inside the accept commit
    Accepted, ///< at its sync: stored, the client has no answer
    Acknowledged, ///< the client has its 202, the host hears nothing (it is stopped)
    Bound, ///< at the sync of the commit that binds a new thread: its turn is not asked for
    ModelAsked, ///< the model has the question and is silent
    Streaming, ///< a delta of the answer was seen
    Answering, ///< the turn has ended at the host; inside the outcome commit
    Answered, ///< at its sync: the reply is stored, nobody has heard of it
    Reading, ///< a client has read a part of the reply
    Seen, ///< the event with the reply was seen
};

/// One moment to die at, and what is due after it.
struct CodexPoint
{
    QString row; ///< of B3: 1 to 7, and what is special
    Moment at = Moment::Acknowledged;
    bool answered = true; ///< else the notice that it was interrupted by a restart
    bool onlyNew = false; ///< there is such a moment only in a conversation that has no thread yet
};

[[nodiscard]] QList<CodexPoint> codexPoints();

} // namespace hostline::torture
