// SPDX-FileCopyrightText: 2026 The Hostline Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hostline/result.h>

#include <QtCore/QByteArray>
#include <QtCore/QString>
#include <QtCore/QUrl>

namespace hostline {

/// Where the program that holds a data directory takes calls, and the token that it asks for.
struct RemoteAddress
{
    QUrl base; ///< "http://127.0.0.1:PORT"
    QByteArray token;
    qint64 pid = 0;

    friend bool operator==(const RemoteAddress &, const RemoteAddress &) = default;
};

/// Reads `<data>/run.json` and `<data>/chat.token`, if the process that run.json names holds the directory's lock at
/// this moment: the port of one that is gone may be anybody's, and the token is not for them.
/// NotFound: nobody holds the directory, or the holder has not said where (it starts or stops). InvalidInput: one of
/// the files is not understood, or names something that is not on this machine's loopback. InvalidConfiguration: one is not
/// private. StoreUnavailable: one cannot be read now. The holder may be gone an
/// instant later: calling it tells.
[[nodiscard]] Result<RemoteAddress> findRemote(const QString &dataDirectory);

} // namespace hostline
