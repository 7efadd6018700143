// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "conversation/guidance_rules.h"

namespace hostline {

using namespace Qt::StringLiterals;

QString guidanceFor(Access access)
{
    const QString permission = access == Access::Write
        ? u"You may read, and change files inside the workspace. Nothing outside the workspace may be changed."_s
        : u"You may read. Nothing may be changed: not in the workspace, and not outside it."_s;
    return u"You answer people who write from a chat; each question gets exactly one reply, your "
           u"final message, in Markdown.\n"
           "Permissions: "_s
        + permission
        + u" Nobody can be asked for an approval; what is not permitted is refused at once, so say "
          u"what you could not do.\n"
          "Stop: the person can end this turn at any moment, and the commands that it started end "
          "with it. Start nothing that has"
          " to outlive the turn.\n"
          "Restart: a turn may have been cut off before its end. What it was about to do may have "
          "happened or not: look at the"
          " present state before you act, and repeat nothing of which you do not know that it did "
          "not happen.\n"
          "Earlier messages say what people wanted then; for how things are now, look."_s;
}

} // namespace hostline
