// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtCore/QString>

namespace hostline {

/// For labels and excerpts: at most `longest` (over 1) UTF-16 code units; what is cut off ends in "…", and no code point is cut in two.
[[nodiscard]] inline QString shortened(const QString &text, qsizetype longest)
{
    if (text.size() <= longest)
        return text;
    const bool halved = text.at(longest - 2).isHighSurrogate();
    return text.first(longest - (halved ? 2 : 1)) + u'…';
}

} // namespace hostline
