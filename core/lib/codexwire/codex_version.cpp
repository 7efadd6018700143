// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/codexwire/codex_version.h"

#include <QRegularExpression>

namespace hostline::codexwire {

using namespace Qt::StringLiterals;

namespace {

std::optional<CodexVersion> matched(const QString &pattern, const QString &text)
{
    const QRegularExpressionMatch match = QRegularExpression(pattern).match(text);
    if (!match.hasMatch())
        return std::nullopt;
    bool major = false;
    bool minor = false;
    bool patch = false;
    const CodexVersion version{match.captured(1).toInt(&major),
                               match.captured(2).toInt(&minor),
                               match.captured(3).toInt(&patch)};
    if (!major || !minor || !patch)
        return std::nullopt;
    return version;
}

} // namespace

QString CodexVersion::toString() const
{
    return u"%1.%2.%3"_s.arg(major).arg(minor).arg(patch);
}

std::optional<CodexVersion> versionOfUserAgent(const QString &userAgent)
{
    return matched(uR"(^[^/\s]+/(\d+)\.(\d+)\.(\d+)(?=$|[\s+-]))"_s, userAgent);
}

std::optional<CodexVersion> versionOfProgramText(const QString &text)
{
    return matched(uR"(^codex(?:-cli)?\s+(\d+)\.(\d+)\.(\d+)(?=$|[\s+-]))"_s, text);
}

} // namespace hostline::codexwire
